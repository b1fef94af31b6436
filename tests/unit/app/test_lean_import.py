"""The protocol package without what standard input never uses; each in a process of its own, for imports stay."""

import subprocess
import sys

IMPORTS = """
import sys
from app.mcp.lean_import import lean_protocol
with lean_protocol():
    import app.mcp.server
"""


def _output(script: str) -> str:
    run = subprocess.run(
        [sys.executable, "-P", "-c", IMPORTS + script], capture_output=True, text=True, timeout=100, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_what_serves_http_clients_and_logs_is_not_loaded_for_standard_input() -> None:
    loaded = set(_output("print(*sys.modules)").split())
    assert "mcp.server.mcpserver" in loaded
    waits = {
        "starlette",
        "uvicorn",
        "httpx2",
        "sse_starlette",
        "mcp.client",
        "structlog",
        "rich",
        "numpy",
        "lancedb",
    }
    assert not waits & loaded


USES = """
from mcp import Client
from mcp.server.mcpserver.server import Starlette, Mount
from mcp_types.methods import CLIENT_REQUESTS
from mcp_types import CallToolResult, client_request_adapter
found = CLIENT_REQUESTS["ping", "2025-06-18"].model_validate({"jsonrpc": "2.0", "id": 1, "method": "ping"})
print(type(found).__name__, CallToolResult(content=[]).model_dump(by_alias=True, exclude_none=True)["content"])
print(client_request_adapter.validate_python({"method": "tools/list"}).method)
print(type(Starlette(routes=[Mount("/x", routes=[])])).__module__, isinstance(1, Starlette))
print(Client._real().__module__)
import starlette.applications
print(isinstance(starlette.applications.Starlette(), Starlette))
import pydantic
print(pydantic.BaseModel.model_config, pydantic.TypeAdapter.__module__)
"""


def test_a_name_that_waits_is_the_real_one_when_it_is_used() -> None:
    assert _output(USES).splitlines() == [
        "PingRequest []",
        "tools/list",
        "starlette.applications False",
        "mcp.client.client",
        "True",
        "{} pydantic.type_adapter",
    ]
