import errno
import signal
import subprocess
import sys
import textwrap

import pytest
import typer

from freezegate import __version__
from freezegate.cli import main
from freezegate.cli.main import EXIT_OF
from freezegate.errors import ArtifactError, EngineError, GateError, GitError, UsageError


def raising(fault: BaseException) -> typer.Typer:
    """A command line whose one verb raises."""
    commands = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)

    @commands.command()
    def verb() -> None:
        raise fault

    return commands


def returning(value: object) -> typer.Typer:
    commands = typer.Typer()

    @commands.command()
    def verb() -> object:
        return value

    return commands


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (UsageError("--seeds x: give a count"), 64),
        (ArtifactError("a.json:3: no"), 65),
        (GitError("no such commit"), 65),
        (EngineError("no interpreter"), 69),
        (GateError("of no kind"), 70),
    ],
)
def test_fault_is_said_and_has_its_code(
    fault: GateError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], raising(fault)) == code
    assert capsys.readouterr() == ("", f"freezegate: {fault}\n")


def test_every_kind_of_fault_has_a_code_of_the_fault_range() -> None:
    assert set(EXIT_OF) == set(GateError.__subclasses__())
    assert all(64 <= code < 128 for code in EXIT_OF.values())


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), EOFError(), typer.Abort()])
def test_interrupt_decides_nothing(
    fault: BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], raising(fault)) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip() == "freezegate: interrupted; nothing was decided"


@pytest.mark.parametrize(
    "fault", [ValueError("oops"), OSError(errno.ENOSPC, "full"), MemoryError()]
)
def test_defect_is_shown_whole_and_is_no_verdict(
    fault: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], raising(fault)) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Traceback (most recent call last):")
    assert type(fault).__name__ in err
    assert err.endswith("freezegate: this is a defect in freezegate; no verdict was given\n")


@pytest.mark.parametrize("fault", [BrokenPipeError(), BrokenPipeError(errno.EPIPE, "gone")])
def test_reader_that_goes_away_is_no_verdict(
    fault: BrokenPipeError, capsys: pytest.CaptureFixture[str]
) -> None:
    # Typer makes an exit with 1 of an error with this number: "reject".
    assert main([], raising(fault)) == 70
    assert capsys.readouterr() == ("", "")


def test_pipe_that_breaks_is_no_verdict() -> None:
    script = textwrap.dedent(
        """
        import os, sys
        from freezegate.cli import main
        ours, theirs = os.pipe()
        os.close(ours)
        os.dup2(theirs, 1)
        sys.stdout = open(1, "w", buffering=1, closefd=False)
        code = main(["--version"])
        os._exit(code)
        """
    )
    done = subprocess.run((sys.executable, "-c", script), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (70, b"")


@pytest.mark.parametrize("code", [0, 1, 5])
def test_code_of_a_verdict_passes_through(code: int) -> None:
    assert main([], returning(code)) == code


def test_verb_that_returns_nothing_ends_well() -> None:
    assert main([], returning(None)) == 0


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "Missing command"),
        (("judge",), "No such command 'judge'"),
        (("gate", "--fast"), "No such option: --fast"),
        (("gate", "--jobs", "many"), "Invalid value for '--jobs'"),
        (("gate", "--select", "most"), "Invalid value for '--select'"),
        (("run", "--side", "both"), "Invalid value for '--side'"),
        (("contract",), "Missing option '--out'"),
        (("score", "contract.json"), "Missing option '--contract'"),
        (("verify",), "Missing argument"),
    ],
)
def test_bad_usage_is_no_verdict(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 64
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"freezegate: {said}")
    assert err.endswith("; see `freezegate --help`\n")
    assert ".;" not in err


def test_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr() == (f"freezegate {__version__}\n", "")


@pytest.mark.parametrize(
    "verb", [(), ("gate",), ("contract",), ("run",), ("score",), ("verify",), ("demo",)]
)
def test_help_is_printed(verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*verb, "--help"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"Usage: {' '.join(('freezegate', *verb))}")
    assert err == ""


def test_module_is_the_command() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "freezegate", "--version"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"freezegate {__version__}\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_job_that_is_cancelled_is_interrupted(number: signal.Signals) -> None:
    script = textwrap.dedent(
        f"""
        import os, signal, sys
        # Started in the background, a process inherits that interrupts are ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from freezegate.cli import commands, entry
        @commands.app.command()
        def cancelled() -> None:
            os.kill(os.getpid(), {int(number)})
            import time; time.sleep(60)
        sys.argv = ["freezegate", "cancelled"]
        entry()
        """
    )
    done = subprocess.run(
        (sys.executable, "-c", script), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "freezegate: interrupted; nothing was decided\n"
