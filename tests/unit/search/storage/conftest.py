from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.files import FileRecord, FileState
from search.types.ids import RootId, chunk_id, file_id

ROOT = RootId("r" * 64)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage(tmp_path / "index")
    yield opened
    opened.close()


@pytest.fixture
def make_file() -> Callable[..., FileRecord]:
    def make(path: str, **arguments: object) -> FileRecord:
        values = {"path_hash": ROOT, "repository": "shop", "branch": "main", "state": FileState.INDEXED}
        return FileRecord(**{"id": file_id("shop", "main", path), "path": path, **values, **arguments})

    return make


@pytest.fixture
def make_chunk() -> Callable[..., Chunk]:
    def make(path: str, number: int = 0, **arguments: object) -> Chunk:
        values = {
            "id": chunk_id("shop", "main", path, "f", number),
            "file_id": file_id("shop", "main", path),
            "node_id": f"shop@main:py:{path}:f",
            "path_hash": ROOT,
            "repository": "shop",
            "branch": "main",
            "path": path,
            "kind": ChunkKind.FUNCTION,
            "ordinal": number,
            "start_line": 1 + number * 10,
            "end_line": 10 + number * 10,
            "header_path": "f",
            "text": f"text {number} of {path}",
            "embed_text": "",
            "embed_hash": f"{path}-{number}",
            "terms": "text of",
        }
        return Chunk(**{**values, **arguments})

    return make


@pytest.fixture
def unit_vectors() -> Callable[[int], list[np.ndarray]]:
    def make(count: int) -> list[np.ndarray]:
        matrix = np.random.default_rng(7).normal(size=(count, 384)).astype(np.float32)
        return list(matrix / np.linalg.norm(matrix, axis=1, keepdims=True))

    return make
