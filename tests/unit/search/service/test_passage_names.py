"""A passage bears the name of the definition that matches, not of the first one that it holds."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import ChunkHit
from tests.contracts.service_parts import core_on, written

SHORT = '''"""Pears and plums."""


def quoted(address):
    return address.strip()


class Bookmark:
    def resolved_title(self):
        return self.title or self.address

    def unread(self):
        """Say whether nobody has opened the page."""
        return self.opened is None


class Crate:
    """Keeps the newest apples."""

    def __init__(self, size):
        self.size = size
'''
LONG = '''class Orchard:
    """Trees in rows."""

    def water(self):
        """Let the pump run until the soil is moist."""
        return self.pump.run()

    def prune(self):
        return self.saw.cut()
'''


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    files = {"short.py": SHORT, "orchard.py": LONG, "notes.md": "# Notes\n\nWho has opened the page?\n"}
    root = written(tmp_path_factory.mktemp("shop"), files)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def passage(core: LocalCore, query: str, path: str, *, names_passages: bool = True) -> ChunkHit:
    wanted = SearchQuery(query, RankSettings(mode=Mode.KEYWORD), names_passages=names_passages)
    files = core.search(wanted).files
    return next(file for file in files if file.path == path).chunks[0]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Crate", "Crate"),
        ("unread", "Bookmark.unread"),
        ("nobody has opened the page", "Bookmark.unread"),
        ("newest apples", "Crate"),
        ("strip address", "quoted"),
        ("bookmarks", "Bookmark"),
        ("pears plums", "quoted"),
    ],
)
def test_a_passage_of_several_definitions_is_named_after_the_one_that_matches(
    core: LocalCore, query: str, name: str
) -> None:
    chunk = passage(core, query, "short.py")
    assert chunk.header_path == name
    assert chunk.node_id.endswith(f":{name}")


def test_a_passage_within_one_definition_bears_its_name(core: LocalCore) -> None:
    assert passage(core, "pump soil moist", "orchard.py").header_path == "Orchard"


def test_a_part_of_a_document_bears_its_heading(core: LocalCore) -> None:
    assert passage(core, "opened the page", "notes.md").header_path == "Notes"


def test_while_a_person_types_passages_are_named_for_names_alone(core: LocalCore) -> None:
    assert passage(core, "keeps the newest apples", "short.py").header_path == "Crate"
    assert passage(core, "keeps the newest apples", "short.py", names_passages=False).header_path == "quoted"
    assert passage(core, "Crate", "short.py", names_passages=False).header_path == "Crate"
