"""Packages of Hex: which one a module outside of the root is in."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.languages.elixir.extractor import MIX_FILE


class Packages:
    """Knows the packages that the projects of a root need, by the folder of their file."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self._needed = {
            each.path.rpartition("/")[0]: frozenset(each.project.packages)
            for each in files
            if each.project is not None and each.project.kind == MIX_FILE
        }

    def of(self, path: str, full: str) -> str:
        """Return the package that a module is in by the beginning of its name; empty where none is needed.

        ``Phoenix.LiveView.Socket`` is in ``phoenix_live_view`` where the project needs that, else in ``phoenix``.
        """
        needed = self._project_of(path)
        words = [_underscored(part) for part in full.split(".")]
        for size in range(len(words), 0, -1):
            for name in ("_".join(words[:size]), "".join(words[:size])):
                if name in needed:
                    return name
        return ""

    def _project_of(self, path: str) -> frozenset[str]:
        """Return the packages of the nearest project around a file."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._needed:
                return self._needed[folder]
        return frozenset()


def _underscored(name: str) -> str:
    """Return a name as Elixir writes it in atoms: ``live_view`` of ``LiveView``, ``http`` of ``HTTP``."""
    written = "".join(
        f"_{each}" if each.isupper() and at and not name[at - 1].isupper() else each
        for at, each in enumerate(name)
    )
    return written.lower()
