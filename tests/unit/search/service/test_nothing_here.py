"""An answer says that nothing answers, and names the words that stand in no file."""

from dataclasses import replace
from pathlib import Path

import pytest

from search.messages import Message
from search.types.files import FileState
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import FileId
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.contracts.service_parts import core_on, written

CODE = {
    "lease.py": "def renew_lease(lease):\n    return lease.store.renew(lease.token)\n",
    "hotel.py": "def book_room(room, guest):\n    return room\n",
}


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory):
    """Ask one index, which nothing changes, by word."""
    folder = tmp_path_factory.mktemp("asked")
    with core_on(folder / "index", written(folder / "shop", CODE)) as core:
        yield lambda text, **changed: core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD, **changed)))


def codes(result: SearchResult) -> list[str]:
    return [note.code for note in result.notes]


def test_a_question_whose_words_stand_nowhere_is_told_so(ask) -> None:
    result = ask("photosynthesis chromodynamics in the room")
    assert result.nothing_here
    assert codes(result)[0] == "search.nothing_here"
    assert result.notes[1].values["words"] == "photosynthesis, chromodynamics"


def test_numbers_of_issues_are_no_words_of_a_question(ask) -> None:
    assert ask("renew the lease (#2671)").notes == ask("renew the lease").notes
    assert ask("renew the lease, #2671").confidence == ask("renew the lease").confidence
    assert ask("photosynthesis in the room (#2671)").notes[-1].values["words"] == "photosynthesis"


def test_a_report_whose_words_are_all_nowhere_is_told_so(ask) -> None:
    text = "Photosynthesis chromodynamics\n\nquantum leafs"
    result = ask(text)
    assert result.nothing_here
    assert codes(result)[:2] == ["search.nothing_at_all", "search.words_nowhere"]
    known = ask(f"{text} of a room")
    assert not known.nothing_here
    assert codes(known) == ["search.pasted"]


def test_words_that_stand_only_in_another_repository_stand_nowhere(tmp_path: Path) -> None:
    shop = written(tmp_path / "shop", CODE)
    plants = written(tmp_path / "plants", {"leaf.py": "def photosynthesis(chromodynamics):\n    return 1\n"})
    with core_on(tmp_path / "index", shop) as core:
        core.index([str(plants)], semantic=False)

        def answer_of(repository: str) -> SearchResult:
            text = f"photosynthesis chromodynamics in the room {repository}"
            return core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))

        assert not answer_of("").nothing_here
        assert not answer_of("repo:plants").nothing_here
        for other in ("repo:shop", "-repo:plants", "repo:shop lang:python"):
            assert codes(answer_of(other))[:2] == ["search.nothing_here", "search.words_nowhere"]
            assert answer_of(other).confidence < answer_of("").confidence


def test_a_question_for_which_nothing_is_found_is_told_so_and_its_words_are_named(ask) -> None:
    result = ask("photosynthesis chromodynamics")
    assert not result.files
    assert result.nothing_here
    assert result.confidence == 0.0
    assert codes(result)[:2] == ["search.nothing_at_all", "search.words_nowhere"]
    assert result.notes[1].values["words"] == "photosynthesis, chromodynamics"


def test_an_index_without_a_file_says_what_to_do_first(tmp_path: Path) -> None:
    folder = written(tmp_path / "shop", CODE)
    with core_on(tmp_path / "index", folder) as core:
        core.forget(str(folder))
        result = core.search(SearchQuery("renew the lease", RankSettings(mode=Mode.KEYWORD)))
    assert result.nothing_here
    assert codes(result)[0] == "search.nothing_indexed"
    assert "search.words_nowhere" not in codes(result)


def test_a_question_whose_filters_leave_no_file_is_told_so(ask) -> None:
    result = ask("renew path:nowhere")
    assert result.nothing_here
    assert result.confidence == 0.0
    assert codes(result)[0] == "search.nothing_at_all"


def test_no_nearest_files_are_announced_where_the_threshold_leaves_none(ask) -> None:
    result = ask("photosynthesis chromodynamics in the room", min_score=0.9)
    assert not result.files
    assert result.nothing_here
    assert codes(result)[0] == "search.nothing_at_all"


def test_a_question_whose_words_are_there_is_answered(ask) -> None:
    result = ask("renew the lease token")
    assert not result.nothing_here
    assert result.confidence > 0.9
    assert "search.nothing_here" not in codes(result)


@pytest.mark.parametrize("name", ["a_b_" * 20, "renew_lease_" * 8])
def test_a_name_longer_than_any_term_is_answered(ask, name: str) -> None:
    assert not ask(f"{name} lease").nothing_here


@pytest.mark.parametrize("text", ["bookLeaseRoom", "Lease.bookLeaseRoom", "renew::book_lease_room()"])
def test_a_name_that_stands_in_no_file_is_told_so_though_its_parts_do(ask, text: str) -> None:
    result = ask(text)
    assert result.files
    assert result.nothing_here
    assert result.notes[1].values["words"] == text


@pytest.mark.parametrize("text", ["bookRoom", "BookRoom guest", "book_room"])
def test_a_name_in_another_spelling_is_answered(ask, text: str) -> None:
    assert not ask(text).nothing_here


@pytest.mark.parametrize(
    "text", ["WebhookOfRepo", "getWebhook", "RepositoryById", "webhook_of", "best_enc", "bestEncoding"]
)
def test_a_part_of_a_longer_name_is_no_name_that_stands_nowhere(tmp_path: Path, text: str) -> None:
    files = {
        "hook.go": "func getWebhookOfRepositoryById(id int) { return id }\n",
        "text.py": "def get_best_encoding_77(of, repo, enc):\n    return of\n",
    }
    with core_on(tmp_path / "index", written(tmp_path / "shop", files), semantic=False) as core:
        result = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))
    assert result.confidence > 0.8
    assert not result.nothing_here
    assert "search.words_nowhere" not in codes(result)


def test_a_short_name_by_chance_inside_another_word_stands_nowhere(tmp_path: Path) -> None:
    files = {"pay.py": "def visa(card):\n    is_paid = a = card\n    return is_paid\n"}
    with core_on(tmp_path / "index", written(tmp_path / "shop", files), semantic=False) as core:
        result = core.search(SearchQuery("is_a", RankSettings(mode=Mode.KEYWORD)))
    assert result.notes[-1].values["words"] == "is_a"


@pytest.mark.parametrize("text", ["photosynthesis", "leaf_chromodynamics"])
def test_words_of_a_generated_file_stand_somewhere(tmp_path: Path, text: str) -> None:
    lock = {
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\npackages:\n  photosynthesis@1.0.0: {leaf_chromodynamics: 1}\n"
    }
    with core_on(tmp_path / "index", written(tmp_path / "shop", CODE | lock), semantic=False) as core:
        result = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))
    assert result.files[0].path == "pnpm-lock.yaml"
    assert not result.nothing_here
    assert "search.words_nowhere" not in codes(result)


def test_a_question_that_names_an_error_of_another_program_is_no_lookup(tmp_path: Path) -> None:
    files = {"lease.py": f"{CODE['lease.py']}    # a null reference is an exception of the store\n"}
    with core_on(tmp_path / "index", written(tmp_path / "shop", files), semantic=False) as core:
        by_word = RankSettings(mode=Mode.KEYWORD)
        question = core.search(SearchQuery("does the lease store renew on NullReferenceException", by_word))
        lookup = core.search(SearchQuery("NullReferenceException", by_word))
    assert not question.nothing_here
    assert question.notes[0].values["words"] == "NullReferenceException"
    assert lookup.nothing_here


def test_a_name_that_is_defined_is_answered_with_confidence(ask) -> None:
    result = ask("renew_lease")
    assert result.files[0].confidence > 0.5
    assert result.files[0].confidence <= result.confidence


def test_a_threshold_leaves_the_files_that_probably_answer(ask) -> None:
    every = ask("renew_lease room").files
    least = every[0].confidence
    passing = ask("renew_lease room", min_score=least).files
    assert [file.path for file in passing] == [file.path for file in every if file.confidence >= least]
    assert len(passing) < len(every)


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("photosynthesis chromodynamics in the room", 75),
        ("photosynthesis repo:shop", 66),
        ("photosynthesis repo:barn", None),
    ],
)
def test_nothing_is_denied_while_files_in_scope_are_still_being_read(
    tmp_path: Path, text: str, percent: int | None
):
    with core_on(tmp_path / "index", written(tmp_path / "shop", CODE), semantic=False) as core:
        core.index([str(written(tmp_path / "barn", {"hay.py": "hay = 1\n"}))], semantic=False)
        files = core._parts.storage.files
        record = files.matching(RowFilter((Condition("path", Operator.IN, ("hotel.py",)),)))[0]
        waits = replace(record, id=FileId("shop@-:file:later.py"), path="later.py", state=FileState.WAITING)
        files.upsert([waits])
        result = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))
    denials = {"search.nothing_here", "search.nothing_at_all", "search.words_nowhere"}.intersection(codes(result))
    assert bool(denials) is result.nothing_here is (percent is None)
    if percent is not None:
        assert result.notes[0] == Message("search.still_reading", percent=percent)


def test_words_that_stand_nowhere_are_named_without_the_signs_of_the_sentence(ask) -> None:
    result = ask("„photosynthesis“, chromodynamics? in the room")
    assert result.notes[1].values["words"] == "photosynthesis, chromodynamics"
