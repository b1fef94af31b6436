"""``dowse search``: ranked files with the chunks that support them."""

import argparse
import re
from collections.abc import Collection, Sequence

from app.cli import documents, lines
from app.cli.arguments import NOTHING_FOUND, Commands, as_it_is_stored, config_of, index_of, standard_input
from app.cli.awaited_meaning import answer_with_meaning
from app.cli.open_core import Opening, opened_search
from app.cli.output import line, location_of, plural, print_json, remark, styled
from app.cli.query_text import query_text
from app.core.default_ranking import usual_ranking
from search.errors import BadInputError
from search.types.files import FileState
from search.types.profiles import WEIGHT_PROFILES, weight_of
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
from search.types.results import GRAPH_SIGNAL, Duplicate, FileHit, Group, SearchResult, near_by_meaning

TOP = 10

SHOWN_CHUNKS = 3
"""Supporting chunks printed for a file; ``--json`` has all of them."""

SHOWN_LINES = 4

SHOWN_COPIES = 3
"""Most near-identical files that are named after the best one; ``--json`` has all of them."""

STANDARD_INPUT = "-"

EXAMPLES = """examples:
  dowse search where is the lease renewed
  dowse search "retry path:worker lang:python -test"
  dowse search '"connection reset"'
  dowse search "/def \\w+\\(/ ext:py"
  dowse search --exact "SELECT * FROM"
  pytest 2>&1 | dowse search -"""

_STATES = frozenset(state.value for state in FileState)
_DEFINES = frozenset({"exact_definition", "spelt_with_blanks"})
_HEADINGS = {Group.CODE: "Code", Group.DOCUMENT: "Documents"}


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "search", parents=[common], help="find files by word and by meaning", epilog=EXAMPLES
    )
    command.set_defaults(run=run)
    command.add_argument(
        "query",
        nargs="*",
        metavar="QUERY",
        help='words, "phrases", -not, /regex/, path: ext: lang: repo: ...; - reads it from standard input,'
        " 1 MB at most",
    )
    command.add_argument(
        "--typed", action="store_true", help="apply the query language to a text that looks like a pasted report"
    )
    command.add_argument(
        "--like", metavar="PATH[:LINE]|ID|-", help="find what resembles a file, a chunk, or standard input"
    )
    command.add_argument(
        "--top", type=int, metavar="NUMBER", help=f"most files to list ({TOP}; with exact search all of them)"
    )
    command.add_argument(
        "--min-score", type=float, metavar="NUMBER", help="leave out files whose confidence is lower, 0 to 1"
    )
    command.add_argument("--explain", action="store_true", help="show what each score is made of")
    command.add_argument("--group", action="store_true", help="list code first, then documents, the best of each")
    command.add_argument("--all-copies", action="store_true", help="list near-identical files one by one")
    documents.add(command)
    lines.add_options(command)
    _add_order(command)


def _add_order(command: argparse.ArgumentParser) -> None:
    """Add the options that change how files are ranked."""
    group = command.add_argument_group("ranking", "How files are ranked. The settings file has the usual values.")
    group.add_argument(
        "--mode",
        choices=list(Mode),
        help="find files by words (keyword), by meaning (semantic) or by both (hybrid)",
    )
    group.add_argument(
        "--weight",
        metavar="NUMBER|PROFILE",
        help=f"how much meaning counts: 0 is words only, 1 meaning only; or {', '.join(WEIGHT_PROFILES)}",
    )
    group.add_argument(
        "--rerank",
        choices=list(Rerank),
        help="what puts the first files in a new order: the packaged reader, their words, a model of the settings,"
        " or nothing",
    )
    group.add_argument("--plain", action="store_true", help="rank by words and meaning alone, without structure")
    group.add_argument(
        "--fusion",
        choices=list(Fusion),
        default=Fusion.WEIGHTED.value,
        help="combine words and meaning by a weighted sum of scores, or by reciprocal ranks (rrf)",
    )
    group.add_argument(
        "--rrf-k", type=int, metavar="NUMBER", default=RRF_K, help="with --fusion rrf: the offset of the ranks"
    )
    group.add_argument(
        "--aggregate",
        choices=list(Aggregate),
        default=Aggregate.MAX.value,
        help="with --plain: how the scores of passages become the score of their file",
    )
    group.add_argument(
        "--temperature",
        type=float,
        metavar="NUMBER",
        default=DEFAULT_TEMPERATURE,
        help="with --aggregate softmax_attn: the smaller, the more the best passage counts",
    )


def run(options: argparse.Namespace) -> int:
    """Search and print; the exit status is 1 when nothing was found."""
    if lines.are_asked_for(options):
        return lines.run(options)
    if options.top is None:
        options.top = TOP
    if documents.are_asked_for(options):
        return documents.run(options)
    query = _query(options)
    with opened_search(index_of(options), Opening(config_of(options))) as core:
        result = answer_with_meaning(core, query)
    if options.json:
        from app.core.answers.search import SearchAnswer

        print_json(SearchAnswer.of(result, explained=options.explain))
    elif options.group:
        _print_groups(result, options)
    else:
        _print_files(result.files, result, options)
        _print_remarks(result, options)
    return 0 if result.files else NOTHING_FOUND


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
        rerank=Rerank(options.rerank or usual.rerank),
        collapse=not options.all_copies,
    )
    like, like_text = _example(options)
    return SearchQuery(
        standard_input("dowse search -") if options.query == [STANDARD_INPUT] else query_text(options.query),
        settings,
        top=options.top,
        typed=options.typed,
        grouped=options.group,
        like=like,
        like_text=like_text,
        names_passages=True,
    )


def _example(options: argparse.Namespace) -> tuple[str, str]:
    """Return the example that ``--like`` names, or the one on standard input.

    Raises:
        BadInputError: there is no text to read.
    """
    example = str(options.like or "")
    if example != STANDARD_INPUT:
        path, colon, line_number = example.rpartition(":")
        if colon and line_number.isdecimal():
            return f"{as_it_is_stored(path)}:{line_number}", ""
        return as_it_is_stored(example) if example else "", ""
    return "", standard_input("dowse search --like -")


def _weight(options: argparse.Namespace, usual: RankSettings) -> float:
    """Return the weight of the command; without one, reciprocal ranks count both lists equally.

    Raises:
        BadInputError: it is neither a number nor the name of a profile.
    """
    if options.weight is not None:
        weight = weight_of(options.weight)
        if weight is None:
            raise BadInputError("cli.bad_weight", value=repr(options.weight), known=", ".join(WEIGHT_PROFILES))
        return weight
    return RRF_WEIGHT if options.fusion == Fusion.RRF else usual.weight


def _print_groups(result: SearchResult, options: argparse.Namespace) -> None:
    for group, heading in _HEADINGS.items():
        files = [file for file in result.files if file.group is group]
        if files:
            line(styled(heading, "bold"))
            _print_files(files, result, options)
    _print_remarks(result, options)


def _print_files(files: Sequence[FileHit], result: SearchResult, options: argparse.Namespace) -> None:
    if result.nothing_here:
        remark(str(result.notes[0]))
    exact = sum(file.exact for file in files)
    for position, file in enumerate(files):
        if 0 < exact == position:
            line(styled(f"By {_near_by(result)}", "bold"))
        _print_file(file)
        if options.explain:
            _print_explanation(file, result)
        _print_chunks(file)


def _print_explanation(file: FileHit, result: SearchResult) -> None:
    from app.cli.explanation import explained

    for explanation in explained(file, result.ranking):
        line(styled(f"     {explanation}", "yellow"))


def _print_remarks(result: SearchResult, options: argparse.Namespace) -> None:
    wants_reader = options.rerank == Rerank.READER and not result.reranking_applied
    if result.reading.code and (options.explain or wants_reader) and result.reading not in result.notes:
        remark(str(result.reading))
    for note in result.notes[1:] if result.nothing_here else result.notes:
        remark(str(note))
    shown = f"{plural(len(result.files), 'file')} of {_counted(result)}"
    remark(f"{shown} in {result.took_ms:.0f} ms" if result.files else "Nothing found")


def _counted(result: SearchResult) -> str:
    """Return how many files there are, the exact ones apart."""
    others = result.total_files - result.exact_files
    if not result.exact_files:
        return f"{others:,}"
    return f"{result.exact_files:,} exact and {others:,} more by {_near_by(result)}"


def _near_by(result: SearchResult) -> str:
    """Return how the files are near that are not exact: ``word`` where none of those listed has vectors."""
    return "meaning" if near_by_meaning(result.files) else "word"


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
    """Return the text after a file: its copies, or its page in other languages and versions."""
    from search.ranking.duplicates import are_one_page

    if are_one_page(file, file.duplicates):
        return plural(len(file.duplicates), "translation or version", "translations or versions")
    return plural(len(file.duplicates), "near-identical file")


def _standing(file: FileHit) -> str:
    """Return the scores of a file that was found by its text, else its state and the reason."""
    state = next((signal for signal in file.why.signals if signal.name in _STATES), None)
    if state is None:
        numbers = f"keyword {file.keyword:.2f}, semantic {file.semantic:.2f}"
        scores = styled(f"{numbers}, confidence {file.confidence:.2f}", "dim")
        return f"{file.rank_score:.3f}  {scores}"
    return styled(f"{state.name}: {state.detail}" if state.detail else state.name, "dim")


def _print_chunks(file: FileHit) -> None:
    location = location_of(file)
    names = {name for signal in file.why.signals if signal.name in _DEFINES for name in signal.detail.split(", ")}
    for position, chunk in enumerate(file.chunks[:SHOWN_CHUNKS]):
        texts = chunk.text.splitlines()
        defined = _line_with(names, texts) if position == 0 else 0
        begin = defined or _line_with_most(file.why.matched_terms, texts)
        own_name = re.split(r"\W+", chunk.header_path)[-1]
        is_of = own_name in names if defined else file.group is not Group.CODE or _is_of(own_name, texts, begin)
        header = chunk.header_path if is_of else ""
        line(f"     {styled(f'{location}:{chunk.start_line + begin}', 'green')}  {header}".rstrip())
        for text in [text for text in texts[begin:] if text.strip()][:SHOWN_LINES]:
            line(styled(f"         {text.rstrip()[:120]}", "dim"))


def _line_with(names: Collection[str], texts: Sequence[str]) -> int:
    """Return the index of the first line that has one of the names as a word; 0 if none has."""
    words = (frozenset(re.findall(r"\w+", text)) for text in texts)
    return next((index for index, of_line in enumerate(words) if not of_line.isdisjoint(names)), 0)


def _line_with_most(terms: Collection[str], texts: Sequence[str]) -> int:
    """Return the index of the line from which most of the terms are shown; 0 if the first lines show as many."""
    from search.analysis.terms import words_for_marking

    words = [{text[start:end].lower() for start, end in words_for_marking(terms, text)} for text in texts]
    counts = [len(set().union(*words[at : at + SHOWN_LINES])) for at in range(len(words))]
    most = max(counts, default=0)
    if not most or counts[0] == most:
        return 0
    return next(at for at, count in enumerate(counts) if count == most and words[at])


def _is_of(name: str, texts: Sequence[str], index: int) -> bool:
    """Return whether a line belongs to the definition that names its passage: lines since are indented more."""
    start = next((at for at, text in enumerate(texts[:index]) if name in re.findall(r"\w+", text)), index)
    margin = _margin(texts[start])
    return all(_margin(text) > margin for text in texts[start + 1 : index + 1] if text.strip(" \t{}()"))


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip())
