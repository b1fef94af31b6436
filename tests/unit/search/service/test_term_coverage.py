"""A file with all words of the question in several chunks outranks one with only some of them."""

from pathlib import Path

import pytest

from search.retrieval.corpus import Corpus
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.samples import IndexOnDisk, chunk, records
from tests.contracts.service_parts import service_over

SPREAD, ONE, REST = "spread.py", "once.py", "rest.py"


@pytest.fixture
def disk(tmp_path: Path):
    disk = IndexOnDisk(tmp_path / "index")
    every = [
        chunk(SPREAD, 0, "the brake"),
        chunk(SPREAD, 1, "a wheel"),
        chunk(ONE, 0, "the brake"),
        chunk(ONE, 1, "a brake"),
        *(chunk(REST, number, f"nothing of it {number}") for number in range(6)),
    ]
    disk.holding(every)
    disk.storage.files.upsert(records(every))
    yield disk
    disk.storage.close()


def hits_by_path(disk: IndexOnDisk, **settings: object) -> dict[str, FileHit]:
    corpus = Corpus(disk.storage)
    corpus.load()
    service = service_over(disk, corpus)
    query = SearchQuery("brake wheel", RankSettings(**settings))
    return {hit.path: hit for hit in service.search(query).files}


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD])
def test_it_signal_is_relative_to_the_best_file(disk: IndexOnDisk, mode: Mode) -> None:
    hits = hits_by_path(disk, mode=mode)
    shares = {
        path: {signal.name: signal.value for signal in hit.why.signals}.get("terms_held", 0.0)
        for path, hit in hits.items()
    }
    assert shares[SPREAD] == pytest.approx(1.0)
    assert 0.0 < shares[ONE] < 1.0
    assert shares.get(REST, 0.0) == 0.0
    assert hits[SPREAD].rank_score > hits[ONE].rank_score
