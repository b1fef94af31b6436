"""How this program is started again: as an engine, at login, by an agent."""

import os
import sys
from pathlib import Path

IMAGE_VARIABLE = "APPIMAGE"
"""What the loader of an AppImage sets: the path of the file."""

MOUNT_VARIABLE = "APPDIR"
"""What it sets too: the folder that the file is mounted at for as long as the started program runs."""


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

    What outlives this process is started from that file: the folder that it is mounted at goes with the process.
    The variables of another AppImage, such as that of a terminal, name a folder that this program is not in.
    """
    image, mount = os.environ.get(IMAGE_VARIABLE), os.environ.get(MOUNT_VARIABLE)
    if not (image and mount and getattr(sys, "frozen", False)):
        return None
    is_own = Path(sys.executable).resolve().is_relative_to(Path(mount).resolve())
    return Path(image) if is_own else None
