"""The nearest rows of a block that holds many more than are asked for."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from search.retrieval.vector_block import VectorBlock
from search.storage.vectors import cosines_of
from search.types.ids import ChunkId

IDS = [ChunkId(f"shop@main:chunk:a.py#{number:05}") for number in range(9_000)]


@pytest.fixture(scope="module")
def matrix() -> npt.NDArray[np.float32]:
    rows = np.random.default_rng(0).standard_normal((len(IDS), 16)).astype(np.float32)
    rows[4_000:4_020] = rows[17]  # their order is that of their names
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float16).astype(np.float32)


@pytest.mark.parametrize("limit", [1, 10, 40, 300, 9_000, 20_000])
def test_the_nearest_of_thousands_are_those_that_comparing_all_finds(
    matrix: npt.NDArray[np.float32], limit: int, tmp_path: Path
) -> None:
    block = VectorBlock.empty(0, 16, tmp_path, scanned=True).grown(np.zeros(0, np.uint64), IDS, matrix)
    exact = cosines_of(matrix, matrix[17])
    order = sorted(range(len(IDS)), key=lambda row: (-exact[row], IDS[row]))[:limit]
    nearest, cosines = block.nearest(matrix[17], limit)
    assert nearest == [IDS[row] for row in order]
    assert cosines.tolist() == exact[order].tolist()


def test_hashes_are_given_for_chunks_that_are_all_there(matrix: npt.NDArray[np.float32], tmp_path: Path) -> None:
    block = VectorBlock.empty(0, 16, tmp_path, scanned=True).grown(np.zeros(0, np.uint64), IDS, matrix)
    known = block.digests_of([IDS[7], IDS[3]])
    assert known is not None
    assert known.tolist() == block.digests[[7, 3]].tolist()
    assert block.digests_of([IDS[7], ChunkId("none")]) is None
    assert block.digests_of([]) is None
