"""What a Kotlin file defines by its words is what its syntax says, and the same where that does not parse."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from indexer.facts.extract import extract
from indexer.facts.model import Definition
from indexer.languages.kotlin.outline import kotlin_outline
from indexer.languages.kotlin.tokens import tokens
from indexer.languages.outlined import OutlinedReader
from indexer.languages.source import read_source
from indexer.types import ParsedFile

PIECES = (
    (
        "@A(1,\n  2)\npublic data class B<T>(val a: T) : C(a), D {\n"
        "    fun e() = when (x) {\n 1 -> 2\n else -> 3 }\n}\n"
    ),
    "fun interface F { fun g() }\n",
    "class H { companion object { fun i() {} }\n companion object J\n }\n",
    "enum class K { L, M { override fun n() {} }; fun o() = 1 }\n",
    (
        "/** Says. */\nsuspend fun <T : Any> Iterable<T>.p(q: () -> Unit = {}): List<T> =\n"
        "    filter { it }\n        .map { 1 }\n"
    ),
    "val r by lazy { object : S { override fun t() {} } }\n",
    "private val u: Int\n    get() = 1\n",
    "typealias V = (Int) -> Unit\n",
    "/* /* fun no() */ } */ // }\nobject W\n",
    'fun x() { val a = "${if (b) "}" else "{"} \\" }"; val c = """"}${d}""""; val e = \'}\' }\n',
    "fun `y z`() { fun inside() {}; val f = fun(a: Int) = a; val k = String::class }\n",
    "fun aa() = if (b)\n    1\nelse\n    2 to\n    3\n",
)


def parsed(text: str) -> ParsedFile:
    return ParsedFile("a.kt", "kotlin", text, "utf-8", "")


def outline(text: str) -> list[Definition] | None:
    result = kotlin_outline(text, list(tokens(text)), "a.kt", "")
    return result.definitions if result is not None else None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("\n".join))
def test_any_file_of_such_pieces_is_as_its_syntax_has_it(text: str) -> None:
    by_syntax = read_source(OutlinedReader, parsed(text), "kotlin", outline=True)
    result = outline(text)
    assert result is not None
    assume(not by_syntax.problems)
    assert tuple(result) == by_syntax.definitions


def test_a_file_that_its_grammar_does_not_know_has_its_definitions_however_much_of_it_is_read() -> None:
    text = (
        "class A {\n    fun b(x: Any) = when (x) {\n        is A if x.c -> 1\n"
        '        else -> 2\n    }\n}\n\nval d = $$"$e {"\n'
    )
    whole = extract(parsed(text))
    assert [
        (definition.kind, definition.qualname, definition.start_line, definition.end_line)
        for definition in whole.definitions
    ] == [
        ("class", "A", 1, 6),
        ("method", "A.b", 2, 5),
        ("constant", "d", 8, 8),
    ]
    assert whole.definitions == extract(parsed(text), outline=True).definitions


@given(st.lists(st.sampled_from([*PIECES, *"{}()\"$@`'\n", "fun ", "class A", "val ", "/*", "${"])).map("".join))
def test_of_any_text_lines_are_within_the_file(text: str) -> None:
    for item in outline(text) or ():
        assert 1 <= item.start_line <= item.end_line <= text.count("\n") + 1


@pytest.mark.parametrize("blank", ["\u00a0", "\v", "\u2028", "\x1c", "\r"])
def test_what_stands_behind_a_blank_of_any_kind_is_read(blank: str) -> None:
    text = f"{blank}class A{blank}\nclass{blank}B {{\n{blank}fun c(){blank}{{}}\n}}\n"
    assert [item.qualname for item in outline(text) or ()] == ["A", "B", "B.c"]


@pytest.mark.parametrize("text", ["fun a(", "class A {", "class A } ", 'val x = "${'])
def test_where_brackets_do_not_fit_the_syntax_decides(text: str) -> None:
    assert outline(text) is None
    assert extract(parsed(text)).problems
