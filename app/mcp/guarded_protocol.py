"""The HTTP protocol of the server, with limits for connections that have not shown a request yet.

Anybody on this machine can open a connection to the loopback interface. Until its first request has arrived, it is
not known to have the token. Such a connection has a time limit, and too many of them close the oldest. A request
without the token is answered with 401, and its connection is closed.
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 10.0
"""Seconds in which a new connection has to send the headers of its first request."""

MAX_UNPROVEN = 100
"""Connections without a complete first request; beyond, the oldest is closed."""


class GuardedProtocol(H11Protocol):
    """Serves a connection; closes it where it sends no request in time."""

    unproven: ClassVar[dict["GuardedProtocol", asyncio.TimerHandle]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.unproven[self] = self.loop.call_later(HEADERS_S, transport.abort)
        if len(self.unproven) > MAX_UNPROVEN:
            oldest = next(iter(self.unproven))
            self.unproven.pop(oldest).cancel()
            oldest.transport.abort()

    def handle_events(self) -> None:
        """Stop waiting once the headers of a request are complete."""
        super().handle_events()
        if self.cycle is not None:
            self._has_proved()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._has_proved()
        super().connection_lost(exc)

    def _has_proved(self) -> None:
        timer = self.unproven.pop(self, None)
        if timer is not None:
            timer.cancel()
