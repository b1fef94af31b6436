"""A document that answers leads to the code that it names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.service.search_service import SearchService, Surroundings
from search.types.filters import Access
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit, Ready
from tests.contracts.samples import IndexOnDisk, chunk, records
from tests.fakes.encoder import BagOfWordsEncoder

GUIDE = "guide.md"
DEFINED = {"alpha.py": ("alpha_turns",), "omega.py": ("omega_turns",)}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchService]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    told = chunk(GUIDE, 0, "wheel stopped: omega_turns")
    far = chunk("far.py", 0, "zebra crossing")
    every = [told, far, *(chunk(path, 0, "a wheel") for path in DEFINED)]
    disk.holding(every)
    disk.storage.files.upsert([replace(row, definitions=DEFINED.get(row.path, ())) for row in records(every)])
    corpus = Corpus(disk.storage)
    corpus.load()
    around = Surroundings(lambda: Ready(1.0, 1.0, 1.0, 1.0), lambda *_: False)
    yield SearchService(disk.storage, corpus, Retriever(corpus, disk.storage.chunks, BagOfWordsEncoder), around)
    disk.storage.close()


def found(service: SearchService, **settings: object) -> dict[str, FileHit]:
    asked = SearchQuery("wheel stopped", RankSettings(**settings), access=Access(tenant="local"))
    return {hit.path: hit for hit in service.search(asked).files}


@pytest.mark.parametrize("mode", Mode)
def test_the_file_that_defines_what_the_best_document_names_stands_before_its_equal(
    service: SearchService, mode: Mode
) -> None:
    hits = found(service, mode=mode)
    assert hits["omega.py"].score > hits["alpha.py"].score
    told = [(signal.name, signal.detail) for signal in hits["omega.py"].why.signals]
    assert ("mentioned", "omega_turns") in told
    assert all(signal.name != "mentioned" for signal in hits["alpha.py"].why.signals)


def test_without_structure_no_name_counts(service: SearchService) -> None:
    hits = found(service, structure=False)
    assert hits["omega.py"].score == hits["alpha.py"].score
