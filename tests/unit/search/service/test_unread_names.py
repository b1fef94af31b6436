"""A query that is the name of a scan or of a document that cannot be read leads to it."""

from dataclasses import replace

import pytest

from search.types.filters import Access
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on
from tests.unit.indexer.parsing import documents

BY_WORD = RankSettings(mode=Mode.KEYWORD)


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory):
    """Ask one index, and return the notes about names."""
    root = tmp_path_factory.mktemp("papers")
    (root / "Scans").mkdir()
    (root / "Scans" / "Vollmacht Schlüter.pdf").write_bytes(documents.pdf("", title="x"))
    (root / "Scans" / "Vollmacht Schlu\u0308ter 2.jpg").write_bytes(b"\xff\xd8\xff\0")
    (root / "Testament.pdf").write_bytes(b"%PDF-1.4 damaged")
    (root / "logo.png").write_bytes(b"\x89PNG\0")
    (root / "notes.md").write_text("# Notes\nThe testament is with the notary.\n")

    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as core:

        def notes(text: str, **changed) -> list[str]:
            result = core.search(replace(SearchQuery(text, BY_WORD), **changed))
            return [str(note.values["files"]) for note in result.notes if note.code == "search.named_without_text"]

        yield notes


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("Vollmacht Schlüter", ["Scans/Vollmacht Schlu\u0308ter 2.jpg, Scans/Vollmacht Schlüter.pdf"]),
        ("schluter die vollmacht 2", ["Scans/Vollmacht Schlu\u0308ter 2.jpg"]),
        ("Vollmacht Schlüter.pdf", ["Scans/Vollmacht Schlu\u0308ter 2.jpg, Scans/Vollmacht Schlüter.pdf"]),
        ("testament", ["Testament.pdf"]),
        ("testament notary", []),
        ("logo", []),
        ("notes", []),
        ("vollmacht ext:md", []),
    ],
)
def test_the_files_that_are_called_so_are_named(ask, text: str, files: list[str]) -> None:
    assert ask(text) == files


def test_who_may_not_see_a_file_does_not_learn_its_name(ask) -> None:
    assert ask("testament", access=Access(roots=("another",))) == []
