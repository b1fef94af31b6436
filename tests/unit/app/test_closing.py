"""Closing a core while its first comparison of the folders is under way."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from indexer.discovery.finder import FileFinder
from indexer.types import FoundFile
from search.config.settings import Docs, Embeddings, Settings
from search.types.files import FileState, Root
from search.types.filters import OWNER

WORDS = Settings(embeddings=Embeddings(semantic=False), docs=Docs(watch_for_changes=False))
FILES = 40
HELD_S = 0.3
"""How long the comparison is held up: a core that does not wait for it is closed before."""


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(FILES):
        folder.joinpath(f"{number}.md").write_text(f"Lease {number}\n")
    with closing(_opened(tmp_path / "index", follows=False)) as core:
        core.index([str(folder)], semantic=False)
    return tmp_path / "index"


def _opened(index: Path, *, follows: bool) -> LocalCore:
    return make_core(index, WORDS, Role(follows=follows))


def test_a_core_that_is_closed_during_its_first_comparison_ends_it_and_loses_nothing(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walking, released = threading.Event(), threading.Event()
    whole = FileFinder.everything
    walked: list[str] = []

    def slow(finder: FileFinder, root: Root) -> Iterator[FoundFile]:
        for result in whole(finder, root):
            walking.set()
            released.wait(10)
            walked.append(result.path)
            yield result

    monkeypatch.setattr(FileFinder, "everything", slow)
    core = _opened(index, follows=True)
    beginning = next(thread for thread in threading.enumerate() if thread.name == "beginning")
    assert walking.wait(30)
    release = threading.Timer(HELD_S, released.set)
    release.start()
    core.close()
    assert not beginning.is_alive()
    assert len(walked) < FILES
    release.join()
    monkeypatch.undo()
    with closing(_opened(index, follows=False)) as again:
        assert again.status(OWNER).states == ((FileState.INDEXED.value, FILES),)
