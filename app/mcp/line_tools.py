"""The tool that finds lines exactly."""

from typing import Annotated

from pydantic import Field

from app.core.answers.lines import LinesAnswer
from app.core.line_pages import line_pages
from app.mcp.engine_session import EngineSession
from app.mcp.narrowing import narrowed
from app.mcp.queries import Languages, Paths, Repositories, question_of
from app.mcp.short_places import ShortLines
from search.types.lines import LineOptions, LineQuery

MOST_LINES = 1_000
"""More lines than an agent reads; the totals say how many there are."""


class LineTools:
    """Finds lines exactly, as an editor's search does."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def find_lines(
        self,
        pattern: Annotated[str, Field(description="What lines contain; filters such as path: in it narrow")],
        *,
        regex: Annotated[bool, Field(description="It is a regular expression (RE2); else a literal")] = True,
        match_case: Annotated[bool, Field(description="Capitals and small letters differ")] = False,
        whole_word: Annotated[bool, Field(description="Only whole words match")] = False,
        multiline: Annotated[bool, Field(description="A match may span lines")] = False,
        language: Languages = None,
        path: Paths = None,
        repository: Repositories = None,
        max_lines: Annotated[
            int, Field(ge=1, le=MOST_LINES, description="Lines to return; all are counted")
        ] = 100,
    ) -> ShortLines:
        """Find every line that matches exactly, in all indexed files: no ranking, complete counts.

        Use it for names, literals and patterns whose every use matters; search_code is for questions.
        """
        filters = narrowed(self._asking, language=language, path=path, repository=repository)
        options = LineOptions(regex, match_case, whole_word, multiline)
        query = LineQuery(question_of(pattern, "pattern"), options, self._asking.access, filters=filters)
        return ShortLines.of(LinesAnswer.of(pattern, line_pages(self._asking.core, query, max_lines)))
