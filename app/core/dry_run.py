"""What indexing would read, without an index: in counts, and the largest folders."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from indexer.discovery.finder import FileFinder
from indexer.discovery.root_settings import read_settings
from indexer.discovery.rules import Rules
from indexer.types import FoundFile
from search.file_names import file_at
from search.storage.git.head import branch_of
from search.storage.roots import label_of
from search.types.files import OTHER_ROOT, Root
from search.types.ids import path_hash

LARGEST = 10
"""Folders that are listed with their size."""

FOLDER_DEPTH = 2
"""A size is that of a folder at most so deep below its root, with everything in it."""


class FolderPreview(msgspec.Struct, frozen=True):
    """One folder of the index that would be, with how much of it would be read."""

    path: str
    repository: str
    branch: str
    files: int
    size_bytes: int
    left_out: dict[str, int]


class FolderSize(msgspec.Struct, frozen=True):
    """How much would be read of a folder and of everything in it."""

    path: str
    files: int
    size_bytes: int


class IndexPreview(msgspec.Struct, frozen=True):
    """What ``dowse index`` would read; files that turn out to hold no text when they are read still count.

    Attributes:
        left_out: number of files and whole folders that are not read, by reason, most first.
        largest: folders of which most would be read.
    """

    folders: tuple[FolderPreview, ...]
    files: int
    size_bytes: int
    left_out: dict[str, int]
    largest: tuple[FolderSize, ...]


@dataclass(slots=True)
class _Count:
    files: int = 0
    size_bytes: int = 0

    def add(self, file: FoundFile) -> None:
        self.files += 1
        self.size_bytes += file.size_bytes


@dataclass(slots=True)
class _Counts:
    """The counts so far, over all roots."""

    folders: list[FolderPreview] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    below: dict[str, _Count] = field(default_factory=dict)


def index_preview(paths: Sequence[Path], rules: Rules, known: Sequence[Root], *, single: bool) -> IndexPreview:
    """Return what indexing these real paths would read; nothing is written.

    ``known`` are the roots of the index, if there is one: labels are those that the folders have or would get.
    """
    labels = {root.folder: root.repository for root in known if root.folder}
    roots: dict[str, Root] = {}
    finder = FileFinder(rules, lambda: tuple(roots.values()))
    for path in paths:
        nested = () if single else finder.nested_repositories(path).paths
        for folder in (path, *(file_at(path, inner) for inner in nested)):
            if str(folder) not in roots:
                roots[str(folder)] = _root(folder, labels, single=single)
    counts = _Counts()
    for root in roots.values():
        _count(root, finder.everything(root), counts)
    return _preview(counts)


def _root(folder: Path, labels: dict[str, str], *, single: bool) -> Root:
    """Return the root that a folder is or would be, and add its label to ``labels``, which are by folder."""
    path = str(folder)
    if path not in labels:
        labels[path] = label_of(folder, read_settings(folder).repository, set(labels.values()))
    return Root(path_hash(path), path, labels[path], branch_of(folder), single=single)


def _count(root: Root, files: Iterable[FoundFile], counts: _Counts) -> None:
    whole, left_out = _Count(), Counter[str]()
    for file in files:
        if file.skip is None:
            whole.add(file)
            counts.below.setdefault(_folder_of(root, file.path), _Count()).add(file)
        elif file.skip.reason != OTHER_ROOT:
            left_out[file.skip.reason] += 1
    counts.left_out += left_out
    counts.folders.append(
        FolderPreview(
            root.path, root.repository, root.branch, whole.files, whole.size_bytes, _most_first(left_out)
        )
    )


def _folder_of(root: Root, path: str) -> str:
    folders = path.split("/")[:-1][:FOLDER_DEPTH]
    return "/".join((root.path, *folders))


def _preview(counts: _Counts) -> IndexPreview:
    largest = sorted(counts.below.items(), key=lambda item: (-item[1].size_bytes, item[0]))[:LARGEST]
    return IndexPreview(
        folders=tuple(counts.folders),
        files=sum(folder.files for folder in counts.folders),
        size_bytes=sum(folder.size_bytes for folder in counts.folders),
        left_out=_most_first(counts.left_out),
        largest=tuple(FolderSize(path, count.files, count.size_bytes) for path, count in largest),
    )


def _most_first(reasons: Counter[str]) -> dict[str, int]:
    return dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
