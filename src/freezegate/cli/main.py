"""From arguments to an exit code: the one place where faults become numbers.

Verdicts stay below 64, faults are 64 and above, so that no crash reads as a verdict (DESIGN.md
section 9). A traceback is shown for a defect of our own alone.
"""

import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Final

import typer
from typer.exceptions import TyperException

from freezegate.cli.commands import app
from freezegate.errors import ArtifactError, EngineError, GateError, GitError, UsageError
from freezegate.model.reason import Exit

EXIT_OF: Final[Mapping[type[GateError], Exit]] = {
    UsageError: Exit.USAGE,
    ArtifactError: Exit.BAD_INPUT,
    GitError: Exit.BAD_INPUT,
    EngineError: Exit.NO_ENGINE,
}


def main(argv: Sequence[str], commands: typer.Typer = app) -> int:
    """Run one command and give its exit code; nothing is raised."""
    command = typer.main.get_command(commands)
    try:
        returned = command.main(list(argv), prog_name="freezegate", standalone_mode=False)
    except GateError as fault:
        _say(str(fault))
        return EXIT_OF.get(type(fault), Exit.INTERNAL)
    except TyperException as fault:
        _say(f"{fault.format_message().rstrip('.')}; see `freezegate --help`")
        return Exit.USAGE
    except (KeyboardInterrupt, typer.Abort):
        returned = Exit.INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Nobody reads on: typer makes an exit with 1 of that, which means "reject".
        return Exit.INTERNAL
    except Exception:  # noqa: BLE001 - an escaped traceback exits 1, which means "reject"
        traceback.print_exc()
        _say("this is a defect in freezegate; no verdict was given")
        return Exit.INTERNAL
    if returned == Exit.INTERRUPTED:  # typer's answer to Ctrl-C as well
        _say("interrupted; nothing was decided")
    return int(returned) if isinstance(returned, int) else Exit.ACCEPT


def entry() -> None:
    """Be the installed command. A job that is cancelled ends what it started, as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))


def _say(text: str) -> None:
    """Say it on standard error."""
    print(f"freezegate: {text}", file=sys.stderr)
