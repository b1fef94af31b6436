"""Where a script enters another database."""

import re

from indexer.facts.model import EnteredDatabase

_ENTERS = re.compile(
    r"^[ \t]*(?:USE[ \t]+(?:\[(?P<bracketed>[^\]\n]{1,128})\]|`(?P<ticked>[^`\n]{1,64})`|(?P<plain>\w{1,128}))"
    r"|\\c(?:onnect)?[ \t]+(?P<psql>\w{1,63})\b[^\n]*)[ \t]*;?[ \t]*(?:--[^\n]*)?\r?$",
    re.MULTILINE | re.IGNORECASE,
)
"""``USE name`` alone on a line (T-SQL, MySQL), and ``\\connect name`` of PostgreSQL's console."""

_VARIABLE = "$("


def entered_databases(text: str) -> tuple[EnteredDatabase, ...]:
    """Return the databases that a script enters, by line; one that a build variable names is passed over."""
    entered: list[EnteredDatabase] = []
    line, before = 1, 0
    for match in _ENTERS.finditer(text):
        name = match[match.lastgroup or 0]
        line += text.count("\n", before, match.start())
        before = match.start()
        if _VARIABLE not in name:
            entered.append(EnteredDatabase(name, line))
    return tuple(entered)
