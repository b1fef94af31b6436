"""A report of an error in the program itself: a file on this machine that a person can read and send by hand.

It says where the program was, never what it worked on: no message of the exception, no values, no lines of files,
and of paths only what follows the folder of the program or of Python's packages.
"""

import hashlib
import platform
import sys
import sysconfig
import time
import traceback
from pathlib import Path

from app.installation.locations import state_folder
from app.installation.version import version_line

_HEAD = """\
Dowse met an error that it does not know. Nothing was sent. This file holds the place in the program and the
versions; it holds no text of your files, no query and no message of the error. You can send it to the developers.

"""

_ELSEWHERE = "(elsewhere)"

PACKAGES = "site-packages"
"""Name of the folder below which an environment has its packages."""


def reports_folder() -> Path:
    """Return where reports are written; it need not exist."""
    return state_folder() / "crashes"


def reports() -> list[Path]:
    """Return the reports there are, newest first."""
    return sorted(reports_folder().glob("*.txt"), key=lambda file: file.stat().st_mtime, reverse=True)


def write_report(error: BaseException, process: str) -> Path | None:
    """Write the report of an error; return its file, or None where the same error has one or none can be written.

    Args:
        error: with its traceback.
        process: what ran, such as ``search`` or ``engine``; a word of the program, never an argument.
    """
    where = _where(error)
    signature = hashlib.blake2b(where.encode(), digest_size=4).hexdigest()
    file = reports_folder() / f"{signature}.txt"
    if file.exists():
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_HEAD + _circumstances(process) + where, "utf-8")
    except OSError:
        return None
    return file


def _circumstances(process: str) -> str:
    lines = {
        "program": version_line(),
        "process": process,
        "python": platform.python_version(),
        "system": f"{sys.platform} {platform.release()} {platform.machine()}",
        "when": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
    }
    return "".join(f"{name:8} {value}\n" for name, value in lines.items()) + "\n"


def _where(error: BaseException) -> str:
    """Return kinds and places of an error and of those that led to it, the first one first."""
    lines: list[str] = []
    while True:
        frames = traceback.extract_tb(error.__traceback__)
        steps = [f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}\n" for frame in frames]
        lines[:0] = [f"{type(error).__module__}.{type(error).__qualname__}\n", *steps]
        cause = error.__cause__ or error.__context__
        if cause is None:
            return "".join(lines)
        error = cause


def _short(path: str) -> str:
    """Return a path below the folder of the program or of packages; nothing of any other."""
    program = Path(__file__).resolve().parents[2]
    folders = [Path(path_of) for name in ("purelib", "platlib", "stdlib") if (path_of := sysconfig.get_path(name))]
    for folder in (*folders, program):
        if Path(path).is_relative_to(folder):
            return Path(path).relative_to(folder).as_posix()
    if PACKAGES in Path(path).parts:  # an installer holds bytecode that was compiled elsewhere
        return path.rpartition(PACKAGES)[2].lstrip("/\\")
    return _ELSEWHERE if Path(path).is_absolute() else path  # modules of an installer have relative paths
