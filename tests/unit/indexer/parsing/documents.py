"""Small documents of each format, made of their parts."""

import io
import zipfile

import docx

P = "http://schemas.openxmlformats.org/presentationml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def archive(parts: dict[str, str | bytes]) -> bytes:
    """Return a zip archive of these parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in parts.items():
            opened.writestr(name, content)
    return buffer.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """Return the parts of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def word() -> bytes:
    document = docx.Document()
    document.add_heading("Shop manual", 0)
    document.add_heading("Leases", 1)
    document.add_paragraph("A lease is renewed at night.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        [c for row in table.rows for c in row.cells], ["Name", "Days", "Car", "30"], strict=True
    ):
        cell.text = text
    document.add_heading("Renewal", 2)
    document.add_paragraph("Ask first.", style="List Bullet")
    return saved(document)


def saved(document: "docx.document.Document") -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _shape(text: str, kind: str = "") -> str:
    position = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    return f"<p:sp>{position}<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"


def _slide(*shapes: str) -> str:
    return f'<p:sld xmlns:p="{P}" xmlns:a="{A}"><p:cSld><p:spTree>{"".join(shapes)}</p:spTree></p:cSld></p:sld>'


def slides() -> bytes:
    notes = '<Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/notesSlide2.xml"/>'
    return archive(
        {
            "ppt/slides/slide1.xml": _slide(_shape("Leases", "title"), _shape("Renewed at night.")),
            "ppt/slides/slide10.xml": _slide(_shape("Last words.")),
            "ppt/slides/slide2.xml": _slide(_shape("Prices", "ctrTitle")),
            "ppt/slides/_rels/slide2.xml.rels": f"<Relationships>{notes}</Relationships>",
            "ppt/notesSlides/notesSlide2.xml": _slide(_shape("Say it slowly."), _shape("2")),
        }
    )


def sheets() -> bytes:
    rows = (
        '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Days</t></is></c></row>'
        '<row><c t="s"><v>1</v></c><c><v>30</v></c></row><row><c t="s"><v>99</v></c></row>'
    )
    listed = f'<sheets xmlns:r="{R}"><sheet name="Terms" r:id="a"/></sheets>'
    related = '<Relationship Id="a" Target="worksheets/one.xml"/>'
    shared = "<si><t>Name</t></si><si><r><t>C</t></r><r><t>ar</t></r></si>"
    return archive(
        {
            "xl/workbook.xml": f'<workbook xmlns="{S}">{listed}</workbook>',
            "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
            "xl/sharedStrings.xml": f'<sst xmlns="{S}">{shared}</sst>',
            "xl/worksheets/one.xml": f'<worksheet xmlns="{S}"><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def book() -> bytes:
    container = '<container><rootfiles><rootfile full-path="in/book.opf"/></rootfiles></container>'
    package = (
        "<package><metadata><title>Leases</title></metadata>"
        '<manifest><item id="b" href="two%20b.xhtml"/><item id="a" href="one.xhtml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    return archive(
        {
            "META-INF/container.xml": container,
            "in/book.opf": package,
            "in/one.xhtml": "<html><body><h2>First</h2>\n<p>One is read first.</p></body></html>",
            "in/two b.xhtml": "<html><body><h2>Second</h2>\n<p>Two is read then.</p></body></html>",
        }
    )


def pdf(*pages: str, title: str = "", annotations: tuple[str, ...] = ()) -> bytes:
    """Return a PDF document with one line of text on each page; each page has the annotations, fields or notes."""
    count = len(pages)
    listed = " ".join(f"{4 + 2 * count + number} 0 R" for number in range(len(annotations)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{listed}] >> >>",
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{4 + 2 * n} 0 R' for n in range(count))}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [{listed}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects += (f"<< /Type /Annot /Rect [0 0 9 9] {annotation} >>" for annotation in annotations)
    objects.append(f"<< /Title ({title}) >>")
    body, positions = "%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        positions.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{position:010d} 00000 n \n" for position in positions)
    trailer = f"<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>"
    references = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    return f"{body}{references}trailer\n{trailer}\nstartxref\n{len(body)}\n%%EOF".encode("ascii")


_OPEN = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{full}:1.0"'
    for name, full in (
        *(("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("style", "style")),
        *(("presentation", "presentation"), ("manifest", "manifest")),
    )
)


def open_document(kind: str, body: str, automatic: str = "", **parts: str) -> bytes:
    """Return an OpenDocument file; ``body`` is what stands in ``office:KIND``."""
    content = f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    return archive(
        {
            "content.xml": f"<office:document-content {_OPEN}>{automatic}{content}</office:document-content>",
            **{f"{name}.xml": f"<office:part {_OPEN}>{text}</office:part>" for name, text in parts.items()},
        }
    )


def flat(kind: str, body: str) -> bytes:
    """Return an OpenDocument file that is no archive."""
    content = f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    margin = "<style:footer><text:p>Shop Ltd</text:p></style:footer>"
    return f'<?xml version="1.0"?>\n<office:document {_OPEN}>{margin}{content}</office:document>'.encode()


def open_drawing() -> bytes:
    """Return a drawing of one page."""
    return open_document(
        "drawing", "<draw:page><draw:custom-shape><text:p>Shop</text:p></draw:custom-shape></draw:page>"
    )


def open_text() -> bytes:
    """Return a text with a title, headings, a list in a list, a table and a note."""
    return open_document(
        "text",
        """<text:tracked-changes><text:deletion><text:p>Taken out.</text:p></text:deletion></text:tracked-changes>
        <text:p text:style-name="P1">Shop manual</text:p><text:h text:outline-level="1">Leases</text:h>
        <text:p>A lease<text:s text:c="9"/>is <text:span>renewed</text:span><text:note>
        <text:note-citation>1</text:note-citation>
        <text:note-body><text:p>By hand.</text:p></text:note-body></text:note><text:line-break/>at night.</text:p>
        <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell>
        <table:table-cell><text:p>Days</text:p></table:table-cell></table:table-row></table:table-header-rows>
        <table:table-row><table:table-cell><text:p>Car</text:p></table:table-cell><table:table-cell><text:p>30</text:p>
        </table:table-cell></table:table-row></table:table>
        <text:section><text:h text:outline-level="2">Renewal</text:h></text:section>
        <text:list><text:list-item><text:p>Ask first.</text:p><text:list><text:list-item><text:p>Twice.</text:p>
        </text:list-item></text:list></text:list-item></text:list>""",
        '<style:style style:name="P1" style:parent-style-name="Title"/>',
        styles="<style:header><text:p>Shop Ltd</text:p></style:header>" * 2,
    )


def open_sheets() -> bytes:
    """Return a workbook of one sheet."""
    return open_document(
        "spreadsheet",
        """<table:table table:name="Terms"><table:table-row table:number-rows-repeated="1000000"><table:table-cell
        table:number-columns-repeated="16384"/></table:table-row><table:table-row><table:table-cell>
        <text:p>Name</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/>
        <table:table-cell><text:p>Days</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Car</text:p>
        </table:table-cell>
        <table:table-cell table:number-columns-repeated="1000000000"><text:p>7</text:p></table:table-cell>
        </table:table-row></table:table>""",
    )


def open_slides() -> bytes:
    """Return two slides, the first with a title and notes."""
    return open_document(
        "presentation",
        """<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Leases</text:p></draw:text-box>
        </draw:frame><draw:frame><draw:text-box><text:list><text:list-item><text:p>Renewed at night.</text:p>
        </text:list-item></text:list></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box>
        <text:p>Say it slowly.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
        <draw:page><draw:frame><draw:text-box><text:p>Last words.</text:p></draw:text-box></draw:frame>
        </draw:page>""",
    )
