"""The tool that says where a described change is to be made."""

from typing import Annotated

from pydantic import Field

from app.core.answers.locations import LocationsAnswer
from app.mcp.engine_session import EngineSession
from app.mcp.narrowing import narrowed
from app.mcp.queries import Paths, Repositories, question_of
from app.mcp.short_places import ShortLocations
from search.types.locations import DEFAULT_TOP, MOST_LOCATED, LocateRequest
from search.types.query import RankSettings


class LocationTools:
    """Locates changes.

    Args:
        usual: the ranking of the person's settings.
    """

    def __init__(self, asking: EngineSession, usual: RankSettings) -> None:
        self._asking = asking
        self._usual = usual

    def locate_change(
        self,
        report: Annotated[str, Field(description="An issue, a stack trace, an error message, or a sentence")],
        path: Paths = None,
        repository: Repositories = None,
        max_files: Annotated[int, Field(ge=1, le=MOST_LOCATED, description="Files to return")] = DEFAULT_TOP,
        max_tests: Annotated[int, Field(ge=0, le=MOST_LOCATED, description="Tests to return")] = DEFAULT_TOP,
    ) -> ShortLocations:
        """Return which files and definitions a change described in words concerns, and which tests cover them.

        Each file has its evidence: a frame of a trace, the literal of an error message, a name, a similar commit,
        words, meaning, or the dependency graph. Begin work on an issue with it.
        """
        filters = narrowed(self._asking, path=path, repository=repository)
        text = question_of(report, "report", pasted=True)
        request = LocateRequest(text, max_files, max_tests, self._asking.access, self._usual, filters)
        return ShortLocations.of(LocationsAnswer.of(self._asking.core.locate_change(request)))
