"""TypeScript that its grammar does not know."""

import pytest

from indexer.facts.extract import extract
from indexer.languages.javascript.second_attempt import readable
from indexer.types import ParsedFile

OVERLOADS = """
export interface Shelf<
  Item = string,
> {
  // puts in an item
  <Kind extends string>(kind: Kind): Box<Kind, Item>

  // puts in two items
  <
    Kind extends string,
  >(
    kind: Kind,
    other: Kind
  ): Box<Kind, Item>
  <Kind extends string>(...kinds: Kind[]): void
}

export class Keeper {
  keep(): void {}
}
"""


def defined(path: str, language: str, text: str) -> tuple[list[str], tuple[str, ...]]:
    facts = extract(ParsedFile(path, language, text, "utf-8", ""))
    return [f"{each.qualname} {each.start_line}-{each.end_line}" for each in facts.definitions], facts.problems


@pytest.mark.parametrize(("path", "language"), [("shelf.ts", "typescript"), ("shelf.tsx", "tsx")])
def test_call_signatures_with_type_parameters_do_not_hide_what_follows(path: str, language: str) -> None:
    names, problems = defined(path, language, OVERLOADS)
    assert names == ["Shelf 2-16", "Keeper 18-20", "Keeper.keep 19-19"]
    assert problems == ()


def test_an_export_of_all_types_does_not_hide_what_follows() -> None:
    names, problems = defined("index.ts", "typescript", 'export type * from "./cart"\n\nexport class Keeper {}\n')
    assert names == ["Keeper 3-3"]
    assert problems == ()


def test_everything_stays_in_its_place() -> None:
    source = OVERLOADS.encode() + b'export type * from "./cart"\n'
    assert [len(line) for line in readable(source).split(b"\n")] == [len(line) for line in source.split(b"\n")]


@pytest.mark.parametrize(
    "text",
    [
        "interface A { // first\n  <K>(a: K): void\n}\n",
        "type A =\n  | B\nconst view = (\n  a\n  <b>c</b>\n)\n",
        "if (a\n  <b) {}\n",
        "export type Star = 1\n",
        "interface A {\n}\nconst view = <ul>a\n  <li>b</li></ul>\n",
    ],
)
def test_what_the_grammar_knows_is_not_touched(text: str) -> None:
    assert readable(text.encode()).decode() == text
