"""An index of a small shop, and the server as a process of its own with the package's client."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import psutil
from mcp import Client, StdioServerParameters

from app.cli.main import main
from app.engine.client import RemoteCore

T = TypeVar("T")

SECRET = "the vault code is 4711"
POLICY = """
[[rules]]
glob = "board/**"
groups = ["board"]

[[rules]]
glob = "other/**"
tenant = "other"
"""


def write_shop(folder: Path) -> None:
    files = {
        "src/cart.py": "from src.price import total\n\n\ndef checkout(items):\n    return total(items)\n",
        "src/price.py": "def total(items):\n    return sum(items)\n",
        "guide/install/setup.md": "# Install\n\nHow to authenticate users with a token.\n",
        "board/plan.md": f"# Plan\n\nFor the board: {SECRET}, authenticate twice.\n",
        "board/vault.py": "from src.price import total\n\n\ndef open_vault(items):\n    return total(items)\n",
        "other/secret.md": "# Other\n\nAnother tenant may authenticate here.\n",
        ".env": "PASSWORD=hunter2\n",
        ".dowse.toml": POLICY,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def make_index(index: Path, *folders: Path) -> None:
    assert main(["index", *map(str, folders), "--no-semantic", "--json", "--index", str(index)]) == 0


def command(index: Path, *options: str) -> list[str]:
    return [sys.executable, "-P", "-m", "app", "mcp", "--index", str(index), *options]


def parameters(index: Path, environment: dict[str, str], *options: str) -> StdioServerParameters:
    program, *arguments = command(index, *options)
    return StdioServerParameters(command=program, args=arguments, env=environment)


def with_client(server: Any, ask: Callable[[Client], Awaitable[T]]) -> T:
    """Run ``ask`` with a client that is connected to the server."""

    async def connected() -> T:
        async with Client(server) as client:
            return await ask(client)

    return asyncio.run(connected())


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    """Return the structured answer of a tool that has to succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return json.loads(json.dumps(result.structured_content))


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Return what the tool says to what it refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(getattr(result.content[0], "text", ""))


def stop_engine(index: Path) -> None:
    core = RemoteCore.to(index)
    if core is not None:
        core.stop_engine()
        core.close()


def engines_of(index: Path) -> list[psutil.Process]:
    """Return the processes of this test that serve this index."""
    family = psutil.Process().children(recursive=True)
    return [child for child in family if str(index) in _command_of(child)]


def _command_of(process: psutil.Process) -> str:
    """Return the command line of a process; nothing of one that has ended meanwhile."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""
