"""``dowse mcp``: answers for coding agents, on standard input and output or over HTTP on this machine."""

import argparse
import sys

from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.output import remark


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("mcp", parents=[common], help="answer coding agents (MCP server)")
    command.set_defaults(run=run)
    command.add_argument("--http", type=int, metavar="PORT", help="serve HTTP on 127.0.0.1 instead of stdio")
    command.add_argument("--tenant", help="show files of this tenant only")
    command.add_argument(
        "--groups", metavar="NAME,...", help='files without groups or with one of these; "" for none'
    )
    command.add_argument("--tags", metavar="NAME,...", default="", help="show files with all of these tags only")
    command.add_argument("--root", action="append", metavar="PATH|LABEL", help="show this folder only; repeatable")
    command.add_argument("--read-only", action="store_true", help="use a running engine, but start none")


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    from app.mcp_server.run import Serving, serve
    from app.mcp_server.scope import ClientScope

    scope = ClientScope(
        tenant=options.tenant,
        groups=None if options.groups is None else _names(options.groups),
        tags=_names(options.tags),
        roots=None if options.root is None else tuple(map(as_the_core_reads_it, options.root)),
        read_only=options.read_only,
    )
    if options.http is None and sys.stdin.isatty():
        remark("Waiting for an agent on standard input; agents start this command themselves. Ctrl-C ends.")
    serve(Serving(index_of(options), scope, config_of(options), options.http))
    return 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
