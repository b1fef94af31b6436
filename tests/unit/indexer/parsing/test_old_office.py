"""Workbooks and presentations that Excel and PowerPoint wrote before 2007, and what only bears their endings."""

import random
import struct
from contextlib import suppress

import pytest

from indexer.parsing.old_sheets import old_sheets_text
from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents
from tests.unit.indexer.parsing.compound_files import compound, old_sheets, old_slides


def text_of(path: str, data: bytes) -> str:
    read = parse(path, data)
    assert isinstance(read, ParsedFile)
    assert read.language == path.rpartition(".")[2]
    return read.text


def test_a_workbook_is_its_sheets_and_rows() -> None:
    data = old_sheets(("Name", "Days", "Since"), ("Böhm Ω", 12_483.75, 43_588.0), ("Car", -7.0, 0.1))
    assert text_of("a.xls", data) == (
        "## Terms\n\nName | Days | Since\nBöhm Ω | 12483.75 | 2019-05-03\nCar | -7 | 0.1"
    )


def test_texts_that_go_on_in_another_record_are_whole() -> None:
    words = b"".join(struct.pack("<HB", 4, 0) + b"abcd" for _ in range(2))
    first, rest = struct.pack("<II", 2, 2) + words[:12], b"\x01" + "cd".encode("utf-16-le")
    records = ((0x809, struct.pack("<HH", 0x600, 5)), (0xFC, first), (0x3C, rest), (0x85, struct.pack("<IBBBB", 74, 0, 0, 1, 0) + b"S"), (0x0A, b""), (0x809, struct.pack("<HH", 0x600, 16)), (0xFD, struct.pack("<HHHI", 0, 0, 0, 1)), (0xBD, struct.pack("<HHHIHIH", 0, 1, 0, 7 << 2 | 2, 0, (125 << 2) | 3, 2)), (0x06, struct.pack("<HHHBxB3xH", 0, 3, 0, 0, 0, 0xFFFF) + bytes(8)), (0x207, struct.pack("<HB", 3, 0) + b"sum"), (0x0A, b""))  # fmt: skip  # noqa: E501
    stream = b"".join(struct.pack("<HH", kind, len(content)) + content for kind, content in records)
    start = stream.index(b"\x09\x08", 4)
    stream = stream.replace(struct.pack("<IBBBB", 74, 0, 0, 1, 0), struct.pack("<IBBBB", start, 0, 0, 1, 0))
    assert old_sheets_text(compound({"Workbook": stream}), "a.xls").text == "## S\n\nabcd | 7 | 1.25 | sum"


def test_a_presentation_is_its_slides_in_their_order_and_its_notes() -> None:
    data = old_slides(
        ("The lease", "It is renewed.\rAt night.", "# drawn"), ("", "Second", ""), notes="Say it slowly."
    )
    assert text_of("a.ppt", data) == (
        "## Slide 1: The lease\n\nIt is renewed.\nAt night.\n # drawn\n\n## Slide 2\n\nSecond\n\n"
        "## Notes\n\nSay it slowly."
    )


@pytest.mark.parametrize(
    ("path", "data", "language"),
    [
        ("a.xls", b"<html><body><table><tr><td>Name<td>Days</table></body></html>", "html"),
        ("a.xls", b"Name\tDays\nCar\t30\n", "csv"),
        ("a.xls", documents.sheets(), "xlsx"),
        ("a.ppt", documents.slides(), "pptx"),
        ("a.ppt", rb"{\rtf1 A lease.}", "rtf"),
    ],
)
def test_other_formats_under_the_old_endings_are_read(path: str, data: bytes, language: str) -> None:
    read = parse(path, data)
    assert isinstance(read, ParsedFile)
    assert read.language == language


@pytest.mark.parametrize(
    ("path", "data"),
    [("a.xls", old_sheets(("a",), protected=True)), ("a.ppt", old_slides(("a", "b"), encrypted=True))],
)
def test_a_password_is_reported(path: str, data: bytes) -> None:
    with pytest.raises(BadInputError, match="password"):
        parse(path, data)


@pytest.mark.parametrize("path", ["a.xls", "a.ppt"])
def test_another_file_of_the_container_is_refused(path: str) -> None:
    with pytest.raises(BadInputError):
        parse(path, compound({"Other": b"x"}))


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("a.xls", old_sheets(("Name", "Days"), ("für", 43_588.0))),
        ("a.ppt", old_slides(("a", "b", "c"), notes="d")),
    ],
)
def test_damaged_and_cut_files_are_read_or_refused(path: str, data: bytes) -> None:
    chance = random.Random(7)
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 8)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with suppress(BadInputError):
            parse(path, bytes(damaged[: chance.randrange(len(damaged))]))
        with suppress(BadInputError):
            parse(path, bytes(damaged))


def test_sheets_that_share_a_place_are_read_once() -> None:
    """Each would be read again, and the work would grow with the square of the size."""
    begin = struct.pack("<HHHH", 0x809, 4, 0x600, 5)
    listed = struct.pack("<HHIBBBB", 0x85, 8, 0, 0, 0, 0, 0) * 1_500
    cells = struct.pack("<HHHHHd", 0x203, 14, 0, 0, 0, 1.0) * 1_500
    text = old_sheets_text(compound({"Workbook": begin + listed + cells}), "a.xls").text
    assert text.count("## Sheet") == 1


def test_a_long_text_in_many_cells_ends_at_a_limit() -> None:
    data = old_sheets(*[("x" * 9_000,)] * 1_500)
    assert 7_000_000 < len(old_sheets_text(data, "a.xls").text) < 9_000_000


def test_a_record_that_ends_early_hides_no_other() -> None:
    data = old_sheets(("Name", 1.0), ("Car", 30.0))
    cut = data.replace(struct.pack("<HHH", 0x203, 14, 0), struct.pack("<HHH", 0x207, 14, 0), 1)
    assert "Car | 30" in old_sheets_text(cut, "a.xls").text


def test_the_name_of_the_stream_may_be_in_capitals() -> None:
    data = old_sheets(("Name",)).replace("Workbook".encode("utf-16-le"), "WORKBOOK".encode("utf-16-le"))
    assert "Name" in old_sheets_text(data, "a.xls").text
