"""Python: imports between files, and calls and bases whose target is known without guessing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.facts.model import NO_CALL, NO_OWNER, Call, Definition, FileFacts, TypeUse, Variable
from indexer.facts.python import module_name
from indexer.resolve.graph import GraphBuilder
from indexer.resolve.python_modules import PythonModules, package_of
from search.types.graph import EdgeType

MAX_HOPS = 8
"""How many re-exports and base classes are followed."""

ROLE_EDGES = {"base": EdgeType.INHERITS, "attribute": EdgeType.ANNOTATED_BY, "type": EdgeType.REFERENCES}


@dataclass(slots=True)
class Module:
    """One file: its definitions by name and what its imports bind.

    Attributes:
        bound: local name -> (file, name in it; empty for the module itself).
        stars: files whose names all come in.
    """

    facts: FileFacts
    names: dict[str, str] = field(default_factory=dict)
    bound: dict[str, tuple[str, str]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    dotted: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Class:
    """A class: its methods, what its attributes hold, and its bases as written."""

    path: str
    owner: int
    methods: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, Variable] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)


class PythonNames:
    """Binds the names of all Python files of a root."""

    def __init__(self, facts: Sequence[FileFacts], builder: GraphBuilder) -> None:
        self._builder = builder
        self._files = [each for each in facts if each.language == "python"]
        self._finder = PythonModules(each.path for each in self._files)
        self._modules = {each.path: Module(each) for each in self._files}
        self._classes: dict[str, Class] = {}
        self._kinds: dict[str, str] = {}
        self._returns: dict[str, tuple[str, str, int]] = {}
        for module in self._modules.values():
            self._index(module)
        for module in self._modules.values():
            self._bind_imports(module)

    def _index(self, module: Module) -> None:
        facts = module.facts
        for index, definition in enumerate(facts.definitions):
            self._kinds[definition.local_id] = definition.kind
            if not definition.parent:
                module.names[definition.name] = definition.local_id
            if definition.kind == "class":
                self._classes[definition.local_id] = Class(facts.path, index)
            if definition.parent in self._classes:
                self._classes[definition.parent].methods[definition.name] = definition.local_id
        for use in facts.types:
            if use.role == "base" and use.owner != NO_OWNER:
                self._classes[facts.definitions[use.owner].local_id].bases.append(use.name)
        for variable in facts.variables:
            self._index_attribute(facts, variable)
        for signature in facts.signatures:
            local_id = facts.definitions[signature.owner].local_id
            self._returns[local_id] = (facts.path, signature.returns, signature.owner)

    def _index_attribute(self, facts: FileFacts, variable: Variable) -> None:
        if variable.owner == NO_OWNER:
            return
        holder = self._classes.get(facts.definitions[variable.owner].local_id)
        if holder is not None and (variable.type or variable.call != NO_CALL or variable.value):
            holder.attributes.setdefault(variable.name, variable)

    def _bind_imports(self, module: Module) -> None:
        path = module.facts.path
        for each in module.facts.imports:
            target, name = self._finder.target(each, path)
            if target and target != path:
                edge = (f"file:{path}", f"file:{target}", EdgeType.IMPORTS)
                self._builder.edge(*edge, "module", (path, each.line))
            elif not target:
                package = package_of(module.facts, each, self._finder)
                if package:
                    self._builder.edge(
                        f"file:{path}",
                        self._builder.external("pypi", package),
                        EdgeType.IMPORTS,
                        "package",
                        (path, each.line),
                    )
                continue
            if name == "*":
                module.stars.append(target)
            elif each.kind == "import" and not each.alias:
                module.dotted[each.source] = target
            else:
                module.bound[each.alias or each.name] = (target, name)

    def lookup(self, path: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the definition that a module-level name of a file stands for, following re-exports; else empty."""
        module = self._modules.get(path)
        if module is None or hops == 0:
            return ""
        if name in module.names:
            return module.names[name]
        if name in module.bound:
            target, inner = module.bound[name]
            return self.lookup(target, inner, hops - 1) if inner and target != path else ""
        found = {self.lookup(star, name, hops - 1) for star in module.stars if star != path} - {""}
        return found.pop() if len(found) == 1 else ""

    def path_target(self, path: str, dotted: str) -> str:
        """Return the definition of ``a.b.c`` where ``a`` is a module-level name of the file; else empty."""
        head, _, rest = dotted.partition(".")
        module = self._modules[path]
        if not rest:
            return self.lookup(path, head)
        found = self.lookup(path, head)
        if found:
            return self._inside(found, rest)
        if head in module.bound and not module.bound[head][1]:
            return self._in_module(module.bound[head][0], rest)
        return self._in_imported(module, dotted)

    def _in_imported(self, module: Module, dotted: str) -> str:
        """``import a.b`` makes ``a.b.f`` reachable under its full name."""
        for source in sorted(module.dotted, key=len, reverse=True):
            if dotted.startswith(f"{source}."):
                return self._in_module(module.dotted[source], dotted[len(source) + 1 :])
        return ""

    def _in_module(self, path: str, rest: str) -> str:
        name, _, more = rest.partition(".")
        found = self.lookup(path, name)
        if found:
            return self._inside(found, more) if more else found
        target = self._modules[path].bound.get(name) if path in self._modules else None
        if more and target and not target[1]:
            return self._in_module(target[0], more)
        return ""

    def _inside(self, local_id: str, rest: str) -> str:
        if local_id not in self._classes or "." in rest:
            return ""
        return self.method(local_id, rest)

    def method(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the method that a class or its bases define; else empty."""
        found = self._classes.get(class_id)
        if found is None or hops == 0:
            return ""
        if name in found.methods:
            return found.methods[name]
        for base in self._bases(found):
            inherited = self.method(base, name, hops - 1)
            if inherited:
                return inherited
        return ""

    def _bases(self, found: Class) -> list[str]:
        return [base for text in found.bases if (base := self.path_target(found.path, text)) in self._classes]

    def attribute_type(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the class that an attribute holds; else empty."""
        found = self._classes.get(class_id)
        if found is None or hops == 0:
            return ""
        if name in found.attributes:
            return self.variable_type(self._modules[found.path].facts, found.attributes[name], hops - 1)
        for base in self._bases(found):
            held = self.attribute_type(base, name, hops - 1)
            if held:
                return held
        return ""

    def variable_type(self, facts: FileFacts, variable: Variable, hops: int = MAX_HOPS) -> str:
        """Return the class of what a variable holds; else empty."""
        if hops == 0 or variable.is_element:
            return ""
        if variable.type or variable.value.startswith(":"):
            return self.annotated(facts.path, variable.type or variable.value[1:])
        if variable.call != NO_CALL:
            return self.result(facts, facts.calls[variable.call], hops - 1)
        return ""

    def annotated(self, path: str, annotation: str) -> str:
        """Return the class that an annotation names, ``X | None`` and ``Optional[X]`` included."""
        text = annotation.strip("\"'").removesuffix("| None").removeprefix("None |").strip()
        if text.startswith("Optional[") and text.endswith("]"):
            text = text[len("Optional[") : -1]
        found = self.path_target(path, text.partition("[")[0]) if text else ""
        return found if found in self._classes else ""

    def result(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> str:
        """Return the class of what a call gives: the class itself when it is one, else the annotation's."""
        target, _ = self.call_target(facts, call, hops)
        if target in self._classes:
            return target
        path, returns, _ = self._returns.get(target, ("", "", 0))
        if returns in {"Self", '"Self"'}:
            return target.rpartition(".")[0]
        return self.annotated(path, returns) if returns else ""

    def _enclosing_class(self, facts: FileFacts, owner: int) -> str:
        while owner != NO_OWNER:
            definition = facts.definitions[owner]
            if definition.kind == "class":
                return definition.local_id
            owner = self._parent(facts, definition, owner)
        return ""

    @staticmethod
    def _parent(facts: FileFacts, definition: Definition, owner: int) -> int:
        for index in range(owner - 1, -1, -1):
            if facts.definitions[index].local_id == definition.parent:
                return index
        return NO_OWNER

    def call_target(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> tuple[str, str]:
        """Return what a call calls and by which tier; empty when it is not certain."""
        if hops == 0 or not call.name:
            return "", ""
        if call.shape == "bare":
            return self._bare(facts, call)
        if call.shape in {"this", "base"}:
            return self._on_self(facts, call), "self"
        if call.shape == "chain":
            held = self.result(facts, facts.calls[call.inner], hops - 1)
            return (self.method(held, call.name) if held else ""), "chain"
        return self._on_path(facts, call, hops) if call.shape == "path" else ("", "")

    def _bare(self, facts: FileFacts, call: Call) -> tuple[str, str]:
        owner = call.owner
        while owner != NO_OWNER:
            definition = facts.definitions[owner]
            if definition.kind != "class":
                nested = f"{definition.local_id}.{call.name}"
                if nested in self._kinds:
                    return nested, "scope"
                if self._variable(facts, owner, call.name) is not None:
                    return "", ""
            owner = self._parent(facts, definition, owner)
        found = self.lookup(facts.path, call.name)
        return found, "scope" if call.name in self._modules[facts.path].names else "import"

    def _on_self(self, facts: FileFacts, call: Call) -> str:
        holder = self._enclosing_class(facts, call.owner)
        if not holder:
            return ""
        if call.shape == "this":
            return self.method(holder, call.name)
        for base in self._bases(self._classes[holder]):
            found = self.method(base, call.name)
            if found:
                return found
        return ""

    def _on_path(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        head, _, rest = call.receiver.partition(".")
        held = ""
        if head in {"self", "cls"}:
            held = self._enclosing_class(facts, call.owner)
        else:
            variable = self._local(facts, call.owner, head)
            if variable is None:
                return self.path_target(facts.path, f"{call.receiver}.{call.name}"), "static"
            held = self.variable_type(facts, variable, hops - 1)
        for attribute in rest.split(".") if rest else ():
            held = self.attribute_type(held, attribute) if held else ""
        return (self.method(held, call.name) if held else ""), "dotted" if rest else "var"

    def _local(self, facts: FileFacts, owner: int, name: str) -> Variable | None:
        while owner != NO_OWNER:
            found = self._variable(facts, owner, name)
            if found is not None and facts.definitions[owner].kind != "class":
                return found
            owner = self._parent(facts, facts.definitions[owner], owner)
        return self._variable(facts, NO_OWNER, name)

    def _variable(self, facts: FileFacts, owner: int, name: str) -> Variable | None:
        """Return a variable; None also when it is set to different things."""
        found = [each for each in facts.variables if each.owner == owner and each.name == name]
        return found[0] if found else None

    def link(self) -> None:
        """Add the edges of calls, bases, decorators and annotations."""
        for module in self._modules.values():
            for call in module.facts.calls:
                self._link_call(module.facts, call)
            for use in module.facts.types:
                self._link_type(module.facts, use)

    def _link_call(self, facts: FileFacts, call: Call) -> None:
        target, tier = self.call_target(facts, call)
        if target:
            type_ = EdgeType.INSTANTIATES if target in self._classes else EdgeType.CALLS
            self._builder.edge(self._source(facts, call.owner), target, type_, tier, (facts.path, call.line))

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        target = self.path_target(facts.path, use.name)
        if target:
            source = self._source(facts, use.owner)
            self._builder.edge(source, target, ROLE_EDGES[use.role], "scope", (facts.path, use.line))

    @staticmethod
    def _source(facts: FileFacts, owner: int) -> str:
        return facts.definitions[owner].local_id if owner != NO_OWNER else f"file:{facts.path}"


def python_import_edges(facts: Sequence[FileFacts]) -> dict[str, str]:
    """Return module name of every Python file by path."""
    return {each.path: module_name(each.path) for each in facts if each.language == "python"}
