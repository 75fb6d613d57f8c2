"""Write the generated pages of the reference: `python -m tools.docs`; `--check` only compares."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import typer

from freezegate.cli.commands import app
from freezegate.model.reason import Decision, Reason

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "reference"
#: Help is wrapped to this width wherever it is made.
WIDTH: Final = 100


def reasons() -> str:
    """The table of reasons, mildest first, as `model/reason.py` has it."""
    lines = [
        "# Reasons",
        "",
        "Generated from the table in `src/freezegate/model/reason.py`. The order is strictness,",
        "the mildest first: of all findings the strictest reason is the patch's.",
    ]
    for decision in Decision:
        lines += ["", f"## {decision}", "", "| reason | exit | what it means, and what to do |"]
        lines.append("|---|---|---|")
        lines += [
            f"| `{reason}` | {int(reason.exit)} | {reason.advice} |"
            for reason in Reason
            if reason.decision is decision
        ]
    return "\n".join(lines) + "\n"


def command_line() -> str:
    """The help of every verb, as it prints."""
    group = typer.main.get_command(app)
    with group.make_context("freezegate", [], resilient_parsing=True, terminal_width=WIDTH) as top:
        pages = [page for verb in _verbs(group) for page in _pages(verb, group, top)]
    return "\n".join(["# The command line", "", "Generated from `--help`.", "", *pages])


def _verbs(group: object) -> list[str]:
    """Name the verbs of a group of commands; a plain command has none."""
    return sorted(getattr(group, "commands", {}))


def _pages(name: str, group: Any, above: Any) -> Iterator[str]:  # noqa: ANN401 - typer's own types
    """The help of one verb, and of those below it."""
    command = group.commands[name]
    with command.make_context(
        name, [], parent=above, resilient_parsing=True, terminal_width=WIDTH
    ) as context:
        shown = [line.rstrip() for line in command.get_help(context).splitlines()]
        path = context.command_path.removeprefix("freezegate ")
        yield from (f"## {path}", "", "```text", *shown, "```", "")
        for inner in _verbs(command):
            yield from _pages(inner, command, context)


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "reasons.md": reasons,
    "command-line.md": command_line,
}


def main() -> int:
    """Write or compare every page; 1 when one differs under `--check`."""
    differing = []
    for name, page in PAGES.items():
        path, text = FOLDER / name, page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            differing.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    print("\n".join(f"docs/reference/{name}: differs" for name in differing) or "in step")
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
