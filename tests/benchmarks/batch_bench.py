"""Batches against single texts: how many times as fast many texts are encoded, and indexed, at once.

Both sides encode the same texts with the same encoder: once all together, once text by text. ``indexed`` also
stores text, metadata and vector: all in one commit, or each in a commit of its own, as a program does that adds
document by document. The goal is the one of the hybrid search's contract: batch indexing is 5 to 10 times as fast.
``QUICK=1`` takes fewer texts.
"""

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from results import Results
from source_chunks import quick, source_chunks

from search.embedding.choose import open_encoder
from search.embedding.ports import Encoder
from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.ids import NodeId, RootId, chunk_id, file_id

GOAL = 5.0
"""Least ratio of indexing in a batch."""
SENTENCE_CHARACTERS = 120
"""Length of a short text, about that of a sentence or a heading."""


def chunk_of(number: int, text: str) -> Chunk:
    """Return the only chunk of a file."""
    path = f"docs/{number}.md"
    return Chunk(
        id=chunk_id("shop", "main", path, "part", 0),
        file_id=file_id("shop", "main", path),
        node_id=NodeId(f"shop@main:doc:{path}"),
        path_hash=RootId("root"),
        repository="shop",
        branch="main",
        path=path,
        kind=ChunkKind.TEXT,
        ordinal=0,
        start_line=1,
        end_line=20,
        header_path="",
        text=text,
        embed_text=text,
        embed_hash=hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
        terms="",
    )


def stored(storage: Storage, encoder: Encoder, chunks: Sequence[Chunk]) -> None:
    """Encode the chunks and store them in one commit."""
    vectors = encoder.encode([chunk.embed_text for chunk in chunks])
    by_hash = {chunk.embed_hash: row for chunk, row in zip(chunks, vectors, strict=True)}
    storage.chunks.replace_files([chunk.file_id for chunk in chunks], chunks, by_hash)


def timed(action: Callable[[], object]) -> tuple[float, float]:
    """Return seconds on the clock and seconds of the processor."""
    began, used = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - began, time.process_time() - used


def encoding(encoder: Encoder, texts: Sequence[str], case: str, results: Results) -> None:
    """Compare encoding all texts at once with encoding them one by one."""
    batch = timed(lambda: encoder.encode(texts))
    single = timed(lambda: [encoder.encode([text]) for text in texts])
    results.row(case, "encoded in a batch, texts/s", len(texts) / batch[0], ratio=single[0] / batch[0])
    results.row(case, "the same in processor time, texts/s", len(texts) / batch[1], ratio=single[1] / batch[1])


def indexing(encoder: Encoder, texts: Sequence[str], case: str, results: Results) -> None:
    """Compare indexing all texts in one commit with indexing them one by one."""
    chunks = [chunk_of(number, text) for number, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as folder:
        together = Storage(Path(folder) / "together")
        batch, _ = timed(lambda: stored(together, encoder, chunks))
        together.close()
        alone = Storage(Path(folder) / "alone")
        single, _ = timed(lambda: [stored(alone, encoder, [chunk]) for chunk in chunks])
        alone.close()
    ratio = single / batch
    results.row(case, "indexed in a batch, texts/s", len(texts) / batch, ratio=ratio, goal=GOAL, met=ratio >= GOAL)


def main() -> None:
    """Measure long texts and short ones."""
    results = Results("batch")
    count = 64 if quick() else 256
    long = source_chunks(count)
    encoder = open_encoder()
    encoder.encode(long[:2])
    for case, texts in (("chunks", long), ("short", [text[:SENTENCE_CHARACTERS] for text in long])):
        encoding(encoder, texts, case, results)
        indexing(encoder, texts, case, results)


if __name__ == "__main__":
    main()
