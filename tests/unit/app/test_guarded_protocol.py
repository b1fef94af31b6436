"""A connection over HTTP that shows no request is closed; those with requests are served."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from app.mcp import guarded_protocol
from app.mcp.guarded_protocol import GuardedProtocol
from app.mcp.http import BearerGate

HALF = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer right\r\n\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answer(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def served(scene: Callable[[Callable[[bytes], Awaitable[Streams]]], Awaitable[None]]) -> None:
    """Run a scene with a function that connects to a server and sends some bytes."""

    async def run() -> None:
        config = uvicorn.Config(BearerGate(answer, "right"), http=GuardedProtocol, log_config=None, lifespan="off")
        config.load()
        state = uvicorn.server.ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: GuardedProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        writers: list[asyncio.StreamWriter] = []

        async def connect(data: bytes) -> Streams:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
            writer.write(data)
            await writer.drain()
            return reader, writer

        async with server:
            await asyncio.wait_for(scene(connect), 30)
            for writer in writers:
                writer.close()
            for connection in list(state.connections):
                connection.transport.abort()
            while state.connections:  # noqa: ASYNC110 - the loop empties it
                await asyncio.sleep(0)

    asyncio.run(run())
    assert not GuardedProtocol.unproven


async def closed(reader: asyncio.StreamReader) -> bytes:
    """Return what arrives until the connection is closed."""
    data = b""
    try:
        while more := await reader.read(4096):
            data += more
    except ConnectionResetError:
        pass
    return data


def test_a_connection_without_a_request_is_closed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_protocol, "HEADERS_S", 0.05)

    async def scene(connect: Callable[[bytes], Awaitable[Streams]]) -> None:
        for start in (b"", b"P", HALF):
            reader, _ = await connect(start)
            assert await closed(reader) == b""
        monkeypatch.setattr(guarded_protocol, "HEADERS_S", 60.0)
        reader, writer = await connect(WHOLE)
        assert b"200 OK" in await reader.read(4096)
        assert not GuardedProtocol.unproven
        writer.write(WHOLE)
        assert b"200 OK" in await reader.read(4096)

    served(scene)


def test_too_many_half_sent_requests_close_the_oldest_and_others_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guarded_protocol, "MAX_UNPROVEN", 5)

    async def scene(connect: Callable[[bytes], Awaitable[Streams]]) -> None:
        halves = [(await connect(HALF))[0] for _ in range(20)]
        reader, _ = await connect(WHOLE)
        assert b"200 OK" in await reader.read(4096)
        for half in halves[:14]:
            assert await closed(half) == b""
        assert len(GuardedProtocol.unproven) <= 5

    served(scene)


def test_a_request_without_the_token_ends_its_connection() -> None:
    async def scene(connect: Callable[[bytes], Awaitable[Streams]]) -> None:
        reader, _ = await connect(WHOLE.replace(b"right", b"wrong"))
        reply = await closed(reader)
        assert b"401" in reply
        assert b"connection: close" in reply.lower()

    served(scene)


async def sent_on(writer: asyncio.StreamWriter, pieces: int) -> None:
    for _ in range(pieces):
        writer.write(b"x" * 100_000)
        await writer.drain()
        await asyncio.sleep(0.02)


def test_the_refusal_of_too_large_headers_reaches_a_client_that_still_sends() -> None:
    async def scene(connect: Callable[[bytes], Awaitable[Streams]]) -> None:
        reader, writer = await connect(HALF + b"x" * 70_000)
        reply = await reader.read(4096)
        await sent_on(writer, 3)
        writer.write_eof()
        reply += await reader.read()
        assert b"400 Bad Request" in reply

    served(scene)


def test_a_client_that_never_ends_its_refused_request_is_closed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_protocol, "LINGER_S", 0.05)

    async def scene(connect: Callable[[bytes], Awaitable[Streams]]) -> None:
        reader, writer = await connect(b"nonsense\r\n\r\n")
        assert b"400 Bad Request" in await closed(reader)
        with pytest.raises(OSError, match=r"reset|lost|[Bb]roken"):
            await sent_on(writer, 1_000)

    served(scene)
