"""What is read of Office documents besides the plain ones: templates, macros, own styles, charts and comments."""

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml

from indexer.parsing.parse import parse
from indexer.parsing.slides import slides_text
from indexer.parsing.word import word_text
from indexer.types import ParsedFile
from tests.unit.indexer.parsing import documents

C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

CHART = f"""<c:chartSpace xmlns:c="{C}" xmlns:a="{documents.A}"><c:chart>
<c:title><c:rich><a:p><a:r><a:t>Leases by</a:t></a:r><a:r><a:t> month</a:t></a:r></a:p></c:rich></c:title>
<c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>Renewed</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strCache><c:pt><c:v>May</c:v></c:pt><c:pt><c:v>June</c:v></c:pt></c:strCache></c:cat>
<c:val><c:numRef><c:numCache><c:pt><c:v>0.30000000000000004</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
</c:chart></c:chartSpace>"""

DIAGRAM = f"""<d:dataModel xmlns:d="urn:diagram" xmlns:a="{documents.A}"><d:ptLst>
<d:pt><d:t><a:p><a:r><a:t>Ask the owner</a:t></a:r></a:p></d:t></d:pt><d:pt><d:t><a:p/></d:t></d:pt>
</d:ptLst></d:dataModel>"""


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
    assert text.endswith("- Ask first.\n\nLeases by month\nRenewed\nMay | June\n\nAsk the owner")


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
        *("Leases by month", "Renewed", "May | June", "Ask the owner", "Is this true?"),
    ]


def test_a_shape_with_a_copy_for_old_programs_is_read_once_also_in_a_group() -> None:
    shape = "<p:sp><p:txBody><a:p><a:r><a:t>Seen</a:t></a:r></a:p></p:txBody></p:sp>"
    both = f"<m:Choice>{shape}</m:Choice><m:Fallback>{shape}</m:Fallback>"
    inner = f"<p:grpSp><m:AlternateContent>{both}</m:AlternateContent></p:grpSp>"
    names = f'xmlns:p="{documents.P}" xmlns:a="{documents.A}" xmlns:m="urn:m"'
    slide = f"<p:sld {names}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:sld>"
    assert slides_text(documents.archive({"ppt/slides/slide1.xml": slide}), "a.pptx") == "## Slide 1\n\nSeen"
