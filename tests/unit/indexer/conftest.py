from pathlib import Path

import pytest

from search.types.files import Root
from search.types.ids import path_hash


@pytest.fixture
def root(tmp_path: Path) -> Root:
    """A folder of its own that nothing is in yet."""
    folder = tmp_path / "root"
    folder.mkdir()
    real = str(folder.resolve())
    return Root(path_hash(real), real, "root", "-")
