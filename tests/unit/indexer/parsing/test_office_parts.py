"""What is read of Office documents besides the plain ones: templates, macros, own styles, charts and comments."""

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml

import indexer.parsing.sheets
from indexer.facts.extract import extract
from indexer.parsing.open_document import open_document_text
from indexer.parsing.parse import parse
from indexer.parsing.sheets import sheets_text
from indexer.parsing.slides import slides_text
from indexer.parsing.word import word_text
from indexer.types import ParsedFile
from search.errors import BadInputError
from tests.unit.indexer.parsing import documents
from tests.unit.indexer.parsing.compound_files import old_sheets

C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

CHART = f"""<c:chartSpace xmlns:c="{C}" xmlns:a="{documents.A}"><c:chart>
<c:title><c:rich><a:p><a:r><a:t>Leases by</a:t></a:r><a:r><a:t> month</a:t></a:r></a:p></c:rich></c:title>
<c:ser><c:tx><c:v>Ended</c:v></c:tx></c:ser><c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>Renewed</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strCache><c:pt><c:v>May</c:v></c:pt><c:pt><c:v>June</c:v></c:pt></c:strCache></c:cat>
<c:val><c:numRef><c:numCache><c:pt><c:v>0.30000000000000004</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
</c:chart></c:chartSpace>"""

DIAGRAM = f"""<d:dataModel xmlns:d="urn:diagram" xmlns:a="{documents.A}"><d:ptLst>
<d:pt><d:t><a:p><a:r><a:t>Ask the owner</a:t></a:r></a:p></d:t></d:pt><d:pt><d:t><a:p/></d:t></d:pt>
</d:ptLst></d:dataModel>"""


BOX = f'<wsDr xmlns:a="{documents.A}"><sp><txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></txBody></sp></wsDr>'


def with_type(data: bytes, kind: str) -> bytes:
    """Return a Word document whose main part says that it is of another kind."""
    parts: dict[str, str | bytes] = dict(documents.parts_of(data))
    types = parts["[Content_Types].xml"]
    assert isinstance(types, bytes)
    plain = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    assert plain in types
    parts["[Content_Types].xml"] = types.replace(plain, f"application/vnd.{kind}.main+xml".encode())
    return documents.archive(parts)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.docm", "ms-word.document.macroEnabled"),
        ("a.dotm", "ms-word.template.macroEnabledTemplate"),
        ("a.DOTX", "openxmlformats-officedocument.wordprocessingml.template"),
    ],
)
def test_a_template_or_a_document_with_macros_is_read_as_a_document(name: str, kind: str) -> None:
    read = parse(name, with_type(documents.word(), kind))
    assert isinstance(read, ParsedFile)
    assert read.language == "docx"
    assert "A lease is renewed at night." in read.text


@pytest.mark.parametrize("name", ["a.xlsm", "a.xltx", "a.pptm", "a.ppsx", "a.potx"])
def test_workbooks_and_presentations_with_macros_and_their_templates_are_read(name: str) -> None:
    read = parse(name, documents.sheets() if name.startswith("a.x") else documents.slides())
    assert isinstance(read, ParsedFile)
    assert "Name | Days" in read.text or "Renewed at night." in read.text


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.html", b"<html><body><h1>Lease</h1><p>From <b>May</b> on.</p></body></html>", "# Lease\nFrom May on."),
        ("a.rtf", rb"{\rtf1 Lease from May on.\par}", "Lease from May on."),
        ("a.txt", b"# Lease from May on.", " # Lease from May on."),
        ("a.mht", b"Content-Type: text/html\r\n\r\n<p>Lease from May on.</p>", "Lease from May on."),
        ("a.docx", documents.word(), word_text(documents.word(), "a.docx")),
        ("a.docx", b"PK damaged", ""),
        ("a.bin", b"Lease", ""),
    ],
)
def test_a_part_in_another_format_is_read_in_its_place(name: str, data: bytes, text: str) -> None:
    document = docx.Document()
    document.add_paragraph("Before.")
    document.element.body.insert(1, parse_xml(f'<w:altChunk {W} xmlns:r="{documents.R}" r:id="chunk"/>'))
    document.add_paragraph("After.")
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.saved(document)))
    related = parts["word/_rels/document.xml.rels"]
    assert isinstance(related, bytes)
    added = f'<Relationship Id="chunk" Type="{documents.R}/aFChunk" Target="{name}"/></Relationships>'.encode()
    parts |= {"word/_rels/document.xml.rels": related.replace(b"</Relationships>", added), f"word/{name}": data}

    read = word_text(documents.archive(parts), "a.docx")

    assert read == "\n\n".join(filter(None, ("Before.", text, "After.")))


def test_a_style_of_a_person_s_own_has_the_level_of_the_heading_that_it_is_based_on() -> None:
    document = docx.Document()
    numbered = document.styles.add_style("Numbered", WD_STYLE_TYPE.PARAGRAPH)
    numbered.base_style = document.styles["Heading 2"]
    document.add_paragraph("Renewal", style="Numbered")
    document.add_paragraph("A lease is renewed.")
    assert word_text(documents.saved(document), "a.docx") == "## Renewal\n\nA lease is renewed."


@pytest.mark.parametrize(("level", "text"), [("0", "# Renewal"), ("7", "###### Renewal"), ("9", "Renewal")])
def test_a_paragraph_with_an_outline_level_is_a_heading(level: str, text: str) -> None:
    document = docx.Document()
    properties = document.add_paragraph("Renewal")._p.get_or_add_pPr()
    properties.append(parse_xml(f'<w:outlineLvl {W} w:val="{level}"/>'))
    assert word_text(documents.saved(document), "a.docx") == text


def test_styles_that_are_based_on_each_other_make_no_heading() -> None:
    document = docx.Document()
    for name in ("One", "Two"):
        document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    document.styles["One"].base_style = document.styles["Two"]
    document.styles["Two"].base_style = document.styles["One"]
    document.add_paragraph("Renewal", style="One")
    assert word_text(documents.saved(document), "a.docx") == "Renewal"


def test_a_paragraph_whose_style_has_no_name_is_read() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.word()))
    body = parts["word/document.xml"]
    assert isinstance(body, bytes)
    parts["word/document.xml"] = body.replace(b'w:pStyle w:val="Heading1"', b"w:pStyle")
    assert "\n\nLeases\n\n" in word_text(documents.archive(parts), "a.docx")


def test_charts_and_diagrams_of_a_word_document_follow_its_text() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.word()))
    parts |= {"word/charts/chart2.xml": CHART, "word/diagrams/data1.xml": DIAGRAM}
    text = word_text(documents.archive(parts), "a.docx")
    assert text.endswith("- Ask first.\n\nLeases by month\nEnded\nRenewed\nMay | June\n\nAsk the owner")


def test_charts_diagrams_and_comments_belong_to_their_slide() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.slides()))
    comments = "<p:cmLst><p:cm><p:text>Is this\ntrue?</p:text></p:cm></p:cmLst>".replace(
        "<p:cmLst>", f'<p:cmLst xmlns:p="{documents.P}">'
    )
    parts |= {"ppt/charts/chart7.xml": CHART, "ppt/diagrams/data3.xml": DIAGRAM, "ppt/comments/c.xml": comments}
    targets = (("chart", "charts/chart7"), ("diagramData", "diagrams/data3"), ("comments", "comments/c"))
    related = "".join(
        f'<Relationship Id="{kind}" Type="x/{kind}" Target="../{target}.xml"/>' for kind, target in targets
    )
    parts["ppt/slides/_rels/slide1.xml.rels"] = f"<Relationships>{related}</Relationships>"
    first, _, _ = slides_text(documents.archive(parts), "a.pptx").partition("\n\n## Slide 2")
    assert first.split("\n") == [
        *("## Slide 1: Leases", "", "Renewed at night."),
        *("Leases by month", "Ended", "Renewed", "May | June", "Ask the owner", "Is this true?"),
    ]


def test_a_shape_with_a_copy_for_old_programs_is_read_once_also_in_a_group() -> None:
    shape = "<p:sp><p:txBody><a:p><a:r><a:t>Seen</a:t></a:r></a:p></p:txBody></p:sp>"
    both = f"<m:Choice>{shape}</m:Choice><m:Fallback>{shape}</m:Fallback>"
    inner = f"<p:grpSp><m:AlternateContent>{both}</m:AlternateContent></p:grpSp>"
    names = f'xmlns:p="{documents.P}" xmlns:a="{documents.A}" xmlns:m="urn:m"'
    slide = f"<p:sld {names}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:sld>"
    assert slides_text(documents.archive({"ppt/slides/slide1.xml": slide}), "a.pptx") == "## Slide 1\n\nSeen"


def workbook(**beside: str) -> bytes:
    """Return a workbook whose sheet refers to these parts, each with its kind as its name."""
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    parts |= {f"xl/beside/{kind}.xml": part for kind, part in beside.items()}
    related = "".join(
        f'<Relationship Id="{kind}" Type="x/{kind}" Target="../beside/{kind}.xml"/>' for kind in beside
    )
    parts["xl/worksheets/_rels/one.xml.rels"] = f"<Relationships>{related}</Relationships>"
    parts["xl/beside/_rels/drawing.xml.rels"] = (
        '<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/c.xml"/></Relationships>'
    )
    parts["xl/charts/c.xml"] = CHART
    return documents.archive(parts)


def test_comments_boxes_and_charts_follow_the_rows_of_their_sheet() -> None:
    authors = "<authors><author>Ann</author><author>tc={1}</author></authors>"
    old = (
        f'<comments xmlns="{documents.S}">{authors}<commentList>'
        '<comment ref="B2" authorId="0"><text><r><t>Who </t></r><r><t>asks?</t></r></text></comment>'
        '<comment ref="A1" authorId="1"><text><t>A copy for old programs</t></text></comment>'
        "</commentList></comments>"
    )
    thread = (
        '<ThreadedComments><threadedComment ref="A1"><text>In a thread</text></threadedComment></ThreadedComments>'
    )
    text = sheets_text(workbook(comments=old, threadedComment=thread, drawing=BOX), "a.xlsx").text
    assert text.split("\n") == [
        *("## Terms", "", "Name | Days", "Car | 30", ""),
        *("B2: Who asks?", "A1: In a thread", "In a box", "Leases by month", "Ended", "Renewed", "May | June"),
    ]


def test_a_damaged_drawing_costs_a_document_no_more_than_itself() -> None:
    assert sheets_text(workbook(drawing="<wsDr>"), "a.xlsx").text.startswith("## Terms\n\nName | Days")
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.word()))
    text = word_text(documents.archive(parts | {"word/charts/chart1.xml": "<c"}), "a.docx")
    assert text == word_text(documents.word(), "a.docx")


@pytest.mark.parametrize("listed", ["xl/worksheets/_rels/one.xml.rels", "xl/beside/_rels/drawing.xml.rels"])
def test_a_damaged_list_of_what_a_sheet_refers_to_costs_a_workbook_no_more_than_that(listed: str) -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(workbook(drawing=BOX)))
    assert listed in parts
    text = sheets_text(documents.archive(parts | {listed: "<Relationships><Relationship "}), "a.xlsx").text
    assert text.startswith("## Terms\n\nName | Days\nCar | 30")
    assert ("In a box" in text) == (listed == "xl/beside/_rels/drawing.xml.rels")


def test_a_damaged_list_of_what_a_slide_refers_to_costs_a_presentation_no_more_than_that() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.slides()))
    text = slides_text(documents.archive(parts | {"ppt/slides/_rels/slide2.xml.rels": "<Relationships"}), "a.pptx")
    assert "Prices" in text
    assert "Renewed at night." in text


def test_a_damaged_list_of_the_sheets_of_a_workbook_says_so() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    with pytest.raises(BadInputError, match=r"a\.xlsx cannot be read as an Excel workbook"):
        sheets_text(documents.archive(parts | {"xl/_rels/workbook.xml.rels": "<Relationships"}), "a.xlsx")


def test_a_drawing_and_a_chart_that_are_named_many_times_are_read_once() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(workbook(drawing=BOX)))
    for listed in ("xl/worksheets/_rels/one.xml.rels", "xl/beside/_rels/drawing.xml.rels"):
        related = parts[listed]
        assert isinstance(related, bytes)
        start, end = related.index(b"<Relationship "), related.index(b"</Relationships>")
        parts[listed] = related[:start] + related[start:end] * 3 + related[end:]
    assert sheets_text(documents.archive(parts), "a.xlsx") == sheets_text(workbook(drawing=BOX), "a.xlsx")


def test_a_sheet_that_is_listed_many_times_is_read_once() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    book, related = parts["xl/workbook.xml"], parts["xl/_rels/workbook.xml.rels"]
    assert isinstance(book, bytes)
    assert isinstance(related, bytes)
    again = {
        "xl/workbook.xml": book.replace(b"</sheets>", b'<sheet name="Again" r:id="b"/></sheets>'),
        "xl/_rels/workbook.xml.rels": related.replace(b"</R", b'<R Id="b" Target="worksheets/one.xml"/></R'),
    }

    assert sheets_text(documents.archive(parts | again), "a.xlsx") == sheets_text(documents.sheets(), "a.xlsx")


def test_a_long_text_that_every_cell_names_is_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer.parsing.sheets, "MOST_CELL_CHARS", 10)
    monkeypatch.setattr(indexer.parsing.sheets, "MOST_CHARS", 30)
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    rows = '<row><c t="s"><v>0</v></c></row>' * 1_000
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{documents.S}"><si><t>{"x" * 1_000}</t></si></sst>'
    parts["xl/worksheets/one.xml"] = f'<worksheet xmlns="{documents.S}"><sheetData>{rows}</sheetData></worksheet>'

    read = sheets_text(documents.archive(parts), "a.xlsx")

    assert read.text.split() == ["##", "Terms", *["x" * 10] * 3]
    assert read.truncated == "only the first 30 characters are indexed"


def test_cells_that_only_have_a_style_take_no_room_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer.parsing.sheets, "MOST_CHARS", 30)
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    row = '<row><c s="0"/><c s="0"/><c t="str"><v>May</v></c></row>'
    parts["xl/worksheets/one.xml"] = (
        f'<worksheet xmlns="{documents.S}"><sheetData>{row * 4}</sheetData></worksheet>'
    )

    read = sheets_text(documents.archive(parts), "a.xlsx")

    assert (read.text.split(), read.truncated) == (["##", "Terms", *["May"] * 4], "")


def test_a_workbook_that_keeps_the_standard_strictly_is_read() -> None:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    book = parts["xl/workbook.xml"]
    assert isinstance(book, bytes)
    strict = b"http://purl.oclc.org/ooxml/officeDocument/relationships"
    parts["xl/workbook.xml"] = book.replace(documents.R.encode(), strict)
    assert sheets_text(documents.archive(parts), "a.xlsx") == sheets_text(documents.sheets(), "a.xlsx")


def test_comments_and_boxes_follow_the_rows_of_a_sheet_of_open_document() -> None:
    shape = "<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame>"
    note = "<office:annotation><text:p>Who asks?</text:p></office:annotation>"
    row = f"<table:table-row><table:table-cell>{note}<text:p>Days</text:p></table:table-cell></table:table-row>"
    table = f'<table:table table:name="Terms"><table:shapes>{shape}</table:shapes>{row}</table:table>'
    text = open_document_text(documents.open_document("spreadsheet", table), "a.ods").text
    assert text == "## Terms\n\nDays\n\nWho asks?\nIn a box"


def test_a_template_whose_manifest_declares_no_namespace_is_read() -> None:
    parts: dict[str, str | bytes] = dict(
        documents.parts_of(documents.open_document("text", "<text:p>Seen</text:p>"))
    )
    parts["META-INF/manifest.xml"] = "<manifest:manifest><manifest:file-entry/></manifest:manifest>"
    assert open_document_text(documents.archive(parts), "a.ott").text == "Seen"


HASH = "# Vertrag"


def one_cell_of_excel() -> bytes:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.sheets()))
    rows = "".join(f'<row><c t="inlineStr"><is><t>{text}</t></is></c></row>' for text in (HASH, "---"))
    parts["xl/worksheets/one.xml"] = f'<worksheet xmlns="{documents.S}"><sheetData>{rows}</sheetData></worksheet>'
    return documents.archive(parts)


def one_paragraph_of_word() -> bytes:
    document = docx.Document()
    document.add_heading("Terms", 1)
    document.add_paragraph(HASH)
    document.add_table(1, 1).cell(0, 0).text = HASH
    document.sections[0].header.paragraphs[0].text = HASH
    return documents.saved(document)


def one_shape_of_powerpoint() -> bytes:
    paragraphs = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in (HASH, "---"))
    slide = f'<p:sld xmlns:p="{documents.P}" xmlns:a="{documents.A}"><p:sp>{paragraphs}</p:sp></p:sld>'
    return documents.archive({"ppt/slides/slide1.xml": slide})


def book_with(page: str) -> bytes:
    parts: dict[str, str | bytes] = dict(documents.parts_of(documents.book()))
    return documents.archive(parts | {"in/one.xhtml": f"<html><body>{page}</body></html>", "in/two b.xhtml": ""})


@pytest.mark.parametrize(
    ("name", "data", "sections"),
    [
        ("a.xlsx", one_cell_of_excel(), ["Terms"]),
        ("a.docx", one_paragraph_of_word(), ["Terms"]),
        ("a.pptx", one_shape_of_powerpoint(), ["Slide 1"]),
        ("a.odt", documents.open_document("text", f"<text:h>Terms</text:h><text:p>{HASH}</text:p>"), ["Terms"]),
        (
            "a.rtf",
            rf"{{\rtf1 {{\stylesheet{{\s1 heading 1;}}}}\s1 Terms\par\pard {HASH}\par}}".encode(),
            ["Terms"],
        ),
        ("a.html", f"<h1>Terms</h1>\n<pre>\n{HASH}\nTage\n====\n</pre>\n<p>\n".encode(), ["Terms"]),
        ("a.epub", book_with(f"<h2>Terms</h2>\n<pre>\n{HASH}\n</pre>"), ["Leases", "Terms"]),
        ("a.xls", old_sheets((HASH, "Tage"), (1.0, 30.0)), ["Terms"]),
        (
            "a.ods",
            documents.open_document(
                "spreadsheet",
                '<table:table table:name="Terms"><table:table-row><table:table-cell>'
                f"<text:p>{HASH}</text:p></table:table-cell></table:table-row></table:table>",
            ),
            ["Terms"],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_text_that_looks_like_markup_makes_no_section(name: str, data: bytes, sections: list[str]) -> None:
    read = parse(name, data)
    assert isinstance(read, ParsedFile)
    assert HASH in read.text
    assert [definition.name for definition in extract(read).definitions] == sections
