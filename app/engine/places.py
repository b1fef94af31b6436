"""The places for clients of an engine: how many connections there may be, in all and of one process."""

import threading
from collections import Counter

from search.messages import NOTHING, Message

MAX_CLIENTS = 64
"""Connections at once; a person has a handful, so more is a program gone wrong."""

MAX_OF_ONE_PROCESS = 48
"""Of these, so that one program gone wrong does not keep all others out. A server for agents has one."""


class Places:
    """Counts connections; any thread may take a place and give it back."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken: Counter[int | None] = Counter()

    def take(self, process: int | None) -> Message:
        """Take a place for a connection, and return why it is refused; `NOTHING` if it is not.

        Args:
            process: at the other end; None where the system does not say, and then only the sum counts.
        """
        with self._guard:
            self._taken[process] += 1
            if process is not None and self._taken[process] > MAX_OF_ONE_PROCESS:
                return Message("engine.too_many_of_one", count=MAX_OF_ONE_PROCESS)
            if self._taken.total() > MAX_CLIENTS:
                return Message("engine.too_many_clients", count=MAX_CLIENTS)
            return NOTHING

    def give_back(self, process: int | None) -> None:
        """Free the place of a connection that has ended, or that was refused."""
        with self._guard:
            self._taken[process] -= 1
            if not self._taken[process]:
                del self._taken[process]
