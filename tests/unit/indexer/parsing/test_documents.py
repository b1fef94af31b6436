import io
import json
import re
import zipfile

import pytest

from indexer.parsing import archives, pdf, sheets
from indexer.parsing.archives import opened
from indexer.parsing.hypertext import hypertext
from indexer.parsing.notebook import notebook_text
from indexer.parsing.parse import parse
from indexer.types import ParsedFile, Skip
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents


def text_of(path: str, data: bytes) -> str:
    read = parse(path, data)
    assert isinstance(read, ParsedFile)
    return read.text


def test_a_word_document_keeps_headings_paragraphs_lists_and_tables_in_order() -> None:
    assert text_of("a.docx", documents.word()).split("\n\n") == [
        "# Shop manual",
        "# Leases",
        "A lease is renewed at night.",
        "Name | Days\nCar | 30",
        "## Renewal",
        "- Ask first.",
    ]


def test_slides_are_read_in_their_order_with_titles_and_notes() -> None:
    assert text_of("a.pptx", documents.slides()).split("\n") == [
        *("## Slide 1: Leases", "", "Renewed at night.", ""),
        *("## Slide 2: Prices", "", "Say it slowly.", ""),
        *("## Slide 3", "", "Last words."),
    ]


def test_sheets_are_read_row_by_row() -> None:
    assert text_of("a.xlsx", documents.sheets()) == "## Terms\n\nName | Days\nCar | 30"


def test_a_sheet_with_too_many_rows_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_ROWS", 1)
    parsed = parse("a.xlsx", documents.sheets())

    assert isinstance(parsed, ParsedFile)
    assert parsed.text == "## Terms\n\nName | Days"
    assert parsed.truncated == "only the first 1 rows of Terms are indexed"


def test_a_pdf_document_with_too_many_pages_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 1)
    parsed = parse("a.pdf", documents.pdf("A lease ends.", "It is renewed.", "Again."))

    assert isinstance(parsed, ParsedFile)
    assert parsed.text == "## Page 1\n\nA lease ends."
    assert parsed.truncated == "only the first 1 of 3 pages are indexed"


def test_a_book_that_gives_no_order_is_read_as_its_package_lists_it() -> None:
    parts = documents.parts_of(documents.book())
    package = next(name for name in parts if name.endswith(".opf"))
    parts[package] = re.sub(rb"<spine.*</spine>", b"", parts[package], flags=re.DOTALL)

    assert "One is read first." in text_of("a.epub", documents.archive(parts))


def test_a_workbook_with_a_password_says_so() -> None:
    data = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1_000) + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(BadInputError, match=r"a\.xlsx is protected by a password"):
        parse("a.xlsx", data)


def test_a_pdf_document_with_a_password_says_so() -> None:
    key = "00" * 32
    locked = f"/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> /Root"
    data = documents.pdf("A lease ends.")
    start = data.index(b"trailer")
    with pytest.raises(BadInputError, match=r"a\.pdf is protected by a password"):
        parse("a.pdf", data[:start] + data[start:].replace(b"/Root", locked.encode(), 1))


def test_a_book_is_read_in_reading_order() -> None:
    assert text_of("a.epub", documents.book()).split("\n\n") == [
        "# Leases",
        "## First\nOne is read first.",
        "## Second\nTwo is read then.",
    ]


def test_a_title_of_a_page_of_a_book_is_a_heading_only_where_there_is_none() -> None:
    parts = documents.parts_of(documents.book())
    first, second = (name for name in parts if name.endswith(".xhtml"))
    parts[first] = parts[first].replace(b"<body>", b"<head><title>Leases</title></head><body>")
    parts[second] = b"<html><head><title>Cover</title></head><body>" + b"<img/>" * 50 + b"</body></html>"

    assert text_of("a.epub", documents.archive(parts)).split("\n\n")[1:] == [
        "## First\nOne is read first.",
        "# Cover",
    ]


def test_a_pdf_document_has_a_heading_for_each_page() -> None:
    text = text_of("a.pdf", documents.pdf("A lease ends.", "It is renewed.", title="The lease"))

    assert text == "# The lease\n\n## Page 1\n\nA lease ends.\n\n## Page 2\n\nIt is renewed."


def test_a_word_of_a_pdf_document_that_is_divided_at_the_end_of_a_line_is_one_word() -> None:
    divided = "The roast-) Tj 0 -16 Td (ery works at day-) Tj 0 -16 Td (time."

    assert text_of("a.pdf", documents.pdf(divided)) == "## Page 1\n\nThe roastery works at daytime."


def test_accents_that_a_pdf_document_draws_before_their_letters_belong_to_the_letters() -> None:
    dieresis, acute = r"\310", r"\302"
    pages = f"M{dieresis}unchen, Jos{acute}e", f"Na{dieresis}\\365ve {acute}etudes St {dieresis} ohr"
    text = text_of("a.pdf", documents.pdf(*pages))
    assert text == "## Page 1\n\nMünchen, José\n\n## Page 2\n\nNaïve études Stöhr"


def test_values_of_fields_and_notes_follow_the_text_of_their_page() -> None:
    annotations = (
        "/Subtype /Widget /FT /Tx /T (name) /V (Alice Miller)",
        "/Subtype /Widget /FT /Btn /T (agreed) /V /Off",
        "/Subtype /Text /Contents (Who is\\rthis?)",
        "/Subtype /Highlight /Contents (Who is\\rthis?)",
        "/Subtype /Link /Contents (a tip)",
        "/Subtype /Popup /Contents (Window)",
    )
    text = text_of("a.pdf", documents.pdf("Name", annotations=annotations))
    assert text == "## Page 1\n\nName\n\nAlice Miller\nWho is\nthis?"


def test_a_note_that_is_too_long_is_left_out_and_the_document_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_BYTES_OF_A_NOTE", 100)
    long, short = ("/Subtype /Text /Contents (" + text + ")" for text in ("long " * 20, "Who is this?"))
    parsed = parse("a.pdf", documents.pdf("Name", annotations=(long, short)))
    assert isinstance(parsed, ParsedFile)
    assert parsed.text == "## Page 1\n\nName\n\nWho is this?"
    assert parsed.truncated == "not all of its notes are indexed"


def test_the_notes_of_a_whole_document_have_a_limit_and_its_pages_are_read_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pdf, "MOST_BYTES_OF_NOTES", 110)
    notes = ("/Subtype /Text /Contents (Who is this?)",) * 3
    parsed = parse("a.pdf", documents.pdf("One", "Two", "Three", annotations=notes))
    assert isinstance(parsed, ParsedFile)
    pages = parsed.text.split("\n\n")
    assert pages == ["## Page 1", "One", "Who is this?", "## Page 2", "Two", "Who is this?", "## Page 3", "Three"]
    assert parsed.truncated == "not all of its notes are indexed"


def test_documents_are_read_without_soft_hyphens_and_code_is_not_changed() -> None:
    assert text_of("a.md", "Roast\xadery, sys&shy;tem, &shy;\n".encode()) == "Roastery, system, &shy;\n"
    assert text_of("a.txt", "roast\xadery".encode()) == "roastery"
    assert text_of("a.html", b"<p>roast&shy;ery and sys&#173;tem</p>") == "roastery and system"
    assert text_of("a.py", "x = 'a\xadb'".encode()) == "x = 'a\xadb'"


@pytest.mark.parametrize("title", ["untitled", "Ohne Titel", "Untitled  Document"])
def test_the_title_of_a_pdf_document_that_nobody_gave_a_title_is_no_heading(title: str) -> None:
    assert text_of("a.pdf", documents.pdf("A lease ends.", title=title)) == "## Page 1\n\nA lease ends."


def test_a_pdf_document_of_pictures_says_that_it_has_no_text() -> None:
    assert parse("scan.pdf", documents.pdf("", "")) == Skip("no text")


@pytest.mark.parametrize("ext", ["docx", "pptx", "xlsx", "epub", "pdf"])
@pytest.mark.parametrize("data", [b"not this format", b"PK\x03\x04broken", b"%PDF-1.4 broken"])
def test_a_damaged_document_is_named_with_a_remedy(ext: str, data: bytes) -> None:
    with pytest.raises(BadInputError, match=f"deep/a.{ext} cannot be read") as raised:
        parse(f"deep/a.{ext}", data)

    assert str(raised.value.remedy)


def test_a_document_with_options_of_a_compressor_that_do_not_exist_is_named() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("content.xml", "<a/>")
    data = bytearray(file.getvalue())
    data[30 + len("content.xml") + 4] = 0xFF  # behind the header and the version of the compressor
    with pytest.raises(BadInputError, match=r"a\.odp cannot be read as .*: a part of it is damaged or missing"):
        parse("a.odp", bytes(data))


def test_a_document_whose_compressed_bytes_are_damaged_is_named() -> None:
    book = bytearray(documents.book())
    start = book.index(b"container.xml") + len(b"container.xml") + 1
    book[start : start + 30] = b"\xff" * 30
    with pytest.raises(BadInputError, match=r"a\.epub cannot be read as a book"):
        parse("a.epub", bytes(book))


@pytest.mark.parametrize(
    "inner", [KeyError("no item /etc/passwd"), ValueError(f"{object()} overrides"), EOFError()]
)
def test_the_message_on_a_damaged_document_has_no_object_and_no_path_of_the_document(inner: Exception) -> None:
    with pytest.raises(BadInputError) as raised, opened(documents.word(), "a.docx", "a Word document"):
        raise inner
    message = str(raised.value)
    assert message == "a.docx cannot be read as a Word document: a part of it is damaged or missing"


def test_a_word_document_of_which_a_part_is_not_what_it_has_to_be_is_named() -> None:
    parts = documents.parts_of(documents.word())
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"w:document", b"w:documents")
    with pytest.raises(BadInputError, match=r"a\.docx cannot be read as a Word document"):
        parse("a.docx", documents.archive(parts))


@pytest.mark.parametrize("ext", ["docx", "pptx", "xlsx", "epub"])
def test_an_archive_that_unpacks_to_too_much_is_refused(ext: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_UNPACKED_BYTES", 1_000_000)
    bomb = documents.archive({"ppt/slides/slide1.xml": b"0" * 1_000_001})

    assert len(bomb) < 5_000
    with pytest.raises(BadInputError, match="unpacks to"):
        parse(f"a.{ext}", bomb)


def slide_with(entities: str, text: str) -> bytes:
    slide = (
        f"<!DOCTYPE x [{entities}]>"
        f'<p:sld xmlns:p="{documents.P}" xmlns:a="{documents.A}">'
        f"<p:sp><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sp></p:sld>"
    )
    return documents.archive({"ppt/slides/slide1.xml": slide})


def test_an_entity_of_a_document_reaches_no_file() -> None:
    data = slide_with('<!ENTITY f SYSTEM "file:///etc/passwd">', "Seen. &f;")

    assert text_of("a.pptx", data) == "## Slide 1\n\nSeen."


def test_entities_that_would_grow_without_end_are_refused() -> None:
    pairs = zip("abcdefgh", "bcdefghi", strict=True)
    laughs = '<!ENTITY a "ha">' + "".join(f"<!ENTITY {big} '{f'&{small};' * 10}'>" for small, big in pairs)

    with pytest.raises(BadInputError, match="entity"):
        parse("a.pptx", slide_with(laughs, "&i;"))


def test_a_part_nested_without_end_is_refused() -> None:
    deep = "<a>" * 100_000 + "</a>" * 100_000

    with pytest.raises(BadInputError):
        parse("a.pptx", documents.archive({"ppt/slides/slide1.xml": deep}))


def test_a_part_that_was_cut_off_is_refused() -> None:
    data = documents.slides()

    with pytest.raises(BadInputError):
        parse("a.pptx", data[: len(data) // 2])


PAGE = """<!DOCTYPE html>
<html><head><title>Shop</title>
<style>p { color: red }</style>
<script>if (a < b) { alert("x") }</script>
</head><body>
<h1 class="x">Leases &amp; more</h1>
<p>A <b>lease</b> is
renewed at night.</p><!-- not
seen -->
<ul><li>First</li>
<li>Second</li></ul>
<h2>Next</h2></body></html>
"""


def test_a_page_is_read_as_it_is_seen_on_the_lines_of_its_source() -> None:
    lines = hypertext(PAGE).split("\n")

    assert {number: line for number, line in enumerate(lines, start=1) if line} == {
        2: "Shop",
        6: "# Leases & more",
        7: "A lease is",
        8: "renewed at night.",
        10: "- First",
        11: "- Second",
        12: "## Next",
    }


def test_a_title_stands_once_whether_or_not_a_heading_says_the_same() -> None:
    assert hypertext("<title>Shop &amp;\n more</title>\n\n<h1>shop & more</h1>").split("\n")[3:] == [
        "# shop & more"
    ]
    assert hypertext("<title>Our shop</title>\n\n\n<h1>Prices</h1>") == "Our shop\n\n\n# Prices"
    assert hypertext("<title>Shop</title>\n\n\n<p>Open.</p>") == "# Shop\n\n\nOpen."


def test_a_page_on_one_line_gets_lines_of_its_own() -> None:
    page = "<h1>Top</h1>" + "<p>Some <i>words</i> here.</p>" * 60

    assert hypertext(page).split("\n") == ["# Top", *["Some words here."] * 60]


def test_a_page_on_few_lines_gets_lines_of_its_own() -> None:
    page = "<!DOCTYPE html>\n<html><body><h1>Top</h1><p>Some words.</p><ul><li>One</ul></body></html>\n"

    assert hypertext(page).split("\n") == ["# Top", "Some words.", "- One"]


def test_rows_of_a_table_are_read_cell_by_cell_in_the_line_in_which_they_begin() -> None:
    head = "<table class='x'>\n<thead>\n<tr><th>Land</th><th>Price &amp; tax</th></tr></thead>"
    row = "<TR>\n  <td>\n    <p>Old <b>town</b></p></td>\n  <td></td><td>9|90</td>\n</TR>"

    assert hypertext(f"{head}\n{row}\n</table>\n<p>End.") == (
        "\n\nLand | Price & tax\nOld town |  | 9|90\n\n\n\n\n\nEnd."
    )
    assert hypertext(f"{head}{row}</table>".replace("\n", "")) == "Land | Price & tax\nOld town |  | 9|90"


def test_a_table_that_lays_out_a_page_is_read_block_by_block() -> None:
    page = "<table><tr><td><h1>Top</h1><p>Words.</p></td><td><ul><li>One</li></ul></td></tr></table>"

    assert hypertext(page).split("\n") == ["# Top", "Words.", "- One"]


def test_the_template_of_an_application_is_read_as_its_source() -> None:
    page = '<app-root [cart]="cart" (renew)="renewLease($event)" *ngIf="ready"></app-root>\n'

    assert hypertext(page) == page


@pytest.mark.parametrize(
    ("heading", "lines"),
    [
        ("<h2\n  class='a'>\n  Days <b>off</b>\n</h2>\n<p>Thirty.</p>", ["## Days off", "", "", "", "Thirty."]),
        ("<h2>Days\n  off</h2> Thirty.", ["## Days off", "Thirty."]),
        ("<h2>\n</h2>\n<p>Thirty.</p>", ["", "", "Thirty."]),
        ("<h2><img src='a.png'></h2><p>Thirty.</p>", ["Thirty."]),
        ("<h2><p>Days off</p>\n", ["##  Days off", ""]),
    ],
)
def test_a_heading_is_in_the_line_in_which_it_begins(heading: str, lines: list[str]) -> None:
    assert hypertext(f"<p>Top\n\n\n{heading}").split("\n") == ["Top", "", "", *lines]


@pytest.mark.parametrize("line", ["<h2>Days off</h2>", "<table><tr><td>Days<td>off</tr>"])
def test_text_behind_a_heading_or_a_row_is_no_part_of_it_where_blocks_have_lines_of_their_own(line: str) -> None:
    read = hypertext(f"<p>Top</p>{line}Thirty of them.")

    assert [text.strip() for text in read.split("\n")][2:] == ["Thirty of them."]


@pytest.mark.parametrize(
    "embedded",
    [
        "<style>" + "a { color: red; }\n" * 3_000 + "</style>",
        "<script>" + "var a=1;" * 6_000 + "</script>",
        "<svg>" + "<path d='M1 2'/>\n" * 3_000 + "</svg>",
        "<img src='data:image/png;base64," + "iVBORw0KGgo" * 5_000 + "'>",
    ],
)
def test_a_page_that_is_whole_in_one_file_is_read_as_it_is_seen(embedded: str) -> None:
    page = f"<!doctype html>\n<html>\n{embedded}\n<h1>Rain</h1>\n<p>417 millimetres fell in May.</p>\n</html>\n"

    assert hypertext(page).split() == ["#", "Rain", "417", "millimetres", "fell", "in", "May."]


@pytest.mark.parametrize(
    "written",
    [
        "<script>\n" + "renewLease(shop);\n" * 500 + "</script>",
        "<button (click)='renewLease()'><svg>" + "<path d='M1 2'/>\n" * 100 + "</svg></button>",
    ],
)
def test_a_page_that_consists_of_code_is_read_as_its_source(written: str) -> None:
    page = f"<p>Loading</p>\n{written}\n"

    assert hypertext(page) == page


@pytest.mark.parametrize(
    "content",
    [
        "<script>" + "renew(lease);" * 1_000 + "</script><div id='app'></div>",
        '<script type="application/json">[' + '{"text": "Renew the lease."},' * 300 + "]</script>",
        "<svg>" + "<text>Renew the lease</text>\n" * 300 + "</svg>",
        "<h1>Diagram</h1><svg>" + "<text>Renew the lease</text>\n" * 300 + "</svg>",
        "<p>Results of tests</p><div data-results='" + '{"renew_lease": "failed"}' * 100 + "'></div>",
    ],
)
def test_a_page_that_shows_next_to_nothing_is_read_as_its_source(content: str) -> None:
    page = f"<!doctype html>\n<html><head><title>Diagram</title></head>\n<body>\n{content}\n</body></html>\n"

    assert hypertext(page) == page


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a",
        "<!--",
        "<script>",
        "</",
        "<a b='",
        "<h1>",
        "&",
        "<!",
        "<p",
        "<svg/>x",
        "<tr>",
        "<title>",
        "<h1></h2>",
    ],
)
def test_a_broken_page_takes_no_longer_than_a_whole_one(piece: str) -> None:
    assert isinstance(hypertext("text " * 10 + piece * 50_000), str)


def test_a_notebook_is_read_cell_by_cell_without_outputs() -> None:
    book = {
        "metadata": {"kernelspec": {"language": "julia"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# Leases\n", "Some words."]},
            {"cell_type": "code", "source": "x = 1\n# no heading", "outputs": [{"text": "unseen"}]},
            {"cell_type": "code", "source": []},
            "broken",
        ],
    }

    assert text_of("a.ipynb", json.dumps(book).encode()) == (
        "# Leases\nSome words.\n\n```julia\nx = 1\n# no heading\n```"
    )


def test_half_a_surrogate_pair_in_a_notebook_costs_no_more_than_itself() -> None:
    cell = {"cell_type": "markdown", "source": ["renew \ud83d the \U0001f600 lease"]}
    text = notebook_text(json.dumps({"cells": [cell]}))
    assert text == "renew \ufffd the \U0001f600 lease"


@pytest.mark.parametrize("source", ["{", "[]", '{"cells": 3}', "[" * 100_000])
def test_what_is_no_notebook_stays_as_it_is(source: str) -> None:
    assert notebook_text(source) == source
