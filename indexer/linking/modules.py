"""The seam between languages and name binding: where an import leads."""

from typing import NamedTuple, Protocol

from indexer.facts.model import FileFacts, Import

CLASS_NAME = "*"


class Target(NamedTuple):
    """What an import means.

    Attributes:
        module: path of a file, or the id of a package that several files make up; empty when it is outside.
        name: the name taken from it, dotted when nested; empty for the module itself, ``*`` for all names.
    """

    module: str
    name: str = ""


OUTSIDE = Target("")


class External(NamedTuple):
    """A package that is not part of the root."""

    ecosystem: str
    name: str


class ModuleFinder(Protocol):
    """One language's rules."""

    languages: frozenset[str]
    self_names: frozenset[str]
    """Words for the current object."""
    has_implicit_self: bool
    """Whether classes are scopes: a bare name may be a member of those around."""
    has_callable_variables: bool
    """Whether a bare call may be one of what a variable holds."""

    whole: str
    """The name under which a module gives one thing as a whole; empty where none does."""

    same_methods: frozenset[str]
    """Methods of the platform that give what they are called on, or what it wraps; a class's own go first."""

    constructors: tuple[str, ...]
    """Names of the methods that run when an object is made; `CLASS_NAME` stands for that of the class."""

    def target(self, facts: FileFacts, each: Import, /) -> Target:
        """Return the module that an import means."""
        ...

    def external(self, facts: FileFacts, each: Import, /) -> External | None:
        """Return the package outside that an import means; None for the standard library and in doubt."""
        ...

    def companions(self, path: str, /) -> tuple[str, ...]:
        """Return modules whose names a file sees without an import: its package, a header's source."""
        ...

    def package(self, path: str, /) -> str:
        """Return the id of the package that a file is part of, such as ``go:store``; empty where there is none."""
        ...

    def absolute(self, path: str, dotted: str, /) -> Target:
        """Return where a path that names its module itself (``crate.a.f``) leads; ``OUTSIDE`` for any other."""
        ...
