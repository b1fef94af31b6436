"""Where everything lies in an index folder."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths below one index folder.

    Attributes:
        folder: the index folder itself; need not exist yet.
    """

    folder: Path

    @property
    def versions(self) -> Path:
        """Return ``index.json``: the versions that the rows were written with."""
        return self.folder / "index.json"

    @property
    def roots(self) -> Path:
        """Return ``roots.json``: the watched folders."""
        return self.folder / "roots.json"

    @property
    def graphs(self) -> Path:
        """Return ``graphs.json``: of which contents the graphs were built."""
        return self.folder / "graphs.json"

    @property
    def graph_sources(self) -> Path:
        """Return the folder that tells of which facts the graphs were made; everything in it is derived."""
        return self.folder / "graph-sources"

    @property
    def histories(self) -> Path:
        """Return the folder of what the commits of each root say; everything in it is derived."""
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
        """Return the folder of what search keeps ready of the files and their names; derived."""
        return self.folder / "catalogue"

    @property
    def shown(self) -> Path:
        """Return the folder of what is shown of the chunks; everything in it is derived."""
        return self.folder / "shown"

    @property
    def array_folders(self) -> tuple[Path, ...]:
        """Return the folders of derived arrays, each with a manifest."""
        postings = sorted(path for path in self.histories.glob("*") if path.is_dir())
        return (self.keyword, self.catalogue, self.shown, *postings)

    @property
    def damaged(self) -> Path:
        """Return the file that says that the tables cannot be read and are to be made anew."""
        return self.folder / "damaged"

    @property
    def paused(self) -> Path:
        """Return the file that says that a person paused indexing; empty."""
        return self.folder / "paused"

    @property
    def lock(self) -> Path:
        """Return ``engine.lock``: who writes this index."""
        return self.folder / "engine.lock"
