"""The door to facts: any text of any language gives facts, never an exception."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.discovery.languages import language_of
from indexer.facts import syntax
from indexer.facts.extract import EXTRACTED_LANGUAGES, decode, encode, extract
from indexer.parsing.parse import has_own_parser
from indexer.types import ParsedFile
from resources.locate import resource

PIECES = (
    "class A { ", "} ", "( ", ") ", "def f(", "import ", "from x ", "'", '"', "[", "]", "{",
    "SELECT * FROM ", "CREATE TABLE ", "CREATE TRIGGER t ON ", "BEGIN ", "END ", ";", "\n", "GO\n",
    "DELIMITER $$\n", "$$", "`", "UPDATE ", "INSERT INTO ", "x", "a.b", " ON ", "using X;",
    "namespace N;", "var x = ", "new Y()", ".Z()", "# H\n", "[l](a.md)", "impl T for U {", "fn g()",
    "=>", "func (s *S) M() {", '#include "a.h"\n', "@", "<", ">", "export default ", "MERGE ",
    "EXEC ", ", ", "ToTable(", "é😀\x00",
)  # fmt: skip


def parsed(language: str, text: str) -> ParsedFile:
    return ParsedFile(f"folder/file.{language}", language, text, "utf-8", "")


@pytest.mark.parametrize("language", sorted(EXTRACTED_LANGUAGES))
@settings(max_examples=40, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=40))
def test_any_text_gives_facts_whose_owners_and_lines_exist(language: str, pieces: list[str]) -> None:
    text = "".join(pieces).replace("\r", "")
    facts = extract(parsed(language, text))
    last_line = text.count("\n") + 1
    for definition in facts.definitions:
        assert definition.name
        assert 1 <= definition.start_line <= definition.end_line <= last_line
    for group in (facts.types, facts.variables, facts.calls, facts.texts, facts.sql, facts.mappings, facts.links):
        for fact in group:
            assert -1 <= fact.owner < len(facts.definitions)
            assert 0 <= fact.line <= last_line
    assert extract(parsed(language, text)) == facts


def test_a_language_without_an_extractor_has_no_definitions() -> None:
    facts = extract(parsed("cobol", "IDENTIFICATION DIVISION."))
    assert facts.definitions == ()
    assert facts.problems == ()


def test_a_file_that_does_not_parse_gives_what_it_can_and_says_so() -> None:
    facts = extract(parsed("csharp", "class A { void F() { } }\nclass {{{ ]"))
    assert [each.local_id for each in facts.definitions][:2] == ["cs:A", "cs:A.F"]
    assert "do not parse as C#" in facts.problems[0]


def test_a_file_that_the_parser_would_take_hours_for_gives_nothing_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(syntax, "PARSE_S", 0.2)
    facts = extract(parsed("csharp", 's _+++{m<s=""%><t t"">(){C){()m'))
    assert facts.definitions == ()
    assert "do not parse as C#" in facts.problems[0]
    assert extract(parsed("csharp", "class A { }")).definitions, "the next file is read as ever"


def test_very_deep_nesting_is_no_failure() -> None:
    for language in sorted(EXTRACTED_LANGUAGES):
        for text in ("(" * 3000 + "a" + ")" * 3000, "x = " + " + ".join(["'a'"] * 3000)):
            assert extract(parsed(language, text)).language == language


@pytest.mark.parametrize("language", ["python", "typescript", "kotlin", "java", "php", "cpp"])
def test_below_a_thousand_levels_nothing_is_looked_for_which_is_said(language: str) -> None:
    def searched(calls: int) -> tuple[list[syntax.Match], bool]:
        text = f"<?php {'f(' * calls}{')' * calls};" if language == "php" else f"x = {'f(' * calls}{')' * calls};"
        return syntax.matches(language, text.encode())

    whole, some, more = searched(100), searched(syntax.MOST_DEPTH), searched(5 * syntax.MOST_DEPTH)
    assert whole[1] is False
    assert len(whole[0]) >= 100
    assert some[1] is more[1] is True
    assert 100 < len(some[0]) < 2 * syntax.MOST_DEPTH
    assert len(more[0]) == len(some[0]), "time does not grow with the square of the depth"


def test_what_is_beside_a_very_deep_expression_is_read() -> None:
    text = f"def before():\n    after()\n\nx = {' + '.join(['a()'] * 5_000)}\n\ndef after(): ...\n"
    facts = extract(parsed("python", text))
    assert [each.name for each in facts.definitions] == ["before", "after"]
    assert facts.calls[0].name == "after"
    assert facts.problems == ("syntax: parts of the file do not parse as Python",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sql", "[" * 40_000),
        ("sql", "COPY a\n" * 20_000),
        ("sql", "COPY a (b) FROM stdin;\n1\n" * 10_000),
        ("python", "a: " * 10_000),
        ("cpp", "#if A\n" * 50_000 + "}" + "#endif\n" * 50_000),
        ("cpp", "#if A\n{\n#else\n}\n" * 20_000 + "#endif\n" * 20_000),
    ],
)
def test_a_text_made_to_be_slow_is_read(language: str, text: str) -> None:
    assert extract(parsed(language, text)).language == language


def test_a_source_that_is_broken_all_over_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexer.facts.syntax.MOST_BROKEN_PARTS", 100)
    facts = extract(parsed("python", "def f(): pass\n" + "(" * 1_000))
    assert facts.definitions == ()
    assert facts.problems == ("syntax: parts of the file do not parse as Python",)


def test_annotations_inside_annotations_are_each_told_once() -> None:
    facts = extract(parsed("python", "def f(x: dict[str, list[Lease]]) -> Lease: ..."))
    assert [use.name for use in facts.types].count("Lease") == 1
    assert {use.name for use in facts.types} == {"dict", "str", "list", "Lease"}


def test_facts_whose_bytes_were_changed_are_refused() -> None:
    stored = encode(extract(parsed("python", "def lease(): ...")))
    with pytest.raises(msgspec.DecodeError):
        decode(stored.replace(b"lease", b"l\xa1ase"))


@pytest.mark.parametrize("text", ["{ nonsense", '{"paths": ' * 5000 + "1" + "}" * 5000])
def test_a_project_file_that_cannot_be_read_is_named(text: str) -> None:
    facts = extract(ParsedFile("web/tsconfig.json", "json", text, "utf-8", ""))
    assert facts.problems[0].startswith("project: tsconfig.json cannot be read")


def test_the_outline_of_a_file_has_all_of_its_definitions() -> None:
    sample = resource("sample")
    languages = set()
    for file in sample.rglob("*.*"):
        language = language_of(file.name)
        if language in EXTRACTED_LANGUAGES and not has_own_parser(file.name):
            whole = ParsedFile(file.relative_to(sample).as_posix(), language, file.read_text("utf-8"), "utf-8", "")
            assert extract(whole, outline=True).definitions == extract(whole).definitions
            languages.add(language)
    assert {"csharp", "sql", "python", "typescript"} <= languages


@pytest.mark.parametrize("language", sorted(EXTRACTED_LANGUAGES))
@settings(max_examples=25, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=40))
def test_the_outline_of_any_text_has_all_of_its_definitions(language: str, pieces: list[str]) -> None:
    whole = parsed(language, "".join(pieces).replace("\r", ""))
    assert extract(whole, outline=True).definitions == extract(whole).definitions
