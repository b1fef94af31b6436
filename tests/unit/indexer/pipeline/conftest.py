import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.filters import Condition, Operator, RowFilter
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener


class Remembering(NoListener):
    """Remembers what was told and committed."""

    def __init__(self) -> None:
        self.replaced: list[tuple[list[str], list[str]]] = []
        self.graphs: list[str] = []

    def files_replaced(self, records, removed, terms, /) -> None:
        self.replaced.append(([record.path for record in records], list(removed)))

    def graph_replaced(self, root, /) -> None:
        self.graphs.append(root)


class CountingEncoder(BagOfWordsEncoder):
    """Counts the texts that it encodes."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts, /):
        self.texts += texts
        return super().encode(texts)


class Bench:
    """An indexer on a real index and a real folder."""

    def __init__(self, folder: Path, reader: object = None, listener: Remembering | None = None) -> None:
        self.folder = folder
        self.root_folder = folder / "shop"
        self.root_folder.mkdir(exist_ok=True)
        self.storage = Storage(folder / "index")
        self.listener = listener or Remembering()
        self.events: list[object] = []
        self.changed = threading.Condition()
        self.encoder = CountingEncoder()
        self.indexer = Indexer(self.storage, FileFinder(), reader or Reader(), self.emit, self.listener)

    def emit(self, event: object) -> None:
        with self.changed:
            self.events.append(event)
            self.changed.notify_all()

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root_folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def root(self) -> Root:
        return self.storage.roots.add(self.root_folder)

    def index(self, **arguments: object):
        return self.indexer.index_roots([self.root()], **arguments)

    def rows(self) -> dict[str, FileRecord]:
        return self.storage.files.of_root(self.root().id)

    def texts(self, path: str) -> str:
        where = RowFilter((Condition("path", Operator.IN, (path,)),))
        files = self.storage.files.visible_ids(where)
        return "\n".join(chunk.text for chunk in self.storage.chunks.of_files(files) if chunk.ordinal >= 0)

    def events_of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def make_bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(**arguments: object) -> Bench:
        made.append(Bench(tmp_path, **arguments))
        return made[-1]

    yield make
    for bench in made:
        bench.indexer.close()


@pytest.fixture
def bench(make_bench) -> Bench:
    return make_bench()
