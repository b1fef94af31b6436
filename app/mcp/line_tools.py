"""The tool that finds lines exactly."""

from typing import Annotated

from pydantic import Field

from app.core.answers.lines import LinesAnswer
from app.core.line_pages import line_pages
from app.mcp.engine_session import EngineSession
from app.mcp.queries import any_of, narrowed
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
        language: Annotated[list[str] | None, Field(description="Only these, such as python or csharp")] = None,
        path: Annotated[
            list[str] | None, Field(description="Only below these folders or globs, src/**/api")
        ] = None,
        repository: Annotated[list[str] | None, Field(description="Only these repositories")] = None,
        max_lines: Annotated[
            int, Field(ge=1, le=MOST_LINES, description="Lines to return; all are counted")
        ] = 100,
    ) -> LinesAnswer:
        """Find every line that matches exactly, in all indexed files: no ranking, complete counts.

        Use it for names, literals and patterns whose every use matters; search_code is for questions.
        """
        text = narrowed(
            pattern,
            any_of("language", "lang", language),
            any_of("path", "path", path),
            any_of("repository", "repo", repository),
        )
        options = LineOptions(regex, match_case, whole_word, multiline)
        query = LineQuery(text, options, self._asking.access)
        return LinesAnswer.of(pattern, line_pages(self._asking.core, query, max_lines))
