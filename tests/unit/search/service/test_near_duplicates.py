"""Which pairs of files are compared: what is told from numbers alone leaves out none that is alike."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.retrieval.corpus import Corpus
from search.service.near_duplicates import (
    NearDuplicates,
    _definitions_similar,
    _numbers,
    _one_catalogue,
    _outline,
    _Outlines,
)
from search.types.files import FileRecord, FileState
from search.types.ids import FileId, RootId
from tests.contracts.samples import IndexOnDisk

NAMES = st.lists(st.sampled_from([f"name{number}" for number in range(12)]), max_size=14)


def record(path: str) -> FileRecord:
    return FileRecord(FileId(f"r@m:file:{path}"), RootId("r"), "r", "m", path, FileState.INDEXED, ext=".py")


def outlines_of(*files: FileRecord) -> _Outlines:
    counts, bits = zip(*(_outline(file.definitions) for file in files), strict=True)
    file_names = _numbers([file.path.rpartition("/")[2] for file in files])
    return _Outlines(np.arange(len(files)), np.array(counts, np.int64), np.array(bits, np.uint64), file_names)


def agree(first: FileRecord, second: FileRecord) -> bool:
    return bool(outlines_of(first, second).may_agree(np.array([0]), np.array([1]))[0])


@given(NAMES, NAMES, st.booleans())
def test_no_pair_that_defines_nearly_the_same_is_left_out(
    mine: list[str], others: list[str], called: bool
) -> None:
    first = replace(record("src/one.py"), content_hash="1", definitions=tuple(mine))
    path = "copy/one.py" if called else "copy/other.py"
    second = replace(record(path), content_hash="2", definitions=tuple(others))
    assert agree(first, second) or not _definitions_similar(first, second, (frozenset(mine), frozenset(others)))


def test_files_that_define_other_things_are_not_compared() -> None:
    first = replace(record("src/one.py"), definitions=("parse", "walk", "print"))
    assert not agree(first, replace(record("src/other.py"), definitions=("open", "close", "read", "write")))
    assert not agree(replace(first, definitions=()), replace(record("src/other.py"), definitions=()))


def test_what_is_said_of_a_file_follows_its_row(tmp_path: Path) -> None:
    disk = IndexOnDisk(tmp_path)
    near_duplicates = NearDuplicates(disk.storage.chunks, Corpus(disk.storage))
    first = replace(
        record("docs/v1/guide.md"), content_hash="1", definitions=("parse", "walk"), flags=("document",)
    )
    moved = replace(first, path="docs/v2/intro.md")
    changed = replace(first, content_hash="2", definitions=("parse",))
    before, same, elsewhere, after = (
        near_duplicates._outlines_of([row])[0] for row in (first, first, moved, changed)
    )
    assert same is before
    assert (before.name_count, before.file_name) == (2, "guide.md")
    assert (elsewhere.file_name, elsewhere.number) == ("intro.md", before.number)
    assert elsewhere.page != before.page
    assert after.name_count == 1
    assert after.number != before.number
    disk.storage.close()


@pytest.fixture
def near_duplicates(tmp_path: Path) -> Iterator[NearDuplicates]:
    disk = IndexOnDisk(tmp_path)
    yield NearDuplicates(disk.storage.chunks, Corpus(disk.storage))
    disk.storage.close()


def sources(near_duplicates: NearDuplicates, *paths: str) -> dict[str, str]:
    """Return for each translation the path of the catalogue that it is grouped with."""
    records = [record(path) for path in paths]
    path_of = {file.id: file.path for file in records}
    source_of = _one_catalogue(records, near_duplicates._outlines_of(records))
    return {path_of[file]: path_of[source] for file, source in source_of.items()}


def test_languages_of_a_catalogue_stand_behind_its_source(near_duplicates: NearDuplicates) -> None:
    paths = ("lang/bs/a.php", "lang/de/a.php", "lang/en/a.php", "lang/de/b.php", "lang/en/b.php")
    assert sources(near_duplicates, *paths) == {
        "lang/bs/a.php": "lang/en/a.php",
        "lang/de/a.php": "lang/en/a.php",
        "lang/de/b.php": "lang/en/b.php",
    }


def test_without_their_source_translations_are_one_too(near_duplicates: NearDuplicates) -> None:
    assert sources(near_duplicates, "locales/fr.yml", "locales/de.yml") == {"locales/fr.yml": "locales/de.yml"}


def test_files_of_which_none_is_a_translation_are_no_catalogue(near_duplicates: NearDuplicates) -> None:
    assert not sources(near_duplicates, "src/it/config.json", "src/config.json", "src/en/config.json")
    assert not sources(
        near_duplicates, "locales/common.json", "locales/en/common.json", "locales/en-GB/common.json"
    )


def test_catalogues_of_two_roots_stay_apart(near_duplicates: NearDuplicates) -> None:
    german, english = record("lang/de.json"), replace(record("lang/en.json"), path_hash=RootId("other"))
    assert not _one_catalogue([german, english], near_duplicates._outlines_of([german, english]))
