"""Files whose dependencies are not in the graph, or only in part, with the reason for each file."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from app.core.graph_queries import repository_root
from indexer.facts.extract import EXTRACTED_LANGUAGES, decode
from indexer.facts.projects import is_build_file, is_project_file
from indexer.pipeline.context import key_of
from resources.languages import languages
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState
from search.types.filters import Access, Condition, Operator
from search.types.graph_queries import UnreadFile

PARTLY = (FileState.FAILED, FileState.TRUNCATED)


class _Problems(msgspec.Struct):
    """The parts of a file that could not be read, decoded from its facts without the rest of them."""

    problems: tuple[str, ...] = ()


_decoder = msgspec.msgpack.Decoder(_Problems)


def unread_files(storage: Storage, repository: str, access: Access) -> tuple[UnreadFile, ...]:
    """Return the visible files that the graph knows only in part, by reason, repository and path.

    Without a repository, those of everything that is checked out.

    Raises:
        NotFoundError: no such repository.
    """
    roots = tuple(root.id for root in storage.roots.all() if root.folder)
    if repository:
        roots = (repository_root(storage, repository, access).id,)
    wanted = access.row_filter().and_(Condition("path_hash", Operator.IN, roots))
    records = storage.files.matching(wanted)
    readable = [row for row in records if _has_facts(row) and row.content_hash]
    stored = storage.facts.get_many([key_of(row) for row in readable])
    files = [*_by_state(records), *_too_large(records), *_without_reader(records)]
    files += [_unread(row, problem) for row in readable for problem in _problems(stored.get(key_of(row)))]
    files += _in_rings([row for row in readable if is_build_file(row.path)], stored)
    return tuple(sorted(files, key=lambda each: (each.reason, each.repository, each.path)))


def _has_facts(row: FileRecord) -> bool:
    return row.language in EXTRACTED_LANGUAGES or is_project_file(row.path)


def _too_large(records: Iterable[FileRecord]) -> Iterator[UnreadFile]:
    for row in records:
        if row.state is FileState.SKIPPED and row.reason == "size" and row.language in EXTRACTED_LANGUAGES:
            yield _unread(row, "size: files of this size are left out")


def _in_rings(builds: Iterable[FileRecord], stored: Mapping[str, bytes]) -> Iterator[UnreadFile]:
    """Yield the projects that refer to themselves through others, which no build accepts."""
    facts = {row: decode(stored[key_of(row)]) for row in builds if key_of(row) in stored}
    rows = {(row.path_hash, row.path): row for row in facts}
    followers = {
        row: [rows[row.path_hash, each] for each in project.references if (row.path_hash, each) in rows]
        for row, known in facts.items()
        if (project := known.project) is not None
    }
    for row, first in followers.items():
        reached, waiting = set(first), list(first)
        for each in waiting:  # grows while it is walked
            fresh = [other for other in followers.get(each, ()) if other not in reached]
            reached.update(fresh)
            waiting += fresh
        if row in reached:
            yield _unread(row, "project: refers to itself, through others or at once")


def _by_state(records: Iterable[FileRecord]) -> Iterator[UnreadFile]:
    yield from (_unread(row, f"{row.state.value}: {row.reason}") for row in records if row.state in PARTLY)


def _without_reader(records: Iterable[FileRecord]) -> Iterator[UnreadFile]:
    unread = {each.name for each in languages().values() if each.coverage in {"definitions", "none"}}
    for row in records:
        if row.language in unread and row.state is FileState.INDEXED:
            yield _unread(row, f"language: what {row.language} files depend on is not read")


def _problems(data: bytes | None) -> tuple[str, ...]:
    return () if data is None else _decoder.decode(data).problems


def _unread(row: FileRecord, reason: str) -> UnreadFile:
    return UnreadFile(row.id, row.repository, row.path, row.language, reason)
