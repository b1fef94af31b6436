"""``dowse mcp``: answers for coding agents, on standard input and output or over HTTP on this machine."""

import argparse
import signal
import sys
from typing import TYPE_CHECKING

from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import remark
from app.cli.scope_options import add_scope_options, scope_of

if TYPE_CHECKING:
    from app.mcp.stdio_handshake import StdioHandshake


AGENTS = ("claude-code", "codex", "cursor", "vscode", "gemini", "opencode", "zed")
"""As `app.installation.coding_agents` knows them; an agent waits for the server, so that is not imported here."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("mcp", parents=[common], help="answer coding agents (MCP server)")
    command.set_defaults(run=run)
    command.add_argument(
        "action",
        nargs="?",
        choices=("install", "uninstall"),
        help="connect a coding agent with Dowse, or undo that",
    )
    command.add_argument("agent", nargs="?", metavar="AGENT", choices=AGENTS, help=", ".join(AGENTS))
    command.add_argument("--print", action="store_true", help="print what install would write, and write nothing")
    command.add_argument("--http", type=int, metavar="PORT", help="serve HTTP on 127.0.0.1 instead of stdio")
    add_scope_options(command)
    command.add_argument("--read-only", action="store_true", help="use a running engine, but start none")


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves, or connect an agent."""
    if options.action is not None:
        from app.cli.coding_agents import run as change_agent

        return change_agent(options)
    client = _met() if options.http is None else options.http
    from app.mcp.run import Serving, serve

    serve(Serving(index_of(options), scope_of(options), config_of(options), client))
    return 0


def _met() -> "StdioHandshake":
    """Return the client on standard input; it is answered before anything heavy is imported."""
    from app.mcp.stdio_handshake import StdioHandshake

    if sys.stdin.isatty():
        remark("Waiting for an agent on standard input; agents start this command themselves. Ctrl-C ends.")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the thread that waits for input cannot be woken to end
    opening = StdioHandshake()
    opening.begin()
    return opening
