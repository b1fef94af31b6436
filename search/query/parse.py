"""Parses query text into words, phrases and filters; no model is involved, and every interface parses alike."""

from dataclasses import dataclass, replace

from resources.languages import language_by_alias
from search.errors import QueryError
from search.letters import normal_forms
from search.query.filter_rules import (
    COLUMN_OF_KEY,
    RANGE_COLUMNS,
    STALE,
    STATE_VALUES,
    Problem,
    nearest_key,
    problem_of,
    today,
)
from search.query.ranges import range_of
from search.query.report import Report, filter_line_start, report_in, report_of
from search.query.tokens import FILTER_KEYS, Token, TokenKind, tokens, with_short_words
from search.types.files import Flag
from search.types.filters import Condition, Operator


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A parsed query.

    Attributes:
        tokens: every part with its offsets.
        words: free words in order, with phrases and without negated words; the text of the semantic search.
        phrases: phrases that must occur.
        excluded: words and phrases that must not occur.
        symbols: names whose definition ``sym:`` asks for.
        patterns: regular expressions; a query with one asks for lines.
        conditions: conditions on columns that every row has.
        ranges: conditions on numbers of a file: ``size:`` and ``changed:``.
        states: file states of ``is:``, such as ``skipped``; they are looked up in the manifest.
        not_states: negated file states.
        reasons: values of ``reason:``.
        stale: True for ``is:stale``, False for ``-is:stale``, None without either.
        problems: faulty filters, in order.
        filters: those of the tokens that are sound filters, and those that narrow the query from outside of it.
        open_quote: the text behind a quotation mark that is not closed; empty where each one is.
        report: the pasted text that the query is; its parts are not among the tokens.
    """

    text: str
    tokens: tuple[Token, ...] = ()
    words: str = ""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    ranges: tuple[Condition, ...] = ()
    states: tuple[str, ...] = ()
    not_states: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    stale: bool | None = None
    problems: tuple[Problem, ...] = ()
    filters: tuple[Token, ...] = ()
    open_quote: str = ""
    report: Report | None = None

    def require_sound(self) -> None:
        """Refuse faulty filters.

        Raises:
            QueryError: naming the first fault and the remedy.
        """
        if self.problems:
            raise QueryError(self.problems[0].message)

    def require_no_ranges(self) -> None:
        """Refuse filters on numbers of a file, where only chunks are searched.

        Raises:
            QueryError: naming the column.
        """
        if self.ranges:
            raise QueryError("query.filter_not_usable", column=self.ranges[0].column)

    def require_searchable(self) -> None:
        """Refuse an empty query and faulty filters.

        Raises:
            QueryError: naming the first fault and the remedy.
        """
        self.require_sound()
        filters = (self.conditions, self.ranges, self.states, self.not_states, self.reasons)
        parts = (self.words, self.symbols, self.patterns, *filters)
        if not any(parts) and self.stale is None:
            raise self.empty()

    def empty(self) -> QueryError:
        """Return the refusal of a query without anything to look for."""
        leaves_out = any(token.negated and token.text.strip("-") for token in self.tokens)
        return QueryError("query.only_left_out" if leaves_out else "query.empty")


def parse(text: str, *, typed: bool = False, pasted: bool = False, filters: str = "") -> ParsedQuery:
    """Return the parsed query; never raises: faults are listed in ``problems``.

    Args:
        text: a query, or a pasted text, which is taken as plain words; a last line of filters narrows it.
        typed: apply the query language even to a text that looks pasted.
        pasted: take the text as pasted even if it looks typed.
        filters: further filters, which narrow whatever the text looks like and never become part of it.
    """
    parsed = _parsed(text, typed=typed, pasted=pasted)
    return _narrowed(parsed, _parsed(filters, typed=True)) if filters else parsed


def _narrowed(parsed: ParsedQuery, by: ParsedQuery) -> ParsedQuery:
    """Return the query with the filters of another one too."""
    return replace(
        parsed,
        symbols=(*parsed.symbols, *by.symbols),
        conditions=(*parsed.conditions, *by.conditions),
        ranges=(*parsed.ranges, *by.ranges),
        states=(*parsed.states, *by.states),
        not_states=(*parsed.not_states, *by.not_states),
        reasons=(*parsed.reasons, *by.reasons),
        stale=parsed.stale if by.stale is None else by.stale,
        problems=(*parsed.problems, *by.problems),
        filters=(*parsed.filters, *by.filters),
    )


def _parsed(text: str, *, typed: bool = False, pasted: bool = False) -> ParsedQuery:
    report = report_of(text) if pasted else None if typed else report_in(text)
    if report is not None:
        last_line = parse(text[filter_line_start(text, pasted=pasted) :], typed=True)
        return replace(last_line, text=text, tokens=(), words=report.text, report=report)
    all_tokens = tuple(_known(token, text) for token in tokens(text.replace("\0", " ")))
    plain = [token for token in all_tokens if token.kind in {TokenKind.WORD, TokenKind.PHRASE}]
    filters = [token for token in all_tokens if token.kind is TokenKind.FILTER]
    problems = tuple(problem for token in filters if (problem := problem_of(token)) is not None)
    faulty = {problem.token.start for problem in problems}
    sound = [token for token in filters if token.start not in faulty]
    wanted_states, unwanted_states = _states(sound, negated=False), _states(sound, negated=True)
    return ParsedQuery(
        text=text,
        tokens=all_tokens,
        words=" ".join(with_short_words(t.text) for t in plain if not t.negated and t.text.strip()),
        phrases=_texts(plain, TokenKind.PHRASE),
        excluded=tuple(with_short_words(t.text) for t in plain if t.negated and t.text.strip()),
        patterns=tuple(t.text for t in all_tokens if t.kind is TokenKind.REGEX and not t.negated),
        symbols=tuple(with_short_words(v) for t in sound if t.key == "sym" and not t.negated for v in t.values),
        conditions=tuple(_condition(token) for token in sound if token.key in COLUMN_OF_KEY) + _flags(sound),
        ranges=tuple(_range(token) for token in sound if token.key in RANGE_COLUMNS),
        states=wanted_states,
        not_states=unwanted_states,
        reasons=tuple(v for token in sound if token.key == "reason" for v in token.values),
        stale=_stale(sound),
        problems=problems,
        filters=tuple(sound),
        open_quote=_open_quote(text),
    )


def _open_quote(text: str) -> str:
    return text.rpartition('"')[2].strip() if text.count('"') % 2 else ""


def _texts(plain: list[Token], kind: TokenKind) -> tuple[str, ...]:
    return tuple(with_short_words(t.text) for t in plain if t.kind is kind and not t.negated and t.text.strip())


def _known(token: Token, text: str) -> Token:
    """Return the token; what only looks like a filter is a word.

    That is a key that resembles no known one, as in ``note:``, and a key before other text, as in ``path: /srv``.
    """
    followed = not token.values and text[token.end :].strip()
    is_filter = token.key in FILTER_KEYS or nearest_key(token.key)
    if token.kind is not TokenKind.FILTER or (is_filter and not followed):
        return token
    return Token(
        TokenKind.WORD, token.start, token.end, token.text.removeprefix("-" * token.negated), token.negated
    )


def _range(token: Token) -> Condition:
    low, high = range_of(token.key, token.values[0], today()) or (None, None)
    values = ("" if low is None else str(low), "" if high is None else str(high))
    operator = Operator.NOT_WITHIN if token.negated else Operator.WITHIN
    return Condition(RANGE_COLUMNS[token.key], operator, values)


def _condition(token: Token) -> Condition:
    column = COLUMN_OF_KEY[token.key]
    values = tuple(dict.fromkeys(_normal(token.key, value) for value in token.values))
    if column == "path":
        forms = tuple(dict.fromkeys(form for value in values for form in normal_forms(value)))
        return Condition(column, Operator.NOT_GLOB if token.negated else Operator.GLOB, forms)
    return Condition(column, Operator.NOT_IN if token.negated else Operator.IN, values)


def path_pattern(value: str) -> str:
    r"""Return the pattern that a value of ``path:`` means; shells write ``./src`` or ``.\src`` for ``src``."""
    return value.removeprefix("./").removeprefix(".\\") or value


def _normal(key: str, value: str) -> str:
    if key == "ext":
        return value.lower().removeprefix("*").removeprefix(".")
    if key == "path":
        return path_pattern(value)
    if key == "lang":
        return language_by_alias().get(value.lower(), value.lower())
    return value.lower() if key == "level" else value


def _is_values(sound: list[Token], *, negated: bool) -> list[str]:
    return [v.lower() for token in sound if token.key == "is" and token.negated is negated for v in token.values]


def _flags(sound: list[Token]) -> tuple[Condition, ...]:
    flags = tuple(flag.value for flag in Flag)
    wanted = tuple(v for v in _is_values(sound, negated=False) if v in flags)
    unwanted = tuple(v for v in _is_values(sound, negated=True) if v in flags)
    conditions = [Condition("flags", Operator.HAS_ANY, wanted)] if wanted else []
    return (*conditions, *([Condition("flags", Operator.HAS_NONE, unwanted)] if unwanted else []))


def _states(sound: list[Token], *, negated: bool) -> tuple[str, ...]:
    return tuple(v for v in _is_values(sound, negated=negated) if v in STATE_VALUES)


def _stale(sound: list[Token]) -> bool | None:
    if STALE in _is_values(sound, negated=False):
        return True
    return False if STALE in _is_values(sound, negated=True) else None
