"""Of an archive the names of its files are read, and nothing is unpacked."""

import io
import random
import zipfile
from contextlib import suppress

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from search.errors import BadInputError
from tests.unit.indexer.parsing.documents import archive


def parsed(data: bytes) -> ParsedFile:
    read = parse("a.zip", data)
    assert isinstance(read, ParsedFile)
    return read


def test_the_names_of_the_files_are_its_text() -> None:
    read = parsed(
        archive({"Verträge/": "", "Verträge/Mietvertrag 2019.pdf": b"\x00" * 100, "notes.txt": "secret"})
    )
    assert (read.language, read.text) == ("zip", "Verträge/Mietvertrag 2019.pdf\nnotes.txt")


def test_names_in_utf_8_without_the_mark_are_read() -> None:
    data = archive({"Vertraege/ü.pdf": "a"}).replace(b"\x00\x08\x08\x00", b"\x00\x00\x08\x00")
    assert parsed(data).text == "Vertraege/ü.pdf"


def test_a_long_list_is_cut() -> None:
    read = parsed(archive({f"page-{number}.png": "" for number in range(2_100)}))
    assert read.text.count("\n") == 1_999
    assert read.truncated == "only the first 2,000 of 2,100 names are indexed"


def test_a_bomb_is_not_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("zeros.bin", bytes(50_000_000))
    assert parsed(buffer.getvalue()).text == "zeros.bin"


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04", b"no archive", archive({"a": "b"})[:-30]], ids=["begun", "text", "cut"]
)
def test_a_damaged_archive_is_refused(data: bytes) -> None:
    with pytest.raises(BadInputError, match=r"a\.zip cannot be read as an archive"):
        parse("a.zip", data)


def test_damaged_bytes_are_read_or_refused() -> None:
    chance, data = random.Random(7), archive({f"file {number}.txt": "text" for number in range(9)})
    for _ in range(500):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 8)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with suppress(BadInputError):
            parse("a.zip", bytes(damaged))
