"""A pattern as a person types it, compiled for RE2: no pattern takes more than linear time for one match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from search.errors import QueryError
from search.exact.syntax import AnyOf, PatternSyntax, syntax_of
from search.exact.trigrams import Holds, may_match
from search.letters import normal_forms
from search.types.lines import LineOptions

MOST_MEMORY = 64 << 20
"""Bytes that the states of one pattern may take; RE2 forgets states beyond, which costs time and no match."""

MOST_PATTERN_CHARS = 10_000
"""A longer pattern is a pasted file."""

_REMEMBERED = 32
"""Patterns that stay compiled: a search in pages needs the same ones for each page."""

_OPERATORS = frozenset(r"\.+*?()|[]{}^$-")

_CONTEXTS = ((b"", 0), (b"ab", 1), (b"a b", 1), (b"  ", 1))
"""Texts with a position each; what matches nothing at all of them matches nothing everywhere."""

_NEIGHBOURS = (b"", b"a", b" ", b"\n")
"""The neighbours of a position on which an empty match can depend."""

_DEPENDS_ON_TEXT = re.compile(r"\\[AzC]|\(\?[a-zA-Z]*-")
"""Parts of patterns that match only at the ends of a whole text, or a part of a character."""

_PLAIN_WORD = re.compile(r"\w+", re.ASCII)


@dataclass(slots=True)
class OnePass:
    """A pattern for finding all matches in one pass over many texts.

    Attributes:
        source: a regular expression for RE2, in UTF-8, whose whole match is the match.
        multiline: whether a match may span lines.
        crosses_lines: whether a match in a whole text has gone beyond its line, where it must not; learned.
    """

    source: bytes
    multiline: bool
    crosses_lines: bool = False


class LinePattern:
    """A compiled pattern.

    Attributes:
        multiline: whether a match may span lines.
        group: number of the group that is the match; 0 is all of it.
        holds: tests the trigrams of a text; None if they rule out nothing.
        matches_everywhere: whether every line matches.
    """

    def __init__(self, text: str, options: LineOptions) -> None:
        forms = (text,) if options.regex else normal_forms(text)
        source = text if options.regex else _any_of(forms)
        _compiled(source, options, names_lines=False)  # refuses a pattern before anything is added to it
        syntax = syntax_of(source) if options.regex else PatternSyntax(AnyOf(forms), source, "\n" in text)
        self.multiline = options.multiline or syntax.spans_lines
        self.group = 1 if options.whole_word else 0
        self._ascii = _compiled(_wrapped(source, r"\W", options), options, names_lines=self.multiline)
        unicode_source = _wrapped(syntax.unicode, syntax_of(r"\W").unicode, options)
        self._unicode = _compiled(unicode_source, options, names_lines=self.multiline)
        self.holds: Holds | None = may_match(syntax.need, folded=not options.match_case or "(?" in source)
        self.matches_everywhere = not self.multiline and all(
            self._ascii.match(context, at, at) for context, at in _CONTEXTS
        )
        self._in_ascii = self._one_pass(source, options)
        self._in_unicode = None if self.group else self._one_pass(syntax.unicode, options)

    def one_pass(self, *, ascii_only: bool) -> OnePass | None:
        """Return the pattern for one pass over texts; None if it has to be searched match by match."""
        return self._in_ascii if ascii_only else self._in_unicode

    def _one_pass(self, source: str, options: LineOptions) -> OnePass | None:
        flags = "m" if options.match_case else "mi"
        if _DEPENDS_ON_TEXT.search(source) or (self.multiline and self._matches_nothing()):
            return None
        if options.whole_word:
            if self.multiline or options.regex or not _PLAIN_WORD.fullmatch(source):
                return None
            source = rf"\b{source}\b"
        if self.matches_everywhere:
            source = f"^(?:{source})"
        return OnePass(f"(?{flags}:{source})".encode("utf-8", "replace"), self.multiline)

    def _matches_nothing(self) -> bool:
        """Return whether there is a position at which the pattern matches nothing at all."""
        around = product(_NEIGHBOURS, _NEIGHBOURS)
        return any(self._ascii.match(before + behind, len(before), len(before)) for before, behind in around)

    def for_text(self, text: bytes) -> Any:
        """Return the RE2 object for this text: the one for ASCII where that suffices, which is smaller."""
        return self._ascii if text.isascii() else self._unicode


@lru_cache(maxsize=_REMEMBERED)
def line_pattern(text: str, options: LineOptions) -> LinePattern:
    """Return the compiled pattern.

    Raises:
        QueryError: it is empty, too long, or no regular expression that RE2 knows.
    """
    if not text:
        raise QueryError("query.empty")
    if len(text) > MOST_PATTERN_CHARS:
        raise QueryError("query.pattern_too_long", count=len(text), limit=MOST_PATTERN_CHARS)
    return LinePattern(text, options)


def _any_of(forms: Sequence[str]) -> str:
    """Return the regular expression for a literal in any of its normal forms."""
    return _escaped(forms[0]) if len(forms) == 1 else f"(?:{'|'.join(map(_escaped, forms))})"


def _escaped(text: str) -> str:
    """Return the regular expression for a literal; a line end stays one."""
    return "".join(f"\\{sign}" if sign in _OPERATORS else sign for sign in text)


def _wrapped(source: str, no_word: str, options: LineOptions) -> str:
    if not options.whole_word:
        return f"(?m:{source})"
    return f"(?m:(?:^|{no_word})({source})(?:{no_word}|$))"


def _compiled(source: str, options: LineOptions, *, names_lines: bool) -> Any:
    import re2  # only a search of lines needs it

    settings = re2.Options()
    values = {
        "log_errors": False,
        "max_mem": MOST_MEMORY,
        "case_sensitive": options.match_case,
        "never_nl": not names_lines,
        "never_capture": not options.whole_word,
    }
    for name, value in values.items():
        setattr(settings, name, value)
    try:
        return re2.compile(source.encode("utf-8", "replace"), settings)
    except re2.error as error:
        reason = error.args[0]
        plain = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise QueryError("query.bad_pattern", pattern=source, reason=plain.removesuffix(f": {source}")) from error
