"""Generated pages and schemas are in step with what they are made from."""

import re
from pathlib import Path

import msgspec
import pytest

from freezegate.model.config import Config
from tools.docs import FOLDER, PAGES

TOP = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_is_what_the_tool_writes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


def test_every_key_of_the_configuration_has_its_row() -> None:
    page = (FOLDER / "configuration.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|", page, flags=re.MULTILINE)
    keys = [field.encode_name for field in msgspec.structs.fields(Config)]
    assert sorted(rows) == sorted(keys)


def test_the_readme_names_every_verb_that_there_is_and_no_other() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    page = (FOLDER / "command-line.md").read_text(encoding="utf-8")
    verbs = set(re.findall(r"^## ([\w-]+)(?: \w+)?$", page, flags=re.MULTILINE))
    named = set(re.findall(r"^\| `freezegate ([\w-]+)", readme, flags=re.MULTILINE))
    assert named == verbs


def test_links_between_pages_lead_somewhere() -> None:
    pages = [TOP / "README.md", *(TOP / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(TOP)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken
