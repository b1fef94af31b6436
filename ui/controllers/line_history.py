"""Asks who changed the lines of a file, and what changed since a commit."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from PySide6.QtCore import QDate, QObject

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.line_history import BlamedLine, ChangedLinesRequest
from search.types.lines import LinesRequest
from ui.controllers.jobs import Jobs
from ui.i18n.language import date_words, message_text, translate

SHORT_HASH = 9
"""Characters of a hash that are shown."""

Refuse = Callable[[str, str], object]
"""Takes why there is no answer, and what can be done."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit of consecutive lines; without a hash they are not committed."""

    first: int
    last: int
    hash: str
    author: str
    time: float
    summary: str

    @property
    def words(self) -> str:
        """Return ``a1b2c3d4e, Ada, 3 May 2024: Renew leases``."""
        if not self.hash:
            return translate("Not committed yet")
        when = datetime.fromtimestamp(self.time, UTC)
        day = date_words(QDate(when.year, when.month, when.day))
        who = f"{self.hash[:SHORT_HASH]}, {self.author}, {day}"
        return f"{who}: {self.summary}" if self.summary else who


class LineHistory(QObject):
    """Asks the core in a thread."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._access = jobs, OWNER
        self._core: SearchCore | None = None

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def blame(self, request: LinesRequest, take: Callable[[tuple[Commit, ...]], None], refuse: Refuse) -> None:
        """Give the commits of lines, in the order of the lines."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(
                lambda: core.blame(request, access),
                lambda lines: take(tuple(commits_of(lines))),
                _refused_by(refuse),
            )

    def changes(
        self, request: ChangedLinesRequest, take: Callable[[tuple[tuple[int, int], ...]], None], refuse: Refuse
    ) -> None:
        """Give the first and last lines of what changed since a commit."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(lambda: core.changed_lines(request, access), take, _refused_by(refuse))


def commits_of(lines: Iterable[BlamedLine]) -> Iterable[Commit]:
    """Yield the commits of lines; neighbours of one commit are together."""
    for _, group in groupby(lines, key=lambda line: line.commit):
        run = list(group)
        head = run[0]
        yield Commit(head.line, run[-1].line, head.commit, head.author, head.time, head.summary)


def _refused_by(refuse: Refuse) -> Callable[[KnownError], None]:
    def take(error: KnownError) -> None:
        refuse(message_text(error.message), message_text(error.remedy))

    return take
