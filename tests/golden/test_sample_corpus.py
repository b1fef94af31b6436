"""The sample corpus answers its questions, and its graph says what a person reads in the files."""

import tomllib
from pathlib import Path

import pytest

from indexer.discovery.walk import discover
from indexer.parsing.parse import parse_file
from indexer.types import ParsedFile
from resources.locate import resource
from search.graph.edge_table import TYPES
from tests.golden.sample import DRAWINGS, DRAWN, FORMS, KEPT, TREES, drawing_of, sample_graph, tree_of

GOLDEN = tomllib.loads((Path(__file__).parent / "sample_questions.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    matching = [each for each in discover(resource("sample")) if each.skip is None]
    parsed = (parse_file(each) for each in matching)
    return {each.path: each.text for each in parsed if isinstance(each, ParsedFile)}


@pytest.mark.parametrize("question", GOLDEN["question"], ids=lambda question: question["text"])
def test_the_proof_of_an_answer_stands_in_its_file(question: dict, texts: dict[str, str]):
    assert set(question["answers"]) <= texts.keys()
    assert any(question["proof"] in line for line in texts[question["answers"][0]].splitlines())


@pytest.mark.parametrize("fact", GOLDEN["fact"], ids=lambda fact: f"{fact['from']} {fact['type']} {fact['to']}")
def test_a_dependency_that_a_person_read_is_in_the_graph(fact: dict):
    graph = sample_graph()
    source, target = (graph.position(f"sample@main:{fact[end]}") for end in ("from", "to"))
    table = graph.table
    rows = range(len(table))
    values = {
        TYPES[table.types[row]].value
        for row in rows
        if (table.sources[row], table.targets[row]) == (source, target)
    }
    assert fact["type"] in values


@pytest.mark.parametrize("name", KEPT)
def test_a_tree_is_as_it_was_kept(name: str):
    assert tree_of(name) == (TREES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMS)
def test_a_drawing_is_as_it_was_kept(form: str):
    assert drawing_of(form) == (DRAWINGS / f"{DRAWN}.{form}").read_text(encoding="utf-8")


def test_no_kept_tree_is_left_over():
    assert {path.stem for path in TREES.glob("*.txt")} == set(KEPT)


def test_the_secrets_of_the_sample_are_not_read(texts: dict[str, str]):
    assert ".env" not in texts
    assert not any("not-a-password" in text for text in texts.values())
