"""Exact vectors are what was written, in memory and in a file, and a file leaves nothing behind."""

import os
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from search.retrieval import vector_block
from search.retrieval.vector_block import ExactRows


@pytest.fixture(params=[0, vector_block.IN_FILE_FROM], ids=["in a file", "in memory"])
def empty(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ExactRows:
    monkeypatch.setattr(vector_block, "IN_FILE_FROM", request.param)
    return ExactRows.empty(6, 4, tmp_path)


def rows_from(first: int, count: int) -> npt.NDArray[np.float32]:
    return np.arange(first * 4, (first + count) * 4, dtype=np.float32).reshape(count, 4)


def test_what_is_written_is_read(empty: ExactRows) -> None:
    empty.put(0, rows_from(0, 3))
    empty.put(3, rows_from(3, 2))
    assert empty.of(np.array([4, 0, 3])).tolist() == rows_from(0, 5)[[4, 0, 3]].tolist()


def test_every_number_that_can_be_written_is_read_as_it_is(tmp_path: Path) -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)].reshape(-1, 32)
    made = ExactRows.empty(len(finite), 32, tmp_path)
    made.matrix[:] = finite
    assert made.of(np.arange(len(finite))).tobytes() == finite.astype(np.float32).tobytes()
    assert made.of(np.zeros(0, np.int64)).shape == (0, 32)


def test_rows_are_the_same_with_more_room_and_where_others_are_left_out(empty: ExactRows) -> None:
    empty.put(0, rows_from(0, 6))
    grown = empty.grown(6, 9)
    grown.put(6, rows_from(6, 3))
    packed = grown.packed(np.array([1, 7]))
    assert grown.of(np.arange(9)).tolist() == rows_from(0, 9).tolist()
    assert packed.of(np.array([1, 0])).tolist() == rows_from(0, 9)[[7, 1]].tolist()
    assert empty.of(np.array([5])).tolist() == rows_from(5, 1).tolist()


def test_no_file_is_seen_beside_the_index(empty: ExactRows, tmp_path: Path) -> None:
    empty.put(0, rows_from(0, 6))
    assert list(tmp_path.iterdir()) == []


def test_very_many_rows_lie_in_a_file_where_the_system_can(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(vector_block, "IN_FILE_FROM", 1)
    assert (ExactRows.empty(6, 4, tmp_path).mapping is not None) == (sys.platform == "linux")


def test_without_a_place_for_a_file_they_lie_in_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(vector_block, "IN_FILE_FROM", 1)
    made = ExactRows.empty(6, 4, tmp_path / "gone")
    made.put(0, rows_from(0, 6))
    assert made.mapping is None
    assert made.of(np.array([2])).tolist() == rows_from(2, 1).tolist()


def test_on_a_full_disk_they_lie_in_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(vector_block, "IN_FILE_FROM", 1)
    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    assert ExactRows.empty(6, 4, tmp_path).mapping is None
