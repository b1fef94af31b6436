"""A client on standard input and output: answered at once, then served as by the protocol package alone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
PING = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
LONG = {**HELLO, "params": {**HELLO["params"], "clientInfo": {"name": "a" * 100_000, "version": "1"}}}  # type: ignore[dict-item]


def lines(*messages: Any) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


SESSIONS = {
    "nothing is said": ("", 0),
    "a hello and no more": (lines(HELLO), 1),
    "a hello without its line end": (lines(HELLO)[:-1], 0),
    "a hello, and the next message at once": (lines(HELLO, READY, LIST), 2),
    "a tool before the client is ready": (lines(HELLO, LIST, READY, PING), 3),
    "two hellos": (lines(HELLO, HELLO, READY, LIST), 3),
    "a ping before the hello": (lines(PING, HELLO, READY, LIST), 3),
    "no message before the hello": ("no message\n\n" + lines(HELLO, READY, LIST), 2),
    "no message behind the hello": (lines(HELLO) + "no message\n\xff\n" + lines(READY, LIST), 2),
    "a hello that is refused": (lines({**HELLO, "params": {}}, LIST), 2),
    "a hello longer than is looked at": (lines(LONG, READY, LIST), 2),
    "a tool and no hello": (lines(LIST), 1),
}
"""What a client says, and how many answers it waits for before it leaves."""

LATE = ("a hello, and the next message at once", "a ping before the hello")
"""What is tried once more with a client that says nothing for a while."""

SERVE = """
import json, os, sys, threading
from pathlib import Path
from app.mcp.engine_session import EngineSession
from app.mcp.boundary import Boundary
from app.mcp.failures import Failures
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.stdio_handshake import StdioHandshake
from app.mcp.scope import ClientScope
from app.mcp.server import make_server
from search.types.query import RankSettings

END = b"the end\\n"
folder = Path(sys.argv[1])
scope = ClientScope(read_only=True)
boundary = Boundary(DisclosureLog(folder, scope), Failures(folder))
server = make_server(EngineSession(folder, scope), RankSettings(), boundary)

def outputs(said, answers, serve, late=False):
    told = []
    (theirs, said_by_client), (heard_by_client, ours) = os.pipe(), os.pipe()

    def talk():
        with os.fdopen(heard_by_client, "rb") as answered, os.fdopen(said_by_client, "wb") as saying:
            saying.write(said.encode("latin-1"))
            saying.flush()
            told.extend(answered.readline() for _ in range(answers))
            saying.close()
            told.extend(iter(answered.readline, END))

    client = threading.Thread(target=talk)
    os.dup2(theirs, 0)
    os.dup2(ours, 1)
    if late:
        opening = StdioHandshake()
        opening.begin()
        client.start()
        server.run_opened(opening)
    else:
        client.start()
        serve()
    os.write(ours, END)
    client.join()
    for pipe in (theirs, ours):
        os.close(pipe)
    return sorted(line.decode() for line in told)

def met():
    opening = StdioHandshake()
    opening.begin()
    server.run_opened(opening)

sessions, late_ones = json.loads((folder / "sessions").read_text())
found = {
    name: [
        outputs(*one, lambda: server.run("stdio")),
        outputs(*one, met),
        *([outputs(*one, None, late=True)] if name in late_ones else []),
    ]
    for name, one in sessions.items()
}
(folder / "sessions").write_text(json.dumps(found))
"""


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """What each session brings: of the package alone, of ours, and some of ours to a client that is late."""
    folder = tmp_path_factory.mktemp("sessions")
    (folder / "sessions").write_text(json.dumps((SESSIONS, LATE)))
    run = subprocess.run(
        [sys.executable, "-P", "-c", SERVE, str(folder)], capture_output=True, text=True, timeout=110, check=False
    )
    assert run.returncode == 0, run.stderr
    results: dict[str, list[list[str]]] = json.loads((folder / "sessions").read_text())
    return results


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_is_that_of_the_package(sessions: dict[str, list[list[str]]], session: str) -> None:
    package, *ours = sessions[session]
    assert ours == [package] * (1 + (session in LATE))
    assert bool(package) == bool(SESSIONS[session][0])


HEAVY = ("mcp", "pydantic", "anyio", "asyncio", "msgspec", "platformdirs", "dataclasses", "search.types.query")
MAIN = """
import sys
sys.modules.update(dict.fromkeys({heavy}))
from app.cli.main import main
main(["mcp", "--index", {index}])
"""


def test_a_hello_is_answered_before_anything_heavy_is_imported(tmp_path: Path) -> None:
    script = MAIN.format(heavy=HEAVY, index=repr(str(tmp_path)))
    run = subprocess.run(
        [sys.executable, "-P", "-c", script],
        input=lines(HELLO),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert json.loads(run.stdout)["result"]["serverInfo"]["name"] == "dowse"
    assert "ModuleNotFoundError" in run.stderr
