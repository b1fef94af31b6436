"""``dowse unused``: definitions that nothing uses."""

import argparse

from app.cli.arguments import Commands, as_the_core_reads_it, at_least_one, config_of, index_of, over_repositories
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark, styled
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import UnusedAnswer
from app.core.read_languages import without_uses
from search.types.filters import OWNER
from search.types.graph_queries import Confidence, Doubt, UnusedDefinition

TOP = 200

REASONS = {
    Doubt.TESTS: "only tests use it",
    Doubt.EXPORTED: "code outside may use it",
    Doubt.NAMED: "named elsewhere",
    Doubt.COMPOSED: "names that begin so are put together",
    Doubt.DECORATED: "a decorator or attribute may register it",
    Doubt.BASE: "code may reach it through a base, an interface or a trait",
}
"""What speaks against a definition being unused, in words."""

EXAMPLES = """examples:
  dowse unused
  dowse unused shop --all --top 1000

Each line says how certain it is, and why it may be used after all. Without --all, definitions are left out whose
name occurs in other code, in a string or in settings, or which a framework may call."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = over_repositories(
        commands, common, "unused", help_text="list definitions that nothing uses", examples=EXAMPLES, run=run
    )
    command.add_argument(
        "--all",
        action="store_true",
        help="also list definitions that are probably used, in a way that is not seen",
    )
    command.add_argument("--top", type=int, metavar="NUMBER", default=TOP, help="most definitions to list")


def run(options: argparse.Namespace) -> int:
    """Print the definitions, the surest first; that there is none is an answer."""
    most = at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        repository = as_the_core_reads_it(options.repository)
        definitions = core.unused(repository, OWNER)
        not_judged = without_uses(core.unreadable(repository, OWNER))
        share = known_share(core)
    unused = [each for each in definitions if options.all or each.confidence is not Confidence.LOW]
    if options.json:
        print_json(UnusedAnswer.first(most, unused, not_judged))
        remark_unfinished(share)
        return 0
    for each in unused[:most]:
        _print(each)
    if not unused:
        sure = not definitions and not not_judged
        line("Everything that is defined is used." if sure else "Nothing is surely unused.")
    if not_judged:
        remark(
            f"Not judged, since only their definitions are read: {', '.join(not_judged)} (see dowse unreadable)."
        )
    if len(unused) > most:
        remark(f"{len(unused) - most:,} more: raise --top to see them.")
    if len(definitions) > len(unused):
        remark(f"{plural(len(definitions) - len(unused), 'definition')} that may well be used: --all lists them.")
    remark_unfinished(share)
    return 0


def _print(unused: UnusedDefinition) -> None:
    node = unused.node
    reasons = "; ".join(REASONS[doubt] for doubt in unused.doubts)
    name = styled(node.qualname or node.name, "bold")
    sure = f"{unused.confidence}: {reasons}" if reasons else unused.confidence.value
    line(f"{node.path}:{node.start_line}  {name} [{node.kind}]  {sure}")
