"""Packages of Hex: which one a module outside of the root is in."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.languages.elixir.extractor import MIX_FILE

INDIRECT = {
    "ecto": ("ecto_sql", "phoenix_ecto"),
    "phoenix_pubsub": ("phoenix",),
    "phoenix_template": ("phoenix",),
    "plug": ("phoenix",),
    "plug_crypto": ("plug", "phoenix"),
}
"""Packages that code names though its project needs only another one, which brings them."""


class Packages:
    """Knows the packages that the projects of a root need, by the folder of their file."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self._known = {
            each.path.rpartition("/")[0]: _by_module(each.project.packages)
            for each in files
            if each.project is not None and each.project.kind == MIX_FILE
        }

    def of(self, path: str, full: str) -> str:
        """Return the package that a module is in by the beginning of its name; empty where none is needed.

        ``Phoenix.LiveView.Socket`` is in ``phoenix_live_view`` where the project needs that, else in ``phoenix``.
        """
        known = self._project_of(path)
        words = full.lower().split(".")
        names = ("".join(words[:size]) for size in range(len(words), 0, -1))
        return next((known[each] for each in names if each in known), "")

    def _project_of(self, path: str) -> dict[str, str]:
        """Return the packages of the nearest project around a file."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._known:
                return self._known[folder]
        return {}


def _by_module(needed: Sequence[str]) -> dict[str, str]:
    """Return the packages that a project has by the modules in them: ``phoenixpubsub`` of ``Phoenix.PubSub``."""
    indirect = (name for name, others in INDIRECT.items() if any(each in needed for each in others))
    return {each.replace("_", ""): each for each in (*indirect, *needed)}
