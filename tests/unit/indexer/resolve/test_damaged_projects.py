"""Files that are broken in the middle of an edit never stop the graph of the others."""

import random
import re

import pytest

from indexer.facts.extract import extract
from indexer.resolve.build import resolve
from tests.examples import examples
from tests.unit.indexer.resolve.graph_samples import FOLDER, SAMPLES, SCOPE, graph_of, parsed

NAME = re.compile(r"[A-Za-z_]\w+")
DEBRIS = (
    "class A : ",
    "{",
    "}",
    "(",
    ")",
    '"',
    "[",
    "]",
    "<T>",
    "\n",
    "GO\n",
    "using X;",
    ".F()",
    "@",
    ", ",
    "=>",
    "import ",
)


def damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(0, 5)):
        names = list(NAME.finditer(text))
        if names and chance.random() < 0.5:
            written, other = chance.choice(names), chance.choice(names)
            text = text[: written.start()] + other[0] + text[written.end() :]
        at = chance.randrange(len(text) + 1)
        cut = chance.randint(0, 12)
        text = text[:at] + (chance.choice(DEBRIS) if chance.random() < 0.5 else "") + text[at + cut :]
    return text


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(examples(12, 300)))
def test_a_project_with_damaged_files_still_has_a_node_for_each(seed: int) -> None:
    chance = random.Random(seed)
    for sample in SAMPLES:
        root = FOLDER / sample
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        names = [path.relative_to(root).as_posix() for path in paths]
        texts = [damaged(path.read_text(encoding="utf-8"), chance) for path in paths]
        graph = resolve([extract(parsed(name, text)) for name, text in zip(names, texts, strict=True)], SCOPE)
        ids = [node.id for node in graph.nodes]
        assert len(set(ids)) == len(ids)
        assert {f"r@b:file:{name}" for name in names} <= set(ids)


def test_a_base_list_outside_of_any_type_is_passed_over() -> None:
    graph = resolve(
        [extract(parsed("a.cs", "class : IThing { }\ninterface IThing { }\nvoid F() : IThing { }"))], SCOPE
    )
    assert any(node.id == "r@b:cs:IThing" for node in graph.nodes)


def test_half_an_array_type_is_no_type() -> None:
    graph = resolve(
        [extract(parsed("a.cs", 'class A { void F() { var e = b.Entity<T]>(); e.ToTable("x"); } }'))], SCOPE
    )
    assert any(node.id == "r@b:cs:A" for node in graph.nodes)


def test_a_static_constructor_in_a_class_without_a_name_stops_no_graph() -> None:
    graph = graph_of({"a.cs": "static class {public static publicn(t();", "b.cs": "class B { static B() { } }"})
    assert any(node.id == "r@b:cs:B" for node in graph.nodes)


@pytest.mark.parametrize(
    ("path", "text"),
    [("a.py", "kind: virtual = make()\n"), ("a.rb", "def load(  return if rows.empty?\n\n  rows.each {\n<<<<\n")],
)
def test_names_that_facts_use_themselves_stop_no_graph_outside_of_definitions(path: str, text: str) -> None:
    assert [node.id for node in graph_of({path: text}).nodes] == [f"r@b:file:{path}"]
