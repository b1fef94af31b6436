"""A core by word whose folders are not watched, so that a test decides when they are read."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings


@contextmanager
def opened(index: Path, *, follows: bool = False, compares: bool = True) -> Iterator[LocalCore]:
    """Open an index; ``compares`` has the core compare its folders with the disk as it starts."""
    docs = Docs(watch_for_changes=False, index_on_startup=compares)
    settings = Settings(docs=docs, embeddings=Embeddings(semantic=False))
    with closing(make_core(index, settings, Role(follows=follows))) as core:
        yield core
