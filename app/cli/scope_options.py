"""Options for access rights: ``dowse mcp`` enforces them, ``dowse access`` shows their effect."""

import argparse
from typing import TYPE_CHECKING

from app.cli.arguments import as_the_core_reads_it

if TYPE_CHECKING:
    from app.mcp.scope import ClientScope


def add_scope_options(command: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    command.add_argument("--tenant", help="show files of this tenant only")
    command.add_argument(
        "--groups", metavar="NAME,...", help='files without groups or with one of these; "" for none'
    )
    command.add_argument("--tags", metavar="NAME,...", default="", help="show files with all of these tags only")
    command.add_argument("--root", action="append", metavar="PATH|LABEL", help="show this folder only; repeatable")


def scope_of(options: argparse.Namespace) -> "ClientScope":
    """Return the scope that the options choose."""
    from app.mcp.scope import ClientScope

    return ClientScope(
        tenant=options.tenant,
        groups=None if options.groups is None else _names(options.groups),
        tags=_names(options.tags),
        roots=None if options.root is None else tuple(map(as_the_core_reads_it, options.root)),
        read_only=getattr(options, "read_only", False),
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
