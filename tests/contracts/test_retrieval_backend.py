"""pipeline-contract, "Retrieval backend abstraction": what every backend keeps, on disk and in memory."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.errors import BadInputError, VectorSearchError
from search.retrieval.conditions import row_filter
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.storage.predicate import passes
from search.types.retrieval import SearchRequest, SearchType
from tests.contracts.samples import FILTERS, HOSTILE, WORDS, IndexOnDisk, card, chunk, corpora, memory_backend
from tests.examples import examples

QUERIES = st.lists(st.sampled_from([*WORDS, *HOSTILE[:6], "unknownword"]), min_size=1, max_size=4).map(" ".join)
TYPES = st.sampled_from(SearchType)
FEW = settings(
    max_examples=examples(12, 40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    index = IndexOnDisk(tmp_path_factory.mktemp("index"))
    yield index
    index.storage.close()


def ask(search_type: SearchType, query: str, top_k: int = 10, **filters: object) -> SearchRequest:
    return SearchRequest(search_type, query, top_k, "shop", "main", filters)


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, TYPES, FILTERS, st.integers(1, 8))
def test_the_index_answers_as_the_oracle_does(disk, chunks, query, search_type, filters, top_k) -> None:
    request = ask(search_type, query, top_k, **filters)
    expected = memory_backend(chunks).search(request).hits
    hits = disk.holding(chunks).search(request).hits
    assert [hit.id for hit in hits] == [hit.id for hit in expected]
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in expected], abs=1e-6)


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, TYPES, FILTERS)
def test_no_hit_and_no_text_breaks_a_filter(disk, chunks, query, search_type, filters) -> None:
    allowed = row_filter({**filters, "repository": "shop", "branch": "main"})
    visible = {item.id for item in chunks if passes(allowed, asdict(item))}
    for backend in (disk.holding(chunks), memory_backend(chunks)):
        hits = backend.search(ask(search_type, query, **filters)).hits
        assert {hit.id for hit in hits} <= visible
        every_id = [item.id for item in chunks] + [item.file_id for item in chunks]
        texts = backend.fetch_texts(ids=every_id, repository="shop", branch="main", retrieval_filters=filters)
        assert set(texts) <= visible | {item.file_id for item in chunks if item.id in visible}


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, TYPES, FILTERS)
def test_what_is_out_of_sight_changes_no_score(disk, chunks, query, search_type, filters) -> None:
    allowed = row_filter({**filters, "repository": "shop", "branch": "main"})
    visible = [item for item in chunks if passes(allowed, asdict(item))]
    request = ask(search_type, query, **{k: v for k, v in filters.items() if k != "doc_type"})
    everything = [
        item
        for item in chunks
        if passes(row_filter({**request.retrieval_filters, "branch": "main"}), asdict(item))
    ]
    assert disk.holding(chunks).search(request).hits == disk.holding(everything).search(request).hits
    assert len(visible) <= len(everything)


@pytest.mark.parametrize("search_type", list(SearchType))
def test_the_same_request_gives_the_same_answer(disk: IndexOnDisk, search_type: SearchType) -> None:
    backend = disk.holding([chunk("a.py", n, " ".join(WORDS[n : n + 3])) for n in range(5)])
    assert len({repr(backend.search(ask(search_type, "lease retry refund")).hits) for _ in range(3)}) == 1


@pytest.mark.parametrize("search_type", list(SearchType))
def test_cards_are_never_hits(disk: IndexOnDisk, search_type: SearchType) -> None:
    item = chunk("a.py", 0, "lease renew")
    for backend in (disk.holding([item, card(item)]), memory_backend([item, card(item)])):
        assert [hit.id for hit in backend.search(ask(search_type, "refund session token lease")).hits] == [item.id]


@pytest.mark.parametrize("search_type", list(SearchType))
def test_another_branch_or_repository_is_out_of_scope(disk: IndexOnDisk, search_type: SearchType) -> None:
    here = chunk("a.py", 0, "lease")
    others = [chunk("b.py", 0, "lease", branch="old"), chunk("c.py", 0, "lease", repository="else")]
    for backend in (disk.holding([here, *others]), memory_backend([here, *others])):
        assert [hit.id for hit in backend.search(ask(search_type, "lease")).hits] == [here.id]


def test_a_hybrid_answer_is_the_fusion_of_two_lists_of_top_k(disk: IndexOnDisk) -> None:
    chunks = [
        chunk("a.py", n, text) for n, text in enumerate(["lease lease", "lease renew", "renew retry", "retry"])
    ]
    for backend in (disk.holding(chunks), memory_backend(chunks)):
        lists = [
            [hit.id for hit in backend.search(ask(kind, "lease renew", 2)).hits]
            for kind in (SearchType.SEMANTIC, SearchType.BM25)
        ]
        expected: dict[str, float] = {}
        for ids in lists:
            for rank, item in enumerate(ids, start=1):
                expected[item] = expected.get(item, 0.0) + 1 / (60 + rank)
        hits = backend.search(ask(SearchType.HYBRID, "lease renew", 2)).hits
        assert len(hits) == 2
        assert all(hit.score == pytest.approx(expected[hit.id]) for hit in hits)


@pytest.mark.parametrize("rrf_k", [1, 60])
@pytest.mark.parametrize("top_k", [1, 2, 3, 4])
def test_a_chunk_that_neither_list_of_top_k_has_is_no_hybrid_hit(
    disk: IndexOnDisk, top_k: int, rrf_k: int
) -> None:
    texts = [" ".join(WORDS[n : n + 2] * (n % 3 + 1) + WORDS[:n]) for n in range(8)]
    chunks = [chunk(f"{9 - n}.py", n, text) for n, text in enumerate(texts)]
    for backend in (disk.holding(chunks), memory_backend(chunks)):
        for query in (WORDS[2], " ".join(WORDS[1:4]), " ".join(WORDS[:6])):
            lists = [
                [hit.id for hit in backend.search(ask(kind, query, top_k)).hits]
                for kind in (SearchType.SEMANTIC, SearchType.BM25)
            ]
            assert max(map(len, lists)) <= top_k
            request = SearchRequest(SearchType.HYBRID, query, top_k, "shop", "main", {}, rrf_k=rrf_k)
            hits = backend.search(request).hits
            expected = _fused(*lists, rrf_k)[:top_k]
            assert [hit.id for hit in hits] == [item for item, _ in expected]
            assert [hit.score for hit in hits] == pytest.approx([score for _, score in expected])


def _fused(semantic: list[str], keyword: list[str], rrf_k: int) -> list[tuple[str, float]]:
    """Return (id, score) by the formula and the tie-breaks of the contract, written out a second time."""
    absent = 1_000

    def position(items: list[str], item: str) -> int:
        return items.index(item) + 1 if item in items else absent

    def key(item: str) -> tuple[float, int, int, str]:
        ranks = position(semantic, item), position(keyword, item)
        return -sum(1 / (rrf_k + rank) for rank in ranks if rank != absent), *ranks, item

    return [(item, -key(item)[0]) for item in sorted({*semantic, *keyword}, key=key)]


def test_texts_come_in_the_order_asked_and_files_with_their_lines(disk: IndexOnDisk) -> None:
    first, second = chunk("a.py", 0, "one"), chunk("a.py", 1, "two")
    for backend in (disk.holding([second, first]), memory_backend([second, first])):
        texts = backend.fetch_texts(
            ids=[second.id, "nothing", first.id, first.file_id],
            repository="shop",
            branch="main",
            retrieval_filters={},
        )
        assert list(texts) == [second.id, first.id, first.file_id]
        assert texts[first.file_id].split("\n")[0] == "one"
        assert texts[first.file_id].split("\n")[10] == "two"
        interleaved = backend.fetch_texts(
            ids=[first.file_id, second.id, first.file_id],
            repository="shop",
            branch="main",
            retrieval_filters={},
        )
        assert list(interleaved) == [first.file_id, second.id]


@pytest.mark.parametrize("hostile", [*HOSTILE, "\ud800"])
def test_hostile_filter_values_find_nothing_and_break_nothing(disk: IndexOnDisk, hostile: str) -> None:
    chunks = [chunk("a.py", 0, "lease", tenant="secret", groups=("board",))]
    for backend in (disk.holding(chunks), memory_backend(chunks)):
        for filters in ({"tenant": hostile}, {"groups": [hostile]}, {"tags": [hostile]}):
            assert backend.search(ask(SearchType.BM25, "lease", **filters)).hits == ()


@pytest.mark.parametrize(
    "filters", [{"owner": "me"}, {"tenant": 3}, {"groups": [1]}, {"tags": {"a": 1}}, {"doc_type": []}]
)
def test_a_filter_that_cannot_be_enforced_is_an_error(disk: IndexOnDisk, filters: dict) -> None:
    for backend in (disk.holding([chunk("a.py", 0, "lease")]), memory_backend([])):
        with pytest.raises(BadInputError, match=str(next(iter(filters)))):
            backend.search(ask(SearchType.BM25, "lease", **filters))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("query", " "),
        ("repository", ""),
        ("branch", ""),
        ("top_k", 0),
        ("top_k", True),
        ("rrf_k", 0),
        ("rrf_k", 1.5),
    ],
)
def test_a_request_names_the_field_that_is_wrong(field: str, value: object) -> None:
    good = {"search_type": SearchType.BM25, "query": "x", "top_k": 1, "repository": "r", "branch": "b"}
    with pytest.raises(BadInputError, match=field):
        SearchRequest(**{**good, field: value})


def test_there_are_three_search_types_and_no_other() -> None:
    assert [kind.value for kind in SearchType] == ["semantic", "bm25", "hybrid"]
    with pytest.raises(BadInputError, match="semantic_rerank"):
        SearchRequest("semantic_rerank", "x", 1, "r", "b")  # type: ignore[arg-type]


def test_meaning_that_is_not_ready_is_the_error_that_may_be_tried_again(disk: IndexOnDisk) -> None:
    disk.holding([chunk("a.py", 0, "lease")])
    corpus = Corpus(disk.storage)
    corpus.load()
    backend = IndexBackend(disk.storage, corpus, lambda: None, disk.storage.graph.nodes_by_id)
    with pytest.raises(VectorSearchError, match="not ready"):
        backend.search(ask(SearchType.SEMANTIC, "lease"))
