"""Copies the address of lines in the web pages of their repository's remote."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from ui.controllers.excerpt import Excerpt
from ui.controllers.jobs import Jobs
from ui.i18n.language import message_text, translate

Say = Callable[[str, str], object]
"""Shows a title and a sentence."""


class PermalinkCopier(QObject):
    """Asks the core in a thread.

    Args:
        copy: puts a text on the clipboard.
        say: shows the copied link, or the reason why there is none.
    """

    def __init__(self, jobs: Jobs, copy: Callable[[str], object], say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._copy, self._say, self._access = jobs, copy, say, OWNER
        self._core: SearchCore | None = None

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def copy(self, excerpt: Excerpt) -> None:
        """Copy the address of lines as soon as it is known."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(lambda: core.permalink(excerpt.request, access), self._take, self._refuse)

    def _take(self, address: str) -> None:
        self._copy(address)
        self._say(translate("The link is copied"), address)

    def _refuse(self, error: KnownError) -> None:
        self._say(message_text(error.message), message_text(error.remedy))
