"""Calls and types in the languages with modules: an edge only where import, scope or type say what is meant."""

from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, TypeUse, Variable
from indexer.facts.source import plain_type
from indexer.resolve.graph import GraphBuilder
from indexer.resolve.module_names import CLASS_KINDS, MAX_HOPS, ModuleNames
from search.types.graph import EdgeType

INTERFACES = frozenset(("interface", "trait"))
ROLE_EDGES = {"attribute": EdgeType.ANNOTATED_BY, "type": EdgeType.REFERENCES, "new": EdgeType.INSTANTIATES}


class ModuleLinks:
    """Finds the class that a value has, and with it the method that a call calls."""

    def __init__(self, names: ModuleNames, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder

    def attribute_type(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the class that an attribute holds; else empty."""
        found = self._names.classes.get(class_id)
        if found is None or hops == 0:
            return ""
        if name in found.attributes:
            return self.variable_type(self._names.files[found.path], found.attributes[name], hops - 1)
        for base in self._names.bases(found):
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
        found = self._names.path_target(facts.path, name) if name else ""
        return found if found in self._names.classes else ""

    def result(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> str:
        """Return the class of what a call gives: the class itself when it is one, else the declared type."""
        target, _ = self.call_target(facts, call, hops)
        if target in self._names.classes:
            return target
        path, returns = self._names.returns.get(target, ("", ""))
        if not returns:
            return ""
        if returns.strip("\"'") in {"Self", "this"}:
            return target.rpartition("::" if "::" in target.partition(":")[2] else ".")[0]
        return self.annotated(self._names.files[path], returns, NO_OWNER)

    def enclosing_class(self, facts: FileFacts, owner: int) -> str:
        """Return the class around a place, also when it is defined in another file; else empty."""
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            for candidate in (each.local_id, each.parent):
                if candidate in self._names.classes:
                    return candidate
            if each.kind == "method" and not each.parent:
                found = self._names.lookup(facts.path, each.qualname.rpartition(".")[0].rpartition(".")[2])
                return found if found in self._names.classes else ""
            owner = self._names.parents[facts.path][owner]
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
            return (self._names.method(held, call.name) if held else ""), "var"
        if call.shape == "chain":
            held = self.result(facts, facts.calls[call.inner], hops - 1)
            return (self._names.method(held, call.name) if held else ""), "chain"
        return self._on_path(facts, call, hops) if call.shape == "path" else ("", "")

    def _bare(self, facts: FileFacts, call: Call) -> tuple[str, str]:
        owner = call.owner
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.kind not in CLASS_KINDS:
                nested = f"{each.local_id}.{call.name}"
                if nested in self._names.ids:
                    return nested, "scope"
                if (facts.path, owner, call.name) in self._names.variables:
                    return "", ""
            owner = self._names.parents[facts.path][owner]
        if self._names.finder.has_implicit_self:
            holder = self.enclosing_class(facts, call.owner)
            found = self._names.method(holder, call.name) if holder else ""
            if found:
                return found, "self"
        tier = "scope" if call.name in self._names.modules[facts.path].names else "import"
        return self._names.lookup(facts.path, call.name), tier

    def _on_self(self, facts: FileFacts, call: Call) -> str:
        holder = self.enclosing_class(facts, call.owner)
        if not holder:
            return ""
        if call.shape == "this":
            return self._names.method(holder, call.name)
        found = (self._names.method(base, call.name) for base in self._names.bases(self._names.classes[holder]))
        return next((each for each in found if each), "")

    def _on_path(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        head, _, rest = call.receiver.partition(".")
        if head == "Self":
            holder = self.enclosing_class(facts, call.owner)
            return (self._names.inside(holder, call.name) if holder and not rest else ""), "static"
        if head not in self._names.finder.self_names and self._local(facts, call.owner, head, call.line) is None:
            return self._names.path_target(facts.path, f"{call.receiver}.{call.name}"), "static"
        held = self.held_by(facts, call.owner, call.receiver, call.line, hops)
        return (self._names.method(held, call.name) if held else ""), "dotted" if rest else "var"

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        head, *rest = path.split(".")
        if head in self._names.finder.self_names:
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
            at = self._names.parents[facts.path][at]
        if self._names.finder.has_implicit_self:
            holder = self._names.classes.get(self.enclosing_class(facts, owner))
            if holder is not None and name in holder.attributes:
                return holder.attributes[name]
        return self._declared(facts.path, NO_OWNER, name, line)

    def _declared(self, path: str, owner: int, name: str, line: int) -> Variable | None:
        """Return the declaration that holds at a line: the last one before it, else the first."""
        found = self._names.variables.get((path, owner, name))
        if not found:
            return None
        before = [each for each in found if each.line <= line]
        return before[-1] if before else found[0]

    def link(self) -> None:
        """Add the edges of calls, bases, decorators and types."""
        for facts in self._names.files.values():
            if not self._builder.wants(facts.path):
                continue
            for call in facts.calls:
                self._link_call(facts, call)
            for use in facts.types:
                self._link_type(facts, use)

    def _link_call(self, facts: FileFacts, call: Call) -> None:
        target, tier = self.call_target(facts, call)
        if target:
            type_ = EdgeType.INSTANTIATES if target in self._names.classes else EdgeType.CALLS
            self._builder.edge(source_of(facts, call.owner), target, type_, tier, (facts.path, call.line))

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        target = self._names.path_target(facts.path, use.name)
        if not target:
            return
        if use.owner == NO_OWNER and use.role == "type" and target in self._names.own_ids(facts):
            return
        type_ = ROLE_EDGES.get(use.role) or self._base_edge(facts, use, target)
        self._builder.edge(source_of(facts, use.owner), target, type_, "scope", (facts.path, use.line))

    def _base_edge(self, facts: FileFacts, use: TypeUse, target: str) -> EdgeType:
        own = facts.definitions[use.owner].kind if use.owner != NO_OWNER else ""
        held = self._names.classes.get(target)
        is_interface = held is not None and held.kind in INTERFACES and own not in INTERFACES
        return EdgeType.IMPLEMENTS if is_interface else EdgeType.INHERITS


def source_of(facts: FileFacts, owner: int) -> str:
    """Return the local id of the definition around a place, else the file's."""
    return facts.definitions[owner].local_id if owner != NO_OWNER else f"file:{facts.path}"
