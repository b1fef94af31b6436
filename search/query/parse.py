"""Parses query text into words, phrases and filters; no model is involved, and every interface parses alike."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from resources.languages import language_by_alias, languages
from search.errors import QueryError
from search.letters import normal_forms
from search.messages import Message
from search.query.ranges import RANGE_EXAMPLES, range_of
from search.query.report import Report, filter_line_start, report_in, report_of
from search.query.tokens import FILTER_KEYS, Token, TokenKind, tokens, with_short_words
from search.spelling import nearest
from search.types.files import FileState, Flag, Level
from search.types.filters import Condition, Operator

COLUMN_OF_KEY = {
    "path": "path",
    "ext": "ext",
    "lang": "language",
    "repo": "repository",
    "branch": "branch",
    "product": "product",
    "component": "component",
    "type": "doc_type",
    "level": "level",
}
"""The column of `files` and `chunks` that each filter key refers to."""

RANGE_COLUMNS = {"size": "size_bytes", "changed": "mtime_ns"}
"""The column of `files` that each filter on a number refers to."""

STALE = "stale"
STATE_VALUES = tuple(state.value for state in FileState)
IS_VALUES = (*(flag.value for flag in Flag), *STATE_VALUES, STALE)
LEVELS = tuple(level.value for level in Level)


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the query that cannot be searched, and why; the message has a remedy."""

    token: Token
    message: Message


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


def parse(text: str, *, typed: bool = False, pasted: bool = False) -> ParsedQuery:
    """Return the parsed query; never raises: faults are listed in ``problems``.

    Args:
        text: a query, or a pasted text, which is taken as plain words; a last line of filters narrows it.
        typed: apply the query language even to a text that looks pasted.
        pasted: take the text as pasted even if it looks typed.
    """
    report = report_of(text) if pasted else None if typed else report_in(text)
    if report is not None:
        last_line = parse(text[filter_line_start(text, pasted=pasted) :], typed=True)
        return replace(last_line, text=text, tokens=(), words=report.text, report=report)
    all_tokens = tuple(_known(token, text) for token in tokens(text.replace("\0", " ")))
    plain = [token for token in all_tokens if token.kind in {TokenKind.WORD, TokenKind.PHRASE}]
    filters = [token for token in all_tokens if token.kind is TokenKind.FILTER]
    problems = tuple(problem for token in filters if (problem := _problem(token)) is not None)
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
    is_filter = token.key in FILTER_KEYS or _nearest_key(token.key)
    if token.kind is not TokenKind.FILTER or (is_filter and not followed):
        return token
    return Token(
        TokenKind.WORD, token.start, token.end, token.text.removeprefix("-" * token.negated), token.negated
    )


def _nearest_key(key: str) -> str:
    return next(iter(nearest(key, FILTER_KEYS, limit=1)), "")


def _problem(token: Token) -> Problem | None:
    if token.key not in FILTER_KEYS:
        quoted = f'"{token.text.lstrip("-")}"'
        known = ", ".join(f"{key}:" for key in FILTER_KEYS)
        near = _nearest_key(token.key)
        return Problem(
            token, Message("query.misspelt_filter", key=token.key, near=near, known=known, quoted=quoted)
        )
    if not token.values:
        return Problem(token, Message("query.filter_without_value", key=token.key, example=_example(token.key)))
    if token.key in RANGE_COLUMNS:
        return _bad_range(token)
    choices = _choices(token.key)
    return _bad_choice(token, choices) if choices else None


def _bad_range(token: Token) -> Problem | None:
    if len(token.values) == 1 and range_of(token.key, token.values[0], _today()) is not None:
        return None
    value, example = ",".join(token.values), _example(token.key)
    return Problem(token, Message("query.bad_range", key=token.key, value=value, example=example))


def _range(token: Token) -> Condition:
    low, high = range_of(token.key, token.values[0], _today()) or (None, None)
    values = ("" if low is None else str(low), "" if high is None else str(high))
    operator = Operator.NOT_WITHIN if token.negated else Operator.WITHIN
    return Condition(RANGE_COLUMNS[token.key], operator, values)


def _today() -> date:
    return datetime.now().astimezone().date()


def _choices(key: str) -> tuple[str, ...]:
    """Return the values that a filter can have, in lower case; none where it can have any."""
    match key:
        case "level":
            return LEVELS
        case "is":
            return IS_VALUES
        case "lang":
            return tuple(languages())
    return ()


def _bad_choice(token: Token, choices: tuple[str, ...]) -> Problem | None:
    also = language_by_alias() if token.key == "lang" else {}
    wrong = next((value for value in token.values if value.lower() not in (*choices, *also)), None)
    if wrong is None:
        return None
    near = nearest(wrong, (*choices, *also), limit=1)
    if near:
        return Problem(token, Message("query.misspelt_value", key=token.key, value=wrong, near=near[0]))
    if token.key == "lang":  # they are too many for a line
        return Problem(token, Message("query.unknown_language", value=wrong))
    return Problem(token, Message("query.unknown_value", key=token.key, value=wrong, known=", ".join(choices)))


def _example(key: str) -> str:
    examples = {
        "path": "path:src/api",
        "ext": "ext:py,md",
        "sym": "sym:LeaseManager",
        "is": "is:test",
        "reason": "reason:size",
        **RANGE_EXAMPLES,
    }
    return examples.get(key, {"lang": "lang:python", "level": "level:critical"}.get(key, f"{key}:name"))


def _condition(token: Token) -> Condition:
    column = COLUMN_OF_KEY[token.key]
    values = tuple(dict.fromkeys(_normal(token.key, value) for value in token.values))
    if column == "path":
        forms = tuple(dict.fromkeys(form for value in values for form in normal_forms(value)))
        return Condition(column, Operator.NOT_GLOB if token.negated else Operator.GLOB, forms)
    return Condition(column, Operator.NOT_IN if token.negated else Operator.IN, values)


def _normal(key: str, value: str) -> str:
    if key == "ext":
        return value.lower().removeprefix("*").removeprefix(".")
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
