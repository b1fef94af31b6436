"""Files without text that are called what a query asks for: scans, pictures, and documents that cannot be read."""

import re
from dataclasses import dataclass, field
from threading import Lock

from search.analysis.names import fold
from search.analysis.stopwords import STOP_WORDS
from search.messages import Message
from search.query.parse import ParsedQuery
from search.storage.files_table import FilesTable
from search.types.filters import RowFilter
from search.types.ids import FileId

_WORD = re.compile(r"[^\W_]+")

_MOST_WORDS = 8
"""A query of more words is a question, not the name of a file."""

_FEWEST_LETTERS = 4
"""Shorter words are in too many names, and most are function words; numbers count whatever their length."""

_MOST_NAMED = 3
_MOST_LOOKED_AT = 200


@dataclass(slots=True)
class _Names:
    """Identifiers and folded names of files, and all names in one text to look for a word in."""

    version: int = -1
    files: list[tuple[FileId, str]] = field(default_factory=list)
    text: str = ""


def _may_name(word: str) -> bool:
    return word.isdigit() or (len(word) >= _FEWEST_LETTERS and word not in STOP_WORDS)


class UnreadNames:
    """Names of the files without text; they are read once for each state of the table."""

    def __init__(self, files: FilesTable) -> None:
        self._files = files
        self._names = _Names()
        self._lock = Lock()

    def notes(self, parsed: ParsedQuery, wanted: RowFilter) -> tuple[Message, ...]:
        """Return a note about the files in whose names all words of a query are.

        Args:
            parsed: the query.
            wanted: the files that it may see and that pass its filters.
        """
        words = [word for word in _WORD.findall(fold(parsed.words).lower()) if _may_name(word)]
        if parsed.report or not any(map(str.isalpha, words)) or len(words) > _MOST_WORDS:
            return ()
        names = self._current()
        if not all(word in names.text for word in words):
            return ()
        ids = [file for file, name in names.files if all(word in name for word in words)]
        visible = self._files.by_id(ids[:_MOST_LOOKED_AT], wanted).values()
        paths = sorted(record.path for record in visible)
        if not paths:
            return ()
        first = ", ".join(paths[:_MOST_NAMED])
        more = len(paths) - _MOST_NAMED
        listed = Message("list.and_more", names=first, count=more) if more > 0 else first
        return (Message("search.named_without_text", files=listed, words=parsed.words),)

    def _current(self) -> _Names:
        with self._lock:
            version = self._files.version()
            if self._names.version != version:
                named = self._files.without_text()
                files = [(file, fold(path.rpartition("/")[2]).lower()) for file, path in named]
                self._names = _Names(version, files, "\n".join(name for _, name in files))
            return self._names
