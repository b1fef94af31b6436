"""``dowse search``: ranked files with the chunks that support them."""

import argparse
import sys
from collections.abc import Iterable

from app.cli.arguments import Commands, as_it_is_stored, config_of, index_of
from app.cli.open_core import Opening, opened_search
from app.cli.output import line, plural, print_json, remark, styled
from app.core.default_ranking import usual_ranking
from search.errors import BadInputError
from search.types.files import FileState
from search.types.query import (
    DEFAULT_TEMPERATURE,
    RRF_K,
    RRF_WEIGHT,
    Aggregate,
    Fusion,
    Mode,
    RankSettings,
    Rerank,
    SearchQuery,
)
from search.types.results import GRAPH_SIGNAL, Duplicate, FileHit, Group, SearchResult

SHOWN_CHUNKS = 3
"""Supporting chunks printed for a file; ``--json`` has all of them."""

SHOWN_LINES = 4

SHOWN_COPIES = 3
"""Near-identical files named behind the one that stands for them; ``--json`` has all of them."""

STANDARD_INPUT = "-"

_STATES = frozenset(state.value for state in FileState)
_HEADINGS = {Group.CODE: "Code", Group.DOCUMENT: "Documents"}


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("search", parents=[common], help="find files by word and by meaning")
    command.set_defaults(run=run)
    command.add_argument(
        "query", nargs="*", metavar="QUERY", help='words, "phrases", -not, path: ext: lang: repo: ...'
    )
    command.add_argument(
        "--like", metavar="PATH[:LINE]|ID|-", help="find what resembles a file, a chunk, or standard input"
    )
    command.add_argument("--mode", choices=list(Mode))
    command.add_argument("--weight", type=float, help="0 is words only, 1 meaning only")
    command.add_argument("--fusion", choices=list(Fusion), default=Fusion.WEIGHTED.value)
    command.add_argument("--rrf-k", type=int, default=RRF_K)
    command.add_argument("--top", type=int, default=10, help="number of files")
    command.add_argument("--aggregate", choices=list(Aggregate), default=Aggregate.MAX.value)
    command.add_argument("--temperature", type=float, default=DEFAULT_TEMPERATURE, help="of softmax_attn")
    command.add_argument("--rerank", choices=list(Rerank), default=Rerank.NONE.value)
    command.add_argument("--min-score", type=float)
    command.add_argument("--explain", action="store_true", help="say where each score comes from")
    command.add_argument("--group", action="store_true", help="code first, then documents, the best of each")
    command.add_argument("--all-copies", action="store_true", help="show near-identical files one by one")
    command.add_argument("--plain", action="store_true", help="rank by the plain formulas, without structure")


def run(options: argparse.Namespace) -> int:
    """Search and print; nothing found is an answer, not a failure."""
    query = _query(options)
    with opened_search(index_of(options), Opening(config_of(options))) as core:
        result = core.search(query)
    if options.json:
        from app.core.answers.search import SearchAnswer

        print_json(SearchAnswer.of(result, explained=options.explain))
    elif options.group:
        _print_groups(result, options)
    else:
        _print_files(result.files, result, options)
        _print_remarks(result)
    return 0


def _query(options: argparse.Namespace) -> SearchQuery:
    usual = usual_ranking(config_of(options))
    settings = RankSettings(
        mode=Mode(options.mode or usual.mode),
        weight=_weight(options, usual),
        fusion=Fusion(options.fusion),
        rrf_k=options.rrf_k,
        aggregate=Aggregate(options.aggregate),
        temperature=options.temperature,
        structure=not options.plain,
        min_score=usual.min_score if options.min_score is None else options.min_score,
        rerank=Rerank(options.rerank),
        collapse=not options.all_copies,
    )
    like, like_text = _example(options)
    return SearchQuery(
        " ".join(options.query),
        settings,
        top=options.top,
        grouped=options.group,
        like=like,
        like_text=like_text,
    )


def _example(options: argparse.Namespace) -> tuple[str, str]:
    """Return what ``--like`` names and what it reads from standard input; one of the two at most.

    Raises:
        BadInputError: there is no text to read.
    """
    example = str(options.like or "")
    if example != STANDARD_INPUT:
        path, colon, line_number = example.rpartition(":")
        if colon and line_number.isdecimal():
            return f"{as_it_is_stored(path)}:{line_number}", ""
        return as_it_is_stored(example) if example else "", ""
    text = sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    if not text:
        raise BadInputError("cli.empty_input")
    return "", text


def _weight(options: argparse.Namespace, usual: RankSettings) -> float:
    """Return the weight asked for; without one reciprocal ranks lean to neither list, as their formula has it."""
    if options.weight is not None:
        return float(options.weight)
    return RRF_WEIGHT if options.fusion == Fusion.RRF else usual.weight


def _print_groups(result: SearchResult, options: argparse.Namespace) -> None:
    for group, heading in _HEADINGS.items():
        files = [file for file in result.files if file.group is group]
        if files:
            line(styled(heading, "bold"))
            _print_files(files, result, options)
    _print_remarks(result)


def _print_files(files: Iterable[FileHit], result: SearchResult, options: argparse.Namespace) -> None:
    for file in files:
        _print_file(file)
        if options.explain:
            _print_explanation(file, result)
        _print_chunks(file)


def _print_explanation(file: FileHit, result: SearchResult) -> None:
    from app.cli.explanation import explained

    for explanation in explained(file, result.ranking):
        line(styled(f"     {explanation}", "yellow"))


def _print_remarks(result: SearchResult) -> None:
    for note in result.notes:
        remark(str(note))
    shown = f"{plural(len(result.files), 'file')} of {result.total_files:,}"
    remark(f"{shown} in {result.took_ms:.0f} ms" if result.files else "Nothing found")


def _print_file(file: FileHit) -> None:
    scope = f"{file.repository}@{file.branch}"
    stale = " (changed since it was indexed)" if file.stale else ""
    stale = " (its folder is not there)" if "offline" in file.flags else stale
    line(f"{file.rank:>3}. {styled(file.path, 'bold cyan')}  {_standing(file)}  {scope}{stale}")
    for reason in (signal.detail for signal in file.why.signals if signal.name == GRAPH_SIGNAL):
        line(f"     {styled(reason, 'magenta')}")
    if file.duplicates:
        named = ", ".join(_copy_name(file, copy) for copy in file.duplicates[:SHOWN_COPIES])
        more = ", ..." if len(file.duplicates) > SHOWN_COPIES else ""
        line(f"     and {_others(file)}: {named}{more}")


def _copy_name(file: FileHit, copy: Duplicate) -> str:
    """Return the path of a copy, and where it is if that is not where the file is that is shown."""
    same = (copy.repository, copy.branch) == (file.repository, file.branch)
    return copy.path if same else f"{copy.path} ({copy.repository}@{copy.branch})"


def _others(file: FileHit) -> str:
    """Return what stands behind a file: copies, or its page in other languages and versions."""
    from search.ranking.duplicates import are_one_page

    if are_one_page(file, file.duplicates):
        return plural(len(file.duplicates), "translation or version", "translations or versions")
    return plural(len(file.duplicates), "near-identical file")


def _standing(file: FileHit) -> str:
    """Return the scores of a file that was found by its text, else its state and the reason."""
    state = next((signal for signal in file.why.signals if signal.name in _STATES), None)
    if state is None:
        scores = styled(f"keyword {file.keyword:.2f}, semantic {file.semantic:.2f}", "dim")
        return f"{file.score:.3f}  {scores}"
    return styled(f"{state.name}: {state.detail}" if state.detail else state.name, "dim")


def _print_chunks(file: FileHit) -> None:
    for chunk in file.chunks[:SHOWN_CHUNKS]:
        lines = f"{chunk.start_line}-{chunk.end_line}"
        line(f"     {styled(lines, 'green')} {chunk.header_path}")
        for text in [text for text in chunk.text.splitlines() if text.strip()][:SHOWN_LINES]:
            line(styled(f"         {text.rstrip()[:120]}", "dim"))
