"""Paths of everything in an index folder."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths below one index folder.

    Attributes:
        folder: the index folder itself; it need not exist yet.
    """

    folder: Path

    @property
    def versions(self) -> Path:
        """Return ``index.json``: the versions with which the rows were written."""
        return self.folder / "index.json"

    @property
    def roots(self) -> Path:
        """Return ``roots.json``: the watched folders."""
        return self.folder / "roots.json"

    @property
    def graphs(self) -> Path:
        """Return ``graphs.json``: digests of the contents from which the graphs were built."""
        return self.folder / "graphs.json"

    @property
    def graph_sources(self) -> Path:
        """Return the folder with the input of each graph; everything in it is derived."""
        return self.folder / "graph-sources"

    @property
    def histories(self) -> Path:
        """Return the folder with the commit messages of each root; everything in it is derived."""
        return self.folder / "histories"

    @property
    def tables(self) -> Path:
        """Return the folder of the database."""
        return self.folder / "lance"

    @property
    def keyword(self) -> Path:
        """Return the folder of the keyword postings; everything in it is derived."""
        return self.folder / "keyword"

    @property
    def catalogue(self) -> Path:
        """Return the folder with search's table of files and their names; everything in it is derived."""
        return self.folder / "catalogue"

    @property
    def shown(self) -> Path:
        """Return the folder with the displayed parts of the chunks; everything in it is derived."""
        return self.folder / "shown"

    @property
    def array_folders(self) -> tuple[Path, ...]:
        """Return the folders of derived arrays, each with a manifest."""
        postings = sorted(path for path in self.histories.glob("*") if path.is_dir())
        return (self.keyword, self.catalogue, self.shown, *postings)

    @property
    def derived(self) -> tuple[Path, ...]:
        """Return the files and folders that are made again from the tables and from git."""
        return (
            *(self.keyword, self.catalogue, self.shown),
            *(self.graphs, self.graph_sources, self.histories),
        )

    @property
    def checkpoint(self) -> Path:
        """Return ``checkpoint.json``: the versions of the tables that are known to be on the disk."""
        return self.folder / "checkpoint.json"

    @property
    def damaged(self) -> Path:
        """Return the file that marks the tables as unreadable; they are then rebuilt."""
        return self.folder / "damaged"

    @property
    def paused(self) -> Path:
        """Return the empty file that exists while indexing is paused."""
        return self.folder / "paused"

    @property
    def lock(self) -> Path:
        """Return ``engine.lock``: the lock of the process that writes this index."""
        return self.folder / "engine.lock"
