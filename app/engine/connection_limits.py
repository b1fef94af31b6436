"""Limits of connections to an engine, in total and per process."""

import threading
from collections import defaultdict
from collections.abc import Callable

from search.messages import NOTHING, Message

MAX_CLIENTS = 512
"""Connections at the same time, of two threads each. A person has a handful; more come from a faulty program."""

MAX_OF_ONE_PROCESS = 48
"""Connections of one process, so that one gone wrong does not keep all others out; a server for agents has one."""

End = Callable[[], None]
"""Ends one connection; no two are equal."""


class ConnectionLimits:
    """Counts connections; any thread may add and remove one."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._of_process: defaultdict[int | None, dict[End, None]] = defaultdict(dict)

    def add(self, process: int | None, end: End) -> Message:
        """Count a connection, and return why it is refused; `NOTHING` if it is not.

        Beyond `MAX_CLIENTS`, the oldest connection of the process that has the most is ended for it.

        Args:
            process: at the other end; None where the system does not say, and then only the sum counts.
            end: ends this connection, from any thread.
        """
        with self._guard:
            mine = self._of_process[process]
            mine[end] = None
            if process is not None and len(mine) > MAX_OF_ONE_PROCESS:
                return Message("engine.too_many_of_one", count=MAX_OF_ONE_PROCESS)
            if sum(map(len, self._of_process.values())) <= MAX_CLIENTS:
                return NOTHING
            most = max(self._of_process.values(), key=len)
            if len(most) <= len(mine):
                return Message("engine.too_many_clients", count=MAX_CLIENTS)
            oldest = next(iter(most))
            del most[oldest]
        oldest()
        return NOTHING

    def remove(self, process: int | None, end: End) -> None:
        """Stop counting a connection that has ended or was refused."""
        with self._guard:
            self._of_process[process].pop(end, None)
            if not self._of_process[process]:
                del self._of_process[process]
