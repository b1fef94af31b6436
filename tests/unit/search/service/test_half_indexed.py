"""The order of two repositories while the vectors of one of them are missing."""

from pathlib import Path

import pytest

from app.composition import hosted_core
from app.core.local_core import LocalCore
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import written
from tests.fakes.encoder import BagOfWordsEncoder

QUESTION = "renew the lease before it ends"
BILLING = {
    f"invoice{number}.py": f"def invoice_{number}(order):\n    return order.ends + {number}\n"
    for number in range(6)
}
WORKER = {
    "lease.py": "def renew(lease):\n    # renew the lease before it ends\n    return lease.until\n",
    "queue.py": "def take(queue):\n    return queue.first\n",
    "clock.py": "def ends(lease):\n    return lease.ends\n",
}


def first_three(core: LocalCore, weight: float) -> list[str]:
    ranking = RankSettings(weight=weight, structure=True)
    return [file.path for file in core.search(SearchQuery(QUESTION, ranking)).files[:3]]


def covered_notes(core: LocalCore, narrowed: str = "") -> list[str]:
    notes = core.search(SearchQuery(f"{QUESTION} {narrowed}")).notes
    return [str(note) for note in notes if note.code == "search.meaning_covers"]


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, Path]:
    monkeypatch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
    return tmp_path / "index", written(tmp_path / "billing", BILLING), written(tmp_path / "worker", WORKER)


@pytest.mark.parametrize("weight", [0.3, 0.6, 0.9])
def test_the_answer_is_first_with_none_half_and_all_of_the_vectors(
    two: tuple[Path, Path, Path], weight: float
) -> None:
    index, billing, worker = two
    orders = []
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(billing), str(worker)], semantic=False)
        orders.append(first_three(core, weight))
        for with_vectors in (billing, worker):
            core.index([str(with_vectors)], semantic=True)
            orders.append(first_three(core, weight))
    assert [order[0] for order in orders] == ["lease.py"] * 3
    assert orders[1][:2] == orders[2][:2]


def test_a_note_does_not_say_that_all_has_meaning_while_a_file_waits(two: tuple[Path, Path, Path]) -> None:
    index, billing, _worker = two
    written(
        billing, {f"order{number}.py": f"def order_{number}():\n    return {number}\n" for number in range(244)}
    )
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(billing)])
        assert not covered_notes(core)
        files = core._parts.storage.files
        row = next(iter(files.of_root(core.roots(OWNER)[0].root.id).values()))
        files.set_numbers("meaning", {row.id: False})
        assert 0.995 < core.status(OWNER).ready.semantic < 1.0
        assert covered_notes(core) == ["Meaning covers 99% of the files so far."]


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.SEMANTIC])
def test_an_index_without_files_says_that_and_nothing_of_meaning(
    two: tuple[Path, Path, Path], tmp_path: Path, mode: Mode
) -> None:
    index, _billing, _worker = two
    (tmp_path / "nothing").mkdir()
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        codes = [note.code for note in core.search(SearchQuery(QUESTION, RankSettings(mode=mode))).notes]
        assert codes == ["search.nothing_indexed"]
        core.index([str(tmp_path / "nothing")], semantic=True)
        codes = [note.code for note in core.search(SearchQuery(QUESTION, RankSettings(mode=mode))).notes]
        assert codes == ["search.nothing_indexed"]


def test_a_note_counts_the_files_of_the_repositories_that_are_asked(two: tuple[Path, Path, Path]) -> None:
    index, billing, worker = two
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(worker), str(billing)])
        files = core._parts.storage.files
        roots = {status.root.repository: status.root.id for status in core.roots(OWNER)}
        files.set_numbers(
            "meaning", dict.fromkeys((row.id for row in files.of_root(roots["billing"]).values()), False)
        )
        assert covered_notes(core) == ["Meaning covers 33% of the files so far."]
        assert covered_notes(core, "repo:worker") == []
        assert covered_notes(core, "repo:billing") == ["Meaning covers 0% of the files so far."]
        core.index([str(billing)], semantic=False)
        assert covered_notes(core, "repo:billing") == []
