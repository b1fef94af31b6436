"""Rich text as WordPad, Word and LibreOffice write it, and as nobody should."""

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile, Skip
from search.errors import BadInputError

HEAD = rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset204 Arial Cyr;}}"
STYLES = rb"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\sbasedon0 Heading 2;}{\s9 Title;}}"


def text_of(body: bytes) -> str:
    read = parse("a.rtf", HEAD + STYLES + body + b"}")
    assert isinstance(read, ParsedFile)
    assert read.language == "rtf"
    return read.text


def test_headings_paragraphs_lists_tables_notes_and_margins_are_kept_in_order() -> None:
    body = rb"""{\header Shop Ltd\par}{\header Shop Ltd\par}{\info{\title Hidden}}{\*\generator Riched20;}
\pard\s9 Shop manual\par\pard\s1 Leases\par
\pard\plain A lease is {\b re}newed{\footnote By hand.\par} at\line night.\par
\trowd\pard\intbl Name\cell Days\cell\row\trowd\pard\intbl Car\par old\cell 30\cell\row
\pard\s2 Renewal\par
\pard{\listtext\bullet\tab}Ask first.\par\pard{\pntext 1.\tab}Twice.\par
\pard\outlinelevel9 End.\par\pard End.\par"""

    assert text_of(body).split("\n\n") == [
        "# Shop manual",
        "# Leases",
        "A lease is renewed at night.",
        "Name | Days\nCar old | 30",
        "## Renewal",
        "- Ask first.",
        "- Twice.",
        "End.",
        "End.",
        "By hand.",
        "Shop Ltd",
    ]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"caf\'e9", "café"),
        (rb"{\f1 \'ec\'e8\'f0} A\'e9", "мир Aé"),
        (rb"\u1084?\u1080?\u1088?", "мир"),
        (rb"\uc2\u1084ab\uc0\u1080 c", "миc"),
        (rb"\u-10179?\u-8704?", "\U0001f600"),
        (rb"\u-10179?x", "\ufffdx"),
        (rb"a\~b\{c\}\\d e\_f", "a b{c}\\d e-f"),
        (rb"kept{\deleted  gone} here", "kept here"),
        (rb"kept\deleted  gone\deleted0  here", "kept here"),
        (rb"a{\pict\wmetafile8 00ff00ff}b", "ab"),
        (rb"a{\pict\bin5 }}{\x}b", "ab"),
        (rb"{\*\unknown hidden}shown", "shown"),
        (rb'{\field{\*\fldinst HYPERLINK "http://a"}{\fldrslt link}}', "link"),
        (rb"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt box}}}", "box"),
        (rb"{\*\annotation A comment.}text", "text\n\nA comment."),
        (b"wra\r\npped", "wrapped"),
        (rb"\ansicpg2 caf\'e9, a code page that does not exist", "café, a code page that does not exist"),
    ],
)
def test_what_stands_in_a_paragraph(body: bytes, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    "body",
    [
        b"}" * 50 + b"a",
        b"{" * 50_000 + b"a",
        rb"a\bin99999999 b",
        rb"a\bin-5",
        b"a\\",
        rb"\u99999999999a",
        rb"\'zz a",
    ],
)
def test_what_is_damaged_ends_and_gives_what_can_be_read(body: bytes) -> None:
    assert "a" in text_of(body)


def test_what_is_no_rich_text_says_so() -> None:
    with pytest.raises(BadInputError, match=r"a\.rtf cannot be read as rich text"):
        parse("a.rtf", b"plain words")
    assert parse("a.rtf", HEAD + b"}") == Skip("no text")
