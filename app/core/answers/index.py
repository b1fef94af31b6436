"""The answers about the index: ``index``, ``status``, ``roots`` and ``forget``."""

from typing import Self

import msgspec

from search.types.status import IndexReport, IndexStatus, RootStatus


class IndexAnswer(msgspec.Struct, frozen=True):
    """Contents of the index after a run of the indexer that took ``seconds``."""

    files: int
    chunks: int
    nodes: int
    edges: int
    skipped: int
    failed: int
    seconds: float

    @classmethod
    def of(cls, report: IndexReport) -> Self:
        """Return the answer for a run of the indexer."""
        return msgspec.convert(report, cls, from_attributes=True)


class RootAnswer(msgspec.Struct, frozen=True):
    """A folder that is searched."""

    path: str
    repository: str
    branch: str
    external: bool
    files: int
    chunks: int
    offline: bool
    watching: str

    @classmethod
    def of(cls, status: RootStatus) -> Self:
        """Return the answer for a root."""
        root = status.root
        return cls(
            root.path,
            root.repository,
            root.branch,
            root.external,
            status.files,
            status.chunks,
            status.offline,
            status.watching,
        )


class IndexCounts(msgspec.Struct, frozen=True):
    """How much is indexed, and in which states the files are."""

    files: int
    chunks: int
    nodes: int
    edges: int
    states: dict[str, int]
    roots: tuple[RootAnswer, ...]
    versions: dict[str, str]


class StatusAnswer(IndexCounts, frozen=True):
    """How much is indexed, and in which states the files are."""

    disk_bytes: int

    @classmethod
    def of(cls, status: IndexStatus) -> Self:
        """Return the answer for the status of an index."""
        return cls(
            files=status.files,
            chunks=status.chunks,
            nodes=status.nodes,
            edges=status.edges,
            states=dict(status.states),
            roots=tuple(map(RootAnswer.of, status.roots)),
            versions=dict(status.versions),
            disk_bytes=status.disk_bytes,
        )
