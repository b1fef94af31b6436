import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing import parse as module
from indexer.parsing.front_matter import front_matter
from indexer.parsing.parse import parse, parse_file
from indexer.types import FoundFile, FrontMatter, ParsedFile, Skip


def read(data: bytes, path: str = "a.py") -> ParsedFile:
    parsed = parse(path, data)
    assert isinstance(parsed, ParsedFile)
    return parsed


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("Größe".encode(), "Größe", "utf-8"),
        ("Größe".encode("utf-8-sig"), "Größe", "utf-8-sig"),
        ("Größe".encode("utf-16"), "Größe", "utf-16"),
        ("Größe und mehr".encode("utf-16-le"), "Größe und mehr", "utf-16-le"),
        ("Größe und mehr".encode("utf-16-be"), "Größe und mehr", "utf-16-be"),
        ("Größe".encode("utf-32"), "Größe", "utf-32"),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd", "utf-8"),
        (b"ok \xff bad " + "é ü ö ä ß".encode(), "ok \ufffd bad é ü ö ä ß", "utf-8"),
    ],
)
def test_text_is_decoded_and_its_encoding_told(data: bytes, text: str, encoding: str) -> None:
    assert (read(data).text, read(data).encoding) == (text, encoding)


def test_a_legacy_encoding_is_recognised() -> None:
    text = "Überprüfung der Größe für jede Lösung: äöü ÄÖÜ ß.\n" * 20

    assert read(text.encode("cp1252")).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Größe\n", "cp1252"),
        ("El niño comió mañana en España.\n", "cp1252"),
        ("déjà vu à la française, où êtes-vous?\n", "cp1252"),
        ("Copyright © 2004 Acme\nint main() { return 0; }\n", "cp1252"),
        ("Preis: 5 €\n", "cp1252"),
        ("Zażółć gęślą jaźń\n", "cp1250"),
        ("Договор аренды продлевается.\n", "cp1251"),
        ("Договор аренды продлевается каждый год.\n", "koi8_r"),
        ("契約を更新する。\n二行目です。\n", "shift_jis"),
        ("// コメント\nint x;\n", "euc_jp"),
        ("这是一个中文文本。续租合同。\n第二行。\n", "gb18030"),
        ("임대 계약을 갱신합니다.\n", "cp949"),
    ],
)
def test_a_short_text_in_a_usual_legacy_encoding_is_read(text: str, encoding: str) -> None:
    assert read(text.encode(encoding)).text == text


def test_a_long_table_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)

    cut = read(b"name,days\ncar,30\nvan,60\nbus,90\nlorry,9\n", "a.csv")
    whole = read(b"name,days\ncar,30\nvan,60\n", "a.csv")

    assert (cut.text, cut.truncated) == ("name,days\ncar,30\nvan,60", "only the first 3 of 5 rows are indexed")
    assert (whole.text, whole.truncated) == ("name,days\ncar,30\nvan,60\n", "")


def test_a_named_encoding_goes_before_what_the_bytes_look_like() -> None:
    parsed = parse("a.txt", "жук".encode("cp866"), encoding="cp866")

    assert isinstance(parsed, ParsedFile)
    assert parsed.text == "жук"


@given(st.binary(max_size=400))
def test_no_bytes_lose_a_file_or_stop_the_rest(data: bytes) -> None:
    parsed = parse("a.txt", data)

    assert isinstance(parsed, Skip | ParsedFile)
    if isinstance(parsed, ParsedFile):
        parsed.text.encode("utf-8")
        assert "\r" not in parsed.text


@pytest.mark.parametrize(
    ("data", "skip"),
    [
        (b"", Skip("empty")),
        (b" \n\t ", Skip("empty")),
        (b"\x7fELF\x02\x01\x01\x00\x00", Skip("binary")),
        (b"text\x00text", Skip("binary")),
        (bytes(range(1, 32)) * 50, Skip("binary")),
    ],
)
def test_what_holds_no_text_says_why(data: bytes, skip: Skip) -> None:
    assert parse("a.txt", data) == skip


def test_the_content_hash_is_of_the_bytes() -> None:
    assert read(b"x\r\n").content_hash == hashlib.blake2b(b"x\r\n", digest_size=16).hexdigest()
    assert read(b"x\r\n").content_hash != read(b"x\n").content_hash


def test_a_long_text_is_cut_at_a_line_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TEXT_CHARS", 1_000)

    parsed = read(b"line of text\n" * 100)

    assert parsed.text == "\n".join(["line of text"] * 76)
    assert parsed.truncated == "only the first 987 of 1,300 characters are indexed"


def test_a_picture_inside_of_a_document_takes_no_room_of_its_text() -> None:
    picture = "data:image/png;base64," + "iVBORw0KGgo" * 500_000
    source = f"# Rain\n\n![Chart]({picture})\n\nIt fell in May.\n\n[chart]: <{picture}>\n"

    read = parse("rain.md", source.encode())

    assert isinstance(read, ParsedFile)
    shown = "data:image/png;base64,…"
    assert read.text == f"# Rain\n\n![Chart]({shown})\n\nIt fell in May.\n\n[chart]: <{shown}>\n"
    assert not read.truncated


def test_a_long_line_is_cut_where_the_limit_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TEXT_CHARS", 1_000)

    assert len(read(b"x" * 3_000).text) == 1_000


def test_of_a_minified_script_the_beginning_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MINIFIED_CHARS", 1_000)
    script = b"/* shop 1.0 */\n" + b"function a(b){return b};" * 500
    parsed = read(script, "web/app.js")

    assert (parsed.minified, parsed.generated, len(parsed.text)) == (True, True, 1_000)
    assert parsed.truncated == "only the first 1,000 of 12,015 characters are indexed"
    assert not read(script, "web/notes.md").minified


def test_a_file_without_extension_is_known_by_its_first_line() -> None:
    assert read(b"#!/usr/bin/env python3\nx = 1\n", "bin/run").language == "python"


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"x = 1\n")

    parsed = parse_file(FoundFile("src/a.py", str(file), 6, 1))

    assert isinstance(parsed, ParsedFile)
    assert (parsed.path, parsed.text) == ("src/a.py", "x = 1\n")


def test_a_file_that_vanished_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        parse_file(FoundFile("a.py", str(tmp_path / "a.py"), 6, 1))


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        (
            "---\ntitle: Leases\nsummary: How\n  so\ndate: 2024-05-01\ntype: A\npromotion_level: critical\n...\n",
            FrontMatter("Leases", "How so", "2024-05-01", "a", "critical"),
        ),
        ("---\ndescription: Short\ntype: Problem\n---\n", FrontMatter("", "Short", "", "problem", "")),
        ("---\ntitle: 2024\ndate: 2024-05-01T10:00:00\n---\n", FrontMatter("2024", "", "2024-05-01", "", "")),
        ("---\npromotion_level: urgent\ndate: soon\n---\nx", FrontMatter()),
        ("---\npromotion_level: critical\ndate: 2024-13-99\n---\nx", FrontMatter(level="critical")),
        ('+++\ntitle = "Leases"\ndate = 2024-13-99\n+++\nx', FrontMatter("Leases")),
        ("# From heading #\n\ntext", FrontMatter("From heading")),
        ("From underline\n==============\n", FrontMatter("From underline")),
        ("---\ntitle: [unclosed\n---\n# Heading\n", FrontMatter("Heading")),
        ("---\n- a\n- b\n---\n# Heading\n", FrontMatter("Heading")),
        ("---\ntitle: Never closed\n\n# Heading\n", FrontMatter("Heading")),
        ("plain", FrontMatter()),
    ],
)
def test_what_a_document_says_of_itself_is_read(text: str, matter: FrontMatter) -> None:
    assert front_matter(text) == matter


@pytest.mark.parametrize(
    "body",
    [
        "a: !!python/object/apply:os.system ['true']",
        "a: &a [*a, *a]",
        "\n".join(["a0: &a0 [x]"] + [f"a{n}: &a{n} [" + f"*a{n - 1}," * 9 + "]" for n in range(1, 12)]),
        "title: " + "[" * 5_000,
        "title: x\n" * 5_000,
        "- " * 8_000,
        "title: x\na:\n  " + "? " * 4_000,
    ],
)
def test_a_hostile_front_matter_is_text_and_harms_nobody(body: str) -> None:
    assert front_matter(f"---\n{body}\n---\n# Heading\n").title in {"Heading", "x"}


@pytest.mark.parametrize(
    ("head", "generated"),
    [
        ("<!-- Generated by javadoc (17) on Sun Nov 22 2026 -->", True),
        ('<meta name="generator" content="Doxygen 1.9.4"/>', True),
        ('<script>localStorage.getItem("dokka-dark-mode")</script>', True),
        ('<meta name="generator" content="rustdoc">', True),
        ('<meta name="generator" content="Hugo 0.120">', False),
        ("<p>How we run javadoc and doxygen.</p>", False),
    ],
)
def test_a_page_made_from_code_is_known_by_its_head(head: str, generated: bool) -> None:
    page = f"<!doctype html><html><head>{head}</head><body><p>The lease ends with the year.</p></body></html>"
    assert read(page.encode(), "docs/api/lease.html").generated is generated


@pytest.mark.parametrize(
    ("data", "path", "text", "encoding"),
    [
        ('<meta charset="shift_jis"><p>賃貸借</p>'.encode("shift_jis"), "a.html", "賃貸借", "shift_jis"),
        ('<META content="text/html; charset=KOI8-R"><p>Да</p>'.encode("koi8-r"), "a.html", "Да", "koi8-r"),
        ("<meta charset=iso-8859-1><p>5 €</p>".encode("cp1252"), "a.html", "5 €", "cp1252"),
        (
            '<?xml version="1.0" encoding="iso-8859-2"?><a>Łódź</a>'.encode("iso-8859-2"),
            "a.xml",
            "Łódź",
            "iso8859-2",
        ),
        ("#!/bin/x\n# -*- coding: iso-8859-2 -*-\nx = 'Łódź'".encode("iso-8859-2"), "a.py", "Łódź", "iso8859-2"),
        ('<meta charset="windows-1251"><p>Größe</p>'.encode(), "a.html", "Größe", "utf-8"),
    ],
)
def test_a_text_is_read_in_the_encoding_that_it_names_unless_it_is_utf_8(data, path, text, encoding) -> None:
    parsed = read(data, path)
    assert text in parsed.text
    assert parsed.encoding == encoding


@pytest.mark.parametrize(
    "name", ["base64", "rot13", "no-such-encoding", "utf-7", "unicode_escape", "utf-8", "ascii"]
)
def test_what_is_no_legacy_encoding_or_does_not_fit_is_passed_over(name: str) -> None:
    parsed = read(f"# coding: {name}\nname = 'Größe der Lösung'\n".encode("cp1252"))
    assert "Größe" in parsed.text


def test_front_matter_in_toml_is_read_and_its_comments_are_no_heading() -> None:
    block = '+++\n# kept\ntitle = "Leases"\ndate = 2024-01-02T10:00:00Z\ndescription = "How long"\n+++\n\n# Body\n'
    message = front_matter(block)
    assert (message.title, message.date, message.summary) == ("Leases", "2024-01-02", "How long")
    assert front_matter("+++\n# kept\n+++\n# Body\n").title == "Body"


@pytest.mark.parametrize("body", ["title = ", "a = " + "[" * 15_000, "x" * 20_000, "title = 1\n[title]"])
def test_front_matter_in_toml_that_cannot_be_read_says_nothing(body: str) -> None:
    assert front_matter(f"+++\n{body}\n+++\n# Heading\n").title == "Heading"
