"""Binding of names for the languages with modules: an edge only where import, scope or type say what is meant."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Import, TypeUse, Variable
from indexer.facts.source import plain_type
from indexer.resolve.graph import Draft, GraphBuilder
from indexer.resolve.modules import ModuleFinder
from search.types.graph import EdgeType

MAX_HOPS = 8
"""How many re-exports, base classes and values are followed."""

CLASS_KINDS = frozenset(("class", "interface", "struct", "enum", "record", "trait", "type", "union", "annotation"))
INTERFACES = frozenset(("interface", "trait"))
ROLE_EDGES = {"attribute": EdgeType.ANNOTATED_BY, "type": EdgeType.REFERENCES, "new": EdgeType.INSTANTIATES}


@dataclass(slots=True)
class Module:
    """A file, or a package of files: names that it defines and that its imports bind.

    Attributes:
        bound: local name -> module and name in it (empty for the module itself).
        stars: modules whose names all come in.
        dotted: full module name -> module, for imports that bind the whole path.
    """

    names: dict[str, str] = field(default_factory=dict)
    bound: dict[str, tuple[str, str]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    dotted: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Class:
    """A class: its methods, what its attributes hold, and its bases as written."""

    path: str
    kind: str
    methods: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, Variable] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)


class ModuleNames:
    """Binds the names of all files of one family of languages."""

    def __init__(self, facts: Sequence[FileFacts], finder: ModuleFinder, builder: GraphBuilder) -> None:
        self._builder = builder
        self._finder = finder
        self.files = {each.path: each for each in facts if each.language in finder.languages}
        self._modules: dict[str, Module] = {path: Module() for path in self.files}
        self.classes: dict[str, Class] = {}
        self._ids: set[str] = set()
        self._returns: dict[str, tuple[str, str]] = {}
        self._parents: dict[str, list[int]] = {}
        self._variables: dict[tuple[str, int, str], list[Variable]] = defaultdict(list)
        for each in self.files.values():
            self._index_definitions(each)
        for each in self.files.values():
            self._index_members(each)
        for each in self.files.values():
            self._bind_imports(each)
        for each in self.files.values():
            self._adopt_outside_methods(each)

    def _index_definitions(self, facts: FileFacts) -> None:
        module = self._modules[facts.path]
        package = self._finder.package(facts.path)
        index_of: dict[str, int] = {}
        parents: list[int] = []
        for index, each in enumerate(facts.definitions):
            parents.append(index_of.get(each.parent, NO_OWNER))
            index_of[each.local_id] = index
            self._ids.add(each.local_id)
            if not each.parent and each.kind != "method":
                module.names.setdefault(each.name, each.local_id)
            if each.kind in CLASS_KINDS:
                self.classes.setdefault(each.local_id, Class(facts.path, each.kind))
        self._parents[facts.path] = parents
        if package:
            self._modules.setdefault(package, Module()).stars.append(facts.path)
            self._builder.add(package, Draft("package", package.partition(":")[2], package[3:], facts.language))
            self._builder.edge(package, f"file:{facts.path}", EdgeType.DEFINES, "exact", (facts.path, 1))

    def _index_members(self, facts: FileFacts) -> None:
        for each in facts.definitions:
            if each.parent in self.classes:
                self.classes[each.parent].methods.setdefault(each.name, each.local_id)
        for use in facts.types:
            if use.role == "base" and use.owner != NO_OWNER:
                holder = self.classes.get(facts.definitions[use.owner].local_id)
                if holder is not None:
                    holder.bases.append(use.name)
        for variable in facts.variables:
            self._variables[facts.path, variable.owner, variable.name].append(variable)
            holder = self._holder(facts, variable)
            if holder is not None and (variable.type or variable.call != NO_CALL or variable.value):
                holder.attributes.setdefault(variable.name, variable)
        for signature in facts.signatures:
            self._returns[facts.definitions[signature.owner].local_id] = (facts.path, signature.returns)

    def _holder(self, facts: FileFacts, variable: Variable) -> Class | None:
        if variable.owner == NO_OWNER:
            return None
        return self.classes.get(facts.definitions[variable.owner].local_id)

    def _adopt_outside_methods(self, facts: FileFacts) -> None:
        """``void Store::get()`` in a source file belongs to the class that a header defines."""
        for each in facts.definitions:
            holder, _, name = each.qualname.rpartition(".")
            if each.kind == "method" and not each.parent and holder:
                found = self.lookup(facts.path, holder.rpartition(".")[2])
                if found in self.classes:
                    self.classes[found].methods.setdefault(name, each.local_id)
                    edge = (found, each.local_id, EdgeType.DEFINES)
                    self._builder.edge(*edge, "exact", (facts.path, each.start_line))

    def _bind_imports(self, facts: FileFacts) -> None:
        module = self._modules[facts.path]
        for each in facts.imports:
            if not each.source and each.kind == "export":
                module.bound[each.alias] = (facts.path, each.name)
                continue
            target = self._finder.target(facts, each)
            if not target.module:
                self._link_package(facts, each)
                continue
            self._link_import(facts, each, target.module)
            if target.name == "*":
                module.stars.append(target.module)
            elif each.alias or each.name:
                module.bound[each.alias or each.name] = (target.module, target.name)
            else:
                module.dotted[each.source.replace("::", ".")] = target.module
        module.stars.extend(self._finder.companions(facts.path))

    def _link_import(self, facts: FileFacts, each: Import, module: str) -> None:
        if module != facts.path:
            target = f"file:{module}" if module in self.files else module
            evidence = (facts.path, each.line)
            self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, "module", evidence)

    def _link_package(self, facts: FileFacts, each: Import) -> None:
        external = self._finder.external(facts, each)
        if external is not None:
            target = self._builder.external(*external)
            evidence = (facts.path, each.line)
            self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, "package", evidence)

    def lookup(self, path: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the definition that a module-level name stands for, following re-exports; else empty."""
        return self._lookup(path, name, hops, set())

    def _lookup(self, path: str, name: str, hops: int, seen: set[str]) -> str:
        module = self._modules.get(path)
        if module is None or hops == 0 or path in seen:
            return ""
        if name in module.names:
            return module.names[name]
        if name in module.bound:
            target, inner = module.bound[name]
            head, _, rest = inner.partition(".")
            found = self._named(target, head, path, name, hops, seen)
            return self._inside(found, rest) if rest and found else found
        seen.add(path)
        found_in = {self._lookup(star, name, hops - 1, seen) for star in module.stars if star != path} - {""}
        return found_in.pop() if len(found_in) == 1 else ""

    def _named(self, target: str, inner: str, path: str, name: str, hops: int, seen: set[str]) -> str:
        if not inner or (target == path and inner == name):
            return ""
        found = self._lookup(target, inner, hops - 1, seen)
        if not found and inner == "default" and target in self._modules:
            only = list(self._modules[target].names.values())
            return only[0] if len(only) == 1 else ""
        return found

    def path_target(self, path: str, dotted: str, hops: int = MAX_HOPS) -> str:
        """Return the definition of ``a.b.c`` as a file sees it; else empty."""
        head, _, rest = dotted.partition(".")
        found = self.lookup(path, head, hops)
        if not rest:
            return found
        if found:
            return self._inside(found, rest)
        module = self._modules[path]
        if head in module.bound and not module.bound[head][1]:
            return self._in_module(module.bound[head][0], rest, hops)
        for source in sorted(module.dotted, key=lambda each: (-len(each), each)):
            if dotted.startswith(f"{source}."):
                return self._in_module(module.dotted[source], dotted[len(source) + 1 :], hops)
        target = self._finder.absolute(path, dotted)
        return self._in_module(target.module, target.name, hops) if target.module and target.name else ""

    def _in_module(self, path: str, rest: str, hops: int) -> str:
        name, _, more = rest.partition(".")
        if hops == 0:
            return ""
        found = self.lookup(path, name, hops)
        if found:
            return self._inside(found, more) if more else found
        target = self._modules[path].bound.get(name) if path in self._modules else None
        if more and target and not target[1]:
            return self._in_module(target[0], more, hops - 1)
        return ""

    def _inside(self, local_id: str, rest: str) -> str:
        """Return what is nested in a definition or inherited by a class; else empty."""
        if not rest:
            return local_id
        name, _, more = rest.partition(".")
        for joint in (".", "::"):
            nested = f"{local_id}{joint}{name}"
            if nested in self._ids:
                return self._inside(nested, more)
        return self.method(local_id, name) if not more else ""

    def method(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the method that a class or its bases define; else empty."""
        found = self.classes.get(class_id)
        if found is None or hops == 0:
            return ""
        if name in found.methods:
            return found.methods[name]
        for base in self.bases(found):
            inherited = self.method(base, name, hops - 1)
            if inherited:
                return inherited
        return ""

    def bases(self, found: Class) -> list[str]:
        """Return the bases that are classes of this root, in the order they are written."""
        return [base for text in found.bases if (base := self.path_target(found.path, text)) in self.classes]

    def attribute_type(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the class that an attribute holds; else empty."""
        found = self.classes.get(class_id)
        if found is None or hops == 0:
            return ""
        if name in found.attributes:
            return self.variable_type(self.files[found.path], found.attributes[name], hops - 1)
        for base in self.bases(found):
            held = self.attribute_type(base, name, hops - 1)
            if held:
                return held
        return ""

    def variable_type(self, facts: FileFacts, variable: Variable, hops: int = MAX_HOPS) -> str:
        """Return the class of what a variable holds; else empty."""
        if hops <= 0 or variable.is_element:
            return ""
        if variable.type or variable.value.startswith(":"):
            return self.annotated(facts, variable.type or variable.value[1:], variable.owner)
        if variable.call != NO_CALL:
            return self.result(facts, facts.calls[variable.call], hops - 1)
        if variable.value and variable.value.partition(".")[0] != variable.name:
            return self.held_by(facts, variable.owner, variable.value, variable.line, hops - 1)
        return ""

    def annotated(self, facts: FileFacts, annotation: str, owner: int) -> str:
        """Return the class that an annotation names, what may be missing and wrappers taken off; else empty."""
        text = annotation.strip("\"'").replace("| None", "").replace("None |", "").strip()
        if text.startswith("Optional[") and text.endswith("]"):
            text = text[len("Optional[") : -1]
        name = plain_type(text.partition("[")[0])
        if name in {"Self", "this"}:
            return self.enclosing_class(facts, owner)
        found = self.path_target(facts.path, name) if name else ""
        return found if found in self.classes else ""

    def result(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> str:
        """Return the class of what a call gives: the class itself when it is one, else the declared type."""
        target, _ = self.call_target(facts, call, hops)
        if target in self.classes:
            return target
        path, returns = self._returns.get(target, ("", ""))
        if not returns:
            return ""
        if returns.strip("\"'") in {"Self", "this"}:
            return target.rpartition("::" if "::" in target.partition(":")[2] else ".")[0]
        return self.annotated(self.files[path], returns, NO_OWNER)

    def enclosing_class(self, facts: FileFacts, owner: int) -> str:
        """Return the class around a place, also when it is defined in another file; else empty."""
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            for candidate in (each.local_id, each.parent):
                if candidate in self.classes:
                    return candidate
            if each.kind == "method" and not each.parent:
                found = self.lookup(facts.path, each.qualname.rpartition(".")[0].rpartition(".")[2])
                return found if found in self.classes else ""
            owner = self._parents[facts.path][owner]
        return ""

    def call_target(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> tuple[str, str]:
        """Return what a call calls and by which tier; empty when it is not certain."""
        if hops <= 0 or not call.name:
            return "", ""
        if call.shape == "bare":
            return self._bare(facts, call)
        if call.shape in {"this", "base"}:
            return self._on_self(facts, call), "self"
        if call.shape == "type":
            held = self.annotated(facts, call.receiver, call.owner)
            return (self.method(held, call.name) if held else ""), "var"
        if call.shape == "chain":
            held = self.result(facts, facts.calls[call.inner], hops - 1)
            return (self.method(held, call.name) if held else ""), "chain"
        return self._on_path(facts, call, hops) if call.shape == "path" else ("", "")

    def _bare(self, facts: FileFacts, call: Call) -> tuple[str, str]:
        owner = call.owner
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.kind not in CLASS_KINDS:
                nested = f"{each.local_id}.{call.name}"
                if nested in self._ids:
                    return nested, "scope"
                if (facts.path, owner, call.name) in self._variables:
                    return "", ""
            owner = self._parents[facts.path][owner]
        if self._finder.has_implicit_self:
            holder = self.enclosing_class(facts, call.owner)
            found = self.method(holder, call.name) if holder else ""
            if found:
                return found, "self"
        tier = "scope" if call.name in self._modules[facts.path].names else "import"
        return self.lookup(facts.path, call.name), tier

    def _on_self(self, facts: FileFacts, call: Call) -> str:
        holder = self.enclosing_class(facts, call.owner)
        if not holder:
            return ""
        if call.shape == "this":
            return self.method(holder, call.name)
        found = (self.method(base, call.name) for base in self.bases(self.classes[holder]))
        return next((each for each in found if each), "")

    def _on_path(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        head, _, rest = call.receiver.partition(".")
        if head == "Self":
            holder = self.enclosing_class(facts, call.owner)
            return (self._inside(holder, call.name) if holder and not rest else ""), "static"
        if head not in self._finder.self_names and self._local(facts, call.owner, head, call.line) is None:
            return self.path_target(facts.path, f"{call.receiver}.{call.name}"), "static"
        held = self.held_by(facts, call.owner, call.receiver, call.line, hops)
        return (self.method(held, call.name) if held else ""), "dotted" if rest else "var"

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        head, *rest = path.split(".")
        if head in self._finder.self_names:
            held = self.enclosing_class(facts, owner)
        else:
            variable = self._local(facts, owner, head, line)
            held = self.variable_type(facts, variable, hops - 1) if variable is not None else ""
        for attribute in rest:
            held = self.attribute_type(held, attribute, hops - 1) if held else ""
        return held

    def _local(self, facts: FileFacts, owner: int, name: str, line: int) -> Variable | None:
        at = owner
        while at != NO_OWNER:
            if facts.definitions[at].kind not in CLASS_KINDS:
                found = self._declared(facts.path, at, name, line)
                if found is not None:
                    return found
            at = self._parents[facts.path][at]
        if self._finder.has_implicit_self:
            holder = self.classes.get(self.enclosing_class(facts, owner))
            if holder is not None and name in holder.attributes:
                return holder.attributes[name]
        return self._declared(facts.path, NO_OWNER, name, line)

    def _declared(self, path: str, owner: int, name: str, line: int) -> Variable | None:
        """Return the declaration that holds at a line: the last one before it, else the first."""
        found = self._variables.get((path, owner, name))
        if not found:
            return None
        before = [each for each in found if each.line <= line]
        return before[-1] if before else found[0]

    def link(self) -> None:
        """Add the edges of calls, bases, decorators and types."""
        for facts in self.files.values():
            for call in facts.calls:
                self._link_call(facts, call)
            for use in facts.types:
                self._link_type(facts, use)

    def _link_call(self, facts: FileFacts, call: Call) -> None:
        target, tier = self.call_target(facts, call)
        if target:
            type_ = EdgeType.INSTANTIATES if target in self.classes else EdgeType.CALLS
            self._builder.edge(source_of(facts, call.owner), target, type_, tier, (facts.path, call.line))

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        target = self.path_target(facts.path, use.name)
        if not target:
            return
        if use.owner == NO_OWNER and use.role == "type" and target in self._own_ids(facts):
            return
        type_ = ROLE_EDGES.get(use.role) or self._base_edge(facts, use, target)
        self._builder.edge(source_of(facts, use.owner), target, type_, "scope", (facts.path, use.line))

    def _own_ids(self, facts: FileFacts) -> set[str]:
        """What a file defines it does not refer to as a whole: ``impl`` and prototypes name it once more."""
        return set(self._modules[facts.path].names.values())

    def _base_edge(self, facts: FileFacts, use: TypeUse, target: str) -> EdgeType:
        own = facts.definitions[use.owner].kind if use.owner != NO_OWNER else ""
        held = self.classes.get(target)
        is_interface = held is not None and held.kind in INTERFACES and own not in INTERFACES
        return EdgeType.IMPLEMENTS if is_interface else EdgeType.INHERITS


def source_of(facts: FileFacts, owner: int) -> str:
    """Return the local id of the definition around a place, else the file's."""
    return facts.definitions[owner].local_id if owner != NO_OWNER else f"file:{facts.path}"
