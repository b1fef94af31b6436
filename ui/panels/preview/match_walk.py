"""Steps through the matches in the visible file: those of the query, or those of the text in the find bar."""

from PySide6.QtCore import QObject, Signal

from ui.panels.preview.find_bar import FindBar
from ui.panels.preview.finder import MatchFinder, MatchJob
from ui.panels.preview.footer import PreviewFooter
from ui.panels.preview.match_position import nearest_match
from ui.panels.preview.matches import FileMatches, plain_matches
from ui.panels.results.snippet import Marker

_NOTHING = MatchJob("", (), ())


class MatchWalk(QObject):
    """Finds matches, shows their count in footer and find bar, and emits what to mark and where to scroll.

    Signals:
        marked: `FileMatches` to mark.
        chosen: index of the match to scroll to, from 0.
    """

    marked = Signal(object)
    chosen = Signal(int)

    def __init__(
        self, marker: Marker, footer: PreviewFooter, finding: FindBar, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._finder = MatchFinder(marker, self)
        self._footer, self._finding = footer, finding
        self._job = _NOTHING
        self._line = 0
        self._scrolls = True
        self._matches = FileMatches()
        self._current: int | None = None
        self._finder.matched.connect(self._take)
        footer.next.connect(lambda: self.step(1))
        footer.previous.connect(lambda: self.step(-1))
        finding.changed.connect(self._find)
        finding.step.connect(self.step)

    @property
    def matches(self) -> FileMatches:
        """The marked matches."""
        return self._matches

    def shutdown(self) -> None:
        """End the thread."""
        self._finder.shutdown()

    def begin(self, job: MatchJob, line: int, *, scrolls: bool = True) -> None:
        """Mark the words of another text; the first match for which ``line`` (from 0) is shown becomes current.

        If there is none, that is the first one at or after the line.

        Without ``scrolls`` an exact match is not scrolled to: the person has left it. While the find bar is open,
        its text is marked in place of the words, and the current match keeps its number.
        """
        before, wanted = self._current, self._finding.wanted
        self._job, self._line, self._scrolls = job, line, scrolls
        self._matches, self._current = FileMatches(), None
        if wanted:
            self._mark(wanted)
            if before is not None and self._current is not None:
                self._current = min(before, len(self._matches.all) - 1)
            self._show_counts()
        else:
            self._finder.start(job)

    def forget(self) -> None:
        """Drop all matches, because no file is visible; of the current one, its number remains."""
        self._finder.cancel()
        self._job, self._matches = _NOTHING, FileMatches()

    def start_at(self, line: int) -> None:
        """Make a match at or after another line the current one, as `begin` does."""
        self._line, self._scrolls = line, True
        self._choose()

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) match, and wrap around at the ends."""
        count = len(self._matches.all)
        if not count:
            return
        self._current = step - 1 if self._current is None else self._current + step
        self._current %= count
        self.chosen.emit(self._current)
        self._show_counts()

    def stop_finding(self) -> None:
        """Mark the words of the query again."""
        self._finding.set_count(None, 0)
        self._finder.start(self._job)

    def _take(self, matches: FileMatches) -> None:
        self._matches = matches
        self.marked.emit(matches)
        self._choose()

    def _choose(self) -> None:
        chunks = [(first - 1, last - 1) for first, last in self._job.chunks]
        reasons = nearest_match(self._matches, self._line, chunks)
        self._current = self._matches.at_or_after(reasons[0].line if reasons else self._line)
        self._footer.set_matches(self._current, len(self._matches.all))
        if self._job.exact and self._scrolls and self._current is not None:
            self.chosen.emit(self._current)  # a match may be far to the right of the line that is shown

    def _find(self, wanted: str) -> None:
        if not wanted:
            self.stop_finding()
            return
        self._mark(wanted)
        if self._current is not None:
            self.chosen.emit(self._current)
        self._show_counts()

    def _mark(self, wanted: str) -> None:
        """Mark a text in place of the words; its first match at or after the line becomes current."""
        self._finder.cancel()
        self._matches = FileMatches(plain_matches(self._job.text, wanted))
        self.marked.emit(self._matches)
        self._current = self._matches.at_or_after(self._line)

    def _show_counts(self) -> None:
        self._finding.set_count(self._current, len(self._matches.all))
        self._footer.set_matches(self._current, len(self._matches.all))
