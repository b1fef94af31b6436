"""The server over HTTP: on this machine only, with a token, for named hosts and origins."""

import hmac
import os
import secrets
import socket
from pathlib import Path

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.mcp.guarded_protocol import GuardedProtocol
from app.mcp.server import DowseServer
from search.errors import BadInputError, EngineError, IndexWriteError

LOOPBACK = "127.0.0.1"
TOKEN_FILE = "mcp.token"  # noqa: S105 - the name of the file
TOKEN_BYTES = 32
SESSION_IDLE_S = 600
"""Seconds without a request after which a session is closed: a killed client cannot close its own."""

KEEP_ALIVE_S = 75
"""Seconds that an idle connection stays open. Clients such as httpx close theirs after 5 s, and so does uvicorn by
default: with equal figures a client can send a request on a connection that the server is just closing."""

MAX_CONNECTIONS = 512
"""Connections at once; a further request is answered with 503. A process may open 1,024 files by default."""

LEAVE_S = 2
"""Seconds that open streams have to end when the server is stopped."""


def serve_http(server: DowseServer, listening: socket.socket, token: str) -> None:
    """Serve until interrupted or terminated."""
    port = listening.getsockname()[1]
    app = server.streamable_http_app(
        transport_security=_only_this_machine(port), session_idle_timeout=SESSION_IDLE_S
    )
    config = uvicorn.Config(
        BearerGate(app, token),
        http=GuardedProtocol,
        ws="none",
        limit_concurrency=MAX_CONNECTIONS,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=LEAVE_S,
    )
    uvicorn.Server(config).run(sockets=[listening])


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this port of the loopback interface; 0 takes a free one.

    Raises:
        BadInputError: there is no such port.
        EngineError: it cannot be had.
    """
    if not 0 <= port <= 65535:
        raise BadInputError("mcp.bad_port", value=port)
    # asyncio turns Nagle's algorithm off where the protocol is named; with it each answer takes 40 ms longer
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":  # there it would let another program take the port over
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((LOOPBACK, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise EngineError("mcp.port_in_use", port=port, reason=error.strerror) from error
    return listening


class BearerGate:
    """Lets requests pass that carry the token; all others get 401, whatever they ask."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan" or (scope["type"] == "http" and self._knows_token(scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            headers = {"WWW-Authenticate": "Bearer", "Connection": "close"}
            refusal = PlainTextResponse(f"The token in {TOKEN_FILE} of the index folder is needed", 401, headers)
            await refusal(scope, receive, send)

    def _knows_token(self, scope: Scope) -> bool:
        header = Headers(scope=scope).get("authorization", "")
        return hmac.compare_digest(header.encode(), self._expected)


def token_of(index: Path) -> str:
    """Return the token of an index; the first call makes it, in a file that this user alone may read.

    Raises:
        IndexWriteError: the file cannot be written or read.
        BadInputError: the file holds no token, or others may read it.
    """
    path = index / TOKEN_FILE
    try:
        _make(path)
        token = path.read_text("ascii").strip()
        open_to_others = os.name != "nt" and path.stat().st_mode & 0o077
    except (OSError, UnicodeDecodeError) as error:
        raise IndexWriteError("mcp.token_unusable", path=path, reason=error) from error
    if open_to_others:
        raise BadInputError("mcp.token_exposed", path=path)
    if len(token) < TOKEN_BYTES:
        raise BadInputError("mcp.no_token", path=path)
    return token


def _make(path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(TOKEN_BYTES) + "\n")


def _only_this_machine(port: int) -> TransportSecuritySettings:
    """Return the checks that keep a web page from reaching the server under another name (DNS rebinding)."""
    hosts = [f"{LOOPBACK}:{port}", f"localhost:{port}"]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts])
