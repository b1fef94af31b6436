"""Run by `test_ray_indexing` in a network of its own: an index by Ray, a worker of which dies, and one without."""

import json
import os
import signal
import sys
from functools import partial
from pathlib import Path

import numpy as np

from app.composition import CUT_VERSION
from indexer.cluster.bulk import BulkIndexing, Embedding
from indexer.cluster.ray_cluster import RayCluster
from indexer.discovery.finder import FileFinder
from indexer.discovery.rules import Rules
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.storage.fragments import index_vectors_on_ray
from search.storage.storage import Storage
from search.storage.versions import Versions
from search.types.filters import RowFilter
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener

TABLES = ("chunks", "files", "nodes", "edges", "vectors", "facts")
ADDRESS = "127.0.0.1:6379"
UNLIKE = {"indexed_at"}
"""When it was indexed; all other columns are equal."""


def dying_once(marks: Path) -> BagOfWordsEncoder:
    """Open the encoder; the first worker that does is killed."""
    try:
        (marks / "died").touch(exist_ok=False)
    except FileExistsError:
        return BagOfWordsEncoder()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


def indexed(folder: Path, root: Path, cluster: RayCluster | None, marks: Path) -> Storage:
    storage = Storage(folder, Versions(chunker=CUT_VERSION))
    added = storage.roots.add(root)
    finder, reader, encoder = FileFinder(Rules()), Reader(), BagOfWordsEncoder()
    if cluster is not None:
        embedding = Embedding(encoder, partial(dying_once, marks))
        done = BulkIndexing(storage, finder, reader, lambda *_: None).load(added, cluster, embedding)
        print(json.dumps({"loaded": done.files, "embedded": done.embedded}))
    indexer = Indexer(storage, finder, reader, lambda _event: None, NoListener())
    indexer.use_encoder(encoder)
    report = indexer.index_roots([added])
    print(json.dumps({"changed": report.changed, "embedded_after": report.embedded, "files": report.files}))
    indexer.close()
    return storage


def rows_of(storage: Storage, table: str) -> list[str]:
    rows = storage.database.read(table, lambda opened: opened.search().to_arrow().to_pylist())
    for row in rows:
        for column in UNLIKE & row.keys():
            del row[column]
    return sorted(repr(sorted(row.items())) for row in rows)


def main(scratch: Path) -> None:
    root = scratch / "shop"
    with RayCluster(ADDRESS) as cluster:
        by_ray = indexed(scratch / "ray", root, cluster, scratch)
        built = index_vectors_on_ray(by_ray, workers=2, above_rows=100)
    alone = indexed(scratch / "alone", root, None, scratch)
    for table in TABLES:
        same = rows_of(by_ray, table) == rows_of(alone, table)
        print(json.dumps({"table": table, "rows": by_ray.database.count(table), "same": same}))
    query = BagOfWordsEncoder().encode_query("renew the lease of worker 7")
    results = [item.chunks.nearest(np.asarray(query), RowFilter(), 10)[0] for item in (by_ray, alone)]
    print(json.dumps({"killed": (scratch / "died").exists(), "index": built, "nearest": results[0] == results[1]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
