"""What the texts of files say about definitions: uses of names, what is registered, which bases are unknown."""

import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d]\w*")
_COMPOSED = re.compile(
    r"""[fF]["'](?P<template>\w+_)\{|["'](?P<start>\w+_)["']\s*[+%]|["'](?P<format>\w+_)(?:\{\}|%s)["']"""
    r"""|["`](?P<marked>\w+_)(?:[#$]\{|\$\w)"""
)
"""The beginning of a name that is put together: ``f"visit_{kind}"``, ``"visit_#{kind}"``, ``"do_" + verb``."""

_COMPLETED = re.compile(r"""["`]\$\{\w+\}(?P<end>_\w+)["`]""")
"""The end of a name that is put together: ``"${provider}_add"``."""

_PYTHON_CLASS = re.compile(r"class\s+\w+\s*(?:\[[^\]]*\])?\s*\((?P<bases>.*?)\)\s*:", re.DOTALL)
_OTHER_CLASS = re.compile(
    r"(?:class|struct|record|interface|enum|trait|object)\s+\w[^{;]*?(?::|\bextends\b|\bimplements\b|\s<\s)(?P<bases>[^{;]*)"
)
_DECLARED = re.compile(r"\b(?:class|struct|record|interface|enum|trait|object)\s+\w")
_TYPE_ARGUMENTS = re.compile(r"(?<=\w)<[^<>]*>")
_CONSTRAINTS = re.compile(r"\bwhere\b[^{]*")
_BETWEEN_BASES = re.compile(r",|\bextends\b|\bimplements\b|\bwith\b")
_ACCESS_WORDS = re.compile(r"^(?:public|protected|private|virtual)\s+")
_KEYWORD_ARGUMENT = re.compile(r"\w+\s*=.*", re.DOTALL)
_DECORATOR = re.compile(
    r"^\s*@(?P<python>[\w.]+)|^\s*\[(?:\w+:\s*)?(?P<csharp>[\w.]+)|^\s*#\[(?P<rust>[\w:]+)", re.MULTILINE
)
_PRIVATE_WORD = re.compile(r"\bprivate\b")
_EXPORT_WORDS = re.compile(r"\b(?:public|protected|export|pub|exports(?=\s*[.=[])|override|@Override)\b")

PLAIN_BASES = frozenset(
    (
        "object",
        "Protocol",
        "Generic",
        "ABC",
        "Enum",
        "StrEnum",
        "IntEnum",
        "Flag",
        "NamedTuple",
        "TypedDict",
        "Struct",
    )
)
"""Bases that call nothing by a name that a program gives, but by those between double underscores."""

PLAIN_DECORATORS = frozenset(
    (
        *("property", "staticmethod", "classmethod", "cached_property", "abstractmethod", "override", "final"),
        *("overload", "cache", "lru_cache", "contextmanager", "asynccontextmanager", "dataclass", "wraps"),
        *("total_ordering", "runtime_checkable", "singledispatch", "setter", "getter", "deleter", "no_type_check"),
        *("Obsolete", "MethodImpl", "DebuggerStepThrough", "DebuggerDisplay", "Flags", "StructLayout", "Pure"),
        *(
            "Deprecated",
            "SuppressWarnings",
            "Nullable",
            "NonNull",
            "NotNull",
            "SafeVarargs",
            "FunctionalInterface",
        ),
        *("inline", "must_use", "derive", "allow", "doc", "cfg", "deprecated", "track_caller", "cold"),
    )
)
"""Decorators and attributes that register nothing."""

PRIVATE_BY_UNDERSCORE = frozenset(("python", "dart"))
PUBLIC_BY_CAPITAL = frozenset(("go",))
PRIVATE_BY_WORD = {"elixir": re.compile(r"\bdefp\b"), "lua": re.compile(r"^\s*local\b", re.MULTILINE)}
PUBLIC_BY_WORD = frozenset(("csharp", "java", "kotlin", "typescript", "tsx", "javascript", "rust", "swift", "vue"))


PUBLIC_MEMBERS = frozenset(("typescript", "tsx", "javascript", "vue", "svelte", "php"))
"""Languages of which a member is public unless it says otherwise."""


class NameCounts:
    """How often names occur in texts, and the beginnings and ends that names are put together with."""

    def __init__(self, names: Iterable[str]) -> None:
        self._wanted = frozenset(name.casefold() for name in names)
        self._exact: Counter[str] = Counter()
        self._folded: Counter[str] = Counter()
        self.beginnings: set[str] = set()
        self.ends: set[str] = set()

    def add(self, text: str) -> None:
        """Count the names in a text."""
        for word, count in Counter(_WORD.findall(text)).items():
            folded = word.casefold()
            if folded in self._wanted:
                self._exact[word] += count
                self._folded[folded] += count
        self.beginnings.update(match[match.lastgroup or 0] for match in _COMPOSED.finditer(text))
        self.ends.update(_COMPLETED.findall(text))

    def of(self, name: str, *, any_case: bool) -> int:
        """Return how often a name occurs in the texts."""
        return self._folded[name.casefold()] if any_case else self._exact[name]

    def composes(self, name: str) -> bool:
        """Return whether names that begin or end as this one are put together."""
        breaks = [index for index, letter in enumerate(name) if letter == "_"]
        begins = any(name[: index + 1] in self.beginnings for index in breaks if index + 1 < len(name))
        return begins or any(name[index:] in self.ends for index in breaks if index)


def bases_of(header: str, language: str) -> frozenset[str]:
    """Return the last parts of the names of a type's bases, without their type arguments."""
    header = header if language == "python" else _plain(header)
    declared = _DECLARED.search(header)  # what follows may be another type
    pattern = _PYTHON_CLASS if language == "python" else _OTHER_CLASS
    match = pattern.match(header, declared.start()) if declared is not None else None
    if match is None:
        return frozenset()
    listed = [each.strip() for each in _BETWEEN_BASES.split(match["bases"])]
    bases = [_ACCESS_WORDS.sub("", each) for each in listed if not _KEYWORD_ARGUMENT.fullmatch(each)]
    names = (re.match(r"[\w.:\\]+", each) for each in bases)
    return frozenset(re.split(r"[.:\\]+", name.group())[-1] for name in names if name is not None)


def _plain(header: str) -> str:
    """Return a header without type arguments and constraints."""
    header, count = _TYPE_ARGUMENTS.subn("", header)
    while count:
        header, count = _TYPE_ARGUMENTS.subn("", header)
    return _CONSTRAINTS.sub("", header)


def is_registered(header: str) -> bool:
    """Return whether a definition has a decorator or an attribute that may register it."""
    names = (match[match.lastgroup or 0] for match in _DECORATOR.finditer(header))
    return any(re.split(r"[.:]+", name)[-1] not in PLAIN_DECORATORS for name in names)


def is_exported(header: str, qualname: str, kind: str, language: str) -> bool:
    """Return whether code outside may use a definition by its name; true where a language does not say."""
    name = qualname.rpartition(".")[2]
    if language in PRIVATE_BY_UNDERSCORE:
        return not any(part.startswith("_") for part in qualname.split("."))
    if language in PRIVATE_BY_WORD:
        return PRIVATE_BY_WORD[language].search(header) is None
    if language in PUBLIC_BY_CAPITAL:
        return name[:1].isupper()
    if language in PUBLIC_MEMBERS and kind == "method":
        return _PRIVATE_WORD.search(header) is None and not name.startswith(("_", "#"))
    return language not in PUBLIC_BY_WORD or _EXPORT_WORDS.search(header) is not None
