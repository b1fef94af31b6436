"""``dowse why``: why a path is, or is not, in the results."""

import argparse
from dataclasses import replace
from pathlib import Path

from app.cli.arguments import Commands, as_it_is_stored, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, print_json, styled
from app.core.why_ranked import rank_in_answers
from search.types.filters import OWNER
from search.types.status import UNKNOWN

EXAMPLES = """examples:
  dowse why build/report.html
  dowse why docs/glossary.md --query lease"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "why", parents=[common], help="explain why a path is or is not found", epilog=EXAMPLES
    )
    command.set_defaults(run=run)
    command.add_argument("path", metavar="PATH", help="a file or folder, whether it is indexed or not")
    command.add_argument(
        "--rule", metavar="PATTERN", help="say only whether this line of an ignore file would match PATH"
    )
    command.add_argument(
        "--query", metavar="QUERY", help="also show the rank of PATH among the answers to this query"
    )


def run(options: argparse.Namespace) -> int:
    """Print the chain of facts; the exit status is 1 if nothing is known of the path."""
    if options.rule is not None:
        return _try_rule(options)
    path = as_it_is_stored(options.path)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        answer = core.why(path, OWNER)
        if answer.state == UNKNOWN and not Path(path).is_absolute():  # of a folder that is away, for instance
            whole = core.why(str(Path.cwd() / path), OWNER)
            answer = answer if whole.state == UNKNOWN else whole
        if options.query is not None:
            rank = rank_in_answers(core, answer.path, options.query, OWNER)
            answer = replace(answer, lines=(*answer.lines, rank))
    if options.json:
        print_json(answer)
    else:
        line(f"{styled(answer.path, 'bold cyan')}: {answer.state}")
        for fact in answer.lines:
            line(f"  {fact}")
    return 1 if answer.state == UNKNOWN else 0


def _try_rule(options: argparse.Namespace) -> int:
    from app.core.rule_trial import try_rule

    trial = try_rule(options.rule, options.path)
    if options.json:
        print_json(trial)
    else:
        line(trial.text)
    return 0
