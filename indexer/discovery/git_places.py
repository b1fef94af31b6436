"""Where git keeps ignore rules besides the ``.gitignore`` files."""

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from indexer.discovery.ignore_files import small_file

_ASK_SECONDS = 5.0
_NO_WINDOW = 0x08000000 if sys.platform == "win32" else 0
"""``CREATE_NO_WINDOW``: git would open a console window for a moment."""


def has_repository(folder: Path) -> bool:
    """Return whether a repository or worktree begins in this folder."""
    return os.path.lexists(folder / ".git")


def repository_above(folder: Path) -> Path | None:
    """Return the folder, at or above this one, in which its repository begins."""
    return next((one for one in (folder, *folder.parents) if has_repository(one)), None)


def exclude_file(repository: Path) -> Path:
    """Return the repository's ``info/exclude``, which all its worktrees share."""
    place = repository / ".git"
    if place.is_dir():
        return place / "info" / "exclude"
    named = small_file(place).removeprefix("gitdir:").strip()
    private = repository / named if named else place
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
    """Return the excludes file; asked anew only when git's configuration files have changed."""
    named = _asked(home)
    file = Path(named) if named else config / "git" / "ignore"
    return file if file.is_file() else None


def _asked(home: Path) -> str:
    git = shutil.which("git")
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
            creationflags=_NO_WINDOW,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return os.fsdecode(answer.stdout).strip()
