"""``dowse mcp``: answers for coding agents, on standard input and output or over HTTP on this machine."""

import argparse
import sys

from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import remark
from app.cli.scope_options import add_scope_options, scope_of


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("mcp", parents=[common], help="answer coding agents (MCP server)")
    command.set_defaults(run=run)
    command.add_argument("--http", type=int, metavar="PORT", help="serve HTTP on 127.0.0.1 instead of stdio")
    add_scope_options(command)
    command.add_argument("--read-only", action="store_true", help="use a running engine, but start none")


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    from app.mcp_server.run import Serving, serve

    if options.http is None and sys.stdin.isatty():
        remark("Waiting for an agent on standard input; agents start this command themselves. Ctrl-C ends.")
    serve(Serving(index_of(options), scope_of(options), config_of(options), options.http))
    return 0
