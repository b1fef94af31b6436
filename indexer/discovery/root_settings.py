"""``.dowse.toml``: the settings of a root for its own files. All mistakes are reported together.

::

    tenant = "acme"                 # of the whole root
    groups = ["developers"]
    tags = ["backend"]
    product = "Shop"
    repository = "shop"             # instead of the name of the git repository around it
    external = false

    [[rules]]                       # later rules go before earlier ones
    glob = ["docs/**", "*.adr.md"]  # as in .gitignore; one text or a list
    doc_type = "decision"           # also: level, product, component, tenant, groups, tags, encoding
    level = "critical"

    [[architecture]]                # checked by ``dowse architecture``
    from = "path:src/Domain/**"     # path, ext, sql, kind or name; one text or a list
    must_not_reach = ["ext:*EntityFramework*", "path:src/Web/**"]
"""

import codecs
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from indexer.discovery.ignore_files import small_file
from indexer.discovery.patterns import PatternTable, read_pattern
from search.errors import BadInputError
from search.types.architecture import SELECTORS, ArchitectureRule
from search.types.files import DEFAULT_TENANT, Level

SETTINGS_FILE = ".dowse.toml"

_T = TypeVar("_T")
_D = TypeVar("_D")

_RIGHTS = frozenset({"tenant", "groups"})
_LEVELS = tuple(level.value for level in Level)

MAX_RULES = 1_000
MAX_VALUE_CHARS = 200
MOST_NESTED = 50
"""Deeper nesting is no settings file, and the parser of the standard library would run out of stack."""

LOCKED_GROUP = "settings-damaged"
"""Group of all files of a root with unreadable rights: only the owner sees them until that is corrected."""


@dataclass(frozen=True, slots=True)
class LabelRule:
    """Labels for the files that match; empty ones say nothing."""

    table: PatternTable
    doc_type: str = ""
    level: str = ""
    product: str = ""
    component: str = ""
    tenant: str = ""
    groups: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    encoding: str = ""

    def matches(self, path: str) -> bool:
        """Return whether the file, or a folder that it is in, matches."""
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            part = "/".join(parts[:depth])
            pattern = self.table.last_match(part, parts[depth - 1], is_folder=depth < len(parts))
            if pattern is not None and not pattern.negated:
                return True
        return False


@dataclass(frozen=True, slots=True)
class RootSettings:
    """What holds for a root; ``problems`` are one line each, with the place of the mistake."""

    tenant: str = DEFAULT_TENANT
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    product: str = ""
    repository: str = ""
    external: bool = False
    rules: tuple[LabelRule, ...] = ()
    architecture: tuple[ArchitectureRule, ...] = ()
    problems: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse a file with mistakes.

        Raises:
            BadInputError: names every mistake.
        """
        if self.problems:
            raise BadInputError("roots.settings_faulty", file=SETTINGS_FILE, faults="; ".join(self.problems))


def read_settings(root: Path) -> RootSettings:
    """Return the settings of a root; the default ones where it has no file."""
    text = small_file(root / SETTINGS_FILE)
    return parse_settings(text) if text.strip() else RootSettings()


def parse_settings(text: str) -> RootSettings:
    """Return the settings in a text; invalid ones are left out and reported.

    Where rights (tenant, groups) are wrong, nobody but the owner sees the files: a slip never opens them.
    """
    if _depth(text) > MOST_NESTED:
        return _unreadable(f"nested deeper than {MOST_NESTED}")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _unreadable(str(error))
    reader = _Reader(values, "")
    raw_rules = reader.take("rules", _tables, [])
    rules = [_rule(raw, number, reader) for number, raw in enumerate(raw_rules, start=1)]
    raw_limits = reader.take("architecture", _tables, [])
    limits = [_architecture(raw, number, reader) for number, raw in enumerate(raw_limits, start=1)]
    settings = RootSettings(
        tenant=reader.take("tenant", _text, DEFAULT_TENANT),
        groups=reader.take("groups", _texts, ()),
        tags=reader.take("tags", _texts, ()),
        product=reader.take("product", _text, ""),
        repository=reader.take("repository", _text, ""),
        external=reader.take("external", _truth, default=False),
        rules=tuple(rule for rule in rules if rule),
        architecture=tuple(rule for rule in limits if rule),
    )
    reader.refuse_rest()
    settings = replace(settings, problems=tuple(reader.problems))
    return replace(settings, groups=(LOCKED_GROUP,), rules=()) if reader.rights_wrong else settings


def _unreadable(why: str) -> RootSettings:
    return RootSettings(groups=(LOCKED_GROUP,), problems=(f"cannot be read: {why}",))


def _depth(text: str) -> int:
    """Return how deep brackets are nested, those within texts counted too."""
    deepest = depth = 0
    for char in text:
        depth = max(0, depth + (char in "[{") - (char in "]}"))
        deepest = max(deepest, depth)
    return deepest


def _rule(raw: Mapping[str, object], number: int, parent: "_Reader") -> LabelRule | None:
    reader = _Reader(raw, f"rules[{number}].")
    globs = reader.take("glob", _texts, ())
    patterns = [read for line, glob in enumerate(globs, start=1) if (read := read_pattern(glob, line))]
    if not patterns and "glob" not in reader.wrong:
        reader.tell("glob", "says no file")
    table = PatternTable()
    table.add_all(patterns)
    rule = LabelRule(
        table,
        doc_type=reader.take("doc_type", _text, "").lower(),
        level=reader.take("level", _level, ""),
        product=reader.take("product", _text, ""),
        component=reader.take("component", _text, ""),
        tenant=reader.take("tenant", _text, ""),
        groups=reader.take("groups", _texts, None),
        tags=reader.take("tags", _texts, ()),
        encoding=reader.take("encoding", _encoding, ""),
    )
    reader.refuse_rest()
    parent.join(reader, has_rights=bool({"groups", "tenant"} & raw.keys()))
    return rule if patterns else None


def _architecture(raw: Mapping[str, object], number: int, parent: "_Reader") -> ArchitectureRule | None:
    reader = _Reader(raw, f"architecture[{number}].")
    sources = reader.take("from", _selectors, ())
    forbidden = reader.take("must_not_reach", _selectors, ())
    for key, selectors in (("from", sources), ("must_not_reach", forbidden)):
        if not selectors and key not in reader.wrong:
            reader.tell(key, "names nothing")
    shown = f"{', '.join(sources)} must not reach {', '.join(forbidden)}"
    name = reader.take("name", _text, shown)
    reader.refuse_rest()
    parent.join(reader, has_rights=False)
    return ArchitectureRule(name, sources, forbidden) if sources and forbidden else None


class _Reader:
    """Reads values of a table and records invalid ones."""

    def __init__(self, values: Mapping[str, object], location: str) -> None:
        self._rest = dict(values)
        self._location = location
        self.problems: list[str] = []
        self.wrong: set[str] = set()
        self.rights_wrong = False

    def take(self, key: str, check: Callable[[object], _T], default: _D) -> _T | _D:
        """Return the value of a key, the default where it is absent or wrong."""
        if key not in self._rest:
            return default
        try:
            return check(self._rest.pop(key))
        except ValueError as error:
            self.tell(key, str(error))
            return default

    def tell(self, key: str, what: str) -> None:
        """Note a mistake."""
        self.wrong.add(key)
        self.rights_wrong |= key in _RIGHTS
        self.problems.append(f"{self._location}{key} {what}")

    def refuse_rest(self) -> None:
        """Note every key that nothing was taken from."""
        for key in sorted(self._rest):
            self.tell(key[:MAX_VALUE_CHARS], "is not known")

    def join(self, other: "_Reader", *, has_rights: bool) -> None:
        """Take over the mistakes of a rule; a rule about rights with a wrong glob is wrong about rights."""
        self.problems += other.problems
        self.rights_wrong |= other.rights_wrong or (has_rights and bool(other.wrong & {"glob"}))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_VALUE_CHARS:
        raise ValueError(f"is {_shown(value)}, not a text of 1 to {MAX_VALUE_CHARS} characters")
    return value.strip()


def _texts(value: object) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or len(values) > MAX_RULES:
        raise ValueError(f"is {_shown(value)}, not a list of texts")
    return tuple(dict.fromkeys(_text(item) for item in values))


def _selectors(value: object) -> tuple[str, ...]:
    """Return selectors; one without a kind is a path."""
    selectors = tuple(each if ":" in each else f"path:{each}" for each in _texts(value))
    unknown = [each for each in selectors if each.partition(":")[0] not in SELECTORS]
    if unknown:
        raise ValueError(f"is {_shown(unknown[0])}, which begins with none of {', '.join(SELECTORS)}")
    return selectors


def _level(value: object) -> str:
    if value not in _LEVELS:
        raise ValueError(f"is {_shown(value)}, none of {', '.join(_LEVELS)}")
    return str(value)


def _encoding(value: object) -> str:
    name = _text(value)
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise ValueError(f"is {_shown(value)}, no encoding such as utf-8 or cp1252") from None


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"is {_shown(value)}, neither true nor false")  # noqa: TRY004 -- one kind of refusal
    return value


def _tables(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError(f"is {_shown(value)}, not a list of tables: write [[rules]] or [[architecture]]")
    if len(value) > MAX_RULES:
        raise ValueError(f"has {len(value)} entries, at most {MAX_RULES} are read")
    return value


def _shown(value: object) -> str:
    return repr(value)[:60]
