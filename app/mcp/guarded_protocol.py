"""The HTTP protocol of the server, with limits for connections that have not shown a request yet.

Anybody on this machine can open a connection to the loopback interface. Until its first request has arrived, it is
not known to have the token. Such a connection has a time limit, and too many of them close the oldest. A request
without the token is answered with 401, and its connection is closed. What is no request, or has headers of over
64 KB, is answered with 400. The rest of it is then read and dropped for a while: a connection that is closed while
its client still sends is reset, and the client may lose the answer.
"""

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 10.0
"""Seconds in which a new connection has to send the headers of its first request."""

MAX_UNPROVEN = 100
"""Connections without a complete first request; beyond, the oldest is closed."""

LINGER_S = 2.0
"""Seconds in which a client whose request was refused can send the rest of it."""


class GuardedProtocol(H11Protocol):
    """Serves a connection; closes it where it sends no request in time."""

    unproven: ClassVar[dict["GuardedProtocol", asyncio.TimerHandle]] = {}
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.unproven[self] = self.loop.call_later(HEADERS_S, transport.abort)
        if len(self.unproven) > MAX_UNPROVEN:
            oldest = next(iter(self.unproven))
            self.unproven.pop(oldest).cancel()
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass the data on, or drop it where the request was refused."""
        if self._closing is None:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; the connection ends with what the client sends, or when its time is over."""
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
        refusal = h11.Response(status_code=400, headers=headers, reason="Bad Request")
        for event in (refusal, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.write_eof()
        self._closing = self.loop.call_later(LINGER_S, self.transport.abort)

    def handle_events(self) -> None:
        """Stop waiting once the headers of a request are complete."""
        super().handle_events()
        if self.cycle is not None:
            self._has_proved()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._has_proved()
        if self._closing is not None:
            self._closing.cancel()
        super().connection_lost(exc)

    def _has_proved(self) -> None:
        timer = self.unproven.pop(self, None)
        if timer is not None:
            timer.cancel()
