"""A document that answers leads to the code that it names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from search.retrieval.corpus import Corpus
from search.service.search_service import SearchService
from search.types.filters import Access
from search.types.ids import ChunkId
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.samples import IndexOnDisk, chunk, records
from tests.contracts.service_parts import service_over

GUIDE = "guide.md"
DEFINED = {"alpha.py": ("alpha_turns",), "omega.py": ("omega_turns",)}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchService]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    described = chunk(GUIDE, 0, "wheel stopped: omega_turns")
    far = chunk("far.py", 0, "zebra crossing")
    every = [described, far, *(chunk(path, 0, "a wheel") for path in DEFINED)]
    disk.holding(every)
    disk.storage.files.upsert([replace(row, definitions=DEFINED.get(row.path, ())) for row in records(every)])
    corpus = Corpus(disk.storage)
    corpus.load()
    yield service_over(disk, corpus)
    disk.storage.close()


def hits_by_path(service: SearchService, **settings: object) -> dict[str, FileHit]:
    query = SearchQuery("wheel stopped", RankSettings(**settings), access=Access(tenant="local"))
    return {hit.path: hit for hit in service.search(query).files}


@pytest.mark.parametrize("mode", Mode)
def test_the_file_that_defines_what_the_best_document_names_stands_before_its_equal(
    service: SearchService, mode: Mode
) -> None:
    hits = hits_by_path(service, mode=mode)
    assert hits["omega.py"].rank_score > hits["alpha.py"].rank_score
    signals = [(signal.name, signal.detail) for signal in hits["omega.py"].why.signals]
    assert ("mentioned", "omega_turns") in signals
    assert all(signal.name != "mentioned" for signal in hits["alpha.py"].why.signals)


def test_without_structure_no_name_counts(service: SearchService) -> None:
    hits = hits_by_path(service, structure=False)
    assert hits["omega.py"].rank_score == hits["alpha.py"].rank_score


def test_what_is_read_while_words_are_encoded_changes_no_answer(
    service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = SearchQuery("wheel stopped", RankSettings(mode=Mode.HYBRID))
    ahead: list[ChunkId] = []
    read_ahead = service._ranking._scoring.mentions.read_ahead
    monkeypatch.setattr(
        service._ranking._scoring.mentions, "read_ahead", lambda chunks: ahead.extend(chunks) or read_ahead(chunks)
    )
    first = service.search(query).files
    monkeypatch.setattr(service._ranking._scoring.mentions, "read_ahead", lambda _: None)
    assert service.search(query).files == first
    assert {chunk.rpartition("#")[0] for chunk in ahead} == {
        f"shop@main:chunk:{path}" for path in (GUIDE, *DEFINED)
    }


def test_nothing_is_read_ahead_for_who_does_not_see_all(
    service: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead: list[ChunkId] = []
    monkeypatch.setattr(service._ranking._scoring.mentions, "read_ahead", ahead.extend)
    assert hits_by_path(service, mode=Mode.HYBRID)
    assert ahead == []
    service.search(SearchQuery("wheel stopped"))
    assert ahead
