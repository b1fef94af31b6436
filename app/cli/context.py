"""``dowse context``: the evidence for a question, as much of it as a token budget holds."""

import argparse

from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import plural, print_json, remark, write
from app.opening import Opening, opened_core
from search.errors import BadInputError
from search.types.query import SearchQuery

FORMATS = ("markdown", "xml", "plain")
DEFAULT_BUDGET = 4000
"""Tokens; what fits beside a question in any model that is in use."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("context", parents=[common], help="print evidence within a token budget")
    command.set_defaults(run=run)
    command.add_argument("query", nargs="+", metavar="QUERY")
    command.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="tokens of the packaged model")
    command.add_argument("--format", choices=FORMATS, default=FORMATS[0])


def run(options: argparse.Namespace) -> int:
    """Print the text; nothing found prints nothing."""
    from app.evidence import evidence_for

    if options.budget < 1:
        raise BadInputError(f"--budget is {options.budget}", remedy="--budget must be at least 1 token.")
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        result = core.search(SearchQuery(" ".join(options.query)))
    found = evidence_for(result, options.budget, options.format)
    if options.json:
        print_json(found)
        return 0
    write(found.text)
    remark(f"{found.tokens:,} of {options.budget:,} tokens, {plural(len(found.chunks), 'chunk')}")
    return 0
