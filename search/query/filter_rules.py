"""Which filters the query language knows, the values that they can have, and what is wrong with a faulty one."""

from dataclasses import dataclass
from datetime import date, datetime

from resources.languages import language_by_alias, languages
from search.messages import Message
from search.query.ranges import RANGE_EXAMPLES, range_of
from search.query.tokens import FILTER_KEYS, Token
from search.spelling import nearest
from search.types.files import FileState, Flag, Level

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


def nearest_key(key: str) -> str:
    """Return the known key that a key resembles, else ""."""
    return next(iter(nearest(key, FILTER_KEYS, limit=1)), "")


def problem_of(token: Token) -> Problem | None:
    """Return what is wrong with a filter, or None for one that can be searched."""
    if token.key not in FILTER_KEYS:
        quoted = f'"{token.text.lstrip("-")}"'
        known = ", ".join(f"{key}:" for key in FILTER_KEYS)
        near = nearest_key(token.key)
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
    if len(token.values) == 1 and range_of(token.key, token.values[0], today()) is not None:
        return None
    value, example = ",".join(token.values), _example(token.key)
    return Problem(token, Message("query.bad_range", key=token.key, value=value, example=example))


def today() -> date:
    """Return the date here, which ``changed:`` counts from."""
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
