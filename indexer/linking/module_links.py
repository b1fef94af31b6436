"""Calls and types in languages with modules: an edge needs an import, a scope or a type that proves the target."""

from indexer.facts.marks import GIVEN_OBJECT, RETURNED
from indexer.facts.model import BASE_ROLES, CALLABLE, FIXTURE, NO_OWNER, Call, FileFacts, TypeUse, Variable
from indexer.linking.argument_types import ArgumentTypes
from indexer.linking.constructors import ModuleConstructors, is_made
from indexer.linking.graph import GraphBuilder, place_of, source_of
from indexer.linking.implicit import ImplicitInterfaces
from indexer.linking.labels import LABELLED, NO_FUNCTION
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_overloads import ModuleOverloads
from indexer.linking.module_records import DART
from indexer.linking.module_targets import ModuleTargets
from indexer.linking.module_values import ModuleValues
from search.types.graph import VALUE, EdgeType

DEFERRING = frozenset(
    ("delay", "delay_on_commit", "apply_async", "s", "si", "signature", "send", "send_with_options")
)
"""Methods of a job that run the function that it is made from (Celery, Dramatiq)."""

ALIASING = LABELLED | {DART, "scala"}
"""Languages in which a type may be another name of one, and is derived from it then."""

AROUND = frozenset(("base", "implemented", "required"))
"""Roles of what a class names outside of itself."""

INTERFACES = frozenset(("interface", "trait", "protocol"))
ROLE_EDGES = {
    "attribute": EdgeType.ANNOTATED_BY,
    "type": EdgeType.REFERENCES,
    "new": EdgeType.INSTANTIATES,
    "mixed": EdgeType.INHERITS,
    "extended": EdgeType.INHERITS,
    "implemented": EdgeType.IMPLEMENTS,
    "required": EdgeType.REFERENCES,
}


class ModuleLinks:
    """Adds the edges of calls, values, bases and types.

    Attributes:
        targets: finds what calls and values mean.
    """

    def __init__(self, names: ModuleNames, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder
        self.targets = ModuleTargets(names)
        types = (ArgumentTypes(names, self.targets).of, self.targets.suffixes)
        self._overloads = ModuleOverloads(names, builder.overloads, *types)
        self._values = ModuleValues(names, self.targets.local, self.targets.scopes)
        self._implicit = ImplicitInterfaces(names, builder)
        self._constructors = ModuleConstructors(names, self._overloads, builder, self.targets.enclosing_class)

    def link(self) -> None:
        """Add the edges of calls, bases, decorators and types."""
        for facts in self._names.files.values():
            if not self._builder.wants(facts.path):
                continue
            for call in facts.calls:
                self._link_call(facts, call)
            self._constructors.link_file(facts)
            self._implicit.link_file(facts)
            for named in facts.named:
                self._link_named(facts, named)
            for use in facts.types:
                self._link_type(facts, use)
            returned = (each for each in facts.variables if each.name == RETURNED and each.type == GIVEN_OBJECT)
            for variable in {each.owner: each for each in returned}.values():
                self._link_given(facts, variable)

    def _link_given(self, facts: FileFacts, variable: Variable) -> None:
        """A function hands over the functions of the object that it gives."""
        function = place_of(facts, variable.owner)
        for target in self._names.makers[function].values():
            if target != function:
                evidence = (facts.path, variable.line)
                self._builder.edge(function, target, EdgeType.REFERENCES, "scope", evidence)

    def _link_call(self, facts: FileFacts, call: Call) -> None:
        target, tier = self.targets.call_target(facts, call)
        target = self.targets.scopes.called(target)
        if not target and call.name in DEFERRING and facts.language == "python":
            target, tier = self._job(facts, call), "job"
        if target and not self._names.is_outside(target):
            is_class = target in self._names.classes
            type_ = EdgeType.INSTANTIATES if is_class else EdgeType.CALLS
            among = self._overloads.among(facts, call, target)
            self._builder.edge(source_of(facts, call.owner), target, type_, tier, (facts.path, call.line), among)
            if is_class:
                self._constructors.link(facts, call, target, tier)
            return
        target = self.targets.called_class(facts, call)
        if target:
            evidence = (facts.path, call.line)
            self._builder.edge(source_of(facts, call.owner), target, EdgeType.REFERENCES, "scope", evidence)

    def _job(self, facts: FileFacts, call: Call) -> str:
        """``send_mail.delay(...)`` of Celery runs the function itself: functions have no such method."""
        target = self._names.path_target(facts.path, call.receiver) if call.shape == "path" else ""
        return target if target in self._names.returns and target not in self._names.classes else ""

    def _link_named(self, facts: FileFacts, named: Call) -> None:
        """Add the edge to a function, a constant or a class that is named as a value."""
        tier: str
        if named.shape == FIXTURE:
            target, tier = self.targets.fixtures.target(facts, named.owner, named.name), FIXTURE
        else:
            target, tier = self.targets.call_target(facts, named)
        if facts.language in LABELLED and self._is_value(named, target):
            return
        if target not in self._names.returns or target in self._names.classes:
            target, tier = self._values.target(facts, named, target), VALUE
        elif self._values.hides_function(facts, named):
            return
        if target and target != place_of(facts, named.owner) and not self._names.is_outside(target):
            evidence = (facts.path, named.line)
            among = self._overloads.among(facts, named, target) if facts.language in LABELLED else ()
            source = source_of(facts, named.owner)
            self._builder.edge(source, target, EdgeType.REFERENCES, tier, evidence, among)

    def _is_value(self, named: Call, target: str) -> bool:
        """Return whether a name that a method has means a property, which a type outside may define."""
        is_open = target in self._builder.overloads and not named.argument_types
        return target in self._names.methods and (named.arguments == NO_FUNCTION or is_open)

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        scope = place_of(facts, use.owner)
        is_function = use.owner != NO_OWNER and facts.definitions[use.owner].kind in CALLABLE
        is_around = use.role in AROUND or (use.role == "attribute" and is_function)
        around = self._names.holder_of.get(scope, "") if is_around else scope
        if self._names.open is not None and use.role in BASE_ROLES:
            target = self._names.open.base(facts.path, scope, use.name, use.role)
        else:
            target = self._names.type_at(facts.path, around, use.name.partition("<")[0])
        if (
            not target
            or self._names.is_outside(target)
            or (use.role == "new" and not is_made(self._names, facts, use.owner, use.name, target))
        ):
            return
        is_alone = use.owner == NO_OWNER and use.role == "type"
        if is_alone and target in self._names.modules[facts.path].names.values():
            return  # of itself: ``impl`` and prototypes repeat the name
        type_ = ROLE_EDGES.get(use.role) or self._base_edge(facts, use, target)
        self._builder.edge(source_of(facts, use.owner), target, type_, "scope", (facts.path, use.line))

    def _base_edge(self, facts: FileFacts, use: TypeUse, target: str) -> EdgeType:
        own = facts.definitions[use.owner].kind if use.owner != NO_OWNER else ""
        if own in CALLABLE or (own == "type" and facts.language in ALIASING):
            return EdgeType.REFERENCES  # of a type without a name that a function holds, or by another name
        class_ = self._names.classes.get(target)
        is_interface = class_ is not None and class_.kind in INTERFACES and own not in INTERFACES
        return EdgeType.IMPLEMENTS if is_interface else EdgeType.INHERITS
