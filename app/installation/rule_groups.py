"""Groups of ignore rules that can be switched off: their names, and the setting after a switch."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from search.errors import BadInputError

GROUPS = MappingProxyType(
    {
        "gitignore": "what git leaves out: .gitignore files, info/exclude, global excludes",
        "dependencies": "installed packages, caches, and what editors leave behind",
        "generated": "source maps; lock files, minified and generated source are found by name and by word only",
        "picture": "pictures, which hold no text",
        "secret": "names that usually hold keys or passwords, such as .env",
    }
)
"""Each group of rules with a description of the files that it leaves out."""


@dataclass(frozen=True, slots=True)
class RuleState:
    """One group of rules; ``off_for`` are the labels of folders for which alone it is off."""

    group: str
    on: bool
    off_for: tuple[str, ...]
    leaves_out: str


def switched(off: Sequence[str], group: str, *, label: str = "", on: bool) -> tuple[str, ...]:
    """Return ``docs.rules_off`` after a group was turned on or off, for every folder or for the one with a label.

    On for every folder is on for each of them too.

    Raises:
        BadInputError: there is no such group, or it is off for every folder and one is to have it on.
    """
    if group not in GROUPS:
        raise BadInputError("rules.unknown_group", group=group, known=", ".join(GROUPS))
    switched_entry = f"{label}:{group}" if label else group
    if not on:
        remaining = [entry for entry in off if label or entry.rpartition(":")[2] != group]
        return (*remaining, switched_entry) if switched_entry not in remaining else tuple(remaining)
    if label and group in off:
        raise BadInputError("rules.off_everywhere", group=group, folder=label)
    return tuple(
        entry for entry in off if entry != switched_entry and (label or entry.rpartition(":")[2] != group)
    )


def rule_states(off: Sequence[str]) -> tuple[RuleState, ...]:
    """Return every group and whether it holds."""
    return tuple(RuleState(group, group not in off, _folders(off, group), text) for group, text in GROUPS.items())


def _folders(off: Sequence[str], group: str) -> tuple[str, ...]:
    pairs = (entry.rpartition(":") for entry in off)
    return tuple(sorted(label for label, _, name in pairs if label and name == group))
