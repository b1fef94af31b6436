"""How many connections an engine has at once, in all and of one process."""

import threading
from collections import Counter

from search.messages import NOTHING, Message

MAX_CLIENTS = 64
"""Connections at once; a person has a handful, so more is a program gone wrong."""

MAX_OF_ONE_PROCESS = 48
"""Connections of one process, so that one gone wrong does not keep all others out; a server for agents has one."""


class ConnectionLimits:
    """Counts connections; any thread may add and remove one."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._counts: Counter[int | None] = Counter()

    def add(self, process: int | None) -> Message:
        """Count a connection, and return why it is refused; `NOTHING` if it is not.

        Args:
            process: at the other end; None where the system does not say, and then only the sum counts.
        """
        with self._guard:
            self._counts[process] += 1
            if process is not None and self._counts[process] > MAX_OF_ONE_PROCESS:
                return Message("engine.too_many_of_one", count=MAX_OF_ONE_PROCESS)
            if self._counts.total() > MAX_CLIENTS:
                return Message("engine.too_many_clients", count=MAX_CLIENTS)
            return NOTHING

    def remove(self, process: int | None) -> None:
        """Stop counting a connection that has ended or was refused."""
        with self._guard:
            self._counts[process] -= 1
            if not self._counts[process]:
                del self._counts[process]
