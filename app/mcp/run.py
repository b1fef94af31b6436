"""Runs the server for ``dowse mcp``."""

import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.default_ranking import usual_ranking
from app.installation.locations import require_index
from app.mcp.engine_session import EngineSession
from app.mcp.lean_import import lean_protocol
from app.mcp.scope import ClientScope
from app.mcp.stdio_handshake import StdioHandshake
from search.types.query import RankSettings

if TYPE_CHECKING:
    from app.mcp.server import DowseServer


@dataclass(frozen=True, slots=True)
class Serving:
    """How agents are served.

    Attributes:
        client: the one on standard input and output, or the port of the loopback interface for many.
    """

    index: Path
    scope: ClientScope
    config: Path | None
    client: StdioHandshake | int


def serve(how: Serving) -> None:
    """Serve until the client leaves or the server is stopped.

    Raises:
        NotFoundError: over HTTP, there is no index.
        KnownError: the port, the token or the settings cannot be used.
    """
    gc.disable()  # the package makes a hundred thousand objects that all stay: a tenth of its time
    usual = usual_ranking(how.config)
    asking = EngineSession(how.index, how.scope, how.config)
    try:
        if isinstance(how.client, StdioHandshake):
            asking.begin()
            with lean_protocol():
                from app.mcp.server import make_server  # noqa: F401
            _made(how, asking, usual).run_opened(how.client)
        else:
            _serve_http(how, asking, usual, how.client)
    finally:
        asking.close()


def _serve_http(how: Serving, asking: EngineSession, usual: RankSettings, port: int) -> None:
    from app.mcp.http import TOKEN_FILE, listen, serve_http, token_of

    require_index(how.index)
    token = token_of(how.index)
    with listen(port) as listening:
        asking.begin()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        sys.stderr.write(f"Serving agents at {address}; the token is in {how.index / TOKEN_FILE}\n")
        sys.stderr.flush()
        serve_http(_made(how, asking, usual), listening, token)


def _made(how: Serving, asking: EngineSession, usual: RankSettings) -> "DowseServer":
    try:
        from app.mcp.boundary import Boundary
        from app.mcp.disclosure_log import DisclosureLog
        from app.mcp.failures import Failures
        from app.mcp.server import make_server

        boundary = Boundary(DisclosureLog(how.index, how.scope), Failures(how.index))
        return make_server(asking, usual, boundary)
    finally:
        gc.freeze()  # they need not be looked at again either, nor when the process ends
        gc.enable()
