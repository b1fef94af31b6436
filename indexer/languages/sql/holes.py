"""SQL in programs: names of tables whose beginning only the running program knows, a prefix that all have."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

PREFIXED = re.compile(r"(?:[^{}]*\.)?\{(?:[\w.]*\.)?(\w+)(?:\(\))?\}(\w+)")
"""A hole directly before the rest of a name."""

LEAST_NAMES = 3
"""So many names must have the prefix that a hole stands for."""

LONGEST_NAME = 128


def prefix_hole(name: str) -> tuple[str, str]:
    """Return what stands for the prefix of a name and the rest of it, in small letters; empty if there is none.

    ``{this.TablePrefix}TRIGGERS`` gives ``tableprefix`` and ``triggers``.
    """
    match = PREFIXED.fullmatch(name) if name.count("{") == 1 else None
    return (match[1].lower(), match[2].lower()) if match else ("", "")


def prefixes_of(names: Iterable[str], tables: Iterable[str]) -> Mapping[str, str]:
    """Return the prefix that each hole in names stands for, where that is certain.

    It is where at least three names that begin with the hole are those of tables with one and the same prefix,
    no other prefix makes so many, and every name with which some table ends is among them.

    Args:
        names: that statements use, with places in braces.
        tables: names of tables without their schemas, in small letters.
    """
    rests: dict[str, set[str]] = defaultdict(set)
    for name in names:
        hole, rest = prefix_hole(name)
        if hole:
            rests[hole].add(rest)
    rests = {hole: listed for hole, listed in rests.items() if len(listed) >= LEAST_NAMES}
    if not rests:
        return {}
    wanted = set().union(*rests.values())
    by_ending: dict[str, set[str]] = defaultdict(set)
    for table in tables:
        for at in range(min(len(table), LONGEST_NAME)):
            if table[at:] in wanted:
                by_ending[table[at:]].add(table[:at])
    results = {}
    for hole, listed in rests.items():
        known = [by_ending[each] for each in listed if each in by_ending]
        common = set.intersection(*known) if len(known) >= LEAST_NAMES else set()
        if len(common) == 1:
            results[hole] = common.pop()
    return results
