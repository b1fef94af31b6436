"""Calls of JavaScript that ask a container for an object of a class: ``app.get(Store)``, ``inject(Store)``."""

from typing import Protocol

from indexer.facts.model import PATH, Call, FileFacts, Variable
from indexer.facts.type_names import plain_type

FUNCTIONS = {"inject": "@angular/core", "useService": "dioc/vue"}
"""Functions that ask the container of a package, and where they have to be imported from."""

NAMES = frozenset(
    ("injector", "container", "moduleRef", "app", "module", "moduleFixture", "testingModule", "TestBed")
)
"""What a variable that holds a container is called, where its type is not written."""

TYPES = frozenset(
    (
        *("Injector", "EnvironmentInjector", "TestBed", "ModuleRef", "TestingModule"),
        *("INestApplication", "INestApplicationContext", "INestMicroservice"),
        *("NestExpressApplication", "NestFastifyApplication"),
        *("Container", "ContainerInstance", "DependencyContainer"),
    )
)
"""Containers of Angular, NestJS, InversifyJS, TypeDI and tsyringe."""


class Targets(Protocol):
    """What calls call, and where the names in them are declared."""

    def call_target(self, facts: FileFacts, call: Call, hops: int, /) -> tuple[str, str]:
        """Return the target of a call and its tier; empty if it is uncertain."""
        ...

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        ...

    def attribute(self, class_id: str, name: str, /) -> tuple[FileFacts, Variable] | None:
        """Return where a class or its bases declare an attribute."""
        ...

    def local(self, facts: FileFacts, owner: int, name: str, line: int, /) -> tuple[FileFacts, Variable] | None:
        """Return where a bare name is declared: in the functions around, their classes, or the file."""
        ...


class Containers:
    """Tells which calls give an object of the class that they name, of those that call nothing of the project."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets

    def class_named(self, facts: FileFacts, call: Call, hops: int) -> str:
        """Return the name of the class that a call asks a container for; else empty."""
        if not call.argument_types.startswith(PATH):
            return ""
        asks = self._is_imported(facts, call) if call.shape == "bare" else self._is_on_container(facts, call, hops)
        has_target = asks and self._targets.call_target(facts, call, hops)[0]
        return call.argument_types.removeprefix(PATH) if asks and not has_target else ""

    def _is_imported(self, facts: FileFacts, call: Call) -> bool:
        source = FUNCTIONS.get(call.name)
        is_imported = any(each.source == source and each.alias == call.name for each in facts.imports)
        return is_imported and self._targets.local(facts, call.owner, call.name, call.line) is None

    def _is_on_container(self, facts: FileFacts, call: Call, hops: int) -> bool:
        if call.shape == "chain":
            return call.receiver in NAMES
        return call.shape == "path" and self._is_container(facts, call.owner, call.receiver, call.line, hops)

    def _is_container(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> bool:
        """Return whether a path is one to a container: by what is written of its type, else by its name."""
        variable = self._variable(facts, owner, path, line, hops)
        if variable is not None and (variable[1].type or variable[1].value.startswith(":")):
            return plain_type(variable[1].type or variable[1].value) in TYPES
        if variable is not None and variable[1].value and hops > 0:
            home, each = variable
            return self._is_container(home, each.owner, each.value, each.line, hops - 1)
        return path.rpartition(".")[2] in NAMES

    def _variable(
        self, facts: FileFacts, owner: int, path: str, line: int, hops: int
    ) -> tuple[FileFacts, Variable] | None:
        holder, _, name = path.rpartition(".")
        if not holder:
            return self._targets.local(facts, owner, name, line)
        class_id = self._targets.held_by(facts, owner, holder, line, hops)
        return self._targets.attribute(class_id, name) if class_id else None
