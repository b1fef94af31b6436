"""Documents that Word wrote before 2007, and what only bears their ending."""

from contextlib import suppress

import pytest

from indexer.parsing.compound import BEGINS
from indexer.parsing.parse import parse
from indexer.types import ParsedFile, Skip
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents
from tests.unit.indexer.parsing.compound_files import compound, old_word, word_95


def text_of(data: bytes) -> str:
    read = parse("a.doc", data)
    assert isinstance(read, ParsedFile)
    assert read.language == "doc"
    return read.text


def test_pieces_in_bytes_and_in_utf_16_are_one_text() -> None:
    assert text_of(old_word("The lease ", "für Böhm\r", "ends in May.\r")) == "The lease für Böhm\n\nends in May."


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Name\x07Days\x07\x07Car\x0bold\x0730\x07\x07End.\r", "Name | Days\nCar old | 30\n\nEnd."),
        ('see \x13 HYPERLINK "http://a" \x14the page\x15!\r', "see the page!"),
        ("a \x13 PAGE \x15b\r", "a b"),
        ("a\x01\x08b\x1fc\x1ed\r", "abc-d"),
        ("one\x0ctwo\r", "one\n\ntwo"),
        ("# apt update\r", " # apt update"),
    ],
)
def test_what_stands_in_a_paragraph(raw: str, text: str) -> None:
    assert text_of(old_word(raw)) == text


def test_a_piece_that_ends_inside_a_character_is_read_so_far() -> None:
    streams = old_word("für Böhm")
    whole = streams.replace("für Böhm".encode("utf-16-le"), b"A\0\x3d\xd8B\0" + b"C\0" * 5)
    assert text_of(whole) == "A\ufffdBCCCCC"


def test_a_text_of_many_sectors_is_whole() -> None:
    assert text_of(old_word("A lease is renewed. " * 1_000)) == ("A lease is renewed. " * 1_000).strip()


@pytest.mark.parametrize(
    ("data", "language"),
    [
        (rb"{\rtf1 A lease.}", "rtf"),
        (documents.word(), "docx"),
        (b"<html><p>A lease.</p></html>", "html"),
        (b"A lease.", "text"),
    ],
)
def test_other_formats_under_the_old_ending_are_read(data: bytes, language: str) -> None:
    read = parse("a.doc", data)

    assert isinstance(read, ParsedFile)
    assert read.language == language
    assert "lease" in read.text


def test_a_password_is_reported() -> None:
    with pytest.raises(BadInputError, match=r"a\.doc is protected by a password"):
        parse("a.doc", old_word("secret", flags=0x0300))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (word_95("Böhms Vertrag\r".encode("cp1252"), language=0x407), "Böhms Vertrag"),
        (word_95("Договор\r".encode("cp1251"), language=0x419), "Договор"),
        (word_95("Böhms Vertrag\r".encode("mac_roman"), charset=0x100), "Böhms Vertrag"),
        (word_95(b"The lease ", b"ends ", b"in May.\r"), "The lease ends in May."),
        (word_95(b"Name\x07Days\x07\x07Car\x0730\x07\x07"), "Name | Days\nCar | 30"),
    ],
)
def test_documents_of_word_95_are_read_in_the_encoding_of_their_language(data: bytes, text: str) -> None:
    assert text_of(data) == text


RUSSIAN = "Договор продлевается ночью, если никто не расторгнет."


@pytest.mark.parametrize(
    ("text", "encoding", "fonts"),
    [
        (RUSSIAN, "cp1251", (0, 2, 204)),
        ("4 skóre a před 7 lety", "cp1250", (0, 238)),
        (RUSSIAN, "cp1251", ()),
        (RUSSIAN, "cp1251", (204, 238, 161)),
        ("Straße für Böhms Verträge, größer als äußerst schöne Häuser.", "cp1252", (0, 2, 128)),
        ("Le café est fermé à cause de la fête de l'été, il a été privé.", "cp1252", ()),
        ("Le café est fermé à cause de la fête de l'été, il a été privé.", "cp1252", (0, 204)),
        (
            "A lease of the café ends in May and is renewed at night by hand, if nobody asks.",
            "cp1252",
            (0, 204, 238),
        ),
    ],
)
def test_a_document_of_word_95_whose_language_was_never_set_has_the_encoding_of_its_fonts_or_its_text(
    text: str, encoding: str, fonts: tuple[int, ...]
) -> None:
    assert text_of(word_95(f"{text}\r".encode(encoding), fonts=fonts)) == text


def test_a_document_of_word_95_in_a_language_of_western_europe_has_its_encoding_whatever_fonts_it_lists() -> None:
    text = "Böhms Verträge über größere Häuser"
    assert text_of(word_95(f"{text}\r".encode("cp1252"), language=0x407, fonts=(238,))) == text
    assert text_of(word_95("Ærø\r".encode("cp1252"), language=0x406, fonts=(204,))) == "Ærø"


def test_a_damaged_table_of_fonts_costs_a_document_no_text() -> None:
    data = word_95(f"{RUSSIAN}\r".encode("cp1251"), fonts=(204,))
    assert text_of(data.replace(b"\x0b\0\x90\x01\xcc", bytes(5))) == RUSSIAN


def test_a_password_of_word_95_is_reported() -> None:
    with pytest.raises(BadInputError, match=r"a\.doc is protected by a password"):
        parse("a.doc", word_95(b"secret", flags=0x100))


@pytest.mark.parametrize(
    "data",
    [
        BEGINS,
        BEGINS + b"\0" * 2_000,
        BEGINS + b"\xff" * 100_000,
        compound({"Workbook": b"x"}),
        old_word("a", version=0x65),
        old_word("a", flags=0),
    ],
)
def test_what_is_no_such_document_or_damaged_says_so(data: bytes) -> None:
    with pytest.raises(BadInputError, match=r"a\.doc cannot be read as a Word document"):
        parse("a.doc", data)


def test_a_document_that_ends_early_gives_what_can_be_read_or_says_so() -> None:
    whole = old_word("A lease is renewed. " * 500)
    for size in range(1, len(whole), 97):
        with suppress(BadInputError):
            parse("a.doc", whole[:size])


def test_a_document_without_text_has_none() -> None:
    assert parse("a.doc", old_word("\r\r")) == Skip("no text")


def test_folders_and_chains_that_lead_in_a_circle_end() -> None:
    data = old_word("A lease. " * 1_000)
    for at in range(512, len(data) - 4, 64):
        with suppress(BadInputError):
            parse("a.doc", data[:at] + b"\x01\0\0\0" + data[at + 4 :])
