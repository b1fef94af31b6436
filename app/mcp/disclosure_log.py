"""A log of data disclosed to agents: identifiers only, never a query or a text."""

import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.installation.locations import LOG_FOLDER
from app.mcp.scope import ClientScope

_ID_KEYS = ("file_id", "id", "node_id", "from_id", "to_id")


class DisclosureLog:
    """Appends a line for each answer to ``INDEX/logs/agents-YYYY-MM.log``, which this user alone may read.

    A file for each month, written by single appends: several servers of one index share it.
    """

    def __init__(self, index: Path, scope: ClientScope) -> None:
        self._folder = index / LOG_FOLDER
        self._scope = scope

    def note(self, tool: str, answer: object, arguments: Mapping[str, object]) -> None:
        """Log the identifiers in an answer; for a plain text, the requested one that was found.

        Where the log cannot be written, that is an error of the call.

        Raises:
            OSError: the log cannot be written.
        """
        named = [value for value in arguments.values() if isinstance(value, str) and value]
        ids = named if isinstance(answer, str) else list(dict.fromkeys(_ids(answer)))
        if not ids:
            return
        entry = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "process": os.getpid(),
            "tenant": self._scope.tenant,
            "groups": self._scope.groups,
            "tool": tool,
            "ids": ids,
        }
        self._append((json.dumps(entry) + "\n").encode())

    def _append(self, line: bytes) -> None:
        self._folder.mkdir(exist_ok=True)
        file = self._folder / time.strftime("agents-%Y-%m.log", time.gmtime())
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(handle, line)
        finally:
            os.close(handle)


def _ids(answer: object) -> Iterator[str]:
    if isinstance(answer, dict):
        for key, value in answer.items():
            if key in _ID_KEYS and isinstance(value, str) and value:
                yield value
            elif key == "chunks" and isinstance(value, list | tuple):
                yield from (item for item in value if isinstance(item, str))
                yield from _ids(value)
            else:
                yield from _ids(value)
    elif isinstance(answer, list | tuple):
        for item in answer:
            yield from _ids(item)
