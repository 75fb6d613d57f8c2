from pathlib import Path

import pytest

from tests.e2e.kit import Project, lean_interpreter


@pytest.fixture(scope="session")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with pytest and Hypothesis alone."""
    return lean_interpreter(tmp_path_factory.mktemp("lean") / "venv")


@pytest.fixture
def project(tmp_path: Path, lean: Path) -> Project:
    """An empty repository, judged under the lean interpreter."""
    return Project(tmp_path / "project", lean)


@pytest.fixture
def equipped(tmp_path: Path) -> Project:
    """An empty repository, judged under our own interpreter with all its plugins and libraries."""
    return Project(tmp_path / "project")
