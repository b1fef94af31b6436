"""Parses query text into words, phrases and filters; no model is involved, and every interface parses alike."""

import difflib
from dataclasses import dataclass

from resources.languages import language_by_alias
from search.errors import QueryError
from search.messages import Message
from search.query.tokens import FILTER_KEYS, Token, TokenKind, tokens
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
        conditions: conditions on columns that every row has.
        states: file states of ``is:``, such as ``skipped``; they are looked up in the manifest.
        not_states: negated file states.
        reasons: values of ``reason:``.
        stale: True for ``is:stale``, False for ``-is:stale``, None without either.
        problems: faulty filters, in order.
    """

    text: str
    tokens: tuple[Token, ...] = ()
    words: str = ""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    states: tuple[str, ...] = ()
    not_states: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    stale: bool | None = None
    problems: tuple[Problem, ...] = ()

    def require_sound(self) -> None:
        """Refuse faulty filters.

        Raises:
            QueryError: naming the first fault and the remedy.
        """
        if self.problems:
            raise QueryError(self.problems[0].message)

    def require_searchable(self) -> None:
        """Refuse an empty query and faulty filters.

        Raises:
            QueryError: naming the first fault and the remedy.
        """
        self.require_sound()
        parts = (self.words, self.symbols, self.conditions, self.states, self.not_states, self.reasons)
        if not any(parts) and self.stale is None:
            raise QueryError("query.empty")


def parse(text: str) -> ParsedQuery:
    """Return the parsed query; never raises: faults are listed in ``problems``."""
    all_tokens = tuple(tokens(text.replace("\0", " ")))
    plain = [token for token in all_tokens if token.kind is not TokenKind.FILTER]
    filters = [token for token in all_tokens if token.kind is TokenKind.FILTER]
    problems = tuple(problem for token in filters if (problem := _problem(token)) is not None)
    faulty = {problem.token.start for problem in problems}
    sound = [token for token in filters if token.start not in faulty]
    wanted_states, unwanted_states = _states(sound, negated=False), _states(sound, negated=True)
    return ParsedQuery(
        text=text,
        tokens=all_tokens,
        words=" ".join(token.text for token in plain if not token.negated and token.text.strip()),
        phrases=_texts(plain, TokenKind.PHRASE),
        excluded=tuple(token.text for token in plain if token.negated and token.text.strip()),
        symbols=tuple(v for token in sound if token.key == "sym" and not token.negated for v in token.values),
        conditions=tuple(_condition(token) for token in sound if token.key in COLUMN_OF_KEY) + _flags(sound),
        states=wanted_states,
        not_states=unwanted_states,
        reasons=tuple(v for token in sound if token.key == "reason" for v in token.values),
        stale=_stale(sound),
        problems=problems,
    )


def _texts(plain: list[Token], kind: TokenKind) -> tuple[str, ...]:
    return tuple(token.text for token in plain if token.kind is kind and not token.negated and token.text.strip())


def _problem(token: Token) -> Problem | None:
    if token.key not in FILTER_KEYS:
        near = difflib.get_close_matches(token.key, FILTER_KEYS, n=1)
        quoted = f'"{token.text.lstrip("-")}"'
        known = ", ".join(f"{key}:" for key in FILTER_KEYS)
        if near:
            message = Message("query.misspelt_filter", key=token.key, near=near[0], known=known, quoted=quoted)
        else:
            message = Message("query.unknown_filter", key=token.key, known=known, quoted=quoted)
        return Problem(token, message)
    if not token.values:
        return Problem(token, Message("query.filter_without_value", key=token.key, example=_example(token.key)))
    if token.key in {"level", "is"}:
        return _bad_choice(token, LEVELS if token.key == "level" else IS_VALUES)
    return None


def _bad_choice(token: Token, choices: tuple[str, ...]) -> Problem | None:
    wrong = [value for value in token.values if value.lower() not in choices]
    if not wrong:
        return None
    return Problem(token, Message("query.unknown_value", key=token.key, value=wrong[0], known=", ".join(choices)))


def _example(key: str) -> str:
    examples = {
        "path": "path:src/api",
        "ext": "ext:py,md",
        "sym": "sym:LeaseManager",
        "is": "is:test",
        "reason": "reason:size",
    }
    return examples.get(key, {"lang": "lang:python", "level": "level:critical"}.get(key, f"{key}:name"))


def _condition(token: Token) -> Condition:
    column = COLUMN_OF_KEY[token.key]
    values = tuple(dict.fromkeys(_normal(token.key, value) for value in token.values))
    if column == "path":
        return Condition(column, Operator.NOT_GLOB if token.negated else Operator.GLOB, values)
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
