import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.chunking.chunks import chunks_of
from indexer.chunking.comments import first_comment
from indexer.chunking.spans import LARGEST
from indexer.facts.extract import extract
from indexer.facts.model import Definition
from indexer.types import FileScope, ParsedFile
from search.types.chunks import Chunk, ChunkKind

PREFIX = "shop@main"


def parsed(text: str, path: str = "src/cart.py", language: str = "python") -> ParsedFile:
    return ParsedFile(path, language, text, "utf-8", "0" * 32)


def scope(path: str, language: str) -> FileScope:
    ext = path.rpartition(".")[2]
    return FileScope(
        "shop", "main", "p", path, language, ext, "code", "standard", "src", "", "local", ("dev",), (), ()
    )


def chunks(file: ParsedFile, definitions: tuple[Definition, ...] | None = None) -> list[Chunk]:
    """Return the chunks without the card."""
    result = extract(file).definitions if definitions is None else definitions
    return [
        item
        for item in chunks_of(file, result, scope(file.path, file.language))
        if item.kind is not ChunkKind.CARD
    ]


def card(file: ParsedFile) -> Chunk:
    made = chunks_of(file, extract(file).definitions, scope(file.path, file.language))
    return next(item for item in made if item.kind is ChunkKind.CARD)


def method(name: str, lines: int) -> str:
    body = "\n".join(f"        total_{n} = compute_the_price(of={n})" for n in range(lines))
    return f"    def {name}(self):\n{body}\n"


LONG_CLASS = '"""Carts."""\n\n\nclass Cart:\n    """Holds goods."""\n\n' + "\n".join(
    method(name, 20) for name in ("add", "remove", "total")
)


def test_each_method_of_a_long_class_is_a_chunk_that_names_it() -> None:
    result = chunks(parsed(LONG_CLASS))

    assert [item.symbols for item in result] == [("Cart", "add"), ("remove",), ("total",)]
    assert [item.header_path for item in result] == ["Cart.add", "Cart.remove", "Cart.total"]
    assert {item.kind for item in result} == {ChunkKind.FUNCTION}
    assert result[1].node_id == f"{PREFIX}:py:cart:Cart.remove"
    assert result[1].id == f"{PREFIX}:chunk:src/cart.py#Cart.remove/0"
    assert result[1].text.startswith("    def remove(self):")


def test_a_short_class_with_its_methods_is_one_chunk() -> None:
    text = "import os\n\n\nclass Cart:\n    def add(self):\n        pass\n\n    def remove(self):\n        pass\n"

    result = chunks(parsed(text))

    assert len(result) == 1
    assert result[0].symbols == ("Cart", "add", "remove")
    assert result[0].kind is ChunkKind.CLASS
    assert result[0].text == text.strip()


def test_a_chunk_has_the_names_of_constants_among_its_symbols() -> None:
    text = "import os\n\nMOST = 9\nLEAST = 1\n\n\ndef add():\n    pass\n"

    result = chunks(parsed(text))

    assert [item.symbols for item in result] == [("MOST", "LEAST", "add")]


def test_a_class_without_a_name_gives_a_chunk_none() -> None:
    text = "class Cart {\n  Runnable start() {\n    return new Runnable() {\n      void run() {}\n    };\n  }\n}\n"

    result = chunks(parsed(text, "Cart.java", "java"))

    assert [item.symbols for item in result] == [("Cart", "start", "run")]


def test_a_long_constant_is_a_thing_of_its_own() -> None:
    rows = "".join(f'    "price of thing {n}": {n},\n' for n in range(50))

    result = chunks(parsed(f"import os\n\n\n{LONG_CLASS}\nPRICES = {{\n{rows}}}\n"))

    assert result[-1].header_path == "PRICES"


def test_a_function_longer_than_a_chunk_is_split_at_blank_lines_and_keeps_its_name() -> None:
    block = "\n".join(f"    step_{n} = measure_something(number={n})" for n in range(12))
    text = "def long():\n" + "\n\n".join(block for _ in range(8)) + "\n"

    result = chunks(parsed(text))

    assert len(result) > 2
    assert [item.id for item in result] == [f"{PREFIX}:chunk:src/cart.py#long/{n}" for n in range(len(result))]
    assert {item.header_path for item in result} == {"long"}
    assert [item.symbols for item in result] == [("long",)] + [()] * (len(result) - 1)
    lines = text.split("\n")
    assert all(not lines[item.start_line - 2].strip() for item in result[1:])


def test_sections_of_a_document_carry_their_headings() -> None:
    text = (
        "# Guide\n\n"
        + "Words. " * 130
        + "\n\n## Install\n\n"
        + "Steps. " * 130
        + "\n\n## Use\n\n"
        + "More. " * 150
    )

    result = chunks(parsed(text, "docs/guide.md", "markdown"))

    assert [item.header_path for item in result] == ["Guide", "Guide > Install", "Guide > Use"]
    assert {item.kind for item in result} == {ChunkKind.SECTION}
    assert result[1].embed_text.startswith("docs/guide.md Guide > Install\n## Install")


def test_the_embedded_text_begins_with_path_enclosing_symbol_and_at_most_six_names() -> None:
    text = "class Cart:\n" + "".join(f"    def m{n}(self): pass\n" for n in range(9))

    first, rest = chunks(parsed(text))[0].embed_text.split("\n", 1)

    assert first == "src/cart.py Cart Cart, m0, m1, m2, m3, m4"
    assert rest == text.strip()


def test_equal_texts_at_different_places_are_embedded_apart_and_equal_ones_once() -> None:
    here, again = chunks(parsed("x = 1\n")), chunks(parsed("x = 1\n"))
    there = chunks(parsed("x = 1\n", "other/cart.py"))

    assert here[0].embed_hash == again[0].embed_hash != there[0].embed_hash


def test_a_line_longer_than_a_chunk_is_the_only_thing_cut_and_nothing_of_it_is_lost() -> None:
    line = "word " * 2_000
    text = f"before = 1\n{line}\nafter = 2\n"

    result = chunks(parsed(text, "a.txt", "text"))

    assert all(len(item.text) <= LARGEST for item in result)
    assert "".join(item.text for item in result if item.start_line <= 2 <= item.end_line).count("word") == 2_000
    assert result[0].text == "before = 1"
    assert result[-1].text.endswith("\nafter = 2")
    assert (result[0].start_line, result[-1].end_line) == (1, 3)


def test_a_line_of_many_megabytes_becomes_chunks() -> None:
    result = chunks(parsed("many words " * 300_000, "a.txt", "text"))

    assert sum(item.text.count("words") for item in result) == 300_000
    assert {(item.start_line, item.end_line) for item in result} == {(1, 1)}


@pytest.mark.parametrize("data", ["9f3a" * 50_000, "M1.5 20.3 L7,8 " * 9_000, "QUJDRA9z0x+/" * 9_000])
def test_of_a_long_line_of_data_only_the_beginning_is_kept(data: str) -> None:
    result = chunks(parsed(f"before = 1\n{data}\nafter = 2", "a.svg", "xml"))

    assert sum(len(item.text) for item in result) < 2 * LARGEST
    assert result[0].text.startswith("before = 1")
    assert result[-1].text.endswith("after = 2")


def test_a_long_line_of_a_script_without_blanks_is_kept_whole() -> None:
    line = "\u6211\u4eec\u5728\u8fd9\u91cc\u641c\u7d22\uff0c" * 1_000

    assert "".join(chunk.text for chunk in chunks(parsed(line, "a.txt", "text"))) == line


def test_a_definition_behind_a_long_line_keeps_its_line() -> None:
    text = "data = '" + "x" * 5_000 + "'\n\n\ndef after():\n    pass\n"

    result = next(chunk for chunk in chunks(parsed(text)) if "after" in chunk.symbols)

    assert (result.end_line, "def after():" in result.text) == (5, True)


def test_a_file_without_text_has_no_chunks_and_no_card() -> None:
    assert chunks_of(parsed(""), (), scope("a.py", "python")) == []
    assert chunks_of(parsed("\n \n\t\n"), (), scope("a.py", "python")) == []


def test_definitions_outside_the_text_do_no_harm() -> None:
    strange = (
        Definition("py:x:a", "function", "a", "a", 0, 90),
        Definition("py:x:b", "function", "b", "b", 50, 60),
        Definition("py:x:c", "function", "c", "c", 3, 1),
    )

    assert [chunk.text for chunk in chunks(parsed("x = 1\ny = 2"), strange)] == ["x = 1\ny = 2"]


def test_overloads_have_chunks_of_their_own_under_one_name() -> None:
    body = "x" * 1_000
    two = tuple(Definition("cs:A.Add", "method", "Add", "A.Add", line, line) for line in (1, 2))

    result = chunks(parsed(f"{body}\n{body}", "A.cs", "csharp"), two)

    assert [item.id.rpartition("#")[2] for item in result] == ["A.Add/0", "A.Add/1"]


def test_every_chunk_carries_the_labels_of_its_file() -> None:
    made = chunks_of(parsed("x = 1\n"), (), scope("src/cart.py", "python"))

    assert {(item.groups, item.product, item.language, item.ext, item.tenant) for item in made} == {
        (("dev",), "src", "python", "py", "local")
    }


def test_the_card_tells_path_comment_types_and_functions() -> None:
    file = parsed(
        "# Copyright 2020 Someone\n# Licensed under the terms\n\n"
        '"""Keeps what a person is about to buy."""\n\n\n'
        "class ShoppingCart:\n    def addItem(self):\n        pass\n",
        "shop/src/order_flow/cartStore.py",
    )

    assert card(file).embed_text.split("\n") == [
        "src order flow cart store",
        "Keeps what a person is about to buy.",
        "ShoppingCart shopping cart",
        "add item",
    ]
    assert (card(file).ordinal, card(file).text, card(file).terms) == (-1, "", "")


@pytest.mark.parametrize(
    ("language", "text", "comment"),
    [
        ("c", "/*\n * Copyright (c) X.\n */\n// Renews a lease.\nint a;", "Renews a lease."),
        ("bash", "#!/bin/sh\n# Starts the server.\nrun\n", "Starts the server."),
        ("sql", "-- Orders of a customer\nCREATE TABLE x", "Orders of a customer"),
        ("html", "<!-- A page -->\n<p>", "A page"),
        ("csharp", "/// <summary>Adds goods.</summary>\nvoid Add() {}", "Adds goods."),
        ("csharp", "#region Using\nusing System;\n#endregion\n// Says it.\n", "Says it."),
        ("c", "#include <x.h>\n#define A 1\n/** Says it. */", "Says it."),
        ("rust", "#[derive(Debug)]\n//! Says it.\n", "Says it."),
        ("python", "# -*- coding: utf-8 -*-\n# Says it.\n", "Says it."),
        ("java", "/*****\n * Says it,\n * all of it.\n *****/", "Says it, all of it."),
        ("haskell", "{- Says it. -}", "Says it."),
        ("c", "int a; // ---------\n", ""),
        ("c", "int a;", ""),
    ],
)
def test_the_first_comment_that_is_no_licence_is_found(language: str, text: str, comment: str) -> None:
    assert first_comment(text, language) == comment


LINE = st.one_of(
    st.just(""),
    st.just("   "),
    st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=60),
    st.integers(1, 90).map(lambda n: "    " * (n % 4) + "word " * n),
    st.integers(1_000, 4_000).map(lambda n: "y" * n),
)


@st.composite
def files(draw) -> tuple[str, tuple[Definition, ...]]:
    lines = draw(st.lists(LINE, min_size=1, max_size=60))
    positions = draw(st.lists(st.tuples(st.integers(1, len(lines)), st.integers(0, 40)), max_size=12))
    kind = st.sampled_from(["class", "function", "section", "table"])
    definitions = tuple(
        Definition(f"x:{n}", draw(kind), f"n{n}", f"q{n % 3}", start, min(len(lines), start + length))
        for n, (start, length) in enumerate(positions)
    )
    return "\n".join(lines), definitions


@given(file=files())
@settings(deadline=None)
def test_every_line_that_is_not_blank_is_in_exactly_one_chunk(file: tuple[str, tuple[Definition, ...]]) -> None:
    text, definitions = file
    result = chunks(parsed(text, "a.txt", "text"), definitions)
    lines = text.split("\n")

    covered: dict[int, list[str]] = {}
    for item in result:
        pieces = item.text.split("\n")
        assert len(pieces) == item.end_line - item.start_line + 1
        assert 0 < len(item.text) <= LARGEST
        for number, piece in enumerate(pieces, start=item.start_line):
            covered.setdefault(number, []).append(piece)
    for number, line in enumerate(lines, start=1):
        if len(line) < LARGEST and line.strip():
            assert covered[number] == [line]
        elif line.strip():
            assert line.startswith(covered[number][0].lstrip("\n")[:100])
    assert len({item.id for item in result}) == len(result)
    assert [item.ordinal for item in result] == list(range(len(result)))


@given(file=files())
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_definitions_does_not_matter(file: tuple[str, tuple[Definition, ...]]) -> None:
    text, definitions = file

    assert chunks(parsed(text), definitions) == chunks(parsed(text), definitions[::-1])
