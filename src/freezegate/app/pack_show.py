"""What the verbs of the pack print: lines for people, an object for programs."""

import msgspec

from freezegate.app.pack import Sunk, generation
from freezegate.model.pack import LOGS, Counterexample, FixturePack
from freezegate.report.encode import json_text
from freezegate.report.findings import JSON
from freezegate.report.pen import Pen, Style
from freezegate.wire.canonical import digest, seal


class PackObject(msgspec.Struct, frozen=True, kw_only=True):
    """What `pack list --format json` prints. `files` maps data and logs to their digests."""

    generation: str
    pinned: str
    labels: dict[str, str]
    counterexamples: tuple[Counterexample, ...]
    files: dict[str, str]


def shown_pack(pack: FixturePack, form: str, *, colour: bool, width: int) -> str:
    """Give what a pack holds as text or JSON."""
    shown = _object(pack)
    if form == JSON:
        return json_text(shown)
    pen = Pen(width=width, colour=colour)
    lines = [line for each in shown.counterexamples for line in _block(each, pen)]
    lines += [pen.line(f"{each_digest[:19]}  ", path) for path, each_digest in shown.files.items()]
    lines += [
        pen.line("label  ", f"{name} = {meant}") for name, meant in sorted(shown.labels.items())
    ]
    said = f"counterexamples: {len(shown.counterexamples)}, files: {len(shown.files)}"
    lines.append(f"{shown.generation}  {said}")
    if shown.pinned != shown.generation:
        note = f"pinned is {shown.pinned or 'nothing'}; pin anew with `freezegate pack pin`"
        lines += pen.paragraph("", note, Style.YELLOW)
    return "".join(f"{line}\n" for line in lines)


def shown_sunk(sunk: Sunk, ledger: str, *, colour: bool, width: int) -> str:
    """Give the generation on the first line, then what was dropped, by name."""
    pen = Pen(width=width, colour=colour)
    lines = [sunk.generation]
    if not sunk.is_new:
        lines.append("the pack holds this input of this property already; nothing was written")
    for record in sunk.dropped:
        lines.append(pen.line("dropped  ", record.test_id, Style.YELLOW))
        lines += pen.paragraph("    ", f"cites {record.pin}")
    if sunk.dropped:
        note = f"{ledger} is not edited: delete these records, and run the lane on the new pin."
        lines += pen.paragraph("", note)
    return "".join(f"{line}\n" for line in lines)


def _object(pack: FixturePack) -> PackObject:
    logs = {f"{LOGS}{name}": data for name, data in pack.logs.items()}
    return PackObject(
        generation=generation(pack),
        pinned=pack.pinned.generation if pack.pinned else "",
        labels=pack.labels,
        counterexamples=pack.counterexamples,
        files={path: digest(data) for path, data in sorted({**pack.data, **logs}.items())},
    )


def _block(example: Counterexample, pen: Pen) -> list[str]:
    """Give one counterexample: its property, its input, and where it came from."""
    kind = "replays" if example.replays else f"does not replay, see {LOGS}{example.log}"
    return [
        pen.line("", example.property, Style.BOLD),
        *pen.paragraph("    ", seal(example.arguments).decode().strip()),
        *pen.paragraph("    ", f"found on {example.generation or 'no generation'}; {kind}"),
    ]
