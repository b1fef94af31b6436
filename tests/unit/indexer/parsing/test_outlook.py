"""Mails that Outlook saved."""

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents
from tests.unit.indexer.parsing.compound_files import compound, outlook


def text_of(data: bytes) -> str:
    read = parse("a.msg", data)
    assert isinstance(read, ParsedFile)
    assert read.language == "msg"
    return read.text


def test_subject_people_date_text_and_attachments_are_read() -> None:
    attached = (("Vertrag.docx", documents.word()), ("notes.txt", "Kündigung".encode()), ("a.png", b"\x89PNG"))

    text = text_of(outlook(attached=attached))

    assert text.startswith(
        "# The lease\n\nFrom: Ann Ash <ann@a.example>\nTo: Böhm\nDate: 2016-02-15 08:53\n"
        "Attachments: Vertrag.docx, notes.txt, a.png\n\nThe lease ends in May.\n\n## Vertrag.docx\n\n"
    )
    assert text.endswith("## notes.txt\n\nKündigung")


def test_a_text_in_the_encoding_of_the_computer_and_a_page_are_read() -> None:
    assert "Grüße" in text_of(compound({"__substg1.0_1000001E": "Viele Grüße".encode("cp1252")}))
    assert "Grüße" in text_of(compound({"__substg1.0_10130102": b"<html><p>Viele Gr&uuml;&szlig;e</p></html>"}))


def test_a_text_that_ends_inside_a_character_is_read_so_far() -> None:
    half = "Frist".encode("utf-16-le") + b"\x41"
    assert text_of(compound({"__substg1.0_0037001F": half, "__substg1.0_1000001F": half})).count("Frist") == 2


def test_a_picture_is_named_and_not_read() -> None:
    assert text_of(outlook(attached=(("a.png", b"plain words"),))).count("plain words") == 0


def test_a_container_without_a_mail_has_no_text_but_a_damaged_one_says_so() -> None:
    with pytest.raises(BadInputError, match=r"a\.msg cannot be read as an Outlook mail"):
        parse("a.msg", outlook()[:600])


def test_plain_text_under_the_same_ending_is_text() -> None:
    read = parse("Point.msg", b"float64 x\nfloat64 y\n")

    assert isinstance(read, ParsedFile)
    assert (read.language, read.text) == ("text", "float64 x\nfloat64 y\n")
