"""An index in this process, for faults that concern files and not the engine."""

import time
from pathlib import Path
from typing import Self

from indexer.discovery.finder import FileFinder
from indexer.discovery.rules import Rules
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.ports import FileReader
from indexer.pipeline.reading import Reader
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root
from search.types.filters import RowFilter
from search.types.status import IndexReport
from tests.fakes.listener import NoListener
from tests.faults.contents import difference, duplicates, rows_of
from tests.faults.outcome import Outcome


class Workshop:
    """A folder ``tree`` and its index.

    Args:
        folder: made here.
        reader: reads the files.
        rules: which are left out.
    """

    def __init__(self, folder: Path, *, reader: FileReader | None = None, rules: Rules | None = None) -> None:
        self.folder = folder
        self.tree = folder / "tree"
        self.tree.mkdir(parents=True, exist_ok=True)
        self.storage = Storage(folder / "index")
        self.indexer = Indexer(self.storage, FileFinder(rules), reader or Reader(), lambda _: None, NoListener())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.indexer.close()
        self.storage.close()

    @property
    def root(self) -> Root:
        """Return the root, added where it is not."""
        return next(iter(self.storage.roots.all()), None) or self.storage.roots.add(self.tree)

    def index(self) -> IndexReport:
        """Bring words and graph up to date."""
        return self.indexer.index_roots([self.root], semantic=False)

    def timed(self) -> tuple[float, ...]:
        """Bring it up to date and return how many seconds that took."""
        begun = time.monotonic()
        self.index()
        return (time.monotonic() - begun,)

    def rows(self) -> dict[str, FileRecord]:
        """Return the manifest by path."""
        return {row.path: row for row in self.storage.files.matching(RowFilter())}

    def states(self) -> dict[str, int]:
        """Return how many files are in each state."""
        return dict(self.storage.files.state_counts())

    def compared(self, fault: str, times: int, recovered_s: tuple[float, ...], *wrong: str) -> Outcome:
        """Return the outcome: this index against one made anew of the same folder."""
        with Workshop(self.folder / "anew") as anew:
            anew.indexer.index_roots([anew.storage.roots.add(self.tree)], semantic=False)
            differs = difference(rows_of(self.storage), rows_of(anew.storage))
        twice = duplicates(self.storage.database)
        listed = tuple(differs.missing[:2]) + tuple(differs.surplus[:2])
        return Outcome(
            fault, times, len(differs.missing), len(differs.surplus) + len(twice), recovered_s, (*wrong, *listed)
        )


def indexed(rows: dict[str, FileRecord]) -> set[str]:
    """Return the paths that are searchable."""
    return {path for path, row in rows.items() if row.state in (FileState.INDEXED, FileState.TRUNCATED)}
