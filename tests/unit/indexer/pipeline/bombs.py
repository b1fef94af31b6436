"""Files made to take all memory or time, each within the limits of size, by name."""

import json

from tests.unit.indexer.parsing.documents import A, P, R, S, archive, open_document, parts_of, pdf, sheets, word

_MEGABYTE = 1_000_000


def _word(body: bytes) -> bytes:
    parts = parts_of(word())
    begin, _, rest = parts["word/document.xml"].partition(b"<w:body>")
    return archive({**parts, "word/document.xml": begin + b"<w:body>" + body + rest})


def _sheet(rows: str, shared: str = "") -> bytes:
    parts = parts_of(sheets())
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{S}">{shared}</sst>'.encode()
    parts["xl/worksheets/one.xml"] = f'<worksheet xmlns="{S}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    return archive(parts)


def _book(pages: int, page: str) -> bytes:
    spine = '<itemref idref="a"/>' * pages
    package = f'<package><manifest><item id="a" href="one.xhtml"/></manifest><spine>{spine}</spine></package>'
    container = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
    return archive({"META-INF/container.xml": container, "book.opf": package, "one.xhtml": page})


def _slides(slide: str) -> bytes:
    head = f'<p:sld xmlns:p="{P}" xmlns:a="{A}" xmlns:r="{R}"><p:cSld><p:spTree>'
    return archive({"ppt/slides/slide1.xml": f"{head}{slide}</p:spTree></p:cSld></p:sld>"})


def _pdf_of_many_objects() -> bytes:
    return pdf("A lease.").replace(b"%%EOF", b"1 0 obj\n<< /A [" + b"<< /B [" * 400_000 + b"\n%%EOF")


def _notebook(cells: int) -> bytes:
    return json.dumps({"cells": [{"cell_type": "code", "source": ["`" * 9]}] * cells}).encode()


_ENTITIES = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)
_ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)


def heavy_bombs() -> dict[str, bytes]:
    """Return, by name, what takes seconds until a limit ends it."""
    return {
        "paragraphs.docx": _word(b"<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 4_500_000),
        "shared.xlsx": _sheet('<row><c t="s"><v>0</v></c></row>' * 15_000, f"<si><t>{'x' * _MEGABYTE}</t></si>"),
        "cells.xlsx": _sheet("<row>" + "<c><v>1</v></c>" * 9_000_000 + "</row>"),
        "shapes.pptx": _slides("<p:sp><p:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>" * 400_000),
        "nested.ipynb": b'{"cells": ' + b"[" * 9_000_000,
    }


def bombs() -> dict[str, bytes]:
    """Return, by name, what is read, refused or cut at once."""
    return {
        "nested.docx": _word(b"<w:tbl><w:tr><w:tc>" * 100_000),
        "far.xlsx": _sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="ZZZZZZZ1"><v>1</v></c></row>'),
        "pages.epub": _book(19_000, f"<html><body>{'<p>A lease.</p>' * 100_000}</body></html>"),
        "repeated.ods": open_document(
            "spreadsheet",
            '<table:table><table:table-row table:number-rows-repeated="1000000000"><table:table-cell '
            f'table:number-columns-repeated="1000000000"><text:p>{"x" * 1000}</text:p></table:table-cell>'
            "</table:table-row></table:table>",
        ),
        "blanks.odt": open_document("text", '<text:p>a<text:s text:c="2000000000"/>b</text:p>' * 10),
        "objects.pdf": _pdf_of_many_objects(),
        "pages.pdf": pdf(*["A lease is renewed."] * 6_000),
        "groups.rtf": rb"{\rtf1" + b"{" * 400_000,
        "binary.rtf": rb"{\rtf1 a\bin99999999999 b}" + b"x" * _MEGABYTE,
        "deep.zip": archive({"a.zip": archive({"b.zip": bytes(50 * _MEGABYTE)})}),
        "cells.ipynb": _notebook(15_000),
        "entities.svg": (_ENTITIES + "]><svg>&j;</svg>").encode(),
        "nested.svg": b"<svg>" + b"<g>" * 2_000_000,
        "nested.html": b"<div>" * 150_000,
        "nested.xml": b"<a>" * 3_000_000,
        "nested.json": b"[" * 9_000_000,
        "aliases.yaml": _ALIASES.encode(),
        "aliases.md": f"---\n{_ALIASES}---\n# A lease\n".encode(),
        "nested.py": b"(" * 5_000_000,
        "nested.cs": b"class A {" * 900_000,
        "line.txt": b"lease " * 160_000,
        "line.js": b"a=1;" * 2_400_000,
        "backtracks.py": b'x = "' + b"\\" * 9_000_000,
        "brackets.sql": b"select (" * 100_000,
        "quotes.csv": b'"' * 9_000_000,
    }
