"""file-ranking: `VectorSearchChunksTool`, `FilesRankFromChunksTool` and `ParentsOfChunksTool`."""

import itertools
import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from search.errors import BadInputError, KnownError, VectorSearchError
from search.tools.files_rank_from_chunks import FilesRankFromChunksInput, FilesRankFromChunksTool
from search.tools.index_chunks import IndexChunks
from search.tools.parents_of_chunks import ParentsOfChunksTool
from search.tools.vector_search_chunks import VectorSearchChunksInput, VectorSearchChunksTool
from search.types.filters import Access, RowFilter
from search.types.retrieval import RetrievedChunk
from tests.contracts.samples import IndexOnDisk, card, chunk
from tests.fakes.encoder import BagOfWordsEncoder

SCORES = st.floats(0.0, 1.0)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    first = chunk("a.py", 0, "lease renew worker")
    disk.holding(
        [
            first,
            card(first),
            chunk("a.py", 1, "retry backoff"),
            chunk("docs/b.md", 0, "lease guide", doc_type="guide"),
            chunk("secret.py", 0, "lease renew worker", groups=("staff",)),
        ]
    )
    yield disk
    disk.storage.close()


@pytest.fixture
def tool(index: IndexOnDisk) -> VectorSearchChunksTool:
    return VectorSearchChunksTool({"shop": IndexChunks(index.storage, BagOfWordsEncoder)})


def chunks_input(**changed: object) -> VectorSearchChunksInput:
    return VectorSearchChunksInput(**{"query_text": "lease renew", "collection": "shop", "top_k": 3, **changed})  # type: ignore[arg-type]


def hit(file: str, number: int, score: float) -> RetrievedChunk:
    return RetrievedChunk(f"{file}#{number}", "", score, f"file:{file}", f"{file}.py", "node")


def ranked(chunks, method="max", top_n=10, temperature=None):
    return FilesRankFromChunksTool().run(FilesRankFromChunksInput(chunks, method, top_n, temperature))


@pytest.mark.parametrize("field", ["query_text", "collection"])
@pytest.mark.parametrize("value", ["", "  ", None, 3])
def test_a_missing_text_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(BadInputError, match=field):
        chunks_input(**{field: value})


@pytest.mark.parametrize("value", [0, -1, 1.5, "3", True, None])
def test_a_top_k_that_is_no_whole_number_from_1_is_refused(value: object) -> None:
    with pytest.raises(BadInputError, match=f"top_k is {value!r}"):
        chunks_input(top_k=value)


def test_top_k_has_no_hidden_default() -> None:
    with pytest.raises(TypeError):
        VectorSearchChunksInput("lease", "shop")  # type: ignore[call-arg]


def test_the_nearest_chunks_come_best_first_with_all_their_parents(tool) -> None:
    output = tool.run(chunks_input(filters={"groups": []}))
    assert [item.path for item in output.chunks] == ["a.py", "docs/b.md", "a.py"]
    assert [item.score for item in output.chunks] == sorted((item.score for item in output.chunks), reverse=True)
    first = output.chunks[0]
    assert (first.parent_file_id, first.node_id) == ("shop@main:file:a.py", "shop@main:py:a.py:0")
    assert first.text == "lease renew worker"


def test_the_used_top_k_is_told_and_kept(tool) -> None:
    output = tool.run(chunks_input(top_k=2))
    assert (output.used_top_k, len(output.chunks)) == (2, 2)
    output = tool.run(chunks_input(top_k=50))
    assert output.used_top_k == 50 > len(output.chunks)


def test_scores_are_cosines_clipped_to_0_and_1(tool) -> None:
    output = tool.run(chunks_input(query_text="lease renew worker", top_k=4))
    assert output.chunks[0].score == pytest.approx(1.0, abs=1e-3)
    assert all(0.0 <= item.score <= 1.0 for item in output.chunks)


def test_a_card_is_no_chunk(tool) -> None:
    output = tool.run(chunks_input(query_text="lease renew retry backoff invoice refund session token", top_k=10))
    assert len(output.chunks) == 4
    assert not any("card" in item.chunk_id for item in output.chunks)


@pytest.mark.parametrize(
    ("filters", "paths"),
    [
        ({"doc_type": "guide"}, {"docs/b.md"}),
        ({"doc_type": ["guide"], "groups": []}, {"docs/b.md"}),
        ({"groups": []}, {"a.py", "docs/b.md"}),
        ({"groups": ["staff"]}, {"a.py", "docs/b.md", "secret.py"}),
        ({"tenant": "other"}, set()),
        ({"path": "docs"}, {"docs/b.md"}),
    ],
)
def test_filters_hold_before_the_limit(tool, filters: dict, paths: set[str]) -> None:
    assert {item.path for item in tool.run(chunks_input(filters=filters, top_k=10)).chunks} == paths
    for nearest in ("lease renew worker", "invoice refund", "session token"):
        chunks = tool.run(chunks_input(query_text=nearest, filters=filters, top_k=1)).chunks
        assert len(chunks) == min(1, len(paths))


def test_an_unknown_filter_is_refused_by_name(tool) -> None:
    with pytest.raises(BadInputError, match="owner"):
        tool.run(chunks_input(filters={"owner": "me"}))


def test_an_unknown_collection_is_refused_and_the_known_ones_are_named(tool) -> None:
    with pytest.raises(BadInputError, match="collection is 'else'") as caught:
        tool.run(chunks_input(collection="else"))
    assert "shop" in str(caught.value.remedy)


def test_a_failed_retrieval_is_told_and_not_tried_again(index: IndexOnDisk) -> None:
    times = itertools.count()

    def encoder():
        next(times)

    with pytest.raises(VectorSearchError, match="not ready"):
        VectorSearchChunksTool({"shop": IndexChunks(index.storage, encoder)}).run(chunks_input())
    assert next(times) == 1


def test_the_log_holds_counts_and_names_and_never_the_query_or_a_value(tool) -> None:
    with capture_logs() as lines:
        tool.run(chunks_input(query_text="lease of Mrs Smith", filters={"groups": ["staff"]}))
    assert [line["event"] for line in lines] == ["vector search started", "vector search done"]
    assert all((line["collection"], line["top_k"], line["filters"]) == ("shop", 3, ["groups"]) for line in lines)
    assert "Smith" not in repr(lines)
    assert "staff" not in repr(lines)


@pytest.mark.parametrize("wrong", [{"collection": "else"}, {"filters": {"owner": "x"}}])
def test_a_failure_is_logged_with_its_reason(tool, wrong: dict) -> None:
    with capture_logs() as lines, pytest.raises(KnownError):
        tool.run(chunks_input(**wrong))
    assert lines[-1]["log_level"] == "error"
    assert lines[-1]["reason"]


def test_a_failed_retrieval_is_logged_with_its_reason(index: IndexOnDisk) -> None:
    tool = VectorSearchChunksTool({"shop": IndexChunks(index.storage, lambda: None)})
    with capture_logs() as lines, pytest.raises(VectorSearchError):
        tool.run(chunks_input(query_text="lease of Mrs Smith"))
    assert (lines[-1]["log_level"], lines[-1]["reason"]) == ("error", "tools.meaning_not_ready")
    assert (lines[-1]["collection"], lines[-1]["top_k"]) == ("shop", 3)
    assert "Smith" not in repr(lines)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"query_text": ""}, "value.empty_text"),
        ({"collection": ""}, "value.empty_text"),
        ({"top_k": 0}, "value.not_from_one"),
    ],
)
def test_a_refused_vector_search_is_logged_with_its_reason(wrong: dict, reason: str) -> None:
    with capture_logs() as lines, pytest.raises(BadInputError):
        chunks_input(**wrong)
    assert (lines[-1]["log_level"], lines[-1]["reason"]) == ("error", reason)
    assert {"collection", "top_k"} <= lines[-1].keys()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"method": "median"}, "tools.unknown_method"),
        ({"top_n": 0}, "value.not_from_one"),
        ({"method": "softmax_attn", "temperature": -1.0}, "tools.bad_temperature"),
    ],
)
def test_a_refused_ranking_is_logged_with_its_reason(wrong: dict, reason: str) -> None:
    with capture_logs() as lines, pytest.raises(BadInputError):
        FilesRankFromChunksInput(**{"chunks": (), "method": "max", "top_n": 1, **wrong})
    assert (lines[-1]["log_level"], lines[-1]["reason"]) == ("error", reason)
    assert {"method", "top_n", "temperature"} <= lines[-1].keys()


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_finite_number_is_refused(score: float) -> None:
    with pytest.raises(BadInputError, match="score of chunk 'a'"):
        FilesRankFromChunksInput((RetrievedChunk("a", "", score, "f"),), "max", 1)


def test_parents_are_looked_up_for_chunks_that_came_without_them(index: IndexOnDisk) -> None:
    lookup = ParentsOfChunksTool(IndexChunks(index.storage, BagOfWordsEncoder), RowFilter())
    bare = [RetrievedChunk(item, "", 0.5) for item in ("shop@main:chunk:a.py#part/1", "nothing", "nothing")]
    output = lookup.run(bare)
    [item] = output.chunks
    assert (item.parent_file_id, item.path) == ("shop@main:file:a.py", "a.py")
    assert item.node_id == "shop@main:py:a.py:1"
    assert output.unknown == ("nothing",)


def test_the_parents_of_a_forbidden_chunk_are_unknown(index: IndexOnDisk) -> None:
    visibility = Access(groups=()).row_filter()
    lookup = ParentsOfChunksTool(IndexChunks(index.storage, BagOfWordsEncoder), visibility)
    output = lookup.run([RetrievedChunk("shop@main:chunk:secret.py#part/0", "", 0.5)])
    assert (output.chunks, output.unknown) == ((), ("shop@main:chunk:secret.py#part/0",))


def test_a_chunk_without_an_identifier_has_no_parents(index: IndexOnDisk) -> None:
    with pytest.raises(BadInputError, match="chunk_id is empty"):
        ParentsOfChunksTool(IndexChunks(index.storage, BagOfWordsEncoder), RowFilter()).run(
            [RetrievedChunk("", "", 1.0)]
        )


def test_a_chunk_without_a_file_is_sent_to_the_parents_tool() -> None:
    with pytest.raises(BadInputError, match="parent_file_id") as caught:
        FilesRankFromChunksInput([RetrievedChunk("c", "", 1.0)], "max", 1)
    assert "ParentsOfChunksTool" in str(caught.value.remedy)


@pytest.mark.parametrize("method", ["", "sum", "MAX", "softmax"])
def test_an_unknown_method_is_refused_and_the_known_ones_are_named(method: str) -> None:
    with pytest.raises(BadInputError, match="method") as caught:
        ranked([], method)
    assert "max, mean, softmax_attn" in str(caught.value.remedy)


@pytest.mark.parametrize("temperature", [None, 0, -1.0, math.inf, math.nan, True, "1"])
def test_attention_needs_a_temperature_above_0(temperature: object) -> None:
    with pytest.raises(BadInputError, match="temperature"):
        ranked([], "softmax_attn", temperature=temperature)


@pytest.mark.parametrize("method", ["max", "mean"])
def test_the_other_methods_need_no_temperature(method: str) -> None:
    assert ranked([hit("a", 0, 0.5)], method).files[0].score == 0.5


@pytest.mark.parametrize("top_n", [0, -3, 1.0, True, None])
def test_a_top_n_that_is_no_whole_number_from_1_is_refused(top_n: object) -> None:
    with pytest.raises(BadInputError, match="top_n"):
        ranked([], top_n=top_n)


@pytest.mark.parametrize("method", ["max", "mean", "softmax_attn"])
def test_no_chunks_give_no_files(method: str) -> None:
    output = ranked([], method, temperature=1.0)
    assert (output.files, output.method) == ((), method)


CHUNKS = [hit("a", 0, 0.9), hit("a", 1, 0.1), hit("b", 0, 0.6), hit("b", 1, 0.5)]


def test_max_takes_the_best_chunk_of_a_file() -> None:
    assert [(file.path, file.score) for file in ranked(CHUNKS, "max").files] == [("a.py", 0.9), ("b.py", 0.6)]


def test_mean_takes_the_mean_of_all_chunks_of_a_file() -> None:
    files = ranked(CHUNKS, "mean").files
    assert [file.path for file in files] == ["b.py", "a.py"]
    assert [file.score for file in files] == pytest.approx([0.55, 0.5])
    [three] = ranked([hit("a", 0, 0.9), hit("a", 1, 0.2), hit("a", 2, 0.1)], "mean").files
    assert three.score == pytest.approx(0.4)


def test_attention_weighs_scores_by_their_softmax() -> None:
    expected = (0.9 * math.exp(0.9 / 0.5) + 0.1 * math.exp(0.1 / 0.5)) / (
        math.exp(0.9 / 0.5) + math.exp(0.1 / 0.5)
    )
    files = {file.path: file.score for file in ranked(CHUNKS, "softmax_attn", temperature=0.5).files}
    assert files["a.py"] == pytest.approx(expected)


@given(st.lists(SCORES, min_size=1, max_size=6), st.floats(1e-6, 1e3))
def test_attention_lies_between_the_least_and_the_largest_score_at_any_temperature(scores, temperature) -> None:
    chunks = [hit("a", n, score) for n, score in enumerate(scores)]
    score = ranked(chunks, "softmax_attn", temperature=temperature).files[0].score
    assert min(scores) - 1e-12 <= score <= max(scores) + 1e-12


def test_a_small_temperature_does_not_overflow_and_gives_the_best_score() -> None:
    assert ranked(CHUNKS, "softmax_attn", temperature=1e-300).files[0].score == 0.9


def test_a_large_temperature_gives_the_mean() -> None:
    files = {file.path: file.score for file in ranked(CHUNKS, "softmax_attn", temperature=1e9).files}
    assert files["a.py"] == pytest.approx(0.5)


def test_equal_scores_are_ordered_by_file_id() -> None:
    files = ranked([hit(name, 0, 0.5) for name in "cab"]).files
    assert [file.file_id for file in files] == ["file:a", "file:b", "file:c"]


@given(st.permutations(CHUNKS), st.sampled_from(["max", "mean", "softmax_attn"]))
def test_the_order_of_the_chunks_does_not_matter(chunks, method) -> None:
    assert ranked(chunks, method, temperature=0.3) == ranked(CHUNKS, method, temperature=0.3)


@pytest.mark.parametrize("method", ["max", "mean", "softmax_attn"])
def test_a_chunk_that_is_given_twice_counts_once(method: str) -> None:
    twice = ranked([*CHUNKS, *CHUNKS], method, temperature=0.3)
    assert twice == ranked(CHUNKS, method, temperature=0.3)


def test_of_a_chunk_given_with_two_scores_the_better_one_counts() -> None:
    files = ranked([hit("a", 0, 0.2), hit("a", 0, 0.8)], "mean").files
    assert [(file.score, file.supporting_chunks) for file in files] == [(0.8, ("a#0",))]


def test_supporting_chunks_come_best_first_ties_by_id() -> None:
    files = ranked([hit("a", 2, 0.1), hit("a", 1, 0.1), hit("a", 0, 0.9)]).files
    assert files[0].supporting_chunks == ("a#0", "a#1", "a#2")


def test_the_best_top_n_files_are_returned() -> None:
    assert [file.path for file in ranked(CHUNKS, top_n=1).files] == ["a.py"]


def test_ranking_logs_method_and_counts() -> None:
    with capture_logs() as lines:
        ranked(CHUNKS, "mean", top_n=5)
    assert lines == [
        {"event": "files ranked", "log_level": "info", "method": "mean", "chunks": 4, "files": 2, "top_n": 5}
    ]


def test_the_two_tools_fit_together(tool) -> None:
    chunks = tool.run(chunks_input(top_k=10, filters={"groups": []})).chunks
    assert [file.path for file in ranked(chunks).files] == ["a.py", "docs/b.md"]
