"""The reader in an answer: what is read, what is not, and what happens when reading is slow or outdated."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from search.errors import ModelError
from search.messages import Message
from search.ranking.rerank import rerank
from search.service.reader_stage import LIMIT_S, REST_S, SLOW_IN_A_ROW, ReaderStage, shifted, with_documents
from search.service.search_service import SearchService
from search.types.filters import Access, RowFilter
from search.types.ids import ChunkId
from search.types.query import Mode, RankSettings, Rerank, SearchQuery
from search.types.results import SearchResult
from tests.contracts.samples import IndexOnDisk, chunk
from tests.contracts.service_parts import service_on
from tests.fakes.reader import WordReader

QUESTION = "where is the lease renewed"
GUIDE = "guide of leases renewed until another holds it"
CHUNKS = [
    chunk("a.py", 0, "lease lease lease lease"),
    chunk("b.py", 0, "retry the lease until it is renewed where another holds it"),
    *(chunk(f"n{n}.py", 0, f"invoice refund session number{n} lease") for n in range(6)),
]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    index = IndexOnDisk(tmp_path_factory.mktemp("index"))
    yield index
    index.storage.close()


def answer_to(service: SearchService, text: str = QUESTION, **changed: object) -> SearchResult:
    ranking = RankSettings(**changed.pop("ranking", {}))  # type: ignore[arg-type]
    return service.search(SearchQuery(text, ranking, **changed))  # type: ignore[arg-type]


def paths(result: SearchResult) -> list[str]:
    return [file.path for file in result.files]


def test_the_first_files_are_read_and_their_parts_have_the_readers(disk: IndexOnDisk) -> None:
    reader = WordReader(weight=0.9)
    result = answer_to(service_on(disk, CHUNKS, reader=reader))
    assert result.files[0].path == "b.py"
    assert result.reranking_applied
    assert result.reader_share == 0.9
    assert result.reading.code == "reader.read"
    assert reader.questions == [QUESTION]
    for file in result.files:
        assert file.rank_score == file.parts.total
        assert file.parts.reader == pytest.approx(0.9 * (file.reranked or 0.0), abs=1e-9)
    assert [file.rank_score for file in result.files] == sorted(
        (file.rank_score for file in result.files), reverse=True
    )


def test_a_passage_has_path_and_text(disk: IndexOnDisk) -> None:
    reader = WordReader()
    answer_to(service_on(disk, CHUNKS, reader=reader))
    assert next(text for text in reader.passages if text.startswith("b.py\n")).endswith("where another holds it")


def test_as_many_files_and_chunks_are_read_as_the_reader_wants(disk: IndexOnDisk) -> None:
    chunks = [*CHUNKS, *(chunk("b.py", n, f"lease renewed again{n}") for n in range(1, 5))]
    reader = WordReader(files=3, chunks=1)
    result = answer_to(service_on(disk, chunks, reader=reader))
    assert len(reader.passages) == 3
    assert sum(file.reranked is not None for file in result.files) == 3
    assert {file.path for file in result.files[:3]} == {
        file.path for file in result.files if file.reranked is not None
    }


def test_the_slider_blends_from_memory(disk: IndexOnDisk) -> None:
    service = service_on(disk, CHUNKS, reader=WordReader(files=4))
    result = answer_to(service, top=50, all_candidates=True)
    assert [hit.file_id for hit in rerank(result, result.ranking)] == [hit.file_id for hit in result.files]
    unread = answer_to(service, ranking={"rerank": Rerank.NONE}, top=50)
    back = rerank(result, RankSettings(rerank=Rerank.NONE))
    assert [(hit.path, hit.rank_score) for hit in back] == [(hit.path, hit.rank_score) for hit in unread.files]


@pytest.mark.parametrize(
    ("text", "changed", "code"),
    [
        (QUESTION, {"ranking": {"rerank": Rerank.NONE}}, ""),
        (QUESTION, {"ranking": {"mode": Mode.KEYWORD}}, "reader.not_for_this"),
        (QUESTION, {"ranking": {"mode": Mode.SEMANTIC}}, "reader.not_for_this"),
        (QUESTION, {"ranking": {"structure": False}}, "reader.not_for_this"),
        (QUESTION, {"ranking": {"weight": 0.0}}, "reader.not_for_this"),
        ("", {"like_text": "lease renewed"}, "reader.not_for_this"),
        ("n1.py", {}, "reader.exact"),
        ("renewLease", {}, "reader.exact"),
        ("how leases are renewed", {}, "reader.heading"),
        ("lease renewal of workers", {}, "reader.heading"),
        ("where is the handler that renewed a lease", {}, "reader.heading"),
        ("ext:py", {}, ""),
        (QUESTION, {"reads_later": True}, "reader.later"),
    ],
)
def test_what_is_not_read_and_why(disk: IndexOnDisk, text: str, changed: dict, code: str) -> None:
    reader = WordReader()
    result = answer_to(service_on(disk, CHUNKS, reader=reader), text, **changed)
    assert reader.passages == []
    assert (result.reading.code, result.reranking_applied, result.reader_share) == (code, False, 0.0)
    assert all(file.reranked is None for file in result.files)


@pytest.mark.parametrize(
    "text", ["w", "lease", "Größe der lease", "更新 リース lease", "تجديد lease", "🛒 🛒 lease", "lease " * 5_000]
)
def test_odd_questions_are_answered(disk: IndexOnDisk, text: str) -> None:
    assert answer_to(service_on(disk, CHUNKS, reader=WordReader()), text).files


def test_without_weights_the_answer_is_the_first_list_and_no_note_says_so(disk: IndexOnDisk) -> None:
    without = answer_to(service_on(disk, CHUNKS))
    none = answer_to(service_on(disk, CHUNKS), ranking={"rerank": Rerank.NONE})
    assert without.files == none.files
    assert without.reading.code == "reader.no_weights"
    assert without.notes == none.notes


def test_weights_that_cannot_be_used_are_one_note_and_the_answer_comes(disk: IndexOnDisk) -> None:
    reader = WordReader()
    reader.trouble = Message("reader.unusable", reason="x is damaged", hint="Install Dowse again.")
    result = answer_to(service_on(disk, CHUNKS, reader=reader))
    assert result.files
    assert [note.code for note in result.notes] == ["reader.unusable"]


def test_a_reader_that_fails_is_one_note_and_the_answer_comes(disk: IndexOnDisk, monkeypatch) -> None:
    def fails(*_arguments: object) -> list[float]:
        raise ModelError("reader.failed", reason="no such kernel")

    reader = WordReader()
    monkeypatch.setattr(reader, "scores", fails)
    result = answer_to(service_on(disk, CHUNKS, reader=reader))
    assert result.files
    assert not result.reranking_applied
    assert (result.reading.code, result.notes) == ("reader.unusable", (result.reading,))
    assert "no such kernel" in str(result.reading)


def test_what_the_asker_may_not_see_is_not_read(disk: IndexOnDisk) -> None:
    chunks = [*CHUNKS, chunk("secret.py", 0, "lease renewed secret", tenant="other")]
    reader = WordReader()
    service = service_on(disk, chunks, reader=reader)
    service.search(SearchQuery(QUESTION, access=Access(tenant="mine")))
    assert not any("secret" in passage for passage in reader.passages)


def test_what_the_asker_may_no_longer_see_is_not_read(disk: IndexOnDisk) -> None:
    """A rule may come into force between the search and the reading."""
    mine = [replace(each, tenant="mine") for each in CHUNKS]
    reader = WordReader()
    service = service_on(disk, mine, reader=reader)
    stage = service._ranking._reader

    class Changing:
        def of(self, ids: Sequence[ChunkId], visible: RowFilter) -> Mapping[ChunkId, object]:
            disk.holding([replace(each, tenant="other") for each in mine])
            return stage._rows.of(ids, visible)

    service._ranking._reader = ReaderStage(Changing(), reader)
    result = service.search(SearchQuery(QUESTION, access=Access(tenant="mine")))
    assert result.total_files
    assert reader.passages == []


# Slow readings, and those that nobody waits for


def slow(reader: WordReader, service: SearchService, seconds: float) -> list[float]:
    """Make each reading take so long by the clock of the service; return that clock."""
    now = [0.0]
    stage = service._ranking._reader
    service._ranking._reader = ReaderStage(stage._rows, reader, lambda: now[0])

    def pass_time() -> None:
        now[0] += seconds

    reader.before_reading = pass_time
    return now


def test_a_reading_that_takes_too_long_is_given_up_and_the_answer_says_so(disk: IndexOnDisk) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    slow(reader, service, LIMIT_S + 0.1)
    result = answer_to(service)
    assert (result.reading.code, [note.code for note in result.notes]) == ("reader.too_slow", ["reader.too_slow"])
    assert result.files
    assert not result.reranking_applied


def test_reading_rests_after_two_slow_ones_and_begins_again(disk: IndexOnDisk) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    now = slow(reader, service, LIMIT_S + 0.1)
    codes = [answer_to(service).reading.code for _ in range(SLOW_IN_A_ROW + 2)]
    assert codes == ["reader.too_slow", "reader.rests", "reader.rests", "reader.rests"]
    assert len(reader.questions) == SLOW_IN_A_ROW
    now[0] += REST_S
    reader.before_reading = lambda: None
    assert answer_to(service).reading.code == "reader.read"


def test_a_slow_reading_between_quick_ones_is_no_reason_to_rest(disk: IndexOnDisk) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    slow(reader, service, LIMIT_S + 0.1)
    wait = reader.before_reading
    codes = []
    for before in (wait, lambda: None, wait, lambda: None):
        reader.before_reading = before
        codes.append(answer_to(service).reading.code)
    assert codes == ["reader.too_slow", "reader.read"] * 2


def test_readings_that_waited_for_another_one_are_no_reason_to_rest(disk: IndexOnDisk) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    slow(reader, service, LIMIT_S + 0.1)
    wait, codes = reader.before_reading, []

    def others_ask() -> None:
        reader.before_reading = wait
        codes.extend(answer_to(service).reading.code for _ in range(SLOW_IN_A_ROW + 1))
        reader.before_reading = lambda: None

    reader.before_reading = others_ask
    assert answer_to(service).reading.code == "reader.too_slow"
    assert codes == ["reader.too_slow"] * (SLOW_IN_A_ROW + 1)
    assert answer_to(service).reading.code == "reader.read"


def test_a_newer_question_of_the_series_stops_the_reading_for_an_older_one(disk: IndexOnDisk) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    reader.before_reading = lambda: answer_to(service, "lease", series="window 1", ranking={"rerank": Rerank.NONE})
    result = answer_to(service, series="window 1")
    assert (result.reading.code, result.notes) == ("reader.outdated", ())
    assert result.files


@pytest.mark.parametrize("series", ["", "window 2"])
def test_questions_of_others_do_not_stop_it(disk: IndexOnDisk, series: str) -> None:
    reader = WordReader()
    service = service_on(disk, CHUNKS, reader=reader)
    reader.before_reading = lambda: answer_to(service, "lease", series=series, ranking={"rerank": Rerank.NONE})
    assert answer_to(service, series="window 1").reading.code == "reader.read"


def test_a_file_that_was_read_keeps_its_score_among_all_candidates(disk: IndexOnDisk) -> None:
    result = answer_to(service_on(disk, CHUNKS, reader=WordReader(files=8)), top=2, all_candidates=True)
    assert all(file.reranked is not None for file in result.files if file.rank)
    assert structs.astuple(result.files[-1].parts)[-1] == result.files[-1].parts.reader


def test_an_offset_moves_a_score_along_the_logistic_curve() -> None:
    assert [shifted(score, 0.0) for score in (0.0, 0.3, 1.0)] == [0.0, pytest.approx(0.3), 1.0]
    assert shifted(0.5, math.log(3.0)) == pytest.approx(0.75)
    assert shifted(0.0, 5.0) == 0.0
    assert shifted(1.0, -5.0) == 1.0


def test_a_document_gains_what_the_weights_say() -> None:
    for keeps_them in (False, True):
        assert with_documents([0.2, 0.5], [False, True], math.log(3.0), keeps_them=keeps_them) == [
            0.2,
            pytest.approx(0.75),
        ]
    assert with_documents([0.1, 0.8, 0.3], [True, False, False], 0.0, keeps_them=True) == [0.8, 0.8, 0.3]
    assert with_documents([0.8, 0.1, 0.3], [False, True, False], 0.0, keeps_them=True) == [0.8, 0.3, 0.3]
    assert with_documents([0.1, 0.8], [True, False], 0.0, keeps_them=False) == [pytest.approx(0.1), 0.8]
    assert with_documents([0.1, 0.3], [True, True], 0.0, keeps_them=True) == pytest.approx([0.1, 0.3])
    assert with_documents([], [], 1.0, keeps_them=True) == []


def test_a_document_gains_in_an_answer_what_the_weights_say(disk: IndexOnDisk) -> None:
    scores = []
    for documents in (0.0, 2.0):
        reader = WordReader()
        reader.info = replace(reader.info, documents=documents)
        guide = chunk("guide.md", 0, "the lease is explained here", flags=("document",))
        result = answer_to(service_on(disk, [*CHUNKS, guide], reader=reader), "fix the lease that is renewed")
        scores.append({file.path: file.reranked for file in result.files})
    assert scores[1]["guide.md"] == pytest.approx(shifted(scores[0]["guide.md"] or 0.0, 2.0))
    assert scores[1]["guide.md"] != scores[0]["guide.md"]
    assert scores[1]["b.py"] == scores[0]["b.py"]


@pytest.mark.parametrize(("question", "keeps_its_place"), [(GUIDE, True), (f"fix {GUIDE}", False)])
def test_no_code_moves_past_a_document_but_for_a_request(
    disk: IndexOnDisk, question: str, keeps_its_place: bool
) -> None:
    guide = chunk("guide.md", 0, "guide guide lease lease lease lease", flags=("document",))
    service = service_on(disk, [*CHUNKS, guide], reader=WordReader(weight=0.9))
    unread = paths(answer_to(service, question, ranking={"rerank": Rerank.NONE}))
    read = answer_to(service, question)
    assert read.reranking_applied
    behind = set(unread[unread.index("guide.md") + 1 :])
    moved_past = behind & set(paths(read)[: paths(read).index("guide.md")])
    assert bool(moved_past) is not keeps_its_place
