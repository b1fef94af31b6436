"""The order of two repositories while the vectors of one of them are missing."""

from pathlib import Path

import pytest

from app.composition import hosted_core
from app.core.local_core import LocalCore
from search.types.query import RankSettings, SearchQuery
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
