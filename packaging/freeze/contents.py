"""What the installed program holds: the tested packages, less what a running program never opens.

Packages are carried as the files that pip laid down, not taken apart: every library finds its own parts as it does
in development, and the libraries of Qt stay files that a person can replace, as their licence asks.
"""

import sys
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatch
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path, PurePosixPath

_LINES = (Path(__file__).parent / "never_opened.txt").read_text("utf-8").splitlines()
NEVER_OPENED = tuple(line for line in _LINES if line and not line.startswith("#"))

SPOKEN = ("_de.qm", "_en.qm")
"""Endings of Qt's texts in the languages that the window speaks."""

NOT_OF_PYTHON = {
    "_tkinter",
    "antigravity",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "nis",
    "test",
    "this",
    "tkinter",
    "turtle",
    "turtledemo",
}
"""Parts of the standard library that no library needs while a program runs."""

NOT_SHIPPED = {"setuptools"}
"""Packages that others require for building only."""

Placed = tuple[str, str]
"""(path in the program, path of the file here)."""


def package_files(names: Iterable[str]) -> Iterator[Placed]:
    """Yield every file of these packages that is shipped."""
    for name in names:
        if name not in NOT_SHIPPED:
            yield from _files_of(distribution(name))


def installed_modules(besides: Collection[str]) -> set[str]:
    """Return the importable names that the packages of this environment bring, less those given."""
    paths = (PurePosixPath(str(file)) for package in distributions() for file in package.files or ())
    names = {path.parts[0].partition(".")[0] for path in paths if path.suffix in {".py", ".so", ".pyd"}}
    return {name for name in names if name.isidentifier()}.difference(besides)


def is_shipped(path: str) -> bool:
    """Return whether a file of a package, by its path there, belongs in the program."""
    foreign = path.endswith(".qm") and not path.endswith(SPOKEN)
    return not path.startswith("..") and not foreign and not any(fnmatch(path, each) for each in NEVER_OPENED)


def standard_library() -> list[str]:
    """Return the names of the top modules of the standard library that are shipped."""
    return sorted(sys.stdlib_module_names.difference(NOT_OF_PYTHON))


def _files_of(package: Distribution) -> Iterator[Placed]:
    for file in package.files or ():
        path, source = PurePosixPath(str(file)).as_posix(), Path(str(file.locate()))
        if is_shipped(path) and source.is_file():
            yield path, str(source)
