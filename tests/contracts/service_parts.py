"""A search service on a real index of a few words, and a core on the sample corpus with the real model."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.composition import hosted_core
from app.core.local_core import LocalCore
from resources.locate import resource
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.service.reader_stage import NoReader, ReaderSource
from search.service.rerank_stage import no_model
from search.service.search_service import SearchDependencies, SearchService
from search.types.chunks import Chunk
from search.types.results import Ready
from tests.contracts.samples import IndexOnDisk
from tests.fakes.encoder import BagOfWordsEncoder


def service_on(
    disk: IndexOnDisk, chunks: Sequence[Chunk], model=no_model, reader: ReaderSource | None = None
) -> SearchService:
    """Return a service after the index was made to hold exactly these chunks."""
    return service_over(disk, disk.corpus_of(chunks), model, reader)


def service_over(
    disk: IndexOnDisk, corpus: Corpus, model=no_model, reader: ReaderSource | None = None
) -> SearchService:
    """Return a service that asks what this corpus of the index has loaded."""
    retriever = Retriever(corpus, disk.storage.chunks, BagOfWordsEncoder)
    ready = Ready(1.0, 1.0, 1.0, 1.0)
    around = SearchDependencies(lambda _: ready, lambda *_: False, model, reader or NoReader())
    return SearchService(disk.storage, corpus, retriever, around)


@contextmanager
def core_on(
    folder: Path, root: Path, *, semantic: bool = True, serves: bool = False, settings: str = ""
) -> Iterator[LocalCore]:
    """Yield a core whose index, in a folder of its own, holds this root; ``serves`` lets clients ask it too."""
    config = folder / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"[embeddings]\nsemantic = {str(semantic).lower()}\n{settings}")
    with hosted_core(folder / "index", config=config, serves=serves, follows=False) as core:
        core.index([str(root)], semantic=semantic)
        yield core


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files, texts by path, below a folder and return it."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def copied_sample(folder: Path) -> Path:
    """Return a copy of the sample corpus that is in no repository."""
    return Path(shutil.copytree(resource("sample"), folder / "roastery"))
