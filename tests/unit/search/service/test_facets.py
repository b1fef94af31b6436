"""Counting the values of filter columns."""

from search.service.facets import facets
from search.types.files import FileRecord, FileState
from search.types.ids import FileId, RootId


def record(path: str, repository: str, language: str) -> FileRecord:
    name = FileId(f"{repository}:{path}")
    return FileRecord(name, RootId("r"), repository, "main", path, FileState.INDEXED, language=language)


def test_files_that_are_shown_as_one_count_once_for_each_value() -> None:
    alone = (record("a.py", "shop", "python"), "alone")
    copies = [(record(path, repository, "sql"), "copies") for path, repository in (("b", "shop"), ("c", "bank"))]
    counted = {facet.column: facet.values for facet in facets([alone, *copies])}
    assert counted["repository"] == (("shop", 2), ("bank", 1))
    assert counted["language"] == (("python", 1), ("sql", 1))
    assert counted["product"] == ()
