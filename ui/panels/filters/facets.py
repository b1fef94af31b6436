"""Converts between facets and the filters in the query text, which mean the same. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from resources.languages import language_by_alias
from search.query.edit import filter_values, with_filter, without_filter
from search.types.files import Flag, Level
from search.types.results import Facet
from ui.code.languages import language_name
from ui.i18n.language import translate

VALUES_AT_FIRST = 5
"""Values of a group that are shown before "Show n more"."""


@dataclass(frozen=True, slots=True)
class Group:
    """A filter column as a group of facets; ``folded`` groups are collapsed at first."""

    column: str
    key: str
    title: str
    folded: bool = False


GROUPS = (
    Group("repository", "repo", translate("Repository")),
    Group("language", "lang", translate("Language")),
    Group("doc_type", "type", translate("Document type")),
    Group("level", "level", translate("Importance")),
    Group("branch", "branch", translate("Branch"), folded=True),
    Group("component", "component", translate("Component"), folded=True),
    Group("product", "product", translate("Product"), folded=True),
)

_ACRONYMS = {"adr", "api", "faq", "rfc", "sql"}


class Choice(IntEnum):
    """Whether the query includes or excludes a value."""

    NONE = 0
    INCLUDED = 1
    EXCLUDED = 2


@dataclass(frozen=True, slots=True)
class Value:
    """A facet: a value with the number of files that have it; ``named`` is the name that the user gave it.

    ``count`` is None while nothing is searched for, so that no files are counted.
    """

    group: Group
    value: str
    count: int | None
    choice: Choice = Choice.NONE
    named: str = ""

    @property
    def label(self) -> str:
        """Return the display text of the value."""
        if self.group.column == "language":
            return language_name(self.value)
        if self.group.column == "level":
            return level_label(self.value)
        if self.group.column == "doc_type":
            return self.value.upper() if self.value in _ACRONYMS else doc_type_label(self.value)
        return self.named or self.value


def doc_type_label(doc_type: str) -> str:
    """Return the name of a document type; the rules of a folder may define further types."""
    words = {
        "code": translate("Code"),
        "configuration": translate("Configuration"),
        "data": translate("Data"),
        "document": translate("Document"),
    }
    return words.get(doc_type) or doc_type.replace("_", " ").capitalize()


def level_label(level: str) -> str:
    """Return the name of a level of importance."""
    words = {
        Level.CRITICAL: translate("Critical"),
        Level.IMPORTANT: translate("Important"),
        Level.STANDARD: translate("Normal"),
    }
    return next((word for known, word in words.items() if known == level), level.capitalize())


def choices(text: str, group: Group) -> dict[str, Choice]:
    """Return the values of a group that the query includes or excludes."""
    chosen_values: dict[str, Choice] = {}
    for value, negated in filter_values(text, group.key):
        chosen_values[_normal(group, value)] = Choice.EXCLUDED if negated else Choice.INCLUDED
    return chosen_values


def chosen(text: str, group: Group, value: str, choice: Choice) -> str:
    """Return the query text with this choice for a value."""
    for written, _ in filter_values(text, group.key):
        if _is_value(group, written, value):
            text = without_filter(text, group.key, written)
    if choice is Choice.NONE:
        return text
    return with_filter(text, group.key, value, negated=choice is Choice.EXCLUDED)


def choice_of_tests(text: str) -> Choice:
    """Return whether the query asks for tests only, for none, or for neither."""
    signs = {negated for value, negated in filter_values(text, "is") if value == Flag.TEST}
    if not signs:
        return Choice.NONE
    return Choice.EXCLUDED if True in signs else Choice.INCLUDED


def with_tests(text: str, choice: Choice) -> str:
    """Return the query text with this choice of tests."""
    text = without_filter(text, "is", Flag.TEST)
    if choice is Choice.NONE:
        return text
    return with_filter(text, "is", Flag.TEST, negated=choice is Choice.EXCLUDED)


def cleared(text: str) -> str:
    """Return the query text without the filters of any group, and without a choice of tests."""
    for group in GROUPS:
        text = without_filter(text, group.key)
    return with_tests(text, Choice.NONE)


def is_set(text: str) -> bool:
    """Return whether the query has a filter of any group, or a choice of tests."""
    return choice_of_tests(text) is not Choice.NONE or any(filter_values(text, group.key) for group in GROUPS)


def values_of(
    group: Group,
    facet: Facet | None,
    known: Sequence[str],
    chosen_values: Mapping[str, Choice],
    *,
    counted: bool = True,
) -> list[Value]:
    """Return the values of a group: those with files, most first, then known ones, then those of the query.

    Unless files are ``counted``, no value has a number of them.
    """
    counts = dict(facet.values) if facet is not None else {}
    chosen_values = _as_known(group, [*counts, *known], chosen_values)
    names = list(dict.fromkeys([*counts, *known, *chosen_values]))
    if group.column == "level" and set(names) == {Level.STANDARD} and not chosen_values:
        return []  # nothing is promoted: there is nothing to choose
    absent = 0 if counted else None
    return [Value(group, name, counts.get(name, absent), chosen_values.get(name, Choice.NONE)) for name in names]


def _as_known(group: Group, known: Sequence[str], chosen_values: Mapping[str, Choice]) -> dict[str, Choice]:
    """Return the chosen values by the names that are known of them."""
    return {
        name: choice
        for value, choice in chosen_values.items()
        for name in [each for each in known if _is_value(group, value, each)] or [value]
    }


def _is_value(group: Group, written: str, value: str) -> bool:
    """Return whether a filter with this value means that one: repositories and branches do in any case."""
    if group.key in {"repo", "branch"}:
        return written.casefold() == value.casefold()
    return _normal(group, written) == value


def _normal(group: Group, value: str) -> str:
    if group.key == "lang":
        return language_by_alias().get(value.lower(), value.lower())
    return value.lower() if group.key == "level" else value
