"""``dowse open ADDRESS``, or ``dowse ADDRESS``: shows a query or an indexed file in the window."""

import argparse
from pathlib import Path

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import print_json
from app.desktop.deep_links import FileAddress, parsed_address
from app.desktop.window_calls import WindowCall, call_window
from search.errors import NotFoundError
from search.ports import SearchCore
from search.types.filters import OWNER
from search.types.query import MAX_TOP, Mode, RankSettings, SearchQuery
from search.types.results import FileHit


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("open", parents=[common], help="show a dowse:// address in the window")
    command.set_defaults(run=run)
    command.add_argument(
        "address", metavar="ADDRESS", help="dowse://search?q=WORDS or dowse://open?path=PATH&line=LINE"
    )


def run(options: argparse.Namespace) -> int:
    """Show it in the window that is open, else open one; with ``--json`` only say what would be shown."""
    address = parsed_address(options.address)
    index = index_of(options)
    if isinstance(address, FileAddress):
        with opened_core(index, Opening(config_of(options))) as core:
            call = _call_of(address, core)
    else:
        call = WindowCall(address.query)
    if options.json:
        print_json(call)
        return 0
    if call_window(index, call):
        return 0
    from app.desktop.start import run_window

    return run_window(index, config_of(options), language=options.lang or "", call=call)


def _call_of(address: FileAddress, core: SearchCore) -> WindowCall:
    """Return the call that shows an indexed file.

    Raises:
        NotFoundError: the index has no such file; nothing else is ever opened.
    """
    file = _indexed(address.path, core)
    query = f'path:"{file.path}"' if '"' not in file.path else "is:indexed"
    return WindowCall(query, file.file_id, file.repository, file.path, file.root_path, address.line)


def _indexed(path: str, core: SearchCore) -> FileHit:
    """Return the indexed file of this path: in the innermost root that holds it, or the first that has it."""
    roots = [status.root.path for status in core.roots(OWNER)]
    holding = [root for root in roots if Path(path).is_absolute() and Path(path).is_relative_to(root)]
    inner = Path(path).relative_to(max(holding, key=len)).as_posix() if holding else path.replace("\\", "/")
    text = f'path:"{inner}" is:indexed,truncated' if '"' not in inner else "is:indexed,truncated"
    query = SearchQuery(text, RankSettings(mode=Mode.KEYWORD), top=MAX_TOP)
    for hit in core.search(query).files:
        if hit.path == inner and (not holding or hit.root_path == max(holding, key=len)):
            return hit
    raise NotFoundError("files.not_indexed", path=path)
