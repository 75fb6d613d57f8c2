from pathlib import Path

from freezegate.app.options import Options
from freezegate.core.selection import Select


def test_every_option_but_the_project_has_a_default() -> None:
    options = Options(repo=Path())
    assert (options.parent, options.patch, options.diff, options.worktree) == ("", "", None, False)
    assert (options.tests, options.disputed, options.select) == ((), None, Select.AUTO)
    assert (options.seeds, options.confirmations, options.python, options.jobs) == (
        "",
        None,
        None,
        0,
    )
