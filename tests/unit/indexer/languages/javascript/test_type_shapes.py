"""Types of TypeScript are written as short texts, and these are read again."""

import pytest
import tree_sitter_typescript
from tree_sitter import Language, Parser

from indexer.facts.type_shapes import FUNCTION, LIST, NAMED, NOTHING, OBJECT, OPTIONAL, REST, Shape, shape_of
from indexer.languages.javascript.type_shapes import MOST_DEPTH, shape

TYPESCRIPT = Parser(Language(tree_sitter_typescript.language_typescript()))
PARAMETERS = {"E": "%0", "F": "%1"}


def shape_text(type_: str) -> str:
    """Return the text for a type inside of a type with the parameters E and F."""
    alias = TYPESCRIPT.parse(f"type X = {type_}".encode()).root_node.named_children[0]
    return shape(alias.child_by_field_name("value"), PARAMETERS)


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        ("Handler<A, F>", "Handler<A,%1>"),
        ("(a: A, b?: B, ...c: C[]) => R", "=(R,A,~B,^*(C))"),
        ("{ setup: A; (): B; run(c: C): R }", "{setup:A,:=(B),run:=(R,C)}"),
        ("A | B", "|(A,B)"),
        ("A & E", "&(A,%0)"),
        ("[A, ...B[]]", "+(A,^*(B))"),
        ("<T extends A>(t: T) => R", "=(R,:(A))"),
        ("string", "!"),
        ("string | A", "A"),
        ("any", "?"),
    ],
)
def test_a_type_is_written_as_the_table_of_shapes_says(type_: str, text: str) -> None:
    assert shape_text(type_) == text


def test_a_shape_is_read_from_its_text() -> None:
    a, b, c, r = (Shape(NAMED, name) for name in ("A", "B", "C", "R"))
    rest = Shape(LIST, parts=(c,), signs=("",))
    assert shape_of("=(R,A,~B,^*(C))") == Shape(FUNCTION, "", (r, a, b, rest), (), ("", "", OPTIONAL, REST))
    assert shape_of("{setup:A,:=(B)}") == Shape(
        OBJECT, "", (a, Shape(FUNCTION, "", (b,), (), ("",))), ("setup", "")
    )
    assert shape_of("Handler<A,B>") == Shape(NAMED, "Handler", (a, b))
    assert shape_of("") == NOTHING


def test_a_type_that_is_nested_too_deep_is_unknown_from_there() -> None:
    assert shape_text("[" * (MOST_DEPTH + 1) + "A" + "]" * (MOST_DEPTH + 1)).count("+(") == MOST_DEPTH
