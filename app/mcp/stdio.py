"""The server's session on standard input and output, when the client's first message was answered already."""

import io
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCResponse

from app.mcp.stdio_handshake import StdioHandshake


class DropFirstResponse:
    """Forwards the output of the server, but for its first answer: the client has received that one."""

    def __init__(self, writing: Any) -> None:
        self._writing = writing
        self._dropped = False

    async def send(self, item: SessionMessage, /) -> None:
        """Write a message, or drop the first that answers."""
        if not self._dropped and isinstance(item.message, (JSONRPCResponse, JSONRPCError)):
            self._dropped = True
            return
        await self._writing.send(item)

    async def aclose(self) -> None:
        """Close the stream that it forwards to."""
        await self._writing.aclose()

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the stream that it forwards to."""
        await self.aclose()


async def serve_opened(server: Server[Any], opening: StdioHandshake) -> None:
    """Serve the client until it leaves, also in the midst of an answer.

    The session begins with its first message, as any does.
    """
    stdin = io.TextIOWrapper(opening.standard_input(), encoding="utf-8", errors="replace")
    try:
        async with stdio_server(stdin=anyio.wrap_file(stdin)) as (reading, writing):
            responses = DropFirstResponse(writing) if opening.answered else writing
            await server.run(reading, responses, server.create_initialization_options())
    except* BrokenPipeError:
        pass  # nobody reads the answer any more
