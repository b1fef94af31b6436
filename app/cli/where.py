"""``dowse where``: files and definitions to change for a report, with the evidence for each and their tests."""

import argparse
from collections.abc import Sequence

from app.cli.arguments import NOTHING_FOUND, Commands, config_of, index_of, standard_input
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, location_of, plural, print_json, remark, styled
from app.core.default_ranking import usual_ranking
from search.types.locations import (
    DEFAULT_TOP,
    ChangeLocations,
    CoveringTest,
    LocatedFile,
    LocateRequest,
    LocationEvidence,
)

STANDARD_INPUT = "-"

EXAMPLES = """examples:
  dowse where "a lease that is renewed late is lost"
  dowse where worker.py:88
  pytest 2>&1 | dowse where -"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "where",
        parents=[common],
        help="find where a report asks for a change",
        epilog=EXAMPLES,
    )
    command.set_defaults(run=run)
    command.add_argument(
        "query",
        nargs="+",
        metavar="REPORT",
        help="a report, a stack trace or a sentence, taken as plain words; - reads it from standard input",
    )
    command.add_argument("--top", type=int, metavar="NUMBER", default=DEFAULT_TOP, help="most files to list")
    command.add_argument(
        "--tests", type=int, metavar="NUMBER", default=DEFAULT_TOP, help="most tests of these files to list"
    )


def run(options: argparse.Namespace) -> int:
    """Print the files, their evidence and their tests; the exit status is 1 when nothing was found."""
    text = standard_input("dowse where -") if options.query == [STANDARD_INPUT] else " ".join(options.query)
    request = LocateRequest(text, options.top, options.tests, ranking=usual_ranking(config_of(options)))
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        locations = core.locate_change(request)
    if options.json:
        from app.core.answers.locations import LocationsAnswer

        print_json(LocationsAnswer.of(locations))
    else:
        _print(locations)
    return 0 if locations.files else NOTHING_FOUND


def _print(locations: ChangeLocations) -> None:
    for file in locations.files:
        _print_file(file)
    if locations.tests:
        line(styled("Tests", "bold"))
        _print_tests(locations.tests)
    for note in locations.notes:
        remark(str(note))
    count = f"{plural(len(locations.files), 'file')}, {plural(len(locations.tests), 'test')}"
    remark(f"{count} in {locations.took_ms:.0f} ms" if locations.files else "Nothing found")


def _print_file(file: LocatedFile) -> None:
    stale = " (changed since it was indexed)" if file.stale else ""
    score = f"{file.rank_score:.3f}" if file.rank_score else "-"
    line(f"{file.rank:>3}. {styled(file.path, 'bold cyan')}  {score}  {file.repository}@{file.branch}{stale}")
    for definition in file.definitions:
        position = f"{location_of(file)}:{definition.start_line}"
        kinds = ", ".join(definition.evidence)
        line(f"     {styled(position, 'green')}  {definition.name}  {styled(kinds, 'dim')}".rstrip())
    for evidence in file.evidence:
        line(f"     {styled(f'{evidence.kind:<8}', 'magenta')} {_line_of(evidence)}".rstrip())


def _line_of(evidence: LocationEvidence) -> str:
    detail = f"{evidence.commit} {evidence.detail}".strip()
    return f"{detail} (+{evidence.share:.2f})".strip() if evidence.share else detail


def _print_tests(tests: Sequence[CoveringTest]) -> None:
    for test in tests:
        kinds = ", ".join(test.by)
        line(f"     {styled(test.path, 'bold cyan')}  {styled(kinds, 'dim')}  {test.detail}".rstrip())
