"""Walking through the matches of what is shown: those of the query, or those of a text typed into the find bar."""

from PySide6.QtCore import QObject, Signal

from ui.panels.preview.find_bar import FindBar
from ui.panels.preview.finder import MatchFinder, MatchJob
from ui.panels.preview.footer import PreviewFooter
from ui.panels.preview.matches import FileMatches
from ui.panels.preview.plain_find import plain_matches
from ui.panels.results.snippet import Marker

_NOTHING = MatchJob("", (), ())


class MatchWalk(QObject):
    """Finds, counts in footer and find bar, and tells the view what to mark and to show.

    Signals:
        found: `FileMatches` to be marked.
        wanted: place of the match to be shown, from 0.
    """

    found = Signal(object)
    wanted = Signal(int)

    def __init__(
        self, marker: Marker, footer: PreviewFooter, finding: FindBar, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._finder = MatchFinder(marker, self)
        self._footer, self._finding = footer, finding
        self._job = _NOTHING
        self._line = 0
        self._matches = FileMatches()
        self._place: int | None = None
        self._finder.found.connect(self._take)
        footer.next.connect(lambda: self.step(1))
        footer.previous.connect(lambda: self.step(-1))
        finding.changed.connect(self._find)
        finding.step.connect(self._find_step)

    @property
    def matches(self) -> FileMatches:
        """What is marked."""
        return self._matches

    def shutdown(self) -> None:
        """End the thread."""
        self._finder.shutdown()

    def begin(self, job: MatchJob, line: int) -> None:
        """Mark the words of another text; the first match from ``line`` (from 0) on is the present one."""
        self._job, self._line = job, line
        self._matches, self._place = FileMatches(), None
        self._finder.start(job)

    def forget(self) -> None:
        """Nothing is shown any more."""
        self._finder.cancel()
        self._job, self._matches, self._place = _NOTHING, FileMatches(), None

    def start_at(self, line: int) -> None:
        """Another place of the same text is looked at."""
        self._line = line
        self._choose()

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) match, around the ends."""
        count = len(self._matches.found)
        if not count:
            return
        self._place = step - 1 if self._place is None else self._place + step
        self._place %= count
        self.wanted.emit(self._place)
        self._show_counts()

    def stop_finding(self) -> None:
        """Mark the query's words again."""
        self._finding.set_count(None, 0)
        self._finder.start(self._job)

    def _take(self, matches: FileMatches) -> None:
        self._matches = matches
        self.found.emit(matches)
        self._choose()

    def _choose(self) -> None:
        self._place = self._matches.at_or_after(self._line)
        self._footer.set_matches(self._place, len(self._matches.found))

    def _find(self, wanted: str) -> None:
        if not wanted:
            self.stop_finding()
            return
        self._finder.cancel()
        self._matches = FileMatches(plain_matches(self._job.text, wanted))
        self.found.emit(self._matches)
        self._place = self._matches.at_or_after(self._line)
        if self._place is not None:
            self.wanted.emit(self._place)
        self._show_counts()

    def _find_step(self, step: int) -> None:
        self.step(step)
        self._show_counts()

    def _show_counts(self) -> None:
        self._finding.set_count(self._place, len(self._matches.found))
        self._footer.set_matches(self._place, len(self._matches.found))
