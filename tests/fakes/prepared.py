"""A folder with an index that the tests of a file share, though each of them may change it."""

import shutil
from collections.abc import Callable
from pathlib import Path


class Prepared:
    """Makes a folder once, and restores it for each test.

    It has the same path for every test, since an index names its folders by their whole paths.

    Args:
        parent: an empty folder for it and its copy.
        make: fills the folder; nothing that it opens may be open afterwards.
    """

    def __init__(self, parent: Path, make: Callable[[Path], None]) -> None:
        self._folder = parent / "home"
        self._copy = parent / "copy"
        self._folder.mkdir()
        make(self._folder)
        shutil.copytree(self._folder, self._copy, symlinks=True)

    def restored(self) -> Path:
        """Copy the folder anew, with the modification times that its files had, and return it."""
        shutil.rmtree(self._folder)
        shutil.copytree(self._copy, self._folder, symlinks=True)
        return self._folder
