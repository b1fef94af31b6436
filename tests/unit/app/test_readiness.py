"""What is said to be ready while the encoder still loads: only what answers."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app import composition
from app.cli.awaited_meaning import answer_with_meaning
from app.cli.status import ready_line
from app.composition import Role, make_core
from app.core import room
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.embedding.converted import ConversionStoppedError
from search.events import Event, Notice, Pausing
from search.messages import Message
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.status import IndexReport
from tests.fakes.encoder import BagOfWordsEncoder


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Loading an encoder waits for this."""
    gate = threading.Event()

    def load(*_request: object) -> BagOfWordsEncoder:
        gate.wait(60)
        return BagOfWordsEncoder()

    monkeypatch.setattr(composition, "open_encoder", load)
    yield gate
    gate.set()


def _opened(index: Path, *, follows: bool) -> LocalCore:
    return make_core(index, Settings(docs=Docs(watch_for_changes=False)), Role(follows=follows))


@pytest.fixture
def index(tmp_path: Path, gate: threading.Event) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    folder.joinpath("lease.md").write_text("# Lease\n\nThe worker renews its lease every ten seconds.\n")
    gate.set()
    with closing(_opened(tmp_path / "index", follows=False)) as core:
        core.index([str(folder)])
        assert core.status(OWNER).ready.semantic == 1.0
    gate.clear()
    return tmp_path / "index"


def test_meaning_is_not_ready_while_the_encoder_loads(index: Path, gate: threading.Event) -> None:
    with closing(_opened(index, follows=True)) as core:
        assert core.status(OWNER).ready.semantic == 0.0
        result = core.search(SearchQuery("lease"))
        assert result.files
        assert (result.ready.keyword, result.ready.semantic) == (1.0, 0.0)
        assert "Meaning is not ready yet" in str(result.notes[0])
        gate.set()
        core.index([str(index.parent / "docs")])
        assert core.search(SearchQuery("lease")).ready.semantic == 1.0


@pytest.mark.parametrize("ranking", [RankSettings(weight=1.0), RankSettings(mode=Mode.SEMANTIC)])
def test_who_asks_by_meaning_alone_gets_the_results_by_word_while_the_encoder_loads(
    index: Path, gate: threading.Event, ranking: RankSettings
) -> None:
    with closing(_opened(index, follows=True)) as core:
        result = core.search(SearchQuery("lease", ranking=ranking))
        assert [file.path for file in result.files] == ["lease.md"]
        assert result.ranking.effective_weight == 0.0
        assert "these are the results by word" in str(result.notes[0])
        gate.set()
        core.index([str(index.parent / "docs")])
        assert core.search(SearchQuery("lease", ranking=ranking)).ranking == ranking


def test_words_of_a_new_folder_are_found_while_the_encoder_loads(
    index: Path, gate: threading.Event, tmp_path: Path
) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    folder.joinpath("beans.md").write_text("# Beans\n\nThey are roasted on Mondays.\n")
    reports: list[IndexReport] = []
    with closing(_opened(index, follows=True)) as core:
        adding = threading.Thread(target=lambda: reports.append(core.index([str(folder)])))
        adding.start()
        until = time.monotonic() + 30
        while not core.search(SearchQuery("roasted")).files and time.monotonic() < until:
            time.sleep(0.05)
        assert core.search(SearchQuery("roasted")).files
        assert not reports
        gate.set()
        adding.join(30)
        assert core.search(SearchQuery("roasted")).ready.semantic == 1.0
    [report] = reports
    assert (report.files, report.changed, report.embedded) == (1, 1, 2)


def test_a_search_with_meaning_switched_off_is_told_of_it_only_where_meaning_is_asked_for(index: Path) -> None:
    off = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(index, off, Role(follows=False))) as core:
        assert core.search(SearchQuery("lease")).notes == ()
        by_meaning = core.search(SearchQuery("lease", ranking=RankSettings(mode=Mode.SEMANTIC)))
        assert "switched off" in str(by_meaning.notes[0])
        assert by_meaning.files


def test_where_the_first_question_loads_the_encoder_meaning_is_ready(index: Path, gate: threading.Event) -> None:
    gate.set()
    with closing(_opened(index, follows=False)) as core:
        assert core.status(OWNER).ready.semantic == 1.0
        assert core.search(SearchQuery("lease")).notes == ()


def test_preparing_a_model_stops_with_the_indexer_and_goes_on_with_it(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = threading.Event()

    def convert(
        _settings: object, message: Callable[[str], None], stopped: Callable[[], bool]
    ) -> BagOfWordsEncoder:
        message(Message("Converting the model"))
        while not ready.wait(0.01):
            if stopped():
                raise ConversionStoppedError("it was stopped", remedy="Go on.")
        return BagOfWordsEncoder()

    monkeypatch.setattr(composition, "open_encoder", convert)
    with closing(_opened(index, follows=True)) as core:
        events: queue.Queue[Event] = queue.Queue()
        core.subscribe(events.put)
        core.pause(paused=True)
        notices = (event for event in iter(lambda: events.get(timeout=30), None) if isinstance(event, Notice))
        off = next(notice for notice in notices if notice.meaning_off)
        assert off.pausing is Pausing.BEGINS
        ready.set()
        core.pause(paused=False)
        core.index([str(index.parent / "docs")])
        assert core.search(SearchQuery("lease")).ready.semantic == 1.0


def test_a_core_that_closes_ends_the_preparation_of_its_model(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, ended = threading.Event(), threading.Event()

    def convert(_settings: object, _message: object, stopped: Callable[[], bool]) -> BagOfWordsEncoder:
        under_way.set()
        while not stopped():
            time.sleep(0.01)
        ended.set()
        raise ConversionStoppedError("it was stopped", remedy="Go on.")

    monkeypatch.setattr(composition, "open_encoder", convert)
    settings = Settings(docs=Docs(watch_for_changes=False, index_on_startup=False))
    with closing(make_core(index, settings, Role(follows=True))):
        assert under_way.wait(30)
    assert ended.is_set()


@pytest.mark.parametrize(
    "query", [SearchQuery("lease", ranking=RankSettings(mode=Mode.SEMANTIC)), SearchQuery("tenancy agreement")]
)
def test_a_command_waits_for_meaning_where_words_are_not_enough(
    index: Path, gate: threading.Event, query: SearchQuery
) -> None:
    with closing(_opened(index, follows=True)) as core:
        threading.Timer(0.5, gate.set).start()
        result = answer_with_meaning(core, query)
        assert result.ready.semantic == 1.0
        assert not any("not ready" in str(note) for note in result.notes)


def test_a_command_does_not_wait_for_meaning_where_files_have_the_words(
    index: Path, gate: threading.Event
) -> None:
    with closing(_opened(index, follows=True)) as core:
        result = answer_with_meaning(core, SearchQuery("lease"))
        assert not gate.is_set()
        assert [file.path for file in result.files] == ["lease.md"]


def test_what_was_indexed_by_word_only_stays_so_until_meaning_is_asked_for(
    tmp_path: Path, gate: threading.Event
) -> None:
    gate.set()
    folder = tmp_path / "docs"
    folder.mkdir()
    folder.joinpath("lease.md").write_text("# Lease\n\nThe worker renews its lease every ten seconds.\n")
    with closing(_opened(tmp_path / "index", follows=False)) as core:
        core.index([str(folder)], semantic=False)
    with closing(_opened(tmp_path / "index", follows=True)) as core:
        folder.joinpath("job.md").write_text("# Job\n\nA job holds its lease while it runs.\n")
        core.index([str(folder)])
        status = core.status(OWNER)
        assert (status.ready.keyword, status.ready.semantic, status.device) == (1.0, 0.0, "")
        assert core.search(SearchQuery("lease")).notes == ()
        by_meaning = core.search(SearchQuery("lease", ranking=RankSettings(mode=Mode.SEMANTIC)))
        assert "by word only" in str(by_meaning.notes[0])
        core.index([str(folder)], semantic=True)
        assert core.status(OWNER).ready.semantic == 1.0
    with closing(_opened(tmp_path / "index", follows=False)) as core:
        folder.joinpath("worker.md").write_text("# Worker\n\nA worker that loses its lease stops.\n")
        core.index([str(folder)])
        assert core.status(OWNER).ready.semantic == 1.0


def test_status_says_from_the_first_moment_on_that_the_model_is_being_loaded(
    index: Path, gate: threading.Event
) -> None:
    with closing(_opened(index, follows=True)) as core:
        assert ready_line(core.status(OWNER)).endswith("dependencies 100%, meaning as soon as its model is loaded")
        gate.set()
        assert core._parts.encoder.wait() is not None
        assert ready_line(core.status(OWNER)).endswith("dependencies 100%, meaning 100%")


def test_status_says_that_folders_are_searched_by_word_only(index: Path, gate: threading.Event) -> None:
    gate.set()
    with closing(_opened(index, follows=False)) as core:
        core.index([str(index.with_name("docs"))], semantic=False)
        assert ready_line(core.status(OWNER)).endswith("meaning off, as all folders are searched by word only")


def test_status_says_that_the_disk_is_nearly_full(
    index: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.set()
    with closing(_opened(index, follows=False)) as core:
        assert core.status(OWNER).notices == ()
        monkeypatch.setattr(room, "LEAST_BYTES", 1 << 60)
        [notice] = core.status(OWNER).notices
    assert str(notice).startswith(f"The disk of {index} is nearly full, with ")
    assert str(notice.remedy()) == "Free some disk space."
