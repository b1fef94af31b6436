"""A name typed alone shows its definition before its uses, also where the definition shares a chunk."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import ChunkHit
from tests.contracts.service_parts import core_on, written

BODY = "\n".join(f"        self.step_{number}(environment, {number})" for number in range(14))
RUNNERS = f'''"""Runners."""


class LocalRunner:
    def send_message(self, kind, data):
        """Send a message to the listeners of this process, which are few, one after the other."""
        return self.environment.fire(kind, data)


class SharedRunner(LocalRunner):
    def __init__(self, environment):
        self.environment = environment


class MainRunner(SharedRunner):
    """SharedRunner that leads. A SharedRunner follows. See SharedRunner."""

    def begin(self, environment):
{BODY}

    def follow(self, environment):
{BODY}

    def MainRunner_again(self, environment):
{BODY}
'''


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("runs"), {"runners.py": RUNNERS})
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def first_chunk(core: LocalCore, name: str) -> ChunkHit:
    ranking = RankSettings(mode=Mode.KEYWORD)
    return core.search(SearchQuery(name, ranking)).files[0].chunks[0]


@pytest.mark.parametrize("name", ["LocalRunner", "SharedRunner", "MainRunner"])
def test_the_first_chunk_of_a_name_holds_its_definition(core: LocalCore, name: str) -> None:
    assert f"class {name}" in first_chunk(core, name).text
