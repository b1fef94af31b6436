"""Chunks and indexes for the contract suites, made of a few words so that ties and near misses are common."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from search.analysis.terms import joined_terms
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.retrieval.memory_backend import MemoryBackend
from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.files import FileRecord, FileState
from search.types.ids import NodeId, RootId, card_id, chunk_id, file_id
from tests.fakes.encoder import BagOfWordsEncoder

WORDS = ("lease", "renew", "retry", "backoff", "invoice", "refund", "session", "token")
HOSTILE = ("it's", 'say "x"', "nul\0l", "🦊", "' OR 1=1 --", "a" * 300, "%", "_", "\\")


def chunk(path: str, number: int, text: str, **labels: object) -> Chunk:
    """Return a chunk of a file in ``shop@main`` unless the labels say otherwise."""
    repository, branch = str(labels.pop("repository", "shop")), str(labels.pop("branch", "main"))
    return Chunk(
        id=chunk_id(repository, branch, path, "part", number),
        file_id=file_id(repository, branch, path),
        node_id=NodeId(f"{repository}@{branch}:py:{path}:{number}"),
        path_hash=RootId("root"),
        repository=repository,
        branch=branch,
        path=path,
        kind=ChunkKind.TEXT,
        ordinal=number,
        start_line=number * 10 + 1,
        end_line=number * 10 + 5,
        header_path="",
        text=text,
        embed_text=text,
        embed_hash=hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest(),
        terms=joined_terms(text),
        **labels,  # type: ignore[arg-type]
    )


def card(of: Chunk) -> Chunk:
    """Return the card of a chunk's file: it reads like every word there is."""
    text = " ".join(WORDS)
    return Chunk(
        **{
            **{name: getattr(of, name) for name in Chunk.__dataclass_fields__},
            "id": card_id(of.file_id),
            "kind": ChunkKind.CARD,
            "ordinal": -1,
            "text": "",
            "embed_text": text,
            "embed_hash": hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
            "terms": "",
        }
    )


def vectors_of(chunks: Sequence[Chunk]) -> dict:
    """Return the vector of each chunk by its hash."""
    rows = BagOfWordsEncoder().encode([item.embed_text for item in chunks])
    return {item.embed_hash: row for item, row in zip(chunks, rows, strict=True)}


def records(chunks: Sequence[Chunk]) -> list[FileRecord]:
    """Return the manifest rows that belong to the chunks; a file has the labels of its first chunk."""
    first = {item.file_id: item for item in reversed(chunks)}
    shared = set(FileRecord.__dataclass_fields__) & set(Chunk.__dataclass_fields__) - {"id"}
    return [
        FileRecord(
            id=file,
            state=FileState.INDEXED,
            chunk_count=1,
            **{name: getattr(item, name) for name in sorted(shared)},
        )
        for file, item in sorted(first.items())
    ]


def memory_backend(chunks: Sequence[Chunk]) -> MemoryBackend:
    """Return the oracle over these chunks."""
    return MemoryBackend(chunks, vectors_of(chunks), BagOfWordsEncoder())


class IndexOnDisk:
    """A real index in a folder, filled again and again."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(folder)
        self.storage.use_model(BagOfWordsEncoder.model, BagOfWordsEncoder.dimension)

    @classmethod
    def of(cls, storage: Storage) -> "IndexOnDisk":
        """Return one that fills this index, wherever it lies."""
        index = cls.__new__(cls)
        index.storage = storage
        storage.use_model(BagOfWordsEncoder.model, BagOfWordsEncoder.dimension)
        return index

    def holding(self, chunks: Sequence[Chunk]) -> IndexBackend:
        """Return the backend after the index was made to hold exactly these chunks."""
        return IndexBackend(
            self.storage, self.corpus_of(chunks), BagOfWordsEncoder, self.storage.graph.nodes_by_id
        )

    def corpus_of(self, chunks: Sequence[Chunk]) -> Corpus:
        """Return the corpus after the index was made to hold exactly these chunks."""
        known = [record.id for record in self.storage.files.of_root(RootId("root")).values()]
        rows = records(chunks)
        self.storage.chunks.replace_files([*known, *(row.id for row in rows)], chunks, vectors_of(chunks))
        removed = set(known) - {row.id for row in rows}
        if removed:
            self.storage.files.remove(sorted(removed))
        self.storage.files.upsert(rows)
        corpus = Corpus(self.storage)
        corpus.load()
        return corpus


@st.composite
def corpora(draw: st.DrawFn) -> list[Chunk]:
    """Draw a few files of a few chunks with mixed rights, branches and types; a file has one set of labels."""
    made: list[Chunk] = []
    paths = draw(
        st.lists(st.sampled_from(["a.py", "b.py", "docs/c.md", "d.sql"]), min_size=1, max_size=4, unique=True)
    )
    for path in paths:
        labels = {
            "branch": draw(st.sampled_from(["main", "main", "old"])),
            "tenant": draw(st.sampled_from(["local", "other"])),
            "groups": draw(st.sampled_from([(), ("staff",), ("staff", "admins"), ("it's",)])),
            "tags": draw(st.sampled_from([(), ("public",), ("public", "🦊")])),
            "doc_type": draw(st.sampled_from(["code", "guide", "adr"])),
        }
        for number in range(draw(st.integers(1, 3))):
            text = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)))
            made.append(chunk(path, number, text, **labels))
        made.append(card(made[-1]))
    return made


FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "tenant": st.sampled_from(["local", "other", *HOSTILE[:6]]),
        "groups": st.lists(st.sampled_from(["staff", "admins", "it's", *HOSTILE[:4]]), max_size=2),
        "tags": st.lists(st.sampled_from(["public", "🦊"]), max_size=2),
        "doc_type": st.sampled_from(["code", "guide", ["code", "adr"]]),
    },
)
