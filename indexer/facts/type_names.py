"""The name of a type, as it is written in any of the brace languages."""

import re

MAX_TYPE_CHARS = 300
"""Longer names are generated or hostile and are never known."""

TYPE_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*")
SEPARATOR = re.compile(r"::|->|\?\.")
"""Separators of the parts of a dotted name."""

WRAPPERS = re.compile(
    r"^(?:Promise|Readonly|Partial|Required|Awaited|Observable|Ref|Box|Rc|Arc|Option|Result|RefCell|Mutex|Optional"
    r"|(?:std::)?(?:unique_ptr|shared_ptr)|CompletableFuture|Provider)<(.+)>$"
)
"""Types that mean their argument."""


def plain_type(text: str) -> str:
    """Return the name of a type without references, wrappers, generic arguments and what may be missing."""
    if len(text) > MAX_TYPE_CHARS:
        return ""
    text = re.sub(
        r"^[:\s*&]+|\b(?:mut|dyn|const|final|impl|readonly|struct|class|enum)\b|'\w+\s", " ", text
    ).strip(" *&?")
    text = re.sub(r"\s*\|\s*(?:undefined|null)\b|\b(?:undefined|null)\s*\|\s*", "", text).strip(" *&")
    wrapped = WRAPPERS.match(text)
    if wrapped:
        return plain_type(wrapped.group(1).partition(",")[0])
    name = TYPE_NAME.match(text)
    rest = text[name.end() :].lstrip() if name else "?"
    return SEPARATOR.sub(".", name.group()) if name and (not rest or rest[0] == "<") and rest[-2:] != "[]" else ""
