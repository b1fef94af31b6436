"""Links between notes by their names, as in a wiki or an Obsidian vault."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

NOTES = {
    "vault/Beweislast.md": "# Beweislast\n\n## Umkehr der Last\n\ntext\n",
    "vault/Mandate/Fristen.md": "# Fristen\n",
    "vault/Zettel/Fristen.md": "# Fristen\n",
    "vault/Zettel/U\u0308bergabe.md": "text\n",
    "Vertrag.pdf": "# Vertrag\n",
}


def targets(text: str, path: str = "vault/Zettel/Notiz.md") -> set[str]:
    result = edges(graph_of({**NOTES, path: text}))
    return {edge.partition(" links_to ")[2] for edge in result if " links_to " in edge}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("See [[Beweislast]].", "file:vault/Beweislast.md"),
        ("See [[beweislast|the burden]] and more.", "file:vault/Beweislast.md"),
        ("- one\n- [[Beweislast.md]]", "file:vault/Beweislast.md"),
        ("See [[Beweislast#Umkehr der Last]].", "doc:vault/Beweislast.md#Beweislast/Umkehr der Last"),
        ("See [[Beweislast#Nowhere]].", "file:vault/Beweislast.md"),
        ("See [[Fristen]].", "file:vault/Zettel/Fristen.md"),
        ("See [[Mandate/Fristen]].", "file:vault/Mandate/Fristen.md"),
        ("See [[Übergabe]].", "file:vault/Zettel/U\u0308bergabe.md"),
        ("See [[Vertrag.pdf]].", "file:Vertrag.pdf"),
        ("| a |\n|---|\n| ![[Vertrag.pdf]] |", "file:Vertrag.pdf"),
    ],
)
def test_a_note_is_linked_by_its_name(text: str, target: str) -> None:
    assert targets(text) == {target}


@pytest.mark.parametrize(
    "text",
    ["`[[Beweislast]]`", "    [[Beweislast]]", "[[Nowhere]]", "[[ -f Beweislast ]]", "[[Notiz]]", "[[]] [[#a]]"],
)
def test_code_and_names_without_a_note_link_nothing(text: str) -> None:
    assert targets(text) == set()


def test_many_brackets_are_read_in_linear_time() -> None:
    assert targets("[[" * 5_000) == set()
    assert targets("[[Beweislast]] " * 1_000) == {"file:vault/Beweislast.md"}
