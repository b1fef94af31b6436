"""Reads a query as an editor's search does: its filters narrow, and everything else is text to find exactly."""

from dataclasses import dataclass

from search.query.parse import ParsedQuery, parse
from search.query.tokens import FILTER_KEYS, Token, TokenKind


@dataclass(frozen=True, slots=True)
class LineTerm:
    """A literal, or a regular expression."""

    text: str
    regex: bool


@dataclass(frozen=True, slots=True)
class LineTerms:
    """What lines are asked for.

    Attributes:
        wanted: a matching line matches one of them, and its file all of them.
        excluded: no line of a file may match one of them.
        filters: the query with nothing but its filters.
    """

    wanted: tuple[LineTerm, ...]
    excluded: tuple[LineTerm, ...]
    filters: ParsedQuery


def line_terms(text: str, *, regex: bool, filters: str = "") -> LineTerms:
    """Return what lines a query asks for.

    With ``regex`` the text is one regular expression. Otherwise it is one literal, quotation marks included. If a
    part of it stands between slashes, each part is a term of its own. ``filters`` narrow beside those of the text.

    Raises:
        QueryError: there is no text, or a filter has an unknown value.
    """
    parsed = parse(text)
    own = [token for token in parsed.tokens if _is_filter(token)]
    narrowing = parse(" ".join(token.text for token in own), filters=filters)
    narrowing.require_sound()
    if regex or not any(token.kind is TokenKind.REGEX for token in parsed.tokens):
        rest = _without(parsed.text, own)
        wanted: tuple[LineTerm, ...] = (LineTerm(rest, regex),) if rest.strip() else ()
        excluded: tuple[LineTerm, ...] = ()
    else:
        terms = [token for token in parsed.tokens if token not in own and token.text.strip()]
        wanted = tuple(_term(token) for token in terms if not token.negated)
        excluded = tuple(_term(token) for token in terms if token.negated)
    if not wanted:
        raise parsed.empty()
    return LineTerms(wanted, excluded, narrowing)


def _is_filter(token: Token) -> bool:
    return token.kind is TokenKind.FILTER and token.key in FILTER_KEYS and bool(token.values)


def _term(token: Token) -> LineTerm:
    return LineTerm(token.text, token.kind is TokenKind.REGEX)


def _without(text: str, filters: list[Token]) -> str:
    """Return the text without its filters and the blanks around each; all other blanks count."""
    if not filters:
        return text
    ends = [0, *(token.end for token in filters)]
    starts = [*(token.start for token in filters), len(text)]
    pieces = (text[start:end].strip() for start, end in zip(ends, starts, strict=True))
    return " ".join(piece for piece in pieces if piece)
