"""What a program wrote is found beside what people wrote, and moves none of it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written
from tests.fakes.encoder import BagOfWordsEncoder

CODE = {
    "lease.py": "def renew(lease):\n    return lease.until\n",
    "hotel.py": "def book(room, lease):\n    # Book a room with version two of the lease\n    return room\n",
    "version.py": "VERSION = 'the version of the program'\n",
    "guide.md": "# Leases\n\nHow to renew a lease before its version ends.\n",
    "de.md": "# Verträge\n\nWie man einen Vertrag verlängert.\n",
}
ENTRIES = "".join(
    f'    "node_modules/lease-{number}": {{"version": "{number}.0", "resolved": "renew", "room": "left-pad"}},\n'
    for number in range(400)
)
LOCK = f'{{\n  "packages": {{\n{ENTRIES}    "last": {{"version": "0"}}\n  }}\n}}\n'


ENTITLED = {**CODE, "README.md": "# Shop\n\nA package with a lock.\n"}
"""The lock file's own name stands in a text that a person wrote."""


@pytest.fixture(scope="module")
def core_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Mapping[str, str]], LocalCore]]:
    """Return the core on an index of these files, which is made once for all tests and which none changes."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        cores: dict[frozenset[str], LocalCore] = {}

        def core_of(files: Mapping[str, str]) -> LocalCore:
            paths = frozenset(files)
            if paths not in cores:
                folder = tmp_path_factory.mktemp("index")
                cores[paths] = stack.enter_context(core_on(folder, written(folder / "shop", files)))
            return cores[paths]

        yield core_of


def answers(core: LocalCore, query: str, ranking: RankSettings) -> list[tuple[object, ...]]:
    """Return every answer with its scores, best first."""
    return [
        (file.path, file.rank_score, file.keyword, file.semantic, file.structure, file.demotion)
        for file in core.search(SearchQuery(query, ranking, top=50)).files
    ]


@pytest.mark.parametrize("query", ["renew lease version", "version", "book a room", "how long is a lease"])
@pytest.mark.parametrize(
    "ranking",
    [
        RankSettings(),
        RankSettings(mode=Mode.KEYWORD),
        RankSettings(weight=0.9),
    ],
    ids=["both", "words", "meaning"],
)
def test_a_lock_file_moves_no_answer(
    core_of: Callable[[Mapping[str, str]], LocalCore], query: str, ranking: RankSettings
) -> None:
    alone = answers(core_of(CODE), query, ranking)
    beside = answers(core_of({**CODE, "package-lock.json": LOCK}), query, ranking)
    assert [answer for answer in beside if answer[0] != "package-lock.json"] == alone
    assert len(beside) <= len(alone) + 1


@pytest.mark.parametrize("query", ["left-pad", "package-lock", "package-lock.json", '"lease-399"', '"left-pad"'])
def test_a_lock_file_answers_its_name_and_what_stands_in_it_alone(
    core_of: Callable[[Mapping[str, str]], LocalCore], query: str
) -> None:
    hits = answers(core_of({**ENTITLED, "package-lock.json": LOCK}), query, RankSettings())
    assert hits[0][0] == "package-lock.json"
