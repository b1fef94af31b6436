"""Vectors for benchmarks: real ones, and as many more as are wanted, made of them in a way that is told here.

Real vectors come from the chunks of indexes that are there (``VECTORS=FOLDER``, with index folders in it),
else from the packaged model over the sources of the installed packages. Where more rows are asked for, a further
row is a real one with noise of a given length added, and of length 1 again: near its origin as one version of a
chunk is near another, with as many origins as there are real ones. So the clusters stay real.
"""

import os
import sys
from pathlib import Path

import numpy as np
from source_chunks import quick, source_chunks

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.embedding.choose import open_encoder

NOISE = 0.6
"""Length of what is added to a vector of length 1; the cosine to the origin is then about 0.86."""

EMBEDDED = (120, 600)
"""Chunks that are embedded where no index is named, in a quick run and in a whole one."""


def real_vectors(most: int) -> tuple[np.ndarray, str]:
    """Return float32 unit rows, at most so many, and where they come from."""
    folder = os.environ.get("VECTORS", "")
    if folder:
        rows = _from_indexes(Path(folder), most)
        return rows, f"{len(rows):,} real vectors of indexes of public repositories"
    chunks = source_chunks(min(most, EMBEDDED[0 if quick() else 1]))
    return open_encoder().encode(chunks), f"{len(chunks):,} real vectors of installed packages"


def _from_indexes(folder: Path, most: int) -> np.ndarray:
    import lancedb

    parts, result = [], 0
    for path in sorted(folder.rglob("chunks.lance")):
        table = lancedb.connect(path.parent).open_table("chunks").search().select(["vector"])
        column = table.where("vector IS NOT NULL AND kind != 'card'").to_arrow().column("vector").combine_chunks()
        rows = column.flatten().to_numpy(zero_copy_only=False).reshape(len(column), -1).astype(np.float32)
        parts.append(rows)
        result += len(rows)
        if result >= most:
            break
    return unit(np.concatenate(parts)[:most])


def unit(rows: np.ndarray) -> np.ndarray:
    """Return the rows with length 1."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def grown(real: np.ndarray, count: int) -> np.ndarray:
    """Return ``count`` unit rows of float16: the real ones first, then ones made of them."""
    random = np.random.default_rng(7)
    rows = np.empty((count, real.shape[1]), np.float16)
    rows[: min(count, len(real))] = real[:count]
    for start in range(len(real), count, 20_000):
        many = min(20_000, count - start)
        noise = unit(random.standard_normal((many, real.shape[1]), np.float32)) * NOISE
        rows[start : start + many] = unit(real[random.integers(0, len(real), many)] + noise)
    return rows


def query_vectors(real: np.ndarray, count: int) -> np.ndarray:
    """Return float32 unit rows to ask with: real ones, moved as far as a question is from what answers it."""
    random = np.random.default_rng(11)
    chosen = real[random.choice(len(real), count, replace=len(real) < count)]
    return unit(chosen + unit(random.standard_normal(chosen.shape, np.float32)) * 0.9).astype(np.float32)
