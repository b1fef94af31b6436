"""Which files git tracks: a rule of git's does not hold for them."""

import os
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

import structlog

from indexer.discovery.names import stored_name
from search.errors import BadInputError, MissingExtraError
from search.storage.git_command import git_output
from search.storage.git_head import git_folder

_log = structlog.get_logger(__name__)


class TrackedFiles:
    """What git tracks at a folder and below, as one walk sees it; git is asked once a rule of its has matched.

    Nothing where there is no git, or where it refuses, as it does with a repository of another user.

    Args:
        folder: in the repository.
        repository: where that begins.
        base: path of ``folder`` from the root: empty or ``a/b/``.
    """

    def __init__(self, folder: Path, repository: Path, base: str = "") -> None:
        self._folder = folder
        self._repository = repository
        self._base = base
        self._known: tuple[str, ...] | None = None

    def has(self, path: str) -> bool:
        """Return whether the file at ``path`` (from the root), or one below that folder, is tracked."""
        if not path.startswith(self._base):
            return False
        inner, files = path[len(self._base) :], self._files()
        first = bisect_left(files, inner)
        if first < len(files) and files[first] == inner:
            return True
        below = bisect_left(files, f"{inner}/", first)
        return below < len(files) and files[below].startswith(f"{inner}/")

    def _files(self) -> tuple[str, ...]:
        if self._known is None:
            self._known = self._asked()
        return self._known

    def _asked(self) -> tuple[str, ...]:
        git = git_folder(self._repository)
        try:
            stamp = (git / "index").stat() if git is not None else None
        except OSError:
            stamp = None
        return _listed(self._folder, (stamp.st_mtime_ns, stamp.st_size)) if stamp is not None else ()


@lru_cache(maxsize=16)
def _listed(folder: Path, stamp: tuple[int, int]) -> tuple[str, ...]:  # noqa: ARG001 -- the key
    """Return the paths from a folder, sorted; asked anew only when git's list has changed."""
    try:
        told = git_output(folder, "ls-files", "--cached", "-z", remedy="Without it, ignored files stay out.")
    except (BadInputError, MissingExtraError) as error:
        _log.info("tracked_files_unknown", folder=str(folder), error=str(error))
        return ()
    return tuple(sorted({stored_name(os.fsdecode(path)) for path in told.split(b"\0") if path}))
