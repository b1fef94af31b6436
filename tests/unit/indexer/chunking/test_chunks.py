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
    found = extract(file).definitions if definitions is None else definitions
    return [
        one for one in chunks_of(file, found, scope(file.path, file.language)) if one.kind is not ChunkKind.CARD
    ]


def card(file: ParsedFile) -> Chunk:
    made = chunks_of(file, extract(file).definitions, scope(file.path, file.language))
    return next(one for one in made if one.kind is ChunkKind.CARD)


def method(name: str, lines: int) -> str:
    body = "\n".join(f"        total_{n} = compute_the_price(of={n})" for n in range(lines))
    return f"    def {name}(self):\n{body}\n"


LONG_CLASS = '"""Carts."""\n\n\nclass Cart:\n    """Holds goods."""\n\n' + "\n".join(
    method(name, 20) for name in ("add", "remove", "total")
)


def test_each_method_of_a_long_class_is_a_chunk_that_names_it() -> None:
    found = chunks(parsed(LONG_CLASS))

    assert [one.symbols for one in found] == [("Cart", "add"), ("remove",), ("total",)]
    assert [one.header_path for one in found] == ["Cart.add", "Cart.remove", "Cart.total"]
    assert {one.kind for one in found} == {ChunkKind.FUNCTION}
    assert found[1].node_id == f"{PREFIX}:py:cart:Cart.remove"
    assert found[1].id == f"{PREFIX}:chunk:src/cart.py#Cart.remove/0"
    assert found[1].text.startswith("    def remove(self):")


def test_a_short_class_with_its_methods_is_one_chunk() -> None:
    text = "import os\n\n\nclass Cart:\n    def add(self):\n        pass\n\n    def remove(self):\n        pass\n"

    found = chunks(parsed(text))

    assert len(found) == 1
    assert found[0].symbols == ("Cart", "add", "remove")
    assert found[0].kind is ChunkKind.CLASS
    assert found[0].text == text.strip()


def test_a_chunk_has_the_names_of_constants_among_its_symbols() -> None:
    text = "import os\n\nMOST = 9\nLEAST = 1\n\n\ndef add():\n    pass\n"

    found = chunks(parsed(text))

    assert [one.symbols for one in found] == [("MOST", "LEAST", "add")]


def test_a_class_without_a_name_gives_a_chunk_none() -> None:
    text = "class Cart {\n  Runnable start() {\n    return new Runnable() {\n      void run() {}\n    };\n  }\n}\n"

    found = chunks(parsed(text, "Cart.java", "java"))

    assert [one.symbols for one in found] == [("Cart", "start", "run")]


def test_a_long_constant_is_a_thing_of_its_own() -> None:
    rows = "".join(f'    "price of thing {n}": {n},\n' for n in range(50))

    found = chunks(parsed(f"import os\n\n\n{LONG_CLASS}\nPRICES = {{\n{rows}}}\n"))

    assert found[-1].header_path == "PRICES"


def test_a_function_longer_than_a_chunk_is_split_at_blank_lines_and_keeps_its_name() -> None:
    block = "\n".join(f"    step_{n} = measure_something(number={n})" for n in range(12))
    text = "def long():\n" + "\n\n".join(block for _ in range(8)) + "\n"

    found = chunks(parsed(text))

    assert len(found) > 2
    assert [one.id for one in found] == [f"{PREFIX}:chunk:src/cart.py#long/{n}" for n in range(len(found))]
    assert {one.header_path for one in found} == {"long"}
    assert [one.symbols for one in found] == [("long",)] + [()] * (len(found) - 1)
    lines = text.split("\n")
    assert all(not lines[one.start_line - 2].strip() for one in found[1:])


def test_sections_of_a_document_carry_their_headings() -> None:
    text = (
        "# Guide\n\n"
        + "Words. " * 130
        + "\n\n## Install\n\n"
        + "Steps. " * 130
        + "\n\n## Use\n\n"
        + "More. " * 150
    )

    found = chunks(parsed(text, "docs/guide.md", "markdown"))

    assert [one.header_path for one in found] == ["Guide", "Guide > Install", "Guide > Use"]
    assert {one.kind for one in found} == {ChunkKind.SECTION}
    assert found[1].embed_text.startswith("docs/guide.md Guide > Install\n## Install")


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

    found = chunks(parsed(text, "a.txt", "text"))

    assert all(len(one.text) <= LARGEST for one in found)
    assert "".join(one.text for one in found if one.start_line <= 2 <= one.end_line).count("word") == 2_000
    assert found[0].text == "before = 1"
    assert found[-1].text.endswith("\nafter = 2")
    assert (found[0].start_line, found[-1].end_line) == (1, 3)


def test_a_line_of_many_megabytes_becomes_chunks() -> None:
    found = chunks(parsed("many words " * 300_000, "a.txt", "text"))

    assert sum(one.text.count("words") for one in found) == 300_000
    assert {(one.start_line, one.end_line) for one in found} == {(1, 1)}


@pytest.mark.parametrize("data", ["9f3a" * 50_000, "M1.5 20.3 L7,8 " * 9_000, "QUJDRA9z0x+/" * 9_000])
def test_of_a_long_line_of_data_only_the_beginning_is_kept(data: str) -> None:
    found = chunks(parsed(f"before = 1\n{data}\nafter = 2", "a.svg", "xml"))

    assert sum(len(one.text) for one in found) < 2 * LARGEST
    assert found[0].text.startswith("before = 1")
    assert found[-1].text.endswith("after = 2")


def test_a_long_line_of_a_script_without_blanks_is_kept_whole() -> None:
    line = "\u6211\u4eec\u5728\u8fd9\u91cc\u641c\u7d22\uff0c" * 1_000

    assert "".join(one.text for one in chunks(parsed(line, "a.txt", "text"))) == line


def test_a_definition_behind_a_long_line_keeps_its_line() -> None:
    text = "data = '" + "x" * 5_000 + "'\n\n\ndef after():\n    pass\n"

    found = next(one for one in chunks(parsed(text)) if "after" in one.symbols)

    assert (found.end_line, "def after():" in found.text) == (5, True)


def test_a_file_without_text_has_no_chunks_and_no_card() -> None:
    assert chunks_of(parsed(""), (), scope("a.py", "python")) == []
    assert chunks_of(parsed("\n \n\t\n"), (), scope("a.py", "python")) == []


def test_definitions_outside_the_text_do_no_harm() -> None:
    strange = (
        Definition("py:x:a", "function", "a", "a", 0, 90),
        Definition("py:x:b", "function", "b", "b", 50, 60),
        Definition("py:x:c", "function", "c", "c", 3, 1),
    )

    assert [one.text for one in chunks(parsed("x = 1\ny = 2"), strange)] == ["x = 1\ny = 2"]


def test_overloads_have_chunks_of_their_own_under_one_name() -> None:
    body = "x" * 1_000
    two = tuple(Definition("cs:A.Add", "method", "Add", "A.Add", line, line) for line in (1, 2))

    found = chunks(parsed(f"{body}\n{body}", "A.cs", "csharp"), two)

    assert [one.id.rpartition("#")[2] for one in found] == ["A.Add/0", "A.Add/1"]


def test_every_chunk_carries_the_labels_of_its_file() -> None:
    made = chunks_of(parsed("x = 1\n"), (), scope("src/cart.py", "python"))

    assert {(one.groups, one.product, one.language, one.ext, one.tenant) for one in made} == {
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
    places = draw(st.lists(st.tuples(st.integers(1, len(lines)), st.integers(0, 40)), max_size=12))
    kind = st.sampled_from(["class", "function", "section", "table"])
    definitions = tuple(
        Definition(f"x:{n}", draw(kind), f"n{n}", f"q{n % 3}", start, min(len(lines), start + length))
        for n, (start, length) in enumerate(places)
    )
    return "\n".join(lines), definitions


@given(file=files())
@settings(deadline=None)
def test_every_line_that_is_not_blank_is_in_exactly_one_chunk(file: tuple[str, tuple[Definition, ...]]) -> None:
    text, definitions = file
    found = chunks(parsed(text, "a.txt", "text"), definitions)
    lines = text.split("\n")

    covered: dict[int, list[str]] = {}
    for one in found:
        pieces = one.text.split("\n")
        assert len(pieces) == one.end_line - one.start_line + 1
        assert 0 < len(one.text) <= LARGEST
        for number, piece in enumerate(pieces, start=one.start_line):
            covered.setdefault(number, []).append(piece)
    for number, line in enumerate(lines, start=1):
        if len(line) < LARGEST and line.strip():
            assert covered[number] == [line]
        elif line.strip():
            assert line.startswith(covered[number][0].lstrip("\n")[:100])
    assert len({one.id for one in found}) == len(found)
    assert [one.ordinal for one in found] == list(range(len(found)))


@given(file=files())
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_definitions_does_not_matter(file: tuple[str, tuple[Definition, ...]]) -> None:
    text, definitions = file

    assert chunks(parsed(text), definitions) == chunks(parsed(text), definitions[::-1])
