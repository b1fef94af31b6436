"""How this program is started again: as an engine, at login, by an agent."""

import os
import sys
from pathlib import Path

IMAGE_VARIABLE = "APPIMAGE"
"""Variable that the loader of an AppImage sets to the path of the file."""

MOUNT_VARIABLE = "APPDIR"
"""Variable that it sets to the folder where the file is mounted while the program runs."""


def program() -> list[str]:
    """Return the command line that runs this program, independent of the working directory."""
    image = app_image()
    if image is not None:
        return [str(image)]
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "app"]


def app_image() -> Path | None:
    """Return the AppImage that this program runs from.

    Processes that outlive this one are started from that file, because its mount ends with this process. If
    another AppImage, such as a terminal, has set the variables, they name a folder without this program.
    """
    image, mount = os.environ.get(IMAGE_VARIABLE), os.environ.get(MOUNT_VARIABLE)
    if not (image and mount and getattr(sys, "frozen", False)):
        return None
    is_own = Path(sys.executable).resolve().is_relative_to(Path(mount).resolve())
    return Path(image) if is_own else None
