"""Names in languages with modules: the meaning of a name in a file, by its imports and their re-exports."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter

from indexer.facts.marks import DEREF, RETURNED, VIRTUAL
from indexer.facts.model import NO_CALL, NO_OWNER, FileFacts, Variable
from indexer.linking.graph import Draft, GraphBuilder
from indexer.linking.held_objects import HeldObjects
from indexer.linking.lineage import lineage
from indexer.linking.module_imports import ModuleImports, close_packages
from indexer.linking.module_records import CLASS_KINDS, CLOSED, DART, EXTENSION, OBJECT, Class, Module, is_untyped
from indexer.linking.modules import ModuleFinder, OpenClasses, singleton
from search.types.graph import EdgeType

MAX_HOPS = 12
"""How many re-exports, base classes and values are followed."""

_line = attrgetter("line")

TYPES_ONLY = frozenset(("interface", "type"))
"""Kinds without a value, which cannot be a default export that has no name."""


class ModuleNames:
    """Knows the names of all files of one family of languages, and adds the edges of their imports."""

    def __init__(self, facts: Sequence[FileFacts], finder: ModuleFinder, builder: GraphBuilder) -> None:
        self._builder = builder
        self.finder = finder
        self.open = finder if isinstance(finder, OpenClasses) else None
        self.files = {each.path: each for each in facts if each.language in finder.languages}
        self.modules: dict[str, Module] = {path: Module() for path in self.files}
        self.classes: dict[str, Class] = {}
        self.makers: dict[str, dict[str, str]] = defaultdict(dict)
        """Function that ``new`` makes objects by -> their methods: ``View.prototype.find``."""
        self.held_objects = HeldObjects(self)
        self.ids: set[str] = set()
        self.methods: set[str] = set()
        self.constants: set[str] = set()
        self.virtual: dict[tuple[str, str], bool] = {}
        """Classes of C++ and methods that they declare as virtual -> whether without a body."""
        self.spaces: set[str] = set()
        """Namespaces inside of files."""
        self.types_alone: set[str] = set()
        """Interfaces and type names that no class and no value is called by as well."""
        self.returned: dict[str, list[Variable]] = defaultdict(list)
        self.returns: dict[str, tuple[str, str]] = {}
        self.parents: dict[str, list[int]] = {}
        self.holder_of: dict[str, str] = {}
        """Definition -> the one around it; of a method outside of its class, the class."""
        self._bases_of: dict[str, list[str]] = {}
        self._aliases: dict[tuple[str, str], str] = {}
        self._meanings: dict[tuple[str, str, int], str] = {}
        """What `lookup` returned, once all imports are bound."""
        self.variables: dict[tuple[str, int, str], list[Variable]] = defaultdict(list)
        for each in self.files.values():
            self._index_definitions(each)
        for each in self.files.values():
            self._index_members(each)
        for declared in self.variables.values():
            declared.sort(key=_line)
        self.shared = self._shared_variables()
        close_packages(self.modules)
        ModuleImports(self.modules, self.files, finder, builder).bind_all()
        for each in self.files.values():
            self._adopt_outside_methods(each)
            self.held_objects.enter(each, self.modules[each.path])
        self._meanings.clear()

    def _index_definitions(self, facts: FileFacts) -> None:
        module = self.modules[facts.path]
        package = self.finder.package(facts.path)
        index_of: dict[str, int] = {}
        self.types_alone |= {each.local_id for each in facts.definitions if each.kind in TYPES_ONLY}
        self.types_alone -= {each.local_id for each in facts.definitions if each.kind not in TYPES_ONLY}
        parents: list[int] = []
        for index, each in enumerate(facts.definitions):
            parents.append(index_of.get(each.parent, NO_OWNER))
            index_of[each.local_id] = index
            self.ids.add(each.local_id)
            self.holder_of.setdefault(each.local_id, each.parent)
            if not each.parent and each.kind != "method":
                module.names.setdefault(each.name, each.local_id)
            elif each.kind == "method" and not each.parent:
                module.members.setdefault(each.qualname, each.local_id)
            if each.kind == "method":
                self.methods.add(each.local_id)
            elif each.kind == "namespace":
                self.spaces.add(each.local_id)
            elif each.kind == "constant":
                self.constants.add(each.local_id)
            if each.kind in CLASS_KINDS or (self.open is not None and each.kind == "module"):
                self.classes.setdefault(each.local_id, Class(each.local_id, facts.path, OBJECT)).declare(each.kind)
                if self.open is not None:
                    own = singleton(each.local_id)
                    self.classes.setdefault(own, Class(own, facts.path, each.kind))
        self.parents[facts.path] = parents
        if package:
            shared = self.modules.setdefault(package, Module())
            shared.stars.append(facts.path)
            shared.is_closed = shared.is_closed or facts.language in CLOSED
            folder = package.partition(":")[2]
            self._builder.add(package, Draft("package", folder, folder, facts.language))
            self._builder.edge(package, f"file:{facts.path}", EdgeType.DEFINES, "exact", (facts.path, 1))

    def _index_members(self, facts: FileFacts) -> None:
        static = {each.owner for each in facts.signatures if each.is_static}
        for index, each in enumerate(facts.definitions):
            is_own = (
                not each.local_id.startswith(f"{each.parent}.") or each.local_id == f"{each.parent}.{each.name}"
            )
            if each.parent in self.classes and is_own:
                holder_id = singleton(each.parent) if self.open is not None and index in static else each.parent
                self.classes[holder_id].methods.setdefault(each.name, each.local_id)
        for use in facts.types:
            if use.role in {"base", "implemented"} and use.owner != NO_OWNER:
                holder = self.classes.get(facts.definitions[use.owner].local_id)
                if holder is not None:
                    holder.bases.append(use.name)
                    holder.implemented.update((use.name,) if use.role == "implemented" else ())
        for variable in facts.variables:
            self._index_variable(facts, variable)
        for signature in facts.signatures:
            self.returns[facts.definitions[signature.owner].local_id] = (facts.path, signature.returns)

    def _index_variable(self, facts: FileFacts, variable: Variable) -> None:
        if variable.owner != NO_OWNER and variable.name == RETURNED:
            self.returned[facts.definitions[variable.owner].local_id].append(variable)
            return
        if variable.owner != NO_OWNER and variable.type == VIRTUAL:
            self.virtual[facts.definitions[variable.owner].local_id, variable.name] = bool(variable.value)
            return
        self.variables[facts.path, variable.owner, variable.name].append(variable)
        holder = self._holder(facts, variable)
        if holder is not None and (variable.type or variable.call != NO_CALL or variable.value):
            holder.attributes.setdefault(variable.name, (facts.path, variable))
            holder.bases += [variable.type] if variable.name == DEREF else []

    def declared(self, path: str, owner: int, name: str, line: int) -> Variable | None:
        """Return the declaration of a variable that holds at a line: the last one before it, else the first."""
        declared = self.variables.get((path, owner, name))
        return declared[max(bisect_right(declared, line, key=_line) - 1, 0)] if declared else None

    def _shared_variables(self) -> dict[tuple[str, str], str]:
        """Return the first file that declares a variable outside of functions, by package or file and by name."""
        shared: dict[tuple[str, str], str] = {}
        for path in sorted(self.files):
            module = self.finder.package(path) or path
            for each in self.files[path].variables:
                if each.owner == NO_OWNER:
                    shared.setdefault((module, each.name), path)
        return shared

    def _holder(self, facts: FileFacts, variable: Variable) -> Class | None:
        is_inside = variable.owner != NO_OWNER
        return self.classes.get(facts.definitions[variable.owner].local_id) if is_inside else None

    def _adopt_outside_methods(self, facts: FileFacts) -> None:
        """``void Store::get()``, or an ``impl`` of Rust, belongs to the class that another file defines."""
        for each in facts.definitions:
            holder, _, name = each.qualname.replace("::", ".").rpartition(".")
            is_apart = not each.parent or (facts.language == "rust" and each.parent not in self.ids)
            if each.kind == "method" and is_apart and holder:
                class_id = self.lookup(facts.path, holder.rpartition(".")[2])
                if class_id in self.classes:
                    if self.virtual.get((class_id, name)):  # declared without the body that is here
                        self.ids.discard(self.classes[class_id].methods.pop(name, ""))
                    self.classes[class_id].methods.setdefault(name, each.local_id)
                    self.holder_of[each.local_id] = class_id
                    edge = (class_id, each.local_id, EdgeType.DEFINES)
                    self._builder.edge(*edge, "exact", (facts.path, each.start_line))
                elif class_id in self.returns and self.finder.whole:
                    self.makers[class_id].setdefault(name, each.local_id)

    def lookup(self, path: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the definition of a module-level name, following re-exports; else empty."""
        key = path, name, hops
        if key not in self._meanings:
            local_id = self._lookup(path, name, hops, set())
            self._meanings[key] = local_id or self.own(*self.finder.absolute(path, name))
        return self._meanings[key]

    def own(self, path: str, dotted: str) -> str:
        """Return what a module defines by a path in it; else empty."""
        head, _, rest = dotted.partition(".")
        local_id = self.modules[path].names.get(head, "") if path in self.modules else ""
        return self.inside(local_id, rest) if local_id else ""

    def _lookup(self, path: str, name: str, hops: int, seen: set[str]) -> str:
        module = self.modules.get(path)
        if module is None or hops == 0 or path in seen:
            return ""
        if name in module.names:
            return module.names[name]
        if name in module.bound:
            target, inner = module.bound[name]
            head, _, rest = inner.partition(".")
            local_id = self._named(target, head, path, name, hops, seen)
            return self.inside(local_id, rest) if rest and local_id else local_id
        if module.is_closed:
            return ""
        seen.add(path)
        found_in = {self._lookup(star, name, hops - 1, seen) for star in module.stars if star != path}
        found_in |= {self.inside(self.own(*each), name) for each in module.opened}
        found_in.discard("")
        return found_in.pop() if len(found_in) == 1 else ""

    def _named(self, target: str, inner: str, path: str, name: str, hops: int, seen: set[str]) -> str:
        named = inner or self.finder.whole
        if not named or (target == path and named == name):
            return ""
        local_id = self._lookup(target, named, hops - 1, seen)
        if (
            not local_id
            and inner == "default"
            and target in self.modules
            and inner not in self.modules[target].bound
            and not is_untyped(self.variables.get((target, NO_OWNER, inner), ()))
        ):
            only = list(self.modules[target].names.values())
            is_value = len(only) == 1 and self._kind(only[0]) not in TYPES_ONLY
            return only[0] if is_value else ""
        return local_id or self._member(target, inner)

    def _member(self, path: str, name: str) -> str:
        """Return the function that the object which a module gives as a whole got by a name; else empty."""
        module = self.modules.get(path)
        home, whole = module.bound.get(self.finder.whole, ("", "")) if module is not None else ("", "")
        return self.modules[home].members.get(f"{whole}.{name}", "") if whole and home == path else ""

    def is_outside(self, local_id: str) -> bool:
        """Return whether a definition is a type of another root, of which only members are defined here."""
        return self._kind(local_id) == EXTENSION

    def _kind(self, local_id: str) -> str:
        class_ = self.classes.get(local_id)
        return class_.kind if class_ is not None else ""

    def path_target(self, path: str, dotted: str, hops: int = MAX_HOPS) -> str:
        """Return the definition of ``a.b.c`` as a file sees it; else empty."""
        return self._bound_path(path, dotted, hops) if self.open is None else self.open.type_at(path, "", dotted)

    def _bound_path(self, path: str, dotted: str, hops: int) -> str:
        """Return the definition of ``a.b.c`` by the imports of a file; else empty."""
        head, _, rest = dotted.partition(".")
        local_id = self.lookup(path, head, hops)
        if not rest:
            return local_id
        inside = self.inside(local_id, rest) if local_id else ""
        if inside:
            return inside
        bound = self.module_bound(path, head)
        if bound:
            return self.in_module(bound, rest, hops)
        if local_id:
            return ""
        module = self.modules[path]
        for source in sorted(module.dotted, key=lambda each: (-len(each), each)):
            if dotted.startswith(f"{source}."):
                return self.in_module(module.dotted[source], dotted[len(source) + 1 :], hops)
        target = self.finder.absolute(path, dotted)
        return self.in_module(target.module, target.name, hops) if target.module and target.name else ""

    def in_module(self, path: str, rest: str, hops: int = MAX_HOPS) -> str:
        """Return the definition of ``a.b.c`` that a module gives; else empty."""
        name, _, more = rest.partition(".")
        if hops == 0:
            return ""
        local_id = self.lookup(path, name, hops)
        if local_id:
            return self.inside(local_id, more) if more else local_id
        target = self.module_bound(path, name) if more else ""
        return self.in_module(target, more, hops - 1) if target else self._member(path, rest)

    def variable(self, path: str, name: str, hops: int = MAX_HOPS) -> tuple[str, str]:
        """Return file and name of the variable that a name means, following re-exports; both empty for none."""
        if path in self.files and self.files[path].language == DART:
            path = self.finder.absolute(path, name).module
            return (path, name) if (path, name) in self.shared else ("", "")
        return self._variable(path, name, hops, set())

    def _variable(self, path: str, name: str, hops: int, seen: set[str]) -> tuple[str, str]:
        home = path if (path, NO_OWNER, name) in self.variables else self.shared.get((path, name), "")
        if home:
            return home, name
        if path not in self.files or hops <= 0 or path in seen or name in self.modules[path].names:
            return "", ""
        module = self.modules[path]
        if name in module.bound:
            target, inner = module.bound[name]
            named = inner or self.finder.whole
            return self._variable(target, named, hops - 1, seen) if (target, named) != (path, name) else ("", "")
        seen.add(path)
        stars = (star for star in module.stars if star != path)
        candidates = {self._variable(star, name, hops - 1, seen) for star in stars} - {("", "")}
        return candidates.pop() if len(candidates) == 1 else ("", "")

    def module_bound(self, path: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the module or package that a name of a module means, following re-exports; else empty."""
        return self._module_bound(path, name, hops, set())

    def _module_bound(self, path: str, name: str, hops: int, seen: set[str]) -> str:
        module = self.modules.get(path)
        if module is None or hops == 0 or path in seen:
            return ""
        if name in module.bound:
            target, inner = module.bound[name]
            return self._module_bound(target, inner, hops - 1, seen) if inner else target
        if name in module.names:
            return ""
        seen.add(path)
        stars = module.stars if hops < MAX_HOPS or self.finder.has_star_modules else ()
        candidates = {self._module_bound(star, name, hops - 1, seen) for star in stars if star != path} - {""}
        return candidates.pop() if len(candidates) == 1 else ""

    def inside(self, local_id: str, rest: str) -> str:
        """Return the member of a definition, nested, inherited or of another name; else empty."""
        name, _, more = rest.partition(".")
        if not name:
            return local_id
        nested = self.nested(local_id, name)
        inside = self.inside(nested, more) if nested else ""
        return inside or (self.held_objects.behind(local_id, rest) if more else self.method(local_id, name))

    def nested(self, local_id: str, name: str) -> str:
        """Return the member with this name that a definition contains; else empty."""
        return next((each for joint in (".", "::") if (each := f"{local_id}{joint}{name}") in self.ids), "")

    def method(self, class_id: str, name: str) -> str:
        """Return the method that a class or its bases define; else empty."""
        if self.open is not None:
            chain = (self.classes.get(each) for each in (class_id, *self.open.ancestors(class_id)))
            return next((each.methods[name] for each in chain if each is not None and name in each.methods), "")
        if class_id not in self.classes:
            return self.makers.get(class_id, {}).get(name, "") or self.held_objects.part(class_id, name)
        own = (each.methods.get(name) or self._aliased_method(each, name) for each in self.lineage(class_id))
        return next(filter(None, own), "")

    def lineage(self, class_id: str) -> Iterator[Class]:
        """Yield a class and those that it is derived from, depth first; nothing for what is no class."""
        ids = lineage(class_id, lambda above: self.bases(self.classes[above]) if above in self.classes else ())
        return (self.classes[each] for each in ids if each in self.classes)

    def is_derived(self, class_id: str, base: str) -> bool:
        """Return whether a type is another one, or derived from it."""
        return class_id == base or any(each.local_id == base for each in self.lineage(class_id))

    def getter(self, class_id: str, name: str) -> str:
        """Return the method that gives what is read as an attribute of an object; else empty."""
        return self.method(class_id, name) if class_id and self.finder.has_getters else ""

    def _aliased_method(self, class_: Class, name: str) -> str:
        """Return the method that an attribute stands for, as in ``fetch = Store.get``; else empty."""
        path, variable = class_.attributes.get(name, ("", None))
        if variable is None or variable.type or variable.is_element or "." not in variable.value:
            return ""
        key = class_.local_id, name
        if key not in self._aliases:
            self._aliases[key] = ""  # an attribute that stands for itself ends here
            target = self.path_target(path, variable.value)
            self._aliases[key] = target if target in self.methods else ""
        return self._aliases[key]

    def bases(self, class_: Class) -> list[str]:
        """Return the bases that are classes of this root, in the order they are written."""
        if self.open is not None:
            return list(self.open.bases(class_.local_id))
        if class_.local_id not in self._bases_of:
            self._bases_of[class_.local_id] = []  # a class that is derived from itself ends here
            around = self.holder_of[class_.local_id]
            targets = (self.type_at(class_.path, around, text.partition("<")[0]) for text in class_.bases)
            self._bases_of[class_.local_id] = [each for each in targets if each in self.classes]
        return self._bases_of[class_.local_id]

    def type_at(self, path: str, scope: str, dotted: str) -> str:
        """Return what a type's name means inside the definition ``place`` (empty: of the file); else empty.

        Nested types come before names of the file; of classes where these are scopes, and with those of bases.
        """
        if self.open is not None:
            return self.open.type_at(path, scope, dotted)
        head, _, rest = dotted.partition(".")
        while scope:
            type_id = self._nested_type(scope, head) if self.finder.has_implicit_self else self._inner(scope, head)
            if type_id:
                return self.inside(type_id, rest)
            scope = self.holder_of.get(scope, "")
        return self.path_target(path, dotted)

    def _inner(self, holder: str, name: str) -> str:
        """Return the type of that name in a function or a namespace; else empty."""
        local_id = "" if holder in self.classes else self.nested(holder, name)
        return local_id if local_id in self.classes or local_id in self.spaces else ""

    def _nested_type(self, holder: str, name: str) -> str:
        nested = (f"{each}.{name}" for each in (holder, *(above.local_id for above in self.lineage(holder))))
        return next((each for each in nested if each in self.classes), "")
