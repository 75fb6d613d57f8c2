"""Pages in a headless Chromium, driven through Playwright: `make pages` brings both.

Nothing here is imported before a test wants it: `make test` leaves these out by their marker, and
collects them on a machine that has neither.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: What systems call the browser. Where none is found, Playwright looks for a build of its own.
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Options(TypedDict, total=False):
    """What a browser context may be told."""

    color_scheme: Literal["light", "dark"]
    java_script_enabled: bool
    permissions: list[str]


class Opened:
    """A page that is open, with all that it logged and asked for."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.address = address
        self.logged: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.logged.append(message.text))
        page.on("pageerror", lambda error: self.logged.append(str(error)))
        page.on("dialog", lambda dialog: self.logged.append(dialog.message))
        page.on("request", lambda request: self.asked.append(request.url))

    def assert_quiet(self) -> None:
        """Nothing was logged, and nothing was asked for but the page itself."""
        assert self.logged == []
        assert set(self.asked) == {self.address}


Open = Callable[..., Opened]


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see above

    found = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        if found is None and not Path(playwright.chromium.executable_path).exists():
            pytest.fail(
                "no Chromium: `apt-get install chromium`, or "
                "`.venv/bin/python -m playwright install chromium`"
            )
        # The pages are our own, and a container often has no sandbox to give.
        running = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> Iterator[Open]:
    """Open text as a page; the options are those of a browser context."""
    with ExitStack() as contexts:

        def open_page(text: str, *, width: int = 1200, **options: Unpack[Options]) -> Opened:
            path = tmp_path / "page.html"
            path.write_bytes(text.encode())
            context = browser.new_context(viewport={"width": width, "height": 900}, **options)
            contexts.callback(context.close)
            held = Opened(context.new_page(), path.as_uri())
            held.page.goto(held.address)
            return held

        yield open_page
