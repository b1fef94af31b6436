"""``dowse search``: ranked files with the chunks that support them."""

import argparse

from app.answers import search_json
from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import line, plural, print_json, remark, styled
from app.opening import Opening, opened_core
from app.usual_ranking import usual_ranking
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
from search.types.results import FileHit, SearchResult

SHOWN_CHUNKS = 3
"""Supporting chunks printed for a file; ``--json`` has all of them."""

SHOWN_LINES = 4


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("search", parents=[common], help="find files by word and by meaning")
    command.set_defaults(run=run)
    command.add_argument(
        "query", nargs="+", metavar="QUERY", help='words, "phrases", -not, path: ext: lang: repo: ...'
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
    command.add_argument("--plain", action="store_true", help="rank by the plain formulas, without structure")


def run(options: argparse.Namespace) -> int:
    """Search and print; nothing found is an answer, not a failure."""
    query = _query(options)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        result = core.search(query)
    if options.json:
        print_json(search_json(result))
    else:
        _print(result)
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
    )
    return SearchQuery(" ".join(options.query), settings, top=options.top)


def _weight(options: argparse.Namespace, usual: RankSettings) -> float:
    """Return the weight asked for; without one reciprocal ranks lean to neither list, as their formula has it."""
    if options.weight is not None:
        return float(options.weight)
    return RRF_WEIGHT if options.fusion == Fusion.RRF else usual.weight


def _print(result: SearchResult) -> None:
    for file in result.files:
        _print_file(file)
    for note in result.notes:
        remark(note)
    shown = f"{plural(len(result.files), 'file')} of {result.total_files:,}"
    remark(f"{shown} in {result.took_ms:.0f} ms" if result.files else "Nothing found")


def _print_file(file: FileHit) -> None:
    scope = f"{file.repository}@{file.branch}"
    stale = " (changed since it was indexed)" if file.stale else ""
    scores = styled(f"keyword {file.keyword:.2f}, semantic {file.semantic:.2f}", "dim")
    line(f"{file.rank:>3}. {styled(file.path, 'bold cyan')}  {file.score:.3f}  {scores}  {scope}{stale}")
    for chunk in file.chunks[:SHOWN_CHUNKS]:
        place = f"{chunk.start_line}-{chunk.end_line}"
        line(f"     {styled(place, 'green')} {chunk.header_path}")
        for text in [text for text in chunk.text.splitlines() if text.strip()][:SHOWN_LINES]:
            line(styled(f"         {text.rstrip()[:120]}", "dim"))
