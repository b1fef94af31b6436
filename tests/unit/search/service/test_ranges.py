"""Search by the size and the date of files, over a real index."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.errors import QueryError
from search.types.context import ContextRequest
from search.types.lines import LineQuery
from search.types.query import SearchQuery

DAY_S = 86_400


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("shop")
    for name, size, days in (("new.md", 10, 1), ("old.md", 10, 400), ("large.md", 9_000, 40)):
        file: Path = folder / name
        file.write_text(f"# lease\n\nThe lease of {name}.\n" + "word " * (size // 5))
        os.utime(file, (time.time() - days * DAY_S,) * 2)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    made = make_core(tmp_path_factory.mktemp("index"), settings, Role(follows=False))
    made.index([str(folder)], semantic=False)
    yield made
    made.close()


@pytest.mark.parametrize("words", ["lease ", "lease.of ", ""])
@pytest.mark.parametrize(
    ("wanted", "files"),
    [
        ("changed:7d", {"new.md"}),
        ("-changed:7d", {"old.md", "large.md"}),
        ("changed:3m", {"new.md", "large.md"}),
        ("size:>1kb", {"large.md"}),
        ("size:<1kb changed:1y", {"new.md"}),
        ("size:>1mb", set()),
    ],
)
def test_words_and_lists_keep_to_size_and_date(core: LocalCore, words: str, wanted: str, files: set[str]) -> None:
    answer = core.search(SearchQuery(words + wanted, facets=True, all_candidates=True))
    assert {file.path for file in answer.files} == files
    assert answer.total_files == len(files)
    assert sum(count for _, count in answer.facets[0].values) == len(files)


def test_a_name_that_is_typed_alone_does_not_bring_back_a_file_that_is_filtered_out(core: LocalCore) -> None:
    assert {file.path for file in core.search(SearchQuery("old.md changed:7d")).files} <= {"new.md"}


def test_lines_keep_to_the_size_too(core: LocalCore) -> None:
    page = core.find_lines(LineQuery("The lease size:>1kb"))
    assert [file.file.path for file in page.files] == ["large.md"]


def test_evidence_refuses_what_it_cannot_filter_by(core: LocalCore) -> None:
    with pytest.raises(QueryError, match="size_bytes"):
        core.context(ContextRequest("lease size:>1kb"))


def test_a_result_has_its_size(core: LocalCore) -> None:
    (large,) = core.search(SearchQuery("lease size:>1kb")).files
    assert large.size_bytes > 9_000
