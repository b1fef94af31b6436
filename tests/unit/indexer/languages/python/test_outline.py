"""What a Python file defines by its lines is what its syntax says, or nothing is said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts.extract import extract, outlined
from indexer.languages.python.extractor import python_facts
from indexer.languages.python.outline import python_outline
from indexer.types import ParsedFile

STATEMENTS = (
    "x = 1",
    "LIMIT = 3  # of a day",
    "LOW, HIGH = 1, (2,\n        3)",
    "ONE = TWO = 3",
    "rate: Final[int] = 3",
    "Alias: t.TypeAlias = dict[str, int]",
    "SIZE: int",
    "TOTAL += 1",
    'TEXT = """\ndef no(): pass\n  """',
    "call(A=1, b=[B == 1, {C: 2}])",
    'print(f"{x!r:>{WIDTH}} {{"); y = 2',
    "a.B, c = f(D=1)",
    "if x: y()",
    "return lambda a=1: a",
    "'# no comment' if x else \"it's\"",
    "match: int = 3",
    "raise ValueError \\\n    from error",
    "class Small: pass",
    "class Held(Base, key=dict(a=1)): 'one line'",
    "async def go(): return 1  # at once",
    "def odd(a, b={'}': ')'}, *, c=('#',)) -> list[\n    int]: pass",
)
HEADS = (
    "def run(self):",
    "async def load[T](self, *args: T) -> None:  # why",
    "class Cart(dict[str, int]):",
    "@cached  # twice\n# more\n@app.route(\n    '/x', D=1)\ndef shown(self):",
    "@dataclass\nclass Row:",
    "if x == 1:",
    "try:",
    "for ROW in rows:",
    "with open(A) as B, C as D:",
    "# said of it\ndef told():",
)
GAPS = ("", "\n", "    \n\n", "# at its side\n", "  # a little in\n", "        # far in\n", "\n# after a gap\n\n")


def parsed(text: str) -> ParsedFile:
    return ParsedFile("src/shop/cart.py", "python", text, "utf-8", "")


def indented(text: str, by: str) -> str:
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


def block(parts: tuple[str, list[str], str], by: str) -> str:
    head, body, gap = parts
    tail = "\nfinally:\n    pass" if head == "try:" else ""
    return f"{head}\n{indented(''.join(body) or 'pass', by)}\n{gap}".rstrip(" ") + tail.lstrip("\n") + "\n"


statements = (
    st.tuples(st.sampled_from(STATEMENTS), st.sampled_from(GAPS)).map("\n".join).map(lambda item: f"{item}\n")
)
blocks = st.recursive(
    statements,
    lambda inner: st.tuples(st.sampled_from(HEADS), st.lists(inner, max_size=3), st.sampled_from(GAPS)).map(
        lambda parts: block(parts, "    ")
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("head", ["", "class Cart:\n", "def run():\n"])
def test_each_kind_of_statement_is_as_its_syntax_has_it_or_left_to_that(head: str, statement: str) -> None:
    text = f"{head}{indented(statement, '    ' if head else '')}\n\nAFTER = 1\n"
    result = python_outline(text, "src/shop/cart.py")
    whole = python_facts(parsed(text))
    assert result is None or tuple(result) == whole.definitions
    assert extract(parsed(text), outline=True).definitions == whole.definitions


@settings(max_examples=300, deadline=None)
@given(st.lists(blocks, min_size=1, max_size=5).map("".join))
def test_any_file_of_such_blocks_is_as_its_syntax_has_it_or_left_to_that(text: str) -> None:
    result = python_outline(text, "src/shop/cart.py")
    whole = python_facts(parsed(text))
    assert result is None or tuple(result) == whole.definitions or whole.problems


def test_bodies_end_with_the_comments_that_stand_in_them() -> None:
    text = "class A:\n    @a\n    def f(self):\n        x = 1\n        # in f\n    # in A\n# top\n\nB = 1\n"
    result = python_outline(text, "src/shop/cart.py")
    assert result is not None
    assert [(item.local_id, item.start_line, item.end_line) for item in result] == [
        ("py:shop.cart:A", 1, 6),
        ("py:shop.cart:A.f", 2, 5),
        ("py:shop.cart:B", 9, 9),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "if x: LIMIT = 1\n",
        "a = 1; B = 2\n",
        "class A: B = 1\n",
        "x = 'open\n",
        "x = (1,\n",
        "class A:\nx = 1\n",
        "@a\nx = 1\n",
        "def f():\n",
        "\f  x = 1\n",
        "A = B = (1,\n  2)\n",
        "x = 1 \\\n  # said\n",
    ],
)
def test_what_only_the_syntax_tells_is_left_to_it(text: str) -> None:
    assert python_outline(text, "cart.py") is None
    assert extract(parsed(text), outline=True).definitions == extract(parsed(text)).definitions


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "('a'," * 50_000,
        '"' * 100_001,
        '"""\n' + "'''" * 50_001,
        "x = [\\\n" * 40_000,
        "f(" + "a" * 500_000,
    ],
)
def test_a_text_made_to_be_slow_is_left_to_the_syntax(text: str) -> None:
    assert python_outline(text, "cart.py") is None


def test_a_file_that_does_not_parse_has_the_same_outline_however_much_of_it_is_read() -> None:
    source = parsed(
        "class A:\n    def f(self):\n        (a.\n    b)\n        (a.\n    b(\n    ))\n    def g(self): 1\n"
    )
    whole = extract(source)
    assert outlined(source, whole).definitions == extract(source, outline=True).definitions
    assert [item.qualname for item in outlined(source, whole).definitions] == ["A", "A.f", "A.g"]
