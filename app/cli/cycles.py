"""``dowse cycles``: what depends on itself through others."""

import argparse
from collections.abc import Sequence

from app.cli.arguments import Commands, as_the_core_reads_it, at_least_one, config_of, index_of, over_repositories
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, print_json, remark, styled
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import CyclesAnswer
from search.graph.text import WORDS
from search.types.filters import OWNER
from search.types.graph import Node
from search.types.graph_queries import Cycle, CycleScope

TOP = 20

EXAMPLES = """examples:
  dowse cycles
  dowse cycles shop --of definitions --top 5

Each cycle is shown by a shortest way around it, with the line of each dependency."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = over_repositories(
        commands,
        common,
        "cycles",
        help_text="show cycles: what depends on itself through others",
        examples=EXAMPLES,
        run=run,
    )
    command.add_argument(
        "--of", choices=list(CycleScope), default=CycleScope.FILES.value, help="what the cycles are made of"
    )
    command.add_argument(
        "--top", type=int, metavar="NUMBER", default=TOP, help="most cycles to show, the largest first"
    )


def run(options: argparse.Namespace) -> int:
    """Print the cycles, the largest first; that there is none is an answer."""
    of, most = CycleScope(options.of), at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        cycles = core.cycles(as_the_core_reads_it(options.repository), of, OWNER)
        share = known_share(core)
    if options.json:
        print_json(CyclesAnswer.first(most, cycles, of))
    else:
        _print(cycles, of, most)
    remark_unfinished(share)
    return 0


def _print(cycles: Sequence[Cycle], of: CycleScope, most: int) -> None:
    print_cycles(cycles[:most], of)
    if not cycles:
        line(f"No {of} depend on themselves through others.")
    if len(cycles) > most:
        remark(f"{len(cycles) - most:,} smaller ones: raise --top to see them.")


def print_cycles(cycles: Sequence[Cycle], of: CycleScope) -> None:
    """Print each cycle with a shortest way around."""
    for cycle in cycles:
        line(styled(f"{len(cycle.members):,} {of}", "bold"))
        nodes = {node.id: node for node in cycle.members}
        line(f"  {_named(nodes[cycle.edges[0].from_id])}")
        for edge in cycle.edges:
            location = f"  {edge.path}:{edge.line}" if edge.path else ""
            line(f"    {styled(WORDS[edge.edge_type], 'dim')} {_named(nodes[edge.to_id])}{location}")
        around = {edge.from_id for edge in cycle.edges}
        others = [_named(node) for node in cycle.members if node.id not in around]
        if others:
            line(styled(f"    and in cycles with them: {', '.join(others)}", "dim"))


def _named(node: Node) -> str:
    return node.path if node.kind == "file" else f"{node.qualname or node.name} [{node.kind}]"
