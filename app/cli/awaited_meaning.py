"""Asks again while an engine loads its model, where an answer by word is not what was asked for."""

import time
from typing import TYPE_CHECKING

from search.types.query import Mode

if TYPE_CHECKING:
    from app.cli.open_core import Searching
    from search.types.query import SearchQuery
    from search.types.results import SearchResult

PATIENCE_S = 20.0
"""Seconds after which the answer by word is returned all the same: a model that is there loads in two."""

PAUSE_S = 0.1
"""Seconds between two questions."""

_BY_WORD = "search.without_meaning"
"""Code of the note of an answer that came before the model was ready."""


def answer_with_meaning(core: "Searching", query: "SearchQuery") -> "SearchResult":
    """Return the answer to a query; wait for meaning if it alone was asked for, or if no file has the words.

    Raises:
        QueryError: see `SearchCore.search`.
    """
    give_up = time.monotonic() + PATIENCE_S
    while True:
        result = core.search(query)
        by_word = any(note.code == _BY_WORD for note in result.notes)
        suffices = result.files and query.ranking.mode is not Mode.SEMANTIC
        if not by_word or suffices or time.monotonic() > give_up:
            return result
        time.sleep(PAUSE_S)
