"""A module and a class in languages with modules, as their files describe them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.facts.model import Variable

EXTENSION = "extension"
"""Kind of a type that is defined outside of the root and extended in it: only its members here are depended on."""

OBJECT = "object"
"""Kind of a class with one object; in Scala a class of that name may stand beside it, and is one with it here."""

CLASS_KINDS = frozenset(
    (
        *("class", "interface", "struct", "enum", "record", "trait", "protocol", "type", "union", "annotation"),
        *(OBJECT, EXTENSION),
    )
)

KOTLIN = "kotlin"
"""The language whose calls have objects that they do not name, and whose functions extend types."""

DART = "dart"
"""The language whose members may be those of extensions, which are found by the type of an object."""

RESOLVED = frozenset((KOTLIN, DART))
"""Languages whose calls have a finder of their own."""


CLOSED = frozenset((KOTLIN, "powershell", "scala"))
"""Languages of which a package shows the names that its files define, and not those that they import."""


@dataclass(slots=True)
class Module:
    """A file, or a package of files: names that it defines and that its imports bind.

    Attributes:
        bound: local name -> module and name in it (empty for the module itself).
        bound_before: what earlier imports bind to a name that a later one binds, too.
        stars: modules from which all names are imported.
        opened: modules and the paths of objects in them whose members are imported.
        dotted: full module name -> module, for imports that bind the whole path.
        members: qualified name -> function that was given to an object, ``app.open``.
        is_closed: it is a package that does not show what its files import.
    """

    names: dict[str, str] = field(default_factory=dict)
    bound: dict[str, tuple[str, str]] = field(default_factory=dict)
    bound_before: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    opened: list[tuple[str, str]] = field(default_factory=list)
    dotted: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    is_closed: bool = False


@dataclass(slots=True)
class Class:
    """A class: its methods, what its attributes hold and which file says so, and its bases as written.

    Several files may declare it: one for each system, or parts of it.
    """

    local_id: str
    path: str
    kind: str
    methods: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, tuple[str, Variable]] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)
    implemented: set[str] = field(default_factory=set)
    """Those of the bases that give no code."""

    def declare(self, kind: str) -> None:
        """Note what a class is declared as; an object beside one of its name says nothing."""
        self.kind = kind if self.kind == OBJECT else self.kind


def is_untyped(declared: Sequence[Variable]) -> bool:
    """Return whether a variable is declared, and not known to be an object of a class."""
    return bool(declared) and not any(each.type for each in declared)


def accessed(class_: Class, method: str) -> str:
    """Return the attribute that a method gives which a record or an annotation adds to a class; else empty."""
    if class_.kind == "record" and method in class_.attributes:
        return method
    for prefix in ("get", "is"):
        name = method.removeprefix(prefix)
        field = f"{name[:1].lower()}{name[1:]}"
        if name != method and name[:1].isupper() and field in class_.attributes:
            return field
    return ""
