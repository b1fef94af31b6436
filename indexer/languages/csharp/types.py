"""C#: the types of a root, and the resolution of a type's name at the place of its use."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from indexer.facts.model import NO_OWNER, FileFacts, Signature
from indexer.languages.csharp.bound import Bound, substitute
from indexer.languages.csharp.names import FAMILY, TypeExpression, parse_type
from indexer.languages.csharp.platform import is_platform_type
from indexer.languages.csharp.projects import Projects
from indexer.languages.csharp.usings import Usings

TYPE_KINDS = frozenset(("class", "interface", "struct", "record", "enum", "delegate", "page"))
MAX_DEPTH = 60
"""How deep a chain of bases is followed."""


class Member(msgspec.Struct, frozen=True, gc=False):
    """One declaration of a method, constructor or property."""

    local_id: str
    facts: FileFacts
    owner: int
    signature: Signature

    @property
    def overload_id(self) -> str:
        """The identifier that it has where its type has several methods of its name."""
        return f"{self.local_id}{self.signature.parameters}"


class Field(msgspec.Struct, frozen=True, gc=False):
    """A field or property.

    Attributes:
        facts, owner: where its type is written.
        type: that type.
        local_id: of a property or a constant.
        overrides: it overrides a property of a base.
        is_static: of a property or a constant, that it belongs to the type.
    """

    facts: FileFacts
    owner: int
    type: str
    local_id: str = ""
    overrides: bool = False
    is_static: bool = False


@dataclass(slots=True)
class TypeInfo:
    """A type, all its parts together."""

    local_id: str
    key: str
    kind: str
    name: str
    project: str
    parameters: tuple[str, ...] = ()
    declarations: list[tuple[FileFacts, int]] = field(default_factory=list)
    bases: list[tuple[FileFacts, int, str, int]] = field(default_factory=list)
    members: dict[str, list[Member]] = field(default_factory=lambda: defaultdict(list))
    fields: dict[str, Field] = field(default_factory=dict)


Lineage = tuple[tuple[TypeInfo, dict[str, Bound]], ...]


class Ambiguous(Exception):  # noqa: N818 - a result that travels up, not a failure
    """A name that means several types here."""


class CSharpTypes:
    """Every C# type of a root by name, and the scope rules."""

    def __init__(self, facts: Sequence[FileFacts], projects: Projects) -> None:
        self.projects = projects
        self.types: dict[str, TypeInfo] = {}
        self._by_key: dict[str, list[TypeInfo]] = defaultdict(list)
        self.files = [each for each in facts if each.language in FAMILY]
        self._foreign: dict[str, bool] = {}
        self._cache: dict[tuple[str, str, str, int], TypeInfo | None] = {}
        self._ancestors: dict[str, tuple[Bound, ...]] = {}
        self.parents: dict[str, tuple[int, ...]] = {}
        self._enclosing: dict[str, list[tuple[TypeInfo, ...]]] = {}
        self._depth = 0
        self._homes: dict[str, set[str]] = defaultdict(set)
        """Last part of a key -> the parts before it: for one name most usings need not be tried."""
        self._bound: dict[tuple[str, str, str], Bound] = {}
        self._constrained: dict[tuple[str, int, str], Bound] = {}
        self._lineages: dict[str, Lineage] = {}
        for each in self.files:
            self._add_file(each)
        self.usings = Usings(self.files, projects)

    def _add_file(self, facts: FileFacts) -> None:
        signatures = {each.owner: each for each in facts.signatures}
        index_of: dict[str, int] = {}
        holders: dict[int, TypeInfo] = {}
        constants: dict[tuple[int, str], str] = {}
        parents: list[int] = []
        for index, definition in enumerate(facts.definitions):
            parents.append(index_of.get(definition.parent, NO_OWNER))
            if definition.kind in TYPE_KINDS:
                index_of[definition.local_id] = index
                holders[index] = self._add_type(facts, index, signatures.get(index))
            elif definition.kind == "constant":
                constants[parents[-1], definition.name] = definition.local_id
            elif definition.parent in self.types:
                self._add_member(facts, index, signatures[index])
        self.parents[facts.path] = tuple(parents)
        for use in facts.types:
            if use.role == "base" and use.owner != NO_OWNER:
                self.types[facts.definitions[use.owner].local_id].bases.append(
                    (facts, use.owner, use.name, use.line)
                )
        for variable in facts.variables:
            holder = holders.get(variable.owner)
            if holder is not None:
                constant = constants.get((variable.owner, variable.name), "")
                field_ = Field(facts, variable.owner, variable.type, constant, is_static=bool(constant))
                holder.fields.setdefault(variable.name, field_)

    def _add_type(self, facts: FileFacts, index: int, signature: Signature | None) -> TypeInfo:
        definition = facts.definitions[index]
        known = self.types.get(definition.local_id)
        if known is None:
            key = definition.local_id[3:].partition("@")[0]
            project = self.projects.of(facts.path)
            known = TypeInfo(definition.local_id, key, definition.kind, definition.name, project)
            known.parameters = signature.type_parameters if signature else ()
            self.types[definition.local_id] = known
            self._by_key[key].append(known)
            home, _, last = key.rpartition(".")
            self._homes[last].add(home)
        known.declarations.append((facts, index))
        return known

    def _add_member(self, facts: FileFacts, index: int, signature: Signature) -> None:
        definition = facts.definitions[index]
        holder = self.types[definition.parent]
        if signature.is_field:
            field_ = Field(
                facts, index, signature.returns, definition.local_id, signature.overrides, signature.is_static
            )
            if not signature.is_private:  # ``IConsole.Input`` of an interface is no member of the class
                holder.fields[definition.name.removeprefix("@")] = field_
            holder.fields.setdefault(definition.name.removeprefix("@"), field_)
        else:
            holder.members[definition.name].append(Member(definition.local_id, facts, index, signature))

    def enclosing_types(self, facts: FileFacts, owner: int) -> tuple[TypeInfo, ...]:
        """Return the types around a place, innermost first."""
        if owner == NO_OWNER:
            return ()
        known = self._enclosing.get(facts.path)
        if known is None:
            known = self._enclosing[facts.path] = self._enclosing_of(facts)
        return known[owner]

    def _enclosing_of(self, facts: FileFacts) -> list[tuple[TypeInfo, ...]]:
        enclosing: list[tuple[TypeInfo, ...]] = []
        for definition, parent in zip(facts.definitions, self.parents[facts.path], strict=True):
            above = enclosing[parent] if parent != NO_OWNER else ()
            is_type = definition.kind in TYPE_KINDS
            enclosing.append((self.types[definition.local_id], *above) if is_type else above)
        return enclosing

    def namespace_of(self, facts: FileFacts, owner: int) -> str:
        """Return the namespace around a place."""
        outer = self.enclosing_types(facts, owner)
        if outer:
            return outer[-1].key.rpartition(".")[0]
        return facts.namespaces[0] if facts.namespaces else ""

    def is_foreign(self, written: str, facts: FileFacts) -> bool:
        """Return whether no type of this root can be meant anywhere in a file: most names are of libraries."""
        if self.usings.aliases(facts):
            return False
        known = self._foreign.get(written)
        if known is None:
            expression = parse_type(written)
            last = expression.name.rpartition(".")[2]
            arity = f"`{len(expression.args)}" if expression.args else ""
            own = (f"{last}{arity}", f"{last}Attribute{arity}")
            known = self._foreign[written] = not any(each in self._homes for each in own)
        return known

    def find(self, name: str, arity: int, facts: FileFacts, owner: int) -> TypeInfo | None:
        """Return the type that ``name`` with ``arity`` arguments means at a place; None when it is not ours.

        Raises:
            Ambiguous: several types are equally in scope.
        """
        outer = self.enclosing_types(facts, owner)
        simple = name.rpartition(".")[2]
        if (f"{simple}`{arity}" if arity else simple) not in self._homes and name not in self.usings.aliases(
            facts
        ):
            return None
        key = (facts.path, outer[0].local_id if outer else "", name, arity)
        if key not in self._cache:
            self._cache[key] = self._search(name, arity, facts, owner, outer)
        return self._cache[key]

    def _search(
        self, name: str, arity: int, facts: FileFacts, owner: int, outer: tuple[TypeInfo, ...]
    ) -> TypeInfo | None:
        project = self.projects.of(facts.path)
        candidate = self._around(name, arity, outer, project)
        if candidate is not None:
            return candidate
        head, _, rest = name.partition(".")
        alias = self.usings.aliases(facts).get(head)
        if alias:
            expression = parse_type(alias)
            name = f"{expression.name}.{rest}" if rest else expression.name
            arity = arity or len(expression.args)
            candidate = self._only((f"{name}`{arity}" if arity else name,), project)
            if candidate is not None:
                return candidate
        return self._in_namespaces(name, arity, facts, self.namespace_of(facts, owner))

    def _in_namespaces(self, name: str, arity: int, facts: FileFacts, space: str) -> TypeInfo | None:
        """Return the type in the nearest namespace around or used in there; few need to be tried."""
        project, inside = self.projects.of(facts.path), self.usings.inside(facts)
        before, _, last = name.rpartition(".")
        last = f"{last}`{arity}" if arity else last
        inner = f".{before}" if before else ""
        homes = self._homes.get(last, ())
        while True:
            home = f"{space}{inner}".lstrip(".")
            candidate = self._only((f"{home}.{last}" if home else last,), project) if home in homes else None
            if candidate is None and space in inside:
                candidate = self._used(last, inner, inside[space], project)
                if candidate is None and is_platform_type(name, inside[space]):
                    return None
            if candidate is not None:
                return candidate
            if not space:
                return self._used(last, inner, self.usings.namespaces(facts), project)
            space = space.rpartition(".")[0]

    def _used(self, last: str, inner: str, usings: frozenset[str], project: str) -> TypeInfo | None:
        homes = (home for home in self._homes.get(last, ()) if home.endswith(inner))
        used = (home for home in homes if home[: len(home) - len(inner)] in usings)
        return self._only(tuple(f"{home}.{last}" for home in used), project)

    def _around(self, name: str, arity: int, outer: tuple[TypeInfo, ...], project: str) -> TypeInfo | None:
        """Return a type of this name that is one of the types around a place, or is nested in one."""
        suffix = f"{name}`{arity}" if arity else name
        for each in outer:
            nested = self._nested(each, suffix, project)
            if nested is not None:
                return nested
        return None

    def _nested(self, outer: TypeInfo, suffix: str, project: str) -> TypeInfo | None:
        """Return a type nested in ``outer`` or in its bases, or ``outer`` itself."""
        if outer.key.rpartition(".")[2] == suffix:
            return outer
        for each in self.ancestors(outer.local_id):
            visible = self._visible(f"{self.types[each.type_id].key}.{suffix}", project)
            if visible:
                return visible[0]
        return None

    def named_in_full(self, name: str, facts: FileFacts) -> str:
        """Return the type of a full name; of several those of a file's project. Empty where it is not certain."""
        types = self._by_key.get(name, [])
        if len(types) > 1:
            types = self._visible(name, self.projects.of(facts.path))
        return types[0].local_id if len(types) == 1 else ""

    def _visible(self, key: str, project: str) -> list[TypeInfo]:
        return [each for each in self._by_key.get(key, ()) if self.projects.sees(project, each.project)]

    def _only(self, keys: tuple[str, ...], project: str) -> TypeInfo | None:
        by_id = {each.local_id: each for key in keys for each in self._visible(key, project)}
        if len(by_id) > 1:
            own = [each for each in by_id.values() if self.projects.shares(each.project, project)]
            if len(own) != 1:
                raise Ambiguous
            return own[0]
        return next(iter(by_id.values()), None)

    def bind(self, written: str, facts: FileFacts, owner: int) -> Bound:
        """Return the type that a text means at a place; without an id when it is not of this root."""
        if owner != NO_OWNER and facts.signatures[owner].type_parameters:
            return self._bind(parse_type(written), facts, owner)
        outer = self.enclosing_types(facts, owner)
        key = (facts.path, outer[0].local_id if outer else "", written)
        known = self._bound.get(key)
        if known is None:
            known = self._bound[key] = self._bind(parse_type(written), facts, owner)
        return known

    def _bind(self, expression: TypeExpression, facts: FileFacts, owner: int) -> Bound:
        if not expression.args and self._is_parameter(expression.name, facts, owner):
            return self._parameter(expression.name, facts, owner)
        args = tuple(self._bind(each, facts, owner) for each in expression.args)
        try:
            type_info = self.find(expression.name, len(args), facts, owner) if expression.name else None
        except Ambiguous:
            type_info = None
        return Bound(type_info.local_id if type_info else "", expression.name.rpartition(".")[2], args)

    def _parameter(self, name: str, facts: FileFacts, owner: int) -> Bound:
        """Return a generic parameter with its constraints; inside of these it has none, for it may name itself."""
        key = (facts.path, owner, name)
        if key in self._constrained:
            return self._constrained[key]
        self._constrained[key] = Bound("", f"!{name}")
        holders = [facts.signatures[owner]] if owner != NO_OWNER else []
        declarations = [(facts, owner, each) for each in holders]
        for info in self.enclosing_types(facts, owner):
            declarations += [(each, index, each.signatures[index]) for each, index in info.declarations]
        start = f"{name}:"
        written = [
            (each, index, text[len(start) :])
            for each, index, signature in declarations
            for text in signature.constraints
            if text.startswith(start)
        ]
        bounds = tuple(self._bind(parse_type(text), each, index) for each, index, text in written)
        self._constrained[key] = Bound("", f"!{name}", tuple(dict.fromkeys(bounds)))
        return self._constrained[key]

    def own(self, info: TypeInfo) -> Bound:
        """Return a type as seen inside its declaration: its type parameters are their own arguments."""
        if not info.parameters:
            return Bound(info.local_id, info.name)
        facts, owner = info.declarations[0]
        args = tuple(self._parameter(each, facts, owner) for each in info.parameters)
        return Bound(info.local_id, info.name, args)

    def bound_with(self, written: str, facts: FileFacts, owner: int, values: dict[str, Bound]) -> Bound:
        """Return the type that a text means at a place, generic parameters replaced."""
        return substitute(self.bind(written, facts, owner), values)

    def _is_parameter(self, name: str, facts: FileFacts, owner: int) -> bool:
        if any(name in each.parameters for each in self.enclosing_types(facts, owner)):
            return True
        return owner != NO_OWNER and name in facts.signatures[owner].type_parameters

    def ancestors(self, type_id: str) -> tuple[Bound, ...]:
        """Return a type and its bases in this root, classes before interfaces, in terms of its type parameters."""
        known = self._ancestors.get(type_id)
        if known is not None:
            return known
        start = self.types[type_id]
        first = Bound(type_id, start.name, tuple(Bound("", f"!{each}") for each in start.parameters))
        # Nested types are looked up while the bases are not known yet; and a type may name itself in its bases.
        self._ancestors[type_id] = (first,)
        ancestors_so_far, seen = [first], {type_id}
        self._depth += 1
        for facts, owner, text, _ in start.bases:
            base = self.bind(text, facts, owner)
            if not base.type_id or base.type_id in seen or self._depth > MAX_DEPTH:
                continue
            values = dict(zip(self.types[base.type_id].parameters, base.args, strict=False))
            for each in self.ancestors(base.type_id):
                if each.type_id not in seen:
                    seen.add(each.type_id)
                    ancestors_so_far.append(substitute(each, values))
        self._depth -= 1
        ancestors_so_far.sort(
            key=lambda each: each.type_id != type_id and self.types[each.type_id].kind == "interface"
        )
        self._ancestors[type_id] = tuple(ancestors_so_far)
        return self._ancestors[type_id]

    def lineage(self, bound: Bound) -> Lineage:
        """Return the type and its bases, each with the values of its parameters as seen from ``bound``.

        Of a generic parameter these are the types that it has to be.
        """
        if not bound.type_id:
            is_parameter = bound.name.startswith("!")
            return tuple(entry for each in bound.args for entry in self.lineage(each)) if is_parameter else ()
        if not bound.args and bound.type_id in self._lineages:
            return self._lineages[bound.type_id]
        outer = dict(zip(self.types[bound.type_id].parameters, bound.args, strict=False))
        result = []
        for each in self.ancestors(bound.type_id):
            holder = self.types[each.type_id]
            args = (substitute(arg, outer) for arg in each.args)
            result.append((holder, dict(zip(holder.parameters, args, strict=False))))
        if not bound.args:
            self._lineages[bound.type_id] = tuple(result)
        return tuple(result)
