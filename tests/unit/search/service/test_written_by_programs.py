"""What a program wrote is found beside what people wrote, and moves none of it."""

from pathlib import Path

import pytest

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


def answers(
    folder: Path, files: dict[str, str], patch: pytest.MonkeyPatch, query: str, ranking: RankSettings
) -> list[tuple[object, ...]]:
    """Return every answer with its scores, best first."""
    patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    with core_on(folder / "index", written(folder / "shop", files)) as core:
        result = core.search(SearchQuery(query, ranking, top=50))
    return [
        (file.path, file.rank_score, file.keyword, file.semantic, file.structure, file.demotion)
        for file in result.files
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, ranking: RankSettings
) -> None:
    alone = answers(tmp_path / "alone", CODE, monkeypatch, query, ranking)
    beside = answers(tmp_path / "beside", {**CODE, "package-lock.json": LOCK}, monkeypatch, query, ranking)
    assert [answer for answer in beside if answer[0] != "package-lock.json"] == alone
    assert len(beside) <= len(alone) + 1


@pytest.mark.parametrize("query", ["left-pad", "package-lock", "package-lock.json", '"lease-399"', '"left-pad"'])
def test_a_lock_file_answers_its_name_and_what_stands_in_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    files = {**CODE, "README.md": "# Shop\n\nA package with a lock.\n", "package-lock.json": LOCK}
    hits = answers(tmp_path, files, monkeypatch, query, RankSettings())
    assert hits[0][0] == "package-lock.json"
