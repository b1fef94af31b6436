"""Where git keeps ignore rules besides the ``.gitignore`` files."""

import os
import subprocess
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

import structlog

from indexer.discovery.ignore_files import small_file
from search.errors import BadInputError, MissingExtraError
from search.file_names import stored_name
from search.processes import NO_WINDOW
from search.storage.git.command import git_output, git_program
from search.storage.git.head import git_folder

_ASK_SECONDS = 5.0


def has_repository(folder: Path) -> bool:
    """Return whether a repository or worktree begins in this folder."""
    return os.path.lexists(folder / ".git")


def is_bare_repository(folder: Path) -> bool:
    """Return whether a folder is a bare repository: it has what is else in ``.git``, and no work tree."""
    folders = all(os.path.isdir(folder / part) for part in ("objects", "refs"))  # noqa: PTH112 - no error
    return folders and os.path.isfile(folder / "HEAD")  # noqa: PTH113 - False, not an error


def begins_repository(folder: Path) -> bool:
    """Return whether git can read the repository, submodule or linked work tree that begins in this folder."""
    return has_repository(folder) and git_folder(folder) is not None


def repository_above(folder: Path) -> Path | None:
    """Return the folder, at or above this one, in which its repository begins."""
    return next((parent for parent in (folder, *folder.parents) if has_repository(parent)), None)


def exclude_file(repository: Path) -> Path:
    """Return the repository's ``info/exclude``, which all its worktrees share."""
    entry = repository / ".git"
    if entry.is_dir():
        return entry / "info" / "exclude"
    named = small_file(entry).removeprefix("gitdir:").strip()
    private = repository / named if named else entry
    common = small_file(private / "commondir").strip()
    return (private / common if common else private) / "info" / "exclude"


def global_excludes() -> Path | None:
    """Return the person's own excludes file: ``core.excludesFile``, else git's default place."""
    config = _config_home()
    stamps = tuple(_stamp(file) for file in (Path.home() / ".gitconfig", config / "git" / "config"))
    return _excludes_file(Path.home(), config, stamps)


def _config_home() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _stamp(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=8)
def _excludes_file(home: Path, config: Path, stamps: tuple[int, ...]) -> Path | None:  # noqa: ARG001 -- the key
    """Return the excludes file; read again only if git's configuration files have changed."""
    named = _configured_excludes(home)
    file = Path(named) if named else config / "git" / "ignore"
    return file if file.is_file() else None


def _configured_excludes(home: Path) -> str:
    git = git_program()
    if git is None:
        return ""
    try:
        answer = subprocess.run(
            [git, "config", "--type=path", "--get", "core.excludesFile"],
            cwd=home,
            capture_output=True,
            timeout=_ASK_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            creationflags=NO_WINDOW,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return os.fsdecode(answer.stdout).strip()


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
            self._known = self._read()
        return self._known

    def _read(self) -> tuple[str, ...]:
        git = git_folder(self._repository)
        try:
            stamp = (git / "index").stat() if git is not None else None
        except OSError:
            stamp = None
        return _listed(self._folder, (stamp.st_mtime_ns, stamp.st_size)) if stamp is not None else ()


@lru_cache(maxsize=16)
def _listed(folder: Path, stamp: tuple[int, int]) -> tuple[str, ...]:  # noqa: ARG001 -- the key
    """Return the paths in a folder, sorted; read again only if git's list has changed."""
    try:
        output = git_output(folder, "ls-files", "--cached", "-z", remedy="git.ignored_stay_out")
    except (BadInputError, MissingExtraError) as error:
        _log.info("tracked_files_unknown", folder=str(folder), error=str(error))
        return ()
    return tuple(sorted({stored_name(os.fsdecode(path)) for path in output.split(b"\0") if path}))
