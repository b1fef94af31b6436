"""The installed program: window, command line and engine, and the child processes that it starts of itself."""

import multiprocessing
import os
import sys

CONVERT = ["-P", "-m", "search.embedding.convert"]
"""How a conversion of a model is asked for, as of an interpreter; see `search.embedding.settings`."""


def give_outputs() -> None:
    """Let what is printed go nowhere where there are no outputs: Windows gives none to a program with a window."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open for good


def keep_archive_open() -> None:
    """Go on reading modules from the file that was started after an update has replaced it, as of an open window.

    The loader opens the archive by its path for each import and knows where a module is in the older file only.
    """
    if sys.platform == "linux":
        # a module of PyInstaller's, which only the built program has
        from pyimod02_importers import pyz_archive  # type: ignore[import-not-found]

        archive = os.open(pyz_archive._filename, os.O_RDONLY)  # noqa: SLF001 - it has no public name
        pyz_archive._filename = f"/proc/self/fd/{archive}"  # noqa: SLF001 - as above


def main(arguments: list[str]) -> int:
    """Be what the arguments ask for; return the exit status."""
    if arguments[: len(CONVERT)] == CONVERT:
        from search.embedding.convert import main as convert

        return convert(arguments[len(CONVERT) :])
    from app.cli.main import main as command_line

    return command_line(arguments)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    give_outputs()
    keep_archive_open()
    sys.exit(main(sys.argv[1:]))
