"""``dowse search`` for lines: ``/regex/``, and the options of an editor's search."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.cli.arguments import NOTHING_FOUND, at_least_one, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, location_of, plural, print_json, remark, styled
from app.cli.query_text import query_text

if TYPE_CHECKING:
    from search.messages import Message
    from search.types.line_columns import MatchingLine
    from search.types.lines import FileLines, LinePage, LineQuery

SHOWN_CHARS = 200
"""Of a longer line the part around its first match is printed; ``--json`` has more."""

_BEFORE_CHARS = 40

_PAGE_LINES = 5_000


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options that make ``dowse search`` find lines."""
    group = command.add_argument_group("exact search", "Find every line that matches, in every indexed file.")
    group.add_argument("--exact", action="store_true", help="find the text itself")
    group.add_argument("--regex", action="store_true", help="the text is a regular expression (RE2)")
    group.add_argument("--match-case", action="store_true", help="capitals and small letters differ")
    group.add_argument("--whole-word", action="store_true", help="only whole words match")
    group.add_argument("--multiline", action="store_true", help="a match may span lines")


def are_asked_for(options: argparse.Namespace) -> bool:
    """Return whether the options or the query ask for lines."""
    if options.exact or options.regex or options.match_case or options.whole_word or options.multiline:
        return True
    text = " ".join(options.query)
    if "/" not in text or options.like:
        return False
    from search.query.parse import parse

    return bool(parse(text).patterns)


def run(options: argparse.Namespace) -> int:
    """Print the lines while they are found; the exit status is 1 when nothing was found."""
    from app.core.line_pages import line_pages

    query, most = _query(options), None if options.top is None else at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        pages = line_pages(core, query)
        if options.json:
            from app.core.answers.lines import LinesAnswer

            answer = LinesAnswer.of(query.text, pages)
            print_json(answer.with_files(most))
            return 0 if answer.files else NOTHING_FOUND
        return _print_pages(pages, most)


def _print_pages(pages: "Iterable[LinePage]", most: int | None) -> int:
    """Print the lines of the first ``most`` files, or of all, and what was counted; return the exit status."""
    files = lines = searched = begun = 0
    took_ms, last = 0.0, ""
    notes: tuple[Message, ...] = ()
    for page in pages:
        for part in page.files:
            is_new = part.file.file_id != last
            begun, last = begun + is_new, part.file.file_id
            if most is None or begun <= most:
                if is_new:
                    _print_file(part)
                _print_lines(part)
        files, lines, took_ms = files + page.file_count, lines + page.line_count, took_ms + page.took_ms
        searched, notes = page.searched_files, page.notes
    counted = f"{plural(lines, 'line')} in {plural(files, 'file')} of {searched:,}, {took_ms:.0f} ms"
    remark(counted if lines else "Nothing found")
    if most is not None and begun > most:
        remark(f"Shown: {plural(most, 'file')} of {files:,}")
    for note in notes:
        remark(str(note))
    return 0 if lines else NOTHING_FOUND


def _query(options: argparse.Namespace) -> "LineQuery":
    from search.types.lines import LineOptions, LineQuery

    how = LineOptions(options.regex, options.match_case, options.whole_word, options.multiline)
    return LineQuery(query_text(options.query), how, most_lines=_PAGE_LINES)


def _print_file(part: "FileLines") -> None:
    file = part.file
    stale = " (changed since it was indexed)" if file.stale else ""
    line(f"{styled(file.path, 'bold cyan')}  {file.repository}@{file.branch}{stale}")


def _print_lines(part: "FileLines") -> None:
    location = location_of(part.file)
    for match in part.lines:
        position = f"{location}:{match.line}:{match.column}"
        line(f"  {styled(position, 'green')}  {_shown(match)}")


def _shown(match: "MatchingLine") -> str:
    """Return the text of a line with its matches marked, cut around the first one if it is long."""
    text, first = match.text, match.column - 1 - match.cut
    start = max(0, min(first - _BEFORE_CHARS, len(text) - SHOWN_CHARS)) if len(text) > SHOWN_CHARS else 0
    end = min(len(text), start + SHOWN_CHARS)
    pieces, position = ["..." if start or match.cut else ""], start
    for begin, stop in match.spans:
        left, right = max(begin, start), min(stop, end)
        if left < right:
            pieces += [text[position:left], styled(text[left:right], "bold red")]
            position = right
    return "".join((*pieces, text[position:end], "..." if end < len(text) else ""))
