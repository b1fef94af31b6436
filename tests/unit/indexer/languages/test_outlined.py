"""Definitions of the languages of which nothing else is read, in the small files of ``outlined/``."""

from pathlib import Path

import pytest

from indexer.discovery.languages import language_of
from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.types import ParsedFile
from resources.languages import languages

OUTLINED = {each.name for each in languages().values() if each.definitions}

FOLDER = Path(__file__).parent / "outlined"

DEFINED = {
    "cart.sh": ["function add_lease 1-4", "function end_lease 6-8"],
    "cart.ex": [
        "module Shop.Cart 1-26",
        "function Shop.Cart.add 6-18",
        "function Shop.Cart.hidden 19-19",
        "macro Shop.Cart.twice 20-20",
        "function Shop.Cart.price 22-25",
        "module Face.Cart 28-30",
        "function Face.Cart.face 29-29",
    ],
    "cart.hs": [
        "type Cart 3-4",
        "class Face 6-7",
        "method Face.face 7-7",
        "function add 9-12",
        "function total 14-14",
    ],
    "cart.kt": [
        "class Cart 3-8",
        "method Cart.add 5-7",
        "interface Face 10-12",
        "method Face.face 11-11",
        "object Single 14-14",
        "constant rate 16-16",
        "function shout 18-18",
    ],
    "cart.lua": ["function M.add 3-5", "function M.remove 7-8", "function M.total 10-11", "function hidden 13-14"],
    "cart.php": [
        "class Cart 4-12",
        "constant Cart::RATE 7-7",
        "constant Cart::MOST 7-7",
        "method Cart::add 9-11",
        "constant NEAR 14-14",
        "constant FAR 14-14",
        "trait Loud 16-18",
        "function helper 20-22",
    ],
    "cart.ps1": ["function Get-Cart 1-4", "class Cart 6-9", "method Cart.Add 7-8"],
    "cart.scala": [
        "class Cart 3-6",
        "method Cart.add 5-5",
        "object Cart 8-10",
        "constant Cart.rate 9-9",
        "trait Face 12-14",
        "method Face.face 13-13",
    ],
    "cart.zig": ["struct Cart 3-10", "method Cart.add 7-9", "enum Suit 12-12", "function top 14-14"],
}


def facts_of(name: str) -> FileFacts:
    text = (FOLDER / name).read_text()
    return extract(ParsedFile(f"folder/{name}", language_of(name), text, "utf-8", ""))


def test_every_such_language_has_a_sample() -> None:
    assert {language_of(name) for name in DEFINED} == OUTLINED
    assert {file.name for file in FOLDER.iterdir()} == DEFINED.keys()


@pytest.mark.parametrize("name", sorted(DEFINED))
def test_definitions_with_their_comments_and_what_they_stand_in(name: str) -> None:
    facts = facts_of(name)
    results = [
        f"{definition.kind} {definition.qualname} {definition.start_line}-{definition.end_line}"
        for definition in facts.definitions
    ]
    assert results == DEFINED[name]
    assert facts.problems == ()


def test_a_name_with_its_path_is_known_by_its_last_part() -> None:
    module = facts_of("cart.ex").definitions[0]
    assert (module.name, module.qualname) == ("Cart", "Shop.Cart")


@pytest.mark.parametrize("language", sorted(OUTLINED))
def test_an_empty_file_has_no_problem(language: str) -> None:
    assert extract(ParsedFile(f"a.{language}", language, " \n", "utf-8", "")).problems == ()
