"""Files that are small and made to take all memory or time: each ends with one line, and the next one is read."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from indexer.discovery.finder import FileFinder
from indexer.pipeline.ports import LabelledFile, ReadFile, ReadRequest
from indexer.pipeline.reading import Reader
from indexer.pipeline.reading_process import ReadingProcess
from search.types.files import FileState, Root
from tests.unit.indexer.parsing import documents
from tests.unit.indexer.pipeline.bombs import bombs, heavy_bombs

INTERNAL = re.compile(r"0x[0-9a-f]{6}|<[a-z]+>|Traceback|site-packages|/|XML_PARSE|\n|lxml|error in Dowse")
"""What no message on a file may have: objects, libraries, paths, more than a line."""

DOCUMENTS = {
    "a.docx": documents.word(),
    "a.pptx": documents.slides(),
    "a.xlsx": documents.sheets(),
    "a.epub": documents.book(),
    "a.pdf": documents.pdf("A lease."),
    "a.odt": documents.open_text(),
    "a.ods": documents.open_sheets(),
    "a.odp": documents.open_slides(),
    "a.odg": documents.open_drawing(),
    "a.fodt": documents.flat("text", "<text:p>A lease.</text:p>"),
    "a.rtf": rb"{\rtf1 A lease.}",
    "a.html": b"<p>A lease.</p>",
    "a.cs": b"class Lease { void Renew() { } }",
    "a.sql": b"CREATE TABLE dbo.Lease (Id INT);",
}


def read_all(root: Root, files: Mapping[str, bytes]) -> dict[str, ReadFile]:
    """Return what a reading process makes of these files, in the order of their names."""
    for name, content in files.items():
        (Path(root.path) / name).write_bytes(content)
    finder = FileFinder()
    results = [ReadRequest(LabelledFile(file, finder.label(root, file))) for file in finder.everything(root)]
    process = ReadingProcess(Reader(), root, 0)
    try:
        reads = process.read([wanted for wanted in results if wanted.labelled.file.skip is None])
    finally:
        process.close()
    return {read.record.path: read for read in reads if read is not None}


def assert_one_clear_line_each(root: Root, files: Mapping[str, bytes]) -> None:
    reads = read_all(root, {**files, "zzz.md": b"# The last one\n\nIs read.\n"})
    internal = {path: read.record.reason for path, read in reads.items() if INTERNAL.search(read.record.reason)}
    assert internal == {}
    silent = [
        path for path, read in reads.items() if read.record.state is FileState.FAILED and not read.record.reason
    ]
    assert silent == []
    assert reads["zzz.md"].record.state is FileState.INDEXED


def test_every_format_is_read_by_a_confined_process(root: Root) -> None:
    reads = read_all(root, DOCUMENTS)
    states = {path: (read.record.state, read.record.reason, bool(read.chunks)) for path, read in reads.items()}
    assert states == dict.fromkeys(DOCUMENTS, (FileState.INDEXED, "", True))


def test_small_files_that_would_grow_without_measure_end_with_one_clear_line(root: Root) -> None:
    assert_one_clear_line_each(root, bombs())


@pytest.mark.heavy
def test_files_that_take_all_memory_they_may_end_with_one_clear_line(root: Root) -> None:
    assert_one_clear_line_each(root, heavy_bombs())
