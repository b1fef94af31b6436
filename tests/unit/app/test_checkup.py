"""What ``dowse doctor`` finds wrong, and what it says to do."""

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.checks import index
from app.cli.checks.index import findings, rebuild
from app.cli.checks.installation import _libraries, installation
from app.cli.checks.result import Finding
from app.core.reader_slot import crashes_while_loading
from app.engine.lock import LOCK_FILE, WriterLock
from indexer.watching.budget import instances_remedy, limit_remedy
from search.embedding import crashes
from search.embedding.cache import cache_folder
from search.embedding.reader_weights import reader_files
from search.messages import NOTHING
from search.types.files import Root
from search.types.ids import RootId
from search.types.status import KeywordCheck, RootStatus
from tests.contracts.service_parts import core_on, written
from tests.fakes.questions import write_changes
from tests.fakes.reader import ship, ship_reader

NAMES = [
    *("program", "libraries", "settings", "model", "questions", "reader"),
    *("disk", "engine", "index", "watching", "window", "menu", "crashes"),
]


def _named(result: tuple[Finding, ...], name: str) -> Finding:
    return next(item for item in result if item.name == name)


def test_everything_is_looked_at_and_well_without_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    result = findings(tmp_path / "index", None)
    assert [item.name for item in result] == NAMES
    assert all(item.well for item in result), result
    assert "lancedb 0." in _named(result, "libraries").text
    assert "dowse index FOLDER" in _named(result, "index").text


def test_a_library_that_is_missing_or_of_another_version_is_named() -> None:
    required = ["no-such-library>=1", "msgspec>=999", "pytest>=1", 'not-here-either; sys_platform == "none"']
    result = _libraries(required)
    assert not result.well
    assert result.text.startswith("no-such-library is missing; msgspec is ")
    assert "wanted is >=999" in result.text
    assert "reinstall Dowse" in result.text
    assert "not-here" not in result.text


@pytest.mark.parametrize(
    ("settings", "name", "message"),
    [
        ("[embeddings]\nthreads = -3\n", "settings", "threads"),
        ('[embeddings]\nmodel = "/no/such/folder"\n', "model", "/no/such/folder is no folder"),
    ],
)
def test_a_mistake_in_the_settings_is_wrong(tmp_path: Path, settings: str, name: str, message: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(settings)
    result = _named(installation(config), name)
    assert not result.well
    assert message in result.text


def test_meaning_that_is_switched_off_is_well_and_told(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[embeddings]\nsemantic = false\n")
    result = _named(installation(config), "model")
    assert result.well
    assert "switched off" in result.text


ROOT = RootStatus(Root(RootId("h"), "/docs", "docs", "-"), files=70_000, chunks=1, disk_bytes=1, watching="events")


def test_a_folder_that_is_polled_for_want_of_watches_says_which_setting_gives_room() -> None:
    result = index._watching((ROOT, replace(ROOT, watching="polling")))
    assert not result.well
    assert "/docs" in result.text
    assert str(limit_remedy(ROOT.files)) in result.text
    assert index._watching((ROOT,)).well


def test_a_folder_that_is_polled_for_want_of_instances_says_that_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "has_instance", lambda: False)
    result = index._watching((replace(ROOT, watching="polling"),))
    assert not result.well
    assert "for want of inotify instances: /docs. Run: sudo sysctl fs.inotify.max_user_instances=" in result.text


def test_a_folder_that_is_polled_on_a_system_without_such_limits_names_no_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    result = index._watching((replace(ROOT, watching="polling"),))
    assert not result.well
    assert "compared every few seconds, since watching failed: /docs; dowse engine stop" in result.text
    assert "inotify" not in result.text
    assert limit_remedy(5) == instances_remedy() == NOTHING


def test_a_folder_that_cannot_be_reached_is_wrong_with_what_to_do() -> None:
    result = index._folders((ROOT, replace(ROOT, offline=True)))
    assert not result.well
    assert "dowse forget /docs" in result.text
    assert index._folders((ROOT,)).well


def test_a_deep_look_compares_the_keyword_index_with_rank_bm25(tmp_path: Path) -> None:
    with core_on(
        tmp_path, written(tmp_path / "shop", {"a.py": "def renew_lease():\n    return 1\n"}), semantic=False
    ):
        pass
    finding = _named(findings(tmp_path / "index", None, deep=True), "keywords")
    assert finding.well
    assert "equal to the last bit" in finding.text
    assert "keywords" not in [item.name for item in findings(tmp_path / "index", None)]


def test_scores_that_differ_from_rank_bm25_are_not_well() -> None:
    finding = index._keywords(KeywordCheck(chunks=10, queries=5, missing=1, differing=2))
    assert not finding.well
    assert "2 queries score differently; dowse doctor --rebuild" in finding.text


def test_whole_weights_of_the_reader_are_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    result = _named(installation(None), "reader")
    assert result.well
    assert "reads the first 20 files" in result.text


def test_damaged_weights_of_the_reader_are_named_by_their_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = ship_reader(monkeypatch, tmp_path / "reader") / "reader.safetensors"
    state = weights.stat()
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    os.utime(weights, ns=(state.st_atime_ns, state.st_mtime_ns))
    result = _named(installation(None), "reader")
    assert not result.well
    assert f"{weights} is damaged" in result.text
    assert "Install Dowse again" in result.text


def test_a_reader_that_crashed_the_program_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ship_reader(monkeypatch, tmp_path / "reader")
    files = reader_files(None)
    assert files is not None
    monkeypatch.setattr(crashes, "is_running", lambda _pid, _started: False)  # as after a crash of these processes
    with ExitStack() as loading:
        for count in (1, 2, 3):
            loading.enter_context(crashes_while_loading(files, cache_folder(None)).watched())
            assert _named(installation(None), "reader").well == (count < 3)
        result = _named(installation(None), "reader")
    assert "Dowse crashed 3 times while it loaded the reader" in result.text


def test_damaged_weights_for_questions_are_named_by_their_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_changes(tmp_path / "question")
    ship(monkeypatch, "question", folder)
    assert _named(installation(None), "questions").well
    weights = folder / "question.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])
    result = _named(installation(None), "questions")
    assert not result.well
    assert f"{weights} is damaged" in result.text


def test_the_lock_stays_where_it_is_while_the_rest_of_a_damaged_index_is_moved(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    with core_on(tmp_path, written(tmp_path / "shop", {"lease.py": "x = 1\n"}), semantic=False):
        pass
    with WriterLock(folder, program="test"):
        before = (folder / LOCK_FILE).stat().st_ino
    aside, roots = rebuild(folder)
    assert roots == (str(tmp_path / "shop"),)
    assert (folder / LOCK_FILE).stat().st_ino == before
    assert not (aside / LOCK_FILE).exists()
    assert (aside / "lance").is_dir()
    assert not (folder / "lance").exists()
