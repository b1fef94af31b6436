"""``dowse architecture``: whether the rules on dependencies hold."""

import argparse
from collections.abc import Sequence

from app.cli.arguments import Commands, as_the_core_reads_it, at_least_one, config_of, index_of, over_repositories
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark, styled
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import ArchitectureAnswer
from search.graph.text import WORDS
from search.types.architecture import CheckedRule, Violation
from search.types.filters import OWNER
from search.types.graph import Node

TOP = 10
BROKEN = 1
"""Exit status where a rule is broken."""

EXAMPLES = """examples:
  dowse architecture
  dowse architecture shop --top 50

The rules are in .dowse.toml:

  [[architecture]]
  name = "the domain knows no database"
  from = "path:src/Domain/**"
  must_not_reach = ["ext:*EntityFramework*", "path:src/Infrastructure/**"]

A selector begins with path, ext (a package), sql, kind or name. The exit status is 1 where a rule is broken."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = over_repositories(
        commands,
        common,
        "architecture",
        help_text="check the rules on which code may depend on which",
        examples=EXAMPLES,
        run=run,
    )
    command.add_argument(
        "--top", type=int, metavar="NUMBER", default=TOP, help="most violations to show for each rule"
    )


def run(options: argparse.Namespace) -> int:
    """Print each rule and the ways that break it."""
    most = at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        rules = core.architecture(as_the_core_reads_it(options.repository), OWNER)
        share = known_share(core)
    if options.json:
        print_json(ArchitectureAnswer.first(most, rules))
    else:
        print_rules(rules, most)
    remark_unfinished(share)
    return BROKEN if any(each.violations for each in rules) else 0


def print_rules(rules: Sequence[CheckedRule], most: int) -> None:
    """Print each rule with the first ways that break it."""
    for each in rules:
        ways = plural(len(each.violations), "way")
        line(f"{styled('broken' if each.violations else 'holds', 'bold')}  {each.rule.name}  {each.repository}")
        for violation in each.violations[:most]:
            _print_way(violation)
        if len(each.violations) > most:
            remark(f"{ways} in all: raise --top to see them.")
        if not each.matches:
            remark(f"Nothing fits {', '.join(each.rule.sources)}.")


def _print_way(violation: Violation) -> None:
    line(f"  {_named(violation.source)}")
    for step in violation.steps:
        (edge,) = step.edges
        location = f"  {edge.path}:{edge.line}" if edge.path else ""
        line(f"    {styled(WORDS[edge.edge_type], 'dim')} {_named(step.target)}{location}")


def _named(node: Node) -> str:
    return node.path if node.kind == "file" else f"{node.qualname or node.name} [{node.kind}]"
