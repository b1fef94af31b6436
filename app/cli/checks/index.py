"""``dowse doctor``: looks at everything that can keep Dowse from working, and rebuilds a damaged index."""

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from app.cli.checks.desktop import entries
from app.cli.checks.installation import crashes, installation, window
from app.cli.checks.result import Finding
from app.cli.open_core import Opening, opened_core
from app.engine.client import RemoteCore
from app.engine.lock import WriterLock
from app.installation.version import VERSION
from indexer.watching.budget import INOTIFY_LIMIT, has_instance, has_limits, instances_remedy, limit_remedy
from search.errors import BadInputError, KnownError
from search.storage.file_systems import remote_file_system
from search.storage.layout import Layout
from search.storage.recovery import renew
from search.storage.remote import remote_of
from search.storage.roots import RootsFile
from search.types.filters import OWNER
from search.types.status import IndexStatus, KeywordCheck, RootStatus

LEAST_FREE_BYTES = 1_000_000_000
"""Below this, indexing a large repository may fill the disk."""


def findings(index: Path, config: Path | None, *, deep: bool = False) -> tuple[Finding, ...]:
    """Return the findings, in the order in which the checks build on each other.

    ``deep`` also compares the keyword index with rank_bm25, which takes seconds on a large index.
    """
    of_index = _of_index(index, config, deep=deep)
    return (*installation(config), _disk(index), _engine(index), *of_index, window(), *entries(), crashes())


def rebuild(index: Path) -> tuple[Path, tuple[str, ...]]:
    """Move the content of the index aside; return where it is now and the watched folders, as far as can be read.

    The list of folders stays, with their labels and their branches that are not checked out. So does the folder of
    the index: Windows renames none in which a file is open, as the lock is.

    Raises:
        IndexLockedError: an engine or a command works on it.
        IndexWriteError: it cannot be moved.
        BadInputError: it lies on object storage.
    """
    remote = remote_of(index)
    if remote is not None:
        raise BadInputError("cli.remote_not_rebuilt", url=remote.url)
    with WriterLock(index, program=VERSION):
        try:
            roots = tuple(root.path for root in RootsFile(Layout(index)).all() if root.folder)
        except KnownError:
            roots = ()
        return renew(Layout(index)), roots


def _disk(index: Path) -> Finding:
    there = _existing(index)
    free = shutil.disk_usage(there).free
    text = f"{free / 1e9:.1f} GB free at {there}"
    well = free >= LEAST_FREE_BYTES
    return Finding("disk", well, text if well else f"{text}; free some space")


def _existing(index: Path) -> Path:
    """Return the folder of the index, or the innermost one around it that is there."""
    return next(folder for folder in (index, *index.parents) if os.path.exists(folder))  # noqa: PTH110 - False, not an error


def _none(index: Path) -> Finding:
    there = _existing(index)
    if os.access(there, os.W_OK | os.X_OK):
        return Finding("index", True, f"none in {index} yet; make one: dowse index FOLDER")
    remedy = "give yourself write permission, or choose another folder with --index"
    return Finding("index", False, f"none in {index} yet, and {there} cannot be written; {remedy}")


def _engine(index: Path) -> Finding:
    try:
        core = RemoteCore.to(index)
    except KnownError as error:
        return Finding("engine", False, error.one_line())
    if core is None:
        return Finding("engine", True, "none runs; one is started when it is needed")
    pid = core.engine_pid
    core.close()
    return Finding("engine", True, f"runs as process {pid}")


def _of_index(index: Path, config: Path | None, *, deep: bool) -> tuple[Finding, ...]:
    try:
        remote_of(index)  # refuses an index that may not be read
        if not Layout(index).versions.exists():
            return (_none(index), _watching(()))
        with opened_core(index, Opening(config, examines=True)) as core:
            status = core.status(OWNER)
            keywords = (_keywords(core.keyword_check()),) if deep else ()
    except KnownError as error:
        return (Finding("index", False, error.one_line()),)
    return (_content(status), *keywords, _versions(status), _folders(status.roots), _watching(status.roots))


def _content(status: IndexStatus) -> Finding:
    failed = dict(status.states).get("failed", 0)
    more = f", {failed} failed (dowse search is:failed lists them)" if failed else ""
    notices = "".join(f"; {notice}" for notice in status.notices)
    text = f"{status.files:,} files, {status.chunks:,} chunks in {status.index}{more}{notices}"
    return Finding("index", True, text)


def _keywords(check: KeywordCheck) -> Finding:
    compared = f"{check.chunks:,} chunks and {check.queries:,} queries compared with rank_bm25"
    if check.missing or check.differing:
        wrong = f"{check.missing:,} chunks are missing and {check.differing:,} queries score differently"
        return Finding("keywords", False, f"{compared}: {wrong}; dowse doctor --rebuild")
    return Finding("keywords", True, f"{compared}: all scores are equal to the last bit")


def _versions(status: IndexStatus) -> Finding:
    versions = ", ".join(f"{name} {value}" for name, value in status.versions if value)
    return Finding("versions", True, versions)


def _folders(roots: tuple[RootStatus, ...]) -> Finding:
    away = [status.root for status in roots if status.offline]
    if away:
        names = ", ".join(root.folder or root.name for root in away)
        named = away[0].folder or away[0].name
        remedy = f"attach it; or, if it moved: dowse move {named} NEW; or: dowse forget {named}"
        return Finding("folders", False, f"{names} cannot be reached; {remedy}")
    names = ", ".join(status.root.folder or status.root.name for status in roots)
    return Finding("folders", True, names or "none; dowse index FOLDER")


def _watching(roots: tuple[RootStatus, ...]) -> Finding:
    polled = [status for status in roots if status.watching == "polling"]
    short = [status for status in polled if not remote_file_system(Path(status.root.path))]
    if short:
        paths = ", ".join(status.root.path for status in short)
        if not has_limits():
            again = "dowse engine stop; the next command tries again to watch it"
            return Finding(
                "watching", False, f"compared every few seconds, since watching failed: {paths}; {again}"
            )
        lacking, remedy = _want(short)
        return Finding("watching", False, f"compared every few seconds, for want of {lacking}: {paths}. {remedy}")
    states = Counter(status.watching for status in roots)
    counts = ", ".join(f"{count} by {how}" for how, count in states.items() if how != "off")
    return Finding("watching", True, f"{counts or 'while an engine runs'}; {_limit()}")


def _want(short: Sequence[RootStatus]) -> tuple[str, str]:
    """Return the system limit that is too low to watch these roots, and the setting that raises it."""
    if not has_instance():
        return "inotify instances", str(instances_remedy())
    return "watches", str(limit_remedy(sum(status.files for status in short)))


def _limit() -> str:
    try:
        return f"the system allows {int(INOTIFY_LIMIT.read_text('ascii')):,} watched folders for all programs"
    except (OSError, ValueError):
        return "the system sets no limit"
