"""Finds out why a file is among the results, or why it is not."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from search.errors import KnownError
from search.ports import SearchCore
from search.query.edit import without_filter
from search.query.parse import parse
from search.query.tokens import TokenKind
from search.types.commits import CommitRequest, CommitText
from search.types.files import FileState
from search.types.query import Rerank, SearchQuery
from search.types.results import FileHit, SearchResult
from search.types.status import UNKNOWN, WhyAnswer
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController
from ui.i18n.language import message_text, translate
from ui.panels.results.menu import absolute_path
from ui.panels.results.reasons import Missing, commit_sections, index_section, missing_reasons, reasons_of
from ui.popups.why import Section, as_text

Take = Callable[[Sequence[Section], str], None]
"""Takes facts under headings, and the same as text."""

_MOST_SIMILAR = 12
"""Number of files that are offered for the typed text."""

_NOT_SEARCHED = {UNKNOWN, FileState.SKIPPED.value, FileState.FAILED.value}
"""States of a path in the index for which a search explains nothing."""


class WhyController(QObject):
    """Asks the core in a thread and returns each answer to its caller."""

    def __init__(self, jobs: Jobs, search: SearchController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._search = jobs, search
        self._core: SearchCore | None = None

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def why_here(self, file: FileHit, take: Take) -> None:
        """Explain the rank of a file: first with the data at hand, then with the answer of the index."""
        title = f"{file.repository}/{file.path}"
        known = reasons_of(file, self._search.settings, self._search.text)
        take(known, as_text(title, known))

        def add(answer: WhyAnswer) -> None:
            sections = (*known, index_section(answer))
            take(sections, as_text(title, sections))

        self._ask_index(absolute_path(file), add)

    def commit(self, file: FileHit, name: str, take: Take) -> None:
        """Show the message and the changes of a commit that is evidence for a file."""
        core = self._core
        if core is None:
            return
        request = CommitRequest(file.file_id, name)

        def show(commit: CommitText) -> None:
            sections = commit_sections(commit)
            take(sections, as_text(commit.subject, sections))

        self._jobs.run(
            lambda: core.commit(request, self._search.access),
            show,
            lambda error: take(
                ((translate("It cannot be shown"), (message_text(error.message), message_text(error.remedy))),),
                str(error),
            ),
        )

    def why_not(self, path: str, shown: SearchResult | None, take: Take) -> None:
        """Explain why a path is not in the results: its state in the index, then its score in this search."""
        core = self._core
        if core is None:
            return

        def answer_of() -> tuple[Section, ...]:
            known, indexed_path = core.why(path, self._search.access), path
            if known.state == UNKNOWN:
                similar = self._similar(core, path)
                if len(similar) > 1:
                    return ((translate("Which file is meant"), tuple(similar)),)
                if similar:
                    indexed_path = next(iter(similar))
                    known = core.why(similar[indexed_path], self._search.access)
            heading, facts = index_section(known)
            named = () if indexed_path == path else (indexed_path,)
            sections: list[Section] = [(heading, (*named, *facts))]
            if shown is not None and shown.query.strip():
                missing = self._missing(core, indexed_path)
                if missing.is_found or known.state not in _NOT_SEARCHED:
                    sections += missing_reasons(missing, shown, self._search.top)
            return tuple(sections)

        self._jobs.run(
            answer_of,
            lambda sections: take(sections, as_text(path, sections)),
            lambda error: take(
                ((translate("It cannot be said"), (message_text(error.message), message_text(error.remedy))),),
                str(error),
            ),
        )

    def _similar(self, core: SearchCore, typed: str) -> dict[str, str]:
        """Return files with this name, with or without extension, else files with the words in their path.

        Each is given as results show it, with its path on this machine.
        """
        words = typed.replace("\\", "/").strip("/ ")
        query = SearchQuery(f'path:"*{words}*"', top=_MOST_SIMILAR, access=self._search.access, explain=False)
        try:
            files = core.search(query).files if words and '"' not in words else ()
        except KnownError:
            return {}
        name = words.rpartition("/")[2].lower()
        same = [file for file in files if name in _names(file)]
        return {f"{file.repository}/{file.path}": absolute_path(file) for file in same or files}

    def _missing(self, core: SearchCore, path: str) -> Missing:
        """Look for the file among all candidates, then among those of the query without its filters."""
        search = self._search
        ranked = _find(search.ranked(), path)
        parsed = parse(search.text)
        filters = tuple(token.text for token in parsed.tokens if token.kind is TokenKind.FILTER)
        if ranked is not None or not filters:
            return Missing(path, ranked)
        bare = search.text
        for token in parsed.tokens:
            if token.kind is TokenKind.FILTER:
                bare = without_filter(bare, token.key)
        if not bare.strip():
            return Missing(path, None, None, filters)
        ranking = replace(search.settings, min_score=0.0, rerank=Rerank.NONE)
        query = SearchQuery(bare, ranking=ranking, access=search.access, all_candidates=True, explain=False)
        try:
            files = core.search(query).files
        except KnownError:
            return Missing(path, None, None, filters)
        return Missing(path, None, _find(files, path), filters)

    def _ask_index(self, path: str, take: Callable[[WhyAnswer], None]) -> None:
        core = self._core
        if core is not None:
            self._jobs.run(lambda: core.why(path, self._search.access), take)


def _names(file: FileHit) -> tuple[str, str]:
    """Return the name of a file in lower case, and the same without its ending."""
    name = file.path.rpartition("/")[2].lower()
    return name, name.partition(".")[0]


def _find(files: Sequence[FileHit], path: str) -> FileHit | None:
    """Return the file with this path: absolute, as in results, or the end of one."""
    wanted = path.replace("\\", "/").rstrip("/")
    for file in files:
        if wanted in {file.path, f"{file.repository}/{file.path}", absolute_path(file)}:
            return file
    return next((file for file in files if file.path.endswith(f"/{wanted.lstrip('/')}")), None)
