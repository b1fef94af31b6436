"""The reader of a process: loaded when it first reads, and one reason where it cannot be had."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.core import power_saver, reader_slot
from app.core.reader_slot import ReaderSlot
from search.embedding.openvino_encoder import precision_in
from search.embedding.reader import Reader, open_reader
from search.embedding.reader_weights import ReaderFiles
from search.embedding.settings import Precision
from search.errors import ModelError
from search.service import reader_stage
from search.types.query import RankSettings, Rerank, SearchQuery
from tests.contracts.service_parts import core_on, written
from tests.fakes.reader import ship, ship_reader


def slot_in(folder: Path, *, enabled: bool = True) -> ReaderSlot:
    return ReaderSlot(cache=folder / "cache", precision=lambda: Precision.F32, enabled=enabled)


def test_it_is_loaded_once_when_it_first_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    slot = slot_in(tmp_path)
    assert slot.problem().code == ""
    assert not list((tmp_path / "cache").glob("reader-*"))
    assert slot.opened() is slot.opened()
    assert list((tmp_path / "cache").glob("reader-*"))


def test_without_weights_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(monkeypatch, "reader", None)
    slot = slot_in(tmp_path)
    assert slot.problem().code == "reader.no_weights"
    with pytest.raises(ModelError):
        slot.opened()


def test_the_settings_switch_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    assert slot_in(tmp_path, enabled=False).problem().code == "reader.off"


def test_nothing_is_read_while_the_computer_saves_power(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    saves = [True]
    slot = ReaderSlot(cache=tmp_path / "cache", saves_power=lambda: saves[0])
    assert slot.problem().code == "reader.saves_power"
    assert str(slot.problem()).startswith("Answers are not read while the computer saves power")
    saves[0] = False
    assert slot.problem().code == ""


def test_damaged_weights_are_one_line_with_file_and_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = ship_reader(monkeypatch, tmp_path / "reader") / "reader.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    text = str(slot_in(tmp_path).problem())
    assert text.startswith(f"Answers are not read: {weights} is damaged. Install Dowse again.")
    assert "\n" not in text


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    (tmp_path / "cache").write_text("in the way")
    slot = slot_in(tmp_path)
    with pytest.raises(ModelError):
        slot.opened()
    assert slot.problem().code == "reader.unusable"
    assert str(tmp_path / "cache") in str(slot.problem())


def test_too_little_memory_is_a_reason_and_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")

    def no_room(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(reader_slot, "open_reader", no_room)
    slot = slot_in(tmp_path)
    with pytest.raises(ModelError):
        slot.opened()
    assert slot.problem().code == "reader.no_memory"


CRASHING = """
import os, sys
from pathlib import Path
from app.core import reader_slot
reader_slot.open_reader = lambda *_arguments: os._exit(9)
reader_slot.ReaderSlot(cache=Path(sys.argv[1])).opened()
"""


def test_a_reader_that_crashes_the_program_is_computed_plainly_and_then_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash() -> None:
        assert subprocess.run([sys.executable, "-c", CRASHING, str(tmp_path)], check=False).returncode == 9

    def loaded_with() -> Precision:
        precisions: list[Precision] = []
        monkeypatch.setattr(
            reader_slot, "open_reader", lambda *arguments: precisions.append(arguments[2]) or open_f32(arguments)
        )
        ReaderSlot(cache=tmp_path, precision=lambda: Precision.BF16).opened()
        return precisions[0]

    def open_f32(arguments: tuple) -> Reader:
        return open_reader(arguments[0], arguments[1], Precision.F32)

    crash()
    assert loaded_with() is Precision.BF16  # and the crash is forgotten
    crash()
    crash()
    assert loaded_with() is Precision.F32
    assert loaded_with() is Precision.F32
    crash()
    slot = ReaderSlot(cache=tmp_path)
    assert not slot.is_there()
    with pytest.raises(ModelError):
        slot.opened()
    assert slot.problem().code == "reader.unusable"
    assert "crashed 3 times while it loaded the reader" in str(slot.problem())


def test_whether_there_is_a_reader_is_known_while_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship_reader(monkeypatch, tmp_path / "reader")
    begun, may_go_on = threading.Event(), threading.Event()

    def slow(files: ReaderFiles, cache: Path, *_others: object) -> Reader:
        begun.set()
        assert may_go_on.wait(60.0)
        return open_reader(files, cache, Precision.F32)

    monkeypatch.setattr(reader_slot, "open_reader", slow)
    slot = slot_in(tmp_path)
    with ThreadPoolExecutor(1) as threads:
        loading = threads.submit(slot.opened)
        try:
            assert begun.wait(60.0)
            assert slot.is_there()
            assert not slot.problem().code
        finally:
            may_go_on.set()
        assert slot.opened() is loading.result()


@pytest.mark.parametrize(
    ("name", "precision"),
    [
        ("all-MiniLM-L6-v2@344308d9da56/openvino-bf16", Precision.BF16),
        ("all-MiniLM-L6-v2@344308d9da56/openvino-f32", Precision.F32),
        ("all-MiniLM-L6-v2@344308d9da56", Precision.AUTO),
        ("x/openvino-int8", Precision.AUTO),
    ],
)
def test_the_precision_is_that_of_the_encoder(name: str, precision: Precision) -> None:
    assert precision_in(name) is precision


def test_a_core_reads_with_the_weights_that_the_program_carries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_stage, "LIMIT_S", 600.0)
    ship_reader(monkeypatch, tmp_path / "weights")
    files = {f"a{n}.py": f"def renew{n}(lease):\n    return lease  # renewed by worker {n}\n" for n in range(4)}
    files["big.js"] = "lease renewed " * 20_000
    question = "who renews the lease of a worker"
    with core_on(tmp_path / "index", written(tmp_path / "root", files)) as core:
        read = core.search(SearchQuery(question))
        none = core.search(SearchQuery(question, RankSettings(rerank=Rerank.NONE)))
    assert read.reading.code == "reader.read"
    assert {file.path for file in read.files} == {file.path for file in none.files}
    assert all(file.parts.reader > 0.0 and file.rank_score == file.parts.total for file in read.files)
    assert all(file.parts.reader == 0.0 for file in none.files)


def test_a_core_on_battery_saver_answers_in_the_first_order_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship_reader(monkeypatch, tmp_path / "weights")
    monkeypatch.delenv("DOWSE_READER")
    monkeypatch.setattr(power_saver, "system_saves_power", lambda: True)
    root = written(tmp_path / "root", {"a.py": "def renew(lease):\n    return lease\n"})
    with core_on(tmp_path / "index", root) as core:
        result = core.search(SearchQuery("who renews the lease"))
    assert [file.path for file in result.files] == ["a.py"]
    assert result.reading.code == "reader.saves_power"
    assert [note.code for note in result.notes] == ["reader.saves_power"]


def test_a_core_with_damaged_weights_answers_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = ship_reader(monkeypatch, tmp_path / "weights") / "reader.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    root = written(tmp_path / "root", {"a.py": "def renew(lease):\n    return lease\n"})
    with core_on(tmp_path / "index", root) as core:
        result = core.search(SearchQuery("who renews the lease"))
    assert [file.path for file in result.files] == ["a.py"]
    assert [note.code for note in result.notes] == ["reader.unusable"]
