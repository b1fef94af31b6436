"""``dowse context``: the evidence for a question, as much of it as fits into a token budget."""

import argparse
from typing import TYPE_CHECKING

from app.cli.arguments import NOTHING_FOUND, Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import plural, print_json, remark, write
from app.cli.query_text import query_text
from search.errors import BadInputError
from search.types.context import DEFAULT_CONTEXT_TOKENS, ContextRequest

if TYPE_CHECKING:
    from app.core.answers.context import ContextText

FORMATS = ("markdown", "xml", "plain")
EXAMPLES = """examples:
  dowse context "how is a refund paid"
  dowse context "how is a refund paid" --budget 2000 --format xml"""

SHOWN_LEFT_OUT = 5
"""How many texts that did not fit are named; ``--json`` has all of them."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "context",
        parents=[common],
        help="print evidence for a language model within a token budget",
        epilog=EXAMPLES,
    )
    command.set_defaults(run=run)
    command.add_argument("query", nargs="+", metavar="QUERY", help="a question, or any query of dowse search")
    command.add_argument(
        "--budget",
        type=int,
        metavar="TOKENS",
        default=DEFAULT_CONTEXT_TOKENS,
        help="most tokens to print, as the packaged model counts them",
    )
    command.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="how the passages are marked up")


def run(options: argparse.Namespace) -> int:
    """Print the text; the exit status is 1 when nothing was found."""
    from app.core.evidence import context_text

    if options.budget < 1:
        raise BadInputError("cli.bad_budget", value=options.budget)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        answer = core.context(ContextRequest(query_text(options.query), options.budget))
    evidence = context_text(answer, options.format)
    if options.json:
        print_json(evidence)
    else:
        write(evidence.text)
        _remark_on(evidence)
    return 0 if evidence.chunks else NOTHING_FOUND


def _remark_on(evidence: "ContextText") -> None:
    for note in evidence.notes:
        remark(note)
    pieces = plural(len(evidence.chunks), "piece")
    origin = f" from {evidence.scope}" if evidence.scope else ""
    remark(f"{evidence.tokens:,} of {evidence.budget:,} tokens, {pieces}{origin}")
    for item in evidence.left_out[:SHOWN_LEFT_OUT]:
        remark(f"did not fit: {item.id} ({item.tokens:,} tokens)")
    if len(evidence.left_out) > SHOWN_LEFT_OUT:
        remark(f"did not fit: {plural(len(evidence.left_out) - SHOWN_LEFT_OUT, 'more text')}")
