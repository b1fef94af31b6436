"""A file that is found by word only takes part in a search by both, and moves nobody else."""

from pathlib import Path

import pytest

from indexer.pipeline.embedding_stage import EmbeddingStage
from search.ranking.explain import explanation
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
        result = core.search(SearchQuery("renew lease", RankSettings(collapse=False)))
        return {file.path: file.semantic for file in result.files}


def test_a_translation_is_found_and_leaves_the_others_as_near_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = meaning(tmp_path / "alone", CODE, monkeypatch)
    beside = meaning(tmp_path / "beside", {**CODE, "lang/de.json": '{"renew lease": "Miete"}\n'}, monkeypatch)
    assert beside.pop("lang/de.json") == 0.0
    assert beside == alone


def test_what_waits_for_its_vectors_stands_by_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    later = written(tmp_path / "later", {"quota.py": "def quota_of_tenant(tenant):\n    return tenant.quota\n"})
    with core_on(tmp_path / "index", written(tmp_path / "shop", CODE)) as core:
        core.index([str(later)], semantic=False)
        ranking = RankSettings(weight=0.9, structure=True)
        first, *others = core.search(SearchQuery("quota before a lease ends", ranking)).files
    assert (first.path, first.unembedded, first.semantic) == ("quota.py", True, 0.0)
    assert [file.unembedded for file in others] == [False] * len(CODE)
    part = {item.name: item for item in explanation(first, ranking).parts}["meaning"]
    assert (part.share, "not read yet" in part.detail) == (pytest.approx(first.parts.meaning), True)


def test_an_edited_file_keeps_its_place_by_meaning_while_its_new_vectors_are_queued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its earlier vectors the file would not be found by meaning at all."""
    monkeypatch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    shop = written(tmp_path / "shop", CODE)
    query = SearchQuery("renew a lease until it ends", RankSettings(weight=1.0, collapse=False))
    with core_on(tmp_path / "index", shop) as core:
        before = [(file.path, file.semantic) for file in core.search(query).files]
        written(shop, {"lease.py": CODE["lease.py"].replace("return", "assert lease\n    return")})
        with monkeypatch.context() as queued:
            queued.setattr(EmbeddingStage, "_fill_all", lambda *_: True)
            core.index([str(shop)])
        meanwhile = core.search(query).files
        assert [(file.path, file.semantic) for file in meanwhile] == before
        assert [file.unembedded for file in meanwhile] == [False] * len(CODE)
        core.index([str(shop)])
        after = {file.path: file.semantic for file in core.search(query).files}
        assert after["lease.py"] != dict(before)["lease.py"]


def test_a_row_of_a_large_table_that_gets_no_vector_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    rows = "".join(f"{number},ordinary remark number {number}\n" for number in range(4_000))
    table = {"people.csv": f"id,remark\n{rows}4000,the zebra has a lease\n"}
    with core_on(tmp_path / "index", written(tmp_path / "shop", {**CODE, **table})) as core:
        files = {file.path: file for file in core.search(SearchQuery("zebra")).files}
    assert files["people.csv"].semantic == 0.0
    assert not files["people.csv"].unembedded
