"""What Office puts into documents beside plain paragraphs and cells."""

import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml

from indexer.parsing.sheet_dates import Shown, iso, shown_by
from indexer.parsing.sheets import sheets_text
from indexer.parsing.slides import slides_text
from indexer.parsing.word import word_text
from tests.unit.indexer.parsing import documents

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def paragraph_with(*pieces: str) -> str:
    document = docx.Document()
    made = document.add_paragraph("A ")
    for piece in pieces:
        made._p.append(parse_xml(piece.replace(">", f" {W}>", 1)))
    return word_text(documents.saved(document), "a.docx")


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (f"<w:ins>{run('lease')}</w:ins>", "A lease"),
        ("<w:del><w:r><w:delText>lease</w:delText></w:r></w:del>", "A"),
        (f"<w:moveFrom>{run('lease')}</w:moveFrom>", "A"),
        (f"<w:sdt><w:sdtContent>{run('lease')}</w:sdtContent></w:sdt>", "A lease"),
        (f"<w:smartTag>{run('lease')}</w:smartTag>", "A lease"),
        ("<w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>renewal</w:t></w:r>", "A non-renewal"),
        ("<w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r>", "A one two three"),
        (f"<w:r><w:pict><w:txbxContent><w:p>{run('In a box')}</w:p></w:txbxContent></w:pict></w:r>", "A In a box"),
    ],
)
def test_a_word_paragraph_is_read_as_it_is_shown(piece: str, text: str) -> None:
    assert paragraph_with(piece) == text


def test_a_drawing_that_has_a_second_copy_for_old_programs_is_read_once() -> None:
    both = f"<w:drawing>{run('Box')}</w:drawing>", f"<x:Fallback xmlns:x='urn:x'>{run('Box')}</x:Fallback>"
    assert paragraph_with(f"<w:AlternateContent>{''.join(both)}</w:AlternateContent>") == "A Box"


def test_a_word_table_keeps_equal_cells_empty_cells_and_tables_within() -> None:
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    for cell, text in zip(table.rows[0].cells, ("Car", "30", "30"), strict=True):
        cell.text = text
    table.cell(1, 2).text = "last"
    table.cell(2, 0).merge(table.cell(2, 1)).text = "wide"
    table.cell(2, 2).add_table(1, 1).cell(0, 0).text = "inner"
    assert word_text(documents.saved(document), "a.docx") == "Car | 30 | 30\n |  | last\nwide | inner"


def test_notes_comments_and_margins_of_a_word_document_follow_its_text_once_each() -> None:
    document = docx.Document()
    document.add_paragraph("The body.")
    document.sections[0].header.paragraphs[0].text = "Header"
    document.add_section().header.is_linked_to_previous = False
    document.sections[1].header.paragraphs[0].text = "Header"
    parts = documents.parts_of(documents.saved(document))
    for name in ("comment", "footnote"):
        inner = f'<w:{name} w:id="1"><w:p>{run(name)}</w:p></w:{name}>'
        parts[f"word/{name}s.xml"] = f"<w:{name}s {W}>{inner}</w:{name}s>".encode()
    text = word_text(documents.archive(dict(parts)), "a.docx")
    assert text.split("\n\n") == ["The body.", "footnote", "comment", "Header"]


def test_slides_are_read_as_they_are_shown_each_with_its_own_notes() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.slides()))
    listed = "".join(f'<p:sldId xmlns:r="{documents.R}" r:id="{name}"/>' for name in ("c", "a", "missing", "b"))
    parts["ppt/presentation.xml"] = f'<p:presentation xmlns:p="{documents.P}">{listed}</p:presentation>'
    targets = {"a": "slides/slide1.xml", "b": "/ppt/slides/slide2.xml", "c": "slides/slide10.xml"}
    relations = "".join(f'<Relationship Id="{name}" Target="{part}"/>' for name, part in targets.items())
    parts["ppt/_rels/presentation.xml.rels"] = f"<Relationships>{relations}</Relationships>"
    notes = '<Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/notesSlide2.xml"/>'
    del parts["ppt/slides/_rels/slide2.xml.rels"]
    parts["ppt/slides/_rels/slide10.xml.rels"] = f"<Relationships>{notes}</Relationships>"
    assert slides_text(documents.archive(parts), "a.pptx").split("\n") == [
        *("## Slide 1", "", "Last words.", "Say it slowly.", ""),
        *("## Slide 2: Leases", "", "Renewed at night.", ""),
        *("## Slide 3: Prices", ""),
    ]


def sheet_of(rows: str, *, codes: tuple[str, ...] = (), since_1904: bool = False) -> str:
    """Return the text of a sheet; the format of style n is the n-th of codes, or built in where it is a number."""
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    own = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n, code in enumerate(codes))
    ids = [code if code.isdigit() else str(200 + n) for n, code in enumerate(codes)]
    listed = "".join(f'<xf numFmtId="{number}"/>' for number in ids)
    styles = f"<numFmts>{own}</numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs>{listed}</cellXfs>"
    parts["xl/styles.xml"] = f'<styleSheet xmlns="{documents.S}">{styles}</styleSheet>'
    parts["xl/worksheets/one.xml"] = f'<worksheet xmlns="{documents.S}"><sheetData>{rows}</sheetData></worksheet>'
    if since_1904:
        book = parts["xl/workbook.xml"]
        assert isinstance(book, bytes)
        parts["xl/workbook.xml"] = book.replace(b"<sheets", b'<workbookPr date1904="1"/><sheets')
    return sheets_text(documents.archive(parts), "a.xlsx").text.removeprefix("## Terms\n\n")


def number(value: object, style: int) -> str:
    return f'<c s="{style}"><v>{value}</v></c>'


def test_dates_and_times_of_a_sheet_are_read_as_such() -> None:
    codes = ("0", "14", "dd.mm.yyyy hh:mm", "h:mm AM/PM", "[h]:mm:ss", "#,##0.00")
    values = (45351, 45351, 45352.35434027778, 0.5451388888888888, 1.253472222222222, 1234.5)
    row = "".join(number(value, style) for style, value in enumerate(values))
    assert sheet_of(f"<row>{row}</row>", codes=codes) == (
        "45351 | 2024-02-29 | 2024-03-01 08:30:15 | 13:05 | 30:05 | 1234.5"
    )


def test_a_workbook_that_counts_from_1904_has_its_own_days() -> None:
    assert sheet_of(f"<row>{number(43889, 0)}</row>", codes=("14",), since_1904=True) == "2024-02-29"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("General", Shown.NUMBER),
        ("0.00E+00", Shown.NUMBER),
        ('#,##0 "days"', Shown.NUMBER),
        ("[Red]#,##0;[Blue]yyyy", Shown.NUMBER),
        (r"0\d", Shown.NUMBER),
        ("_-* #,##0.00 [$€-407]", Shown.NUMBER),
        ("mmm", Shown.DATE),
        ("[$-409]d-mmm-yy", Shown.DATE),
        ("mm:ss", Shown.TIME),
        ("h:mm a/p", Shown.TIME),
        ("yyyy-mm-dd hh:mm:ss", Shown.BOTH),
        ("[mm]:ss", Shown.DURATION),
    ],
)
def test_a_format_tells_dates_from_numbers(code: str, shown: Shown) -> None:
    assert shown_by(code) is shown


@pytest.mark.parametrize(
    ("value", "text"),
    [("1", "1900-01-01"), ("59", "1900-02-28"), ("61", "1900-03-01"), ("2958465", "9999-12-31")]
    + [(item, item) for item in ("-1", "2958466", "nan", "soon", "")],
)
def test_a_day_out_of_range_stays_a_number(value: str, text: str) -> None:
    assert iso(value, Shown.DATE, since_1904=False) == text


def test_cells_stay_in_their_columns_and_what_is_true_is_said() -> None:
    rows = (
        '<row><c r="B1" t="str"><v>Name</v></c><c r="C1" t="str"><v>Days</v></c>'
        '<c r="D1" t="str"><v>Paid</v></c></row>'
        '<row><c r="B2" t="str"><v>Car</v></c><c r="D2" t="b"><v>1</v></c></row>'
        '<row><c r="C3"><v>30</v></c><c r="D3" t="b"><v>0</v></c><c r="XFD3"/></row>'
        '<row><c r="B4"><v>1</v></c><c r="XFD4"><v>2</v></c></row>'
    )
    first, second, third, fourth = sheet_of(rows).split("\n")
    assert (first, second, third) == ("Name | Days | Paid", "Car |  | TRUE", " | 30 | FALSE")
    assert fourth.count("|") < 30


def test_how_a_word_is_spoken_is_not_read_beside_it() -> None:
    spoken = "<is><t>賃貸</t><rPh sb='0' eb='2'><t>チンタイ</t></rPh></is>"
    assert sheet_of(f'<row><c t="inlineStr">{spoken}</c></row>') == "賃貸"


def test_a_workbook_of_an_office_program_opens_without_styles() -> None:
    with zipfile.ZipFile(io.BytesIO(documents.sheets())) as archive:
        assert "xl/styles.xml" not in archive.namelist()
    assert sheets_text(documents.sheets(), "a.xlsx").text.endswith("Car | 30")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("8158.959999999999", "8158.96"),
        ("0.30000000000000004", "0.3"),
        ("-837.0999999999999", "-837.1"),
        ("4820.9", "4820.9"),
        ("12345678901234567890", "12345678901234567890"),
        ("1.2345678901234567E-9", "1.2345678901234567E-9"),
        ("0.00.00000000000000000", "0.00.00000000000000000"),
    ],
)
def test_a_number_has_the_digits_that_excel_shows(value: str, text: str) -> None:
    assert sheet_of(f"<row><c><v>{value}</v></c></row>") == text


def test_a_table_of_a_slide_is_read_in_rows() -> None:
    cells = "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>" for text in "12")
    table = f"<a:tbl><a:tr>{cells}</a:tr><a:tr>{cells}</a:tr><a:tr><a:tc/></a:tr></a:tbl>"
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.slides()))
    parts["ppt/slides/slide10.xml"] = (
        f'<p:sld xmlns:p="{documents.P}" xmlns:a="urn:a"><p:graphicFrame>{table}</p:graphicFrame></p:sld>'
    )
    assert slides_text(documents.archive(parts), "a.pptx").endswith("\n\n1 | 2\n1 | 2")
