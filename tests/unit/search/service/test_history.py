"""A commit whose message speaks of the question lifts the file that it changed."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from search.ranking.constants import HISTORY_FOR_REPORT
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.service.change_evidence import evidence_of
from search.service.search_service import SearchDependencies, SearchService
from search.storage.git.log import Commit
from search.storage.histories import History
from search.types.files import Flag
from search.types.filters import OWNER, Access
from search.types.ids import RootId
from search.types.locations import EvidenceKind
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit, Ready
from tests.contracts.samples import IndexOnDisk, chunk, records
from tests.contracts.service_parts import service_over
from tests.fakes.encoder import BagOfWordsEncoder
from ui.panels.results.reasons import commit_of

MESSAGE = "Stop the wheel when the brake is pulled"


@dataclass
class SearchedIndex:
    """A search service and its index."""

    disk: IndexOnDisk
    service: SearchService
    root: RootId

    def hits(self, access: Access = OWNER, **settings: object) -> dict[str, FileHit]:
        query = SearchQuery("wheel does not stop", RankSettings(**settings), access=access)
        return {hit.path: hit for hit in self.service.search(query).files}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SearchedIndex]:
    disk = IndexOnDisk(tmp_path / "index")
    (tmp_path / "shop").mkdir()
    root = disk.storage.roots.add(tmp_path / "shop")
    labels = {"repository": root.repository, "branch": root.branch}
    every = [chunk(path, 0, "a wheel", **labels) for path in ("alpha.py", "omega.py")]
    disk.holding(every)
    disk.storage.files.upsert(records(every))
    disk.storage.histories.put(root.id, History("1", [Commit(MESSAGE, "", ("omega.py",))]))
    corpus = Corpus(disk.storage)
    corpus.load()
    yield SearchedIndex(disk, service_over(disk, corpus), root.id)
    disk.storage.close()


def signals(hit: FileHit) -> list[tuple[str, str]]:
    return [(signal.name, signal.detail) for signal in hit.why.signals]


@pytest.mark.parametrize("mode", Mode)
def test_the_file_that_such_a_commit_changed_stands_before_its_equal(index: SearchedIndex, mode: Mode) -> None:
    hits = index.hits(mode=mode)
    assert hits["omega.py"].rank_score > hits["alpha.py"].rank_score
    assert ("history", MESSAGE) in signals(hits["omega.py"])
    assert "history" not in dict(signals(hits["alpha.py"]))


def test_a_document_says_why_it_has_a_share_without_a_commit(index: SearchedIndex) -> None:
    (root,) = index.disk.storage.roots.all()
    labels = {"repository": root.repository, "branch": root.branch}
    kinds = (("omega.py", ()), ("guide.md", (Flag.DOCUMENT.value,)))
    every = [chunk(path, 0, "a wheel", flags=flags, **labels) for path, flags in kinds]
    index.disk.holding(every)
    index.disk.storage.files.upsert([dataclasses.replace(row, path_hash=index.root) for row in records(every)])
    index.disk.storage.histories.put(index.root, History("2", [Commit(MESSAGE, "", ("omega.py",))]))
    corpus = Corpus(index.disk.storage)
    corpus.load()
    hit = SearchedIndex(index.disk, service_over(index.disk, corpus), index.root).hits()["guide.md"]
    detail = dict(signals(hit))["history"]
    assert detail == "a document, and commits speak of the question: code gains as much on average"
    assert not commit_of(hit)
    assert not [each for each in evidence_of(hit, {}) if each.kind is EvidenceKind.COMMIT]


def test_a_commit_that_holds_more_of_the_question_outweighs_a_shorter_one(index: SearchedIndex) -> None:
    one_word = Commit("Wheel", "", ("alpha.py",))
    message = "Check the cable: on a steep wet road after heavy rain the front wheel has to stop quickly"
    every = Commit(message, "", ("omega.py",))
    others = [Commit(f"Paint the door {number}", "", ("door.py",)) for number in range(8)]
    index.disk.storage.histories.put(index.root, History("2", [one_word, every, *others]))
    hits = index.hits(mode=Mode.KEYWORD)
    assert hits["omega.py"].rank_score > hits["alpha.py"].rank_score


def test_without_structure_no_commit_counts(index: SearchedIndex) -> None:
    hits = index.hits(structure=False)
    assert hits["omega.py"].rank_score == hits["alpha.py"].rank_score


def test_who_sees_a_part_of_a_root_gets_no_commit_signal(index: SearchedIndex) -> None:
    """A commit also describes the other files that it changed, and its weight depends on all of them."""
    hits = index.hits(access=Access(tenant="local"))
    assert hits["omega.py"].rank_score == hits["alpha.py"].rank_score


def test_a_newer_history_counts_at_once(index: SearchedIndex) -> None:
    index.hits()
    index.disk.storage.histories.put(index.root, History("2", [Commit(MESSAGE, "", ("alpha.py",))]))
    hits = index.hits()
    assert hits["alpha.py"].rank_score > hits["omega.py"].rank_score


def test_postings_that_were_kept_answer_as_those_that_were_made(index: SearchedIndex) -> None:
    first = index.hits()
    corpus = Corpus(index.disk.storage)
    corpus.load()
    around = SearchDependencies(lambda _: Ready(1.0, 1.0, 1.0, 1.0), lambda *_: False)
    retriever = Retriever(corpus, index.disk.storage.chunks, BagOfWordsEncoder)
    again = SearchedIndex(
        index.disk, SearchService(index.disk.storage, corpus, retriever, around), index.root
    ).hits()
    assert {path: hit.rank_score for path, hit in again.items()} == {
        path: hit.rank_score for path, hit in first.items()
    }


YEAR_S = 31_557_600


def shares(index: SearchedIndex, *, pasted: bool) -> dict[str, float]:
    """Return the share of each file that its commits add."""
    query = SearchQuery("wheel does not stop", pasted=pasted)
    files = index.service.search(query).files
    named = {file.path: [signal for signal in file.why.signals if signal.name == "history"] for file in files}
    return {path: signals[0].value if signals else 0.0 for path, signals in named.items()}


def test_for_a_report_several_commits_count_more_than_one(index: SearchedIndex) -> None:
    alpha = [Commit("Stop the wheel", "", ("alpha.py",)) for _ in range(3)]
    omega = Commit("Stop the wheel", "", ("omega.py",))
    index.disk.storage.histories.put(index.root, History("2", [omega, *alpha]))
    assert shares(index, pasted=False) == {"alpha.py": 1.0, "omega.py": 1.0}
    of_report = shares(index, pasted=True)
    assert of_report["alpha.py"] == 1.0
    assert of_report["omega.py"] == pytest.approx(3**-0.5)


def test_for_a_report_a_recent_commit_counts_more_than_an_old_one(index: SearchedIndex) -> None:
    recent = Commit("Stop the wheel", "", ("alpha.py",), "a" * 40, 10 * YEAR_S)
    old = Commit("Stop the wheel", "", ("omega.py",), "b" * 40, 6 * YEAR_S)
    index.disk.storage.histories.put(index.root, History("2", [recent, old]))
    assert shares(index, pasted=False) == {"alpha.py": 1.0, "omega.py": 1.0}
    assert shares(index, pasted=True) == {"alpha.py": 1.0, "omega.py": pytest.approx(0.5)}


def test_the_reason_names_the_commit_by_its_short_hash(index: SearchedIndex) -> None:
    commit = Commit(MESSAGE, "", ("omega.py",), "1a2b3c4d" + "0" * 32, YEAR_S)
    index.disk.storage.histories.put(index.root, History("2", [commit]))
    assert ("history", f"1a2b3c4d {MESSAGE}") in signals(index.hits()["omega.py"])


def test_commits_weigh_more_for_a_report_than_for_a_question(index: SearchedIndex) -> None:
    def share(*, pasted: bool) -> float:
        files = index.service.search(SearchQuery("wheel does not stop", pasted=pasted)).files
        omega = next(file for file in files if file.path == "omega.py")
        return next(signal.share for signal in omega.why.signals if signal.name == "history")

    assert share(pasted=True) == HISTORY_FOR_REPORT > share(pasted=False)


def test_commits_weigh_as_much_for_a_typed_request_for_a_change(index: SearchedIndex) -> None:
    files = index.service.search(SearchQuery("Fix the wheel that does not stop")).files
    omega = next(file for file in files if file.path == "omega.py")
    shares_of_commits = [signal.share for signal in omega.why.signals if signal.name == "history"]
    assert shares_of_commits == [HISTORY_FOR_REPORT]
