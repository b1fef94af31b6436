"""The seam between languages and name binding: where an import leads."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from indexer.facts.model import FileFacts, Import

CLASS_NAME = "*"


class Target(NamedTuple):
    """The meaning of an import.

    Attributes:
        module: path of a file, or the id of a package that several files make up; empty when it is outside.
        name: the name taken from it, dotted when nested; empty for the module itself, ``*`` for all names; one
            that ends in ``.*`` for all members of an object.
    """

    module: str
    name: str = ""


OUTSIDE = Target("")


class External(NamedTuple):
    """A package that is not part of the root."""

    ecosystem: str
    name: str


class ModuleFinder(Protocol):
    """One language's rules; what is said here holds for a language that says nothing else."""

    languages: frozenset[str]
    self_names: frozenset[str] = frozenset()
    """Words for the current object."""
    has_implicit_self: bool = False
    """Whether classes are scopes: a bare name may be a member of those around."""
    has_callable_variables: bool = False
    """Whether a bare name may be a call of a variable's value."""

    has_getters: bool = False
    """Whether a method may be read like an attribute: a property, ``get total()``."""

    has_star_modules: bool = False
    """Whether ``use super::*`` brings in the modules that another one names, as well as what it defines."""
    has_bare_methods: bool = False
    """Whether the name alone of a method without parameters calls it, and bodies of classes have blocks."""

    object_call: str = ""
    """Name of the method of an object that a call by the object's name means."""

    whole: str = ""
    """The name under which a module gives one thing as a whole; empty where none does."""

    same_methods: frozenset[str] = frozenset()
    """Methods of the platform that return their receiver or its inner value; a class's own come first."""

    same_elements: frozenset[str] = frozenset()
    """Methods of the platform that give elements of what their receiver holds any number of."""

    steps: frozenset[str] = frozenset()
    """Methods of containers of the platform that give an iterator, which is used as a pointer to an element."""

    iterator_step: str = ""
    """Method by which an object gives its next element; empty where none is known."""

    record_methods: frozenset[str] = frozenset()
    """Static methods that a class has of a base outside, and that give an object of the class."""

    list_methods: frozenset[str] = frozenset()
    """The same of those that give a list of objects of the class."""
    taking: frozenset[str] = frozenset()
    """Methods of the platform that give one element of what their receiver holds."""

    constructors: tuple[str, ...] = ()
    """Names of the methods that run when an object is created; `CLASS_NAME` means the name of the class."""

    def target(self, facts: FileFacts, each: Import, /) -> Target:
        """Return the module that an import means."""
        ...

    def external(self, facts: FileFacts, each: Import, /) -> External | None:
        """Return the package outside that an import means; None for the standard library and in doubt."""
        ...

    def companions(self, path: str, /) -> tuple[str, ...]:  # noqa: ARG002 - of the seam
        """Return modules whose names are visible in a file without an import: its package, a header's source."""
        return ()

    def package(self, path: str, /) -> str:  # noqa: ARG002 - of the seam
        """Return the id of the package that a file is part of, such as ``go:store``; empty where there is none."""
        return ""

    def depends_on(self, path: str, packages: Sequence[str], /) -> bool:  # noqa: ARG002 - of the seam
        """Return whether the program of a file depends on one of these packages; False where that is not known."""
        return False

    def absolute(self, path: str, dotted: str, /) -> Target:  # noqa: ARG002 - of the seam
        """Return where a path that names its module itself (``crate.a.f``) leads; ``OUTSIDE`` for any other."""
        return OUTSIDE


@runtime_checkable
class OpenClasses(Protocol):
    """More rules of a language whose classes several files make up, and are found by their full names.

    A class has beside it the one of its own methods, `singleton`, of which it is the only object.
    """

    def type_at(self, path: str, scope: str, dotted: str, /) -> str:
        """Return the definition that the path of a constant means inside a definition of a file; else empty."""
        ...

    def base(self, path: str, class_id: str, written: str, role: str, /) -> str:
        """Return what a class that a file declares has as a base, or mixes in; else empty."""
        ...

    def bases(self, class_id: str, /) -> Sequence[str]:
        """Return the classes and modules that a class has methods of, in the order in which they are searched."""
        ...

    def ancestors(self, class_id: str, /) -> Sequence[str]:
        """Return all that a class has methods of but itself, in the order in which it is searched."""
        ...

    def classes_of_tests(self, path: str, /) -> Sequence[str]:
        """Return the classes whose methods a test file can call outside of any class; none for other files."""
        ...

    def users(self, class_id: str, /) -> Sequence[str]:
        """Return the classes that mix a module in, themselves or by another module; none for a class."""
        ...

    def is_derived(self, class_id: str, names: frozenset[str], /) -> bool:
        """Return whether a class has a base that is written as one of these names."""
        ...


def singleton(class_id: str) -> str:
    """Return the id of the class of a class's own methods; no node has it."""
    return f"{class_id}!"


def object_class(class_id: str) -> str:
    """Return the id of a class, also of the class of its own methods."""
    return class_id.removesuffix("!")
