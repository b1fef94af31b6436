"""An index of any size for benchmarks, made of real ones in a way that is told here, without an encoder.

``python tests/benchmarks/grown_index.py TARGET ROWS SOURCES`` copies the rows of the index folders in SOURCES,
round after round, until there are so many chunks. A later round is another set of repositories (``restic.1``):
every identifier gets its repository, one term in three another ending, so that the vocabulary grows, and every
vector noise, as `vector_rows` says. Texts stay as they are, with a line of their own. The graph is copied too. A
chunk that has no vector in its source gets one near one of `CENTRES` random ones, so that there are clusters.
"""

import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import lancedb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vector_rows import NOISE, unit

from app.composition import CUT_VERSION
from search.retrieval.corpus import Corpus
from search.storage.maintenance import build_indexes, compact
from search.storage.storage import Storage
from search.storage.versions import Versions

CENTRES = 500

CHANGED = 3
"""One term in so many differs between two rounds."""

SCOPED = {
    "files": ("id",),
    "chunks": ("id", "file_id", "node_id"),
    "nodes": ("id", "node_id", "file_id"),
    "edges": ("id", "source", "target", "file_id"),
}
"""Columns that begin with, or hold behind ``|``, the repository's label."""


class Copy:
    """A source index in one round."""

    def __init__(self, source: Path, number: int) -> None:
        self._tables = lancedb.connect(source / "lance")
        self._number = number
        roots = json.loads((source / "roots.json").read_text("utf-8"))
        assert len(roots) == 1, (
            f"{source} has several folders: rows of all but the first would keep their identifiers"
        )
        root = roots[0]
        self.label = root["repository"]
        self.name = f"{self.label}.{number}" if number else self.label
        self.path_hash = hashlib.sha256(f"{root['id']}{number}".encode()).hexdigest()
        named = {"id": self.path_hash, "repository": self.name, "path": f"/nowhere/{self.name}"}
        self.root = {**root, **named, "semantic": True}
        self._random = np.random.default_rng(number)
        self._endings: dict[str, str] = {}

    def rows(self, table: str, schema: pa.Schema) -> pa.Table:
        """Return the rows of a table, renamed and varied."""
        rows = self._tables.open_table(table).to_arrow().select(schema.names)
        columns = {name: rows.column(name) for name in schema.names}
        if table == "chunks":
            columns["vector"] = self._vectors(_whole(columns["vector"]))
        columns["path_hash"] = pa.array([self.path_hash] * len(rows))
        for name in SCOPED[table]:
            columns[name] = self._renamed(columns[name])
        if "repository" in columns:
            columns["repository"] = pa.array([self.name] * len(rows))
        if table == "files":
            columns["meaning"] = pc.equal(columns["state"], "indexed")
        if table == "files" and self._number:
            changed = pc.binary_join_element_wise(columns["content_hash"], str(self._number), "")
            columns["content_hash"] = changed
        if table == "chunks" and self._number:
            columns["terms"] = pa.array([self._other_terms(item) for item in columns["terms"].to_pylist()])
            columns["text"] = pc.binary_join_element_wise(columns["text"], f"copy {self._number}", "\n")
        cast = [_whole(columns[field.name]).cast(field.type) for field in schema]
        return pa.Table.from_arrays(cast, schema=schema)

    def _renamed(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        marked = pc.replace_substring_regex(column, r"^[0-9a-f]{64}\|", f"{self.path_hash}|")
        return pc.replace_substring(marked, f"{self.label}@", f"{self.name}@")

    def _vectors(self, column: pa.Array) -> pa.Array:
        size = column.type.list_size
        missing = column.is_null().to_numpy(zero_copy_only=False)
        if not self._number and not missing.any():
            return column
        rows = np.zeros((len(column), size), np.float32)
        rows[~missing] = column.drop_null().flatten().to_numpy(zero_copy_only=False).reshape(-1, size)
        centres = unit(np.random.default_rng(0).standard_normal((CENTRES, size), np.float32))
        rows[missing] = centres[self._random.integers(0, CENTRES, int(missing.sum()))]
        noise = unit(self._random.standard_normal(rows.shape, np.float32)) * NOISE
        moved = unit(rows + noise) if self._number else np.where(missing[:, None], unit(rows + noise), rows)
        return pa.FixedSizeListArray.from_arrays(pa.array(moved.astype(np.float16).reshape(-1)), size)

    def _other_terms(self, terms: str) -> str:
        return " ".join(self._endings.get(term) or self._ending(term) for term in terms.split())

    def _ending(self, term: str) -> str:
        changes = len(term) > CHANGED and zlib.crc32(f"{term}{self._number}".encode()) % CHANGED == 0
        self._endings[term] = f"{term}{self._number}" if changes else term
        return self._endings[term]


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def copies(sources: Path) -> Iterator[Copy]:
    """Yield the sources, each once a round, without end."""
    folders = sorted(path.parent for path in sources.glob("*/roots.json"))
    first: dict[str, Path] = {}
    for folder in sorted(folders, key=lambda item: "whole" not in item.name):  # the whole checkout of two
        first.setdefault(json.loads((folder / "roots.json").read_text("utf-8"))[0]["repository"], folder)
    number = 0
    while True:
        yield from (Copy(folder, number) for folder in first.values())
        number += 1


def grow(target: Path, count: int, sources: Path, model: str = "") -> None:
    """Make the index, compacted and with the indexes that its size asks for.

    ``model`` is what gave the vectors where the sources have none.
    """
    written = json.loads(next(iter(sorted(sources.glob("*/index.json")))).read_text("utf-8"))
    storage, roots = Storage(target, Versions(chunker=CUT_VERSION, program=written["program"])), []
    storage.use_model(written["model"] or model, written["dimension"])
    contents = 0
    for copy in copies(sources):
        for name in SCOPED:
            schema = storage.database.read(name, lambda table: table.schema)
            rows = copy.rows(name, schema)
            if name == "chunks":
                rows = rows.slice(0, count - contents)
                contents += len(rows)
            storage.database.write(name, lambda table, rows=rows: table.add(rows))
        roots.append(copy.root)
        (target / "roots.json").write_text(json.dumps(roots, indent=1) + "\n", "utf-8")
        if contents >= count:
            break
    compact(storage.database)
    build_indexes(storage.database)
    Corpus(storage).load()  # writes the postings
    storage.close()


if __name__ == "__main__":
    grow(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
