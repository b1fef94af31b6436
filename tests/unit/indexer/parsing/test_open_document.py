"""OpenDocument files as LibreOffice and others write them, and as nobody should."""

import pytest

from indexer.parsing import archives, open_document
from indexer.parsing.parse import parse
from indexer.types import ParsedFile, Skip
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents

PICTURE = "<draw:image><office:binary-data>iVBORw0=</office:binary-data></draw:image>"
ROW = "<table:table-row><table:table-cell><text:p>30</text:p></table:table-cell></table:table-row>"
SHAPE = "<draw:custom-shape><text:p>Leases</text:p></draw:custom-shape>"
FLAT_TEXT = "# Leases\n\nIn May.\n\nShop Ltd"


def text_of(path: str, data: bytes) -> str:
    read = parse(path, data)
    assert isinstance(read, ParsedFile)
    return read.text


def test_a_text_keeps_headings_paragraphs_lists_tables_notes_and_margins_in_order() -> None:
    assert text_of("a.odt", documents.open_text()).split("\n\n") == [
        "# Shop manual",
        "# Leases",
        "A lease is renewed at night.",
        "Name | Days\nCar | 30",
        "## Renewal",
        "- Ask first.\n- Twice.",
        "By hand.",
        "Shop Ltd",
    ]


def test_a_workbook_is_read_row_by_row_and_repeated_cells_do_not_fill_the_memory() -> None:
    rows = text_of("a.ods", documents.open_sheets()).split("\n")

    assert rows[:3] == ["## Terms", "", "Name |  |  | Days"]
    assert rows[3] == "Car" + " | 7" * open_document.MOST_GAP


def test_a_workbook_with_too_many_rows_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_document, "MOST_ROWS", 1)
    parsed = parse("a.ods", documents.open_sheets())

    assert isinstance(parsed, ParsedFile)
    assert parsed.text == "## Terms\n\nName |  |  | Days"
    assert parsed.truncated == "only the first 1 rows of Terms are indexed"


def test_slides_have_their_titles_and_notes() -> None:
    assert text_of("a.odp", documents.open_slides()).split("\n") == [
        *("## Slide 1: Leases", "", "- Renewed at night.", "Say it slowly.", ""),
        *("## Slide 2", "", "Last words."),
    ]


def test_a_drawing_is_read_page_by_page() -> None:
    assert text_of("a.odg", documents.open_drawing()).split("\n") == ["## Page 1", "", "Shop"]


@pytest.mark.parametrize(
    ("path", "kind", "body", "text"),
    [
        ("a.fodt", "text", f"<text:h>Leases</text:h><text:p>In {PICTURE}May.</text:p>", FLAT_TEXT),
        ("a.fods", "spreadsheet", f'<table:table table:name="Terms">{ROW}</table:table>', "## Terms\n\n30"),
        ("a.FODP", "presentation", f"<draw:page>{SHAPE}</draw:page>", "## Slide 1\n\nLeases"),
    ],
)
def test_a_document_that_is_one_xml_file_is_read_like_an_archive(
    path: str, kind: str, body: str, text: str
) -> None:
    assert text_of(path, documents.flat(kind, body)) == text


def test_a_large_picture_in_a_flat_document_is_passed_over() -> None:
    large = PICTURE.replace("iVBORw0=", "iVBORw0KGgo=\n" * 800_000)
    assert text_of("a.fodt", documents.flat("text", f"<text:p>In {large}May.</text:p>")) == "In May.\n\nShop Ltd"


def test_a_flat_document_that_is_damaged_says_so() -> None:
    with pytest.raises(BadInputError, match=r"a\.fodt cannot be read as an OpenDocument file: .*"):
        parse("a.fodt", documents.flat("text", "<text:p>Leases"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04 no archive at all", "cannot be read as an OpenDocument file"),
        (documents.archive({"other.xml": "<a/>"}), "a part of it is damaged or missing"),
        (documents.archive({"content.xml": "<a><b></a>"}), "cannot be read as an OpenDocument file"),
        (
            documents.open_document("text", "", **{"META-INF/manifest": "<manifest:encryption-data/>"}),
            "is protected by a password",
        ),
        (
            documents.archive({"content.xml": "<a>" * 5_000 + "</a>" * 5_000}),
            "cannot be read as an OpenDocument file",
        ),
    ],
    ids=["no archive", "no content", "broken", "password", "deep"],
)
def test_what_cannot_be_read_says_why(data: bytes, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        parse("a.odt", data)


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_UNPACKED_BYTES", 1_000)
    with pytest.raises(BadInputError, match="unpacks to"):
        parse("a.odt", documents.archive({"content.xml": b"0" * 1_001}))


def test_an_entity_reaches_no_file() -> None:
    content = """<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>
        <a xmlns:t="t"><t:body><t:text><t:p>A&x;B</t:p></t:text></t:body></a>"""

    assert text_of("a.odt", documents.archive({"content.xml": content})) == "AB"


def test_a_document_without_text_has_none() -> None:
    assert parse("a.odt", documents.open_document("text", "")) == Skip("no text")
