"""A file that is found by word only takes part in a search by both, and moves nobody else."""

from pathlib import Path

import pytest

from search.types.query import RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written
from tests.fakes.encoder import BagOfWordsEncoder

CODE = {
    "lease.py": "def renew(lease):\n    return lease.until\n",
    "hotel.py": "def book(room, lease):\n    return room\n",
    "guide.md": "# Leases\n\nHow to renew a lease before it ends.\n",
}


def meaning(folder: Path, files: dict[str, str], patch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return how near in meaning each file is to a question, by path."""
    patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    with core_on(folder / "index", written(folder / "shop", files)) as core:
        found = core.search(SearchQuery("renew lease", RankSettings(collapse=False)))
        return {file.path: file.semantic for file in found.files}


def test_a_translation_is_found_and_leaves_the_others_as_near_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = meaning(tmp_path / "alone", CODE, monkeypatch)
    beside = meaning(tmp_path / "beside", {**CODE, "lang/de.json": '{"renew lease": "Miete"}\n'}, monkeypatch)
    assert beside.pop("lang/de.json") == min(alone.values())
    assert beside == alone
