"""What an agent has to know of an index that does not cover every file yet."""

from math import floor

from app.mcp.engine_session import EngineSession
from search.messages import Message
from search.types.status import IndexStatus


class Completeness:
    """Says how much of what the client may see an answer covers; "" where that is everything."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def words(self) -> str:
        """Return the note for answers from the texts of files."""
        status = self._status()
        return _note("mcp.words_incomplete", status.ready.keyword if status.files else 1.0)

    def graph(self) -> str:
        """Return the note for answers from the dependency graph."""
        return _note("mcp.graph_incomplete", self._status().known_dependencies)

    def _status(self) -> IndexStatus:
        return self._asking.core.status(self._asking.access)


def _note(code: str, share: float) -> str:
    return str(Message(code, percent=floor(share * 100))) if share < 1.0 else ""
