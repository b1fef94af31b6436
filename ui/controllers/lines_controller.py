"""Searches for lines: asks the core page by page, until all lines are shown or counted."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields, replace

from PySide6.QtCore import QObject, Signal

from search.errors import KnownError, QueryError
from search.ports import SearchCore
from search.query.line_terms import line_terms
from search.query.parse import parse
from search.types.filters import OWNER, Access
from search.types.lines import LineOptions, LinePage, LineQuery
from search.types.results import Facet
from ui.controllers.jobs import Jobs

FIRST_LINES, NEXT_LINES = 200, 1_000
"""Lines of the first page, which fills a screen, and of each further one."""

MOST_SHOWN = 10_000
"""Most lines that are listed; further ones are only counted, since each takes memory."""


@dataclass(frozen=True, slots=True)
class Toggles:
    """The buttons of an editor's search.

    Attributes:
        exact: the text itself is searched, even if no other button is on.
    """

    exact: bool = False
    regex: bool = False
    match_case: bool = False
    whole_word: bool = False

    @property
    def any(self) -> bool:
        """Return whether lines are searched for."""
        return self.exact or self.regex or self.match_case or self.whole_word

    @property
    def mode(self) -> tuple[str, ...]:
        """The names of the buttons that are on."""
        return tuple(name for name, on in asdict(self).items() if on)

    @classmethod
    def of_mode(cls, mode: Collection[str]) -> "Toggles":
        """Return the buttons with only these on; names of no button are passed over."""
        return cls(**{field.name: field.name in mode for field in fields(cls)})

    @property
    def options(self) -> LineOptions:
        """Return how the text is to be read."""
        return LineOptions(self.regex, self.match_case, self.whole_word)


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The lines found so far; ``complete`` once every file was searched.

    Attributes:
        facets: values of filter columns with the number of files that have lines.
    """

    lines: int = 0
    files: int = 0
    took_ms: float = 0.0
    complete: bool = False
    facets: tuple[Facet, ...] = ()


class LinesController(QObject):
    """Owns the toggles and the search for lines that is under way.

    Signals:
        begun: a search for this text begins; the lines of the one before are outdated.
        paged: the next `LinePage` and the `LineCounts` so far.
        failed: the `KnownError` that ended the search.
    """

    begun = Signal(str)
    paged = Signal(object, object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._access = jobs, OWNER
        self._core: SearchCore | None = None
        self._generation = 0
        self._counts = LineCounts(complete=True)
        self._left = 0
        self.toggles = Toggles()

    @property
    def running(self) -> bool:
        """Whether a page is awaited."""
        return not self._counts.complete

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def takes(self, text: str) -> bool:
        """Return whether lines are searched for with this text; filters alone list files."""
        if not self.toggles.any and not parse(text).patterns:
            return False
        try:
            line_terms(text, regex=self.toggles.regex)
        except QueryError as error:
            return error.message.code != "query.empty"
        return True

    def search(self, text: str) -> None:
        """Search for lines; a search under way is dropped."""
        self.stop()
        self._counts, self._left = LineCounts(), MOST_SHOWN
        self.begun.emit(text)
        self._ask(LineQuery(text, self.toggles.options, self._access, most_lines=FIRST_LINES, facets=True))

    def stop(self) -> None:
        """Ask for no further page, and drop the one that is awaited."""
        self._generation += 1
        self._counts = replace(self._counts, complete=True)

    def facets(self, text: str) -> tuple[Facet, ...]:
        """Count the files that have lines for a text, which is not listed; called in a worker thread.

        The count ends without a result when another search begins.
        """
        core, generation = self._core, self._generation
        query: LineQuery | None = LineQuery(text, self.toggles.options, self._access, most_lines=0, facets=True)
        counted: tuple[Facet, ...] = ()
        while core is not None and query is not None and generation == self._generation:
            page = core.find_lines(query)
            counted = _sums(counted, page.facets)
            query = replace(query, after=page.next) if page.next is not None else None
        return counted if query is None else ()

    def _ask(self, query: LineQuery) -> None:
        generation, core = self._generation, self._core
        if core is not None:
            self._jobs.run(
                lambda: core.find_lines(query),
                lambda page: self._take(generation, query, page),
                lambda error: self._refuse(generation, error),
            )

    def _take(self, generation: int, query: LineQuery, page: LinePage) -> None:
        if generation != self._generation:
            return
        before = self._counts
        self._counts = LineCounts(
            before.lines + page.line_count,
            before.files + page.file_count,
            before.took_ms + page.took_ms,
            complete=page.next is None,
            facets=_sums(before.facets, page.facets),
        )
        self._left -= sum(len(file.lines) for file in page.files)
        self.paged.emit(page, self._counts)
        if page.next is not None and generation == self._generation:
            most = min(NEXT_LINES, max(0, self._left))
            self._ask(replace(query, after=page.next, most_lines=most))

    def _refuse(self, generation: int, error: KnownError) -> None:
        if generation == self._generation:
            self._counts = replace(self._counts, complete=True)
            self.failed.emit(error)


def _sums(before: Sequence[Facet], added: Sequence[Facet]) -> tuple[Facet, ...]:
    """Return the counts of two sets of files together, the largest of each column first."""
    counts = {facet.column: Counter(dict(facet.values)) for facet in before}
    for facet in added:
        counts.setdefault(facet.column, Counter()).update(dict(facet.values))
    return tuple(
        Facet(column, tuple(of_column.most_common())) for column, of_column in counts.items() if of_column
    )
