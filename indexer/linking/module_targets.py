"""What a call calls and which class a value has, in languages with modules."""

from msgspec.structs import replace

from indexer.facts.contextual_types import BY_CONTEXT, plain_name
from indexer.facts.marks import ASSOCIATED, GIVEN_OBJECT, GLOBAL
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Variable
from indexer.facts.type_names import plain_type
from indexer.linking.aliases import Aliases
from indexer.linking.chains import Chains
from indexer.linking.class_scopes import ClassScopes
from indexer.linking.containers import Containers
from indexer.linking.contextual_types import ContextualTypes
from indexer.linking.elements import Elements, Written
from indexer.linking.fixtures import Fixtures, yielded
from indexer.linking.graph import place_of
from indexer.linking.labels import LABELLED, LabelledMethods
from indexer.linking.module_generics import LANGUAGES, MOST_STEPS, ModuleGenerics
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.module_records import CLASS_KINDS, DART, KOTLIN, RESOLVED
from indexer.linking.object_members import ObjectMembers
from indexer.linking.open_targets import OpenTargets
from indexer.linking.opened_values import OpenedValues


class ModuleTargets:
    """Finds the class that a value has, and with it the method that a call calls."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self._generics = ModuleGenerics(names, self.local, self.enclosing_class)
        self.fixtures = Fixtures(names)
        self.scopes = ClassScopes(names)
        self._values = OpenedValues(names, self)
        self._labels = LabelledMethods(names)
        self._elements = Elements(names, self)
        self._contexts = ContextualTypes(names, self, self._elements)
        self._objects = ObjectMembers(names)
        self._aliases = Aliases(names, self, self._objects.of_results)
        self._chains = Chains(self)
        self._containers = Containers(self)
        self._open = OpenTargets(names, names.open) if names.open is not None else None

    def attribute_type(self, class_id: str, name: str, hops: int = MAX_HOPS) -> str:
        """Return the class that an attribute holds; else empty."""
        attribute = self.attribute(class_id, name)
        if attribute is not None or hops <= 0:
            return self.variable_type(*attribute, hops - 1) if attribute is not None else ""
        part = self._names.held_objects.part(class_id, name)
        getter = "" if part else self._names.getter(class_id, name)
        return self._getter_type(getter, hops - 1) if getter else part

    def _getter_type(self, method: str, hops: int) -> str:
        """Return the class of what a method gives that is read as an attribute; else empty."""
        path, returns = self._names.returns.get(method, ("", ""))
        if not returns:
            return self._returned(path, method, hops) if path else ""
        return self.annotated(self._names.files[path], returns, method)

    def attribute(self, class_id: str, name: str) -> tuple[FileFacts, Variable] | None:
        """Return where a class or its bases declare an attribute."""
        declared = (each.attributes[name] for each in self._names.lineage(class_id) if name in each.attributes)
        return next(((self._names.files[path], variable) for path, variable in declared), None)

    def variable_type(self, facts: FileFacts, variable: Variable, hops: int = MAX_HOPS) -> str:
        """Return the class of a variable's value; else empty."""
        if self._open is not None:
            return self._open.variable_type(facts, variable)
        if facts.language in LANGUAGES and hops > 0:
            return self._generics.of_variable(facts, variable)
        return self._variable_type(facts, variable, hops) if hops > 0 else ""

    def _variable_type(self, facts: FileFacts, variable: Variable, hops: int) -> str:
        if variable.is_element or variable.given_to != NO_CALL:
            return self._element_type(facts, variable, hops - 1)
        if variable.type or variable.value.startswith(":"):
            return self.annotated(facts, variable.type or variable.value[1:], place_of(facts, variable.owner))
        if variable.call != NO_CALL:
            type_ = self.below(self.result(facts, facts.calls[variable.call], hops - 1), variable.value, hops - 1)
            entered = replace(variable, is_element=True, parameter=0)
            return type_ or (self._element_type(facts, entered, hops - 1) if variable.parameter else "")
        line = self._aliases.value_line(facts, variable) if variable.value else 0
        if line:
            return self.held_by(facts, variable.owner, variable.value, line, hops - 1)
        fixture = self.fixtures.filling(facts, variable)
        return self._fixture_type(fixture, hops - 1) if fixture else ""

    def _element_type(self, facts: FileFacts, variable: Variable, hops: int) -> str:
        """Return the class of a loop variable, or of a parameter of a handed function; else empty."""
        if variable.given_to == BY_CONTEXT:
            type_ = self.annotated(*self.by_context(facts, variable, hops))
            is_said = type_ or facts.language != "javascript"  # a comment may say it
            at = variable.owner, plain_name(variable.name), variable.line
            return type_ if is_said else self.held_by(facts, *at, hops)
        if facts.language in LABELLED and variable.given_to != NO_CALL:
            call = facts.calls[variable.given_to]
            target, _ = self.call_target(facts, call, hops)
            if target in self._names.classes:
                target = self._names.method(target, self._names.finder.constructors[0])
            if target or not variable.is_element:
                return self.annotated(*self._labels.closure_parameter(facts, call, target, variable))
        return self.annotated(*self._elements.element(facts, variable, hops))

    def by_context(self, facts: FileFacts, variable: Variable, hops: int) -> Written:
        """Return the type of a parameter that only its context says; an empty one when unknown."""
        return self._contexts.written(facts, variable, hops)

    def annotated(self, facts: FileFacts, annotation: str, scope: str) -> str:
        """Return the class that an annotation inside ``place`` names, wrappers taken off; else empty."""
        text = annotation.strip("\"'").replace("| None", "").replace("None |", "").strip()
        if text.startswith("Optional[") and text.endswith("]"):
            text = text[len("Optional[") : -1].strip("\"'")
        if facts.language in LANGUAGES:
            text = text.partition("<")[0]  # methods of ``Optional<Item>`` are none of Item
        name = plain_type(text.partition("[")[0])
        if name in {"Self", "this"}:
            return next(self.scopes.around(scope), "")
        if name.startswith("Self."):
            associated = f"{ASSOCIATED}{name.removeprefix('Self.')}"
            return self.attribute_type(next(self.scopes.around(scope), ""), associated)
        type_id = self._names.type_at(facts.path, scope, name) if name else ""
        is_class = type_id in self._names.classes or type_id in self._names.makers
        return self._aliases.class_of(type_id, self.annotated) or (type_id if is_class else "")

    def result(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> str:
        """Return the class of a call's result: the called class, else the declared type."""
        is_generic = facts.language in LANGUAGES
        return self._generics.of_result(facts, call) if is_generic else self._result(facts, call, hops)

    def _result(self, facts: FileFacts, call: Call, hops: int) -> str:
        holder = self.receiver(facts, call, hops - 1) if call.shape == "chain" else ""
        return self.result_of(facts, call, holder, hops)

    def result_of(self, facts: FileFacts, call: Call, holder: str, hops: int) -> str:
        """Return the class of the result of a call, in a chain of one on an object of a class; else empty."""
        type_ = self._result_of(facts, call, holder, hops)
        injected = "" if type_ else self._containers.class_named(facts, call, hops)
        return self.annotated(facts, injected, place_of(facts, call.owner)) if injected else type_

    def _result_of(self, facts: FileFacts, call: Call, holder: str, hops: int) -> str:
        if call.shape == "chain":
            target = self._names.method(holder, call.name) if holder else ""
        else:
            target = self.scopes.called(self.call_target(facts, call, hops)[0])
        if target in self._names.classes:
            return target
        if not target and call.name in self._names.finder.same_methods:
            return holder or self._holder(facts, call, hops - 1)
        element = self._elements.result(facts, call, hops - 1) if not target else None
        if element is not None and element.type:
            return self.annotated(*element)
        target = target or self._aliases.function(facts, call, hops - 1)
        path, returns = self._names.returns.get(target, ("", ""))
        if facts.language in LABELLED:
            path, returns = self._labels.result(call, target)
        values = self._names.returned.get(target, ())
        returns = "this" if values and all(each.type == "this" for each in values) else returns
        if not target and self._contexts.is_needed:
            returns = self._contexts.result(call, holder or self._holder(facts, call, hops - 1))
        if not returns or not target:
            return self._returned(path, target, hops - 1) if path else returns
        if returns.strip("\"'") in {"Self", "this"}:
            is_of_holder = returns == "this" or facts.language in LABELLED
            own = holder or self._holder(facts, call, hops - 1) if is_of_holder else ""
            return own or target.rpartition("::" if "::" in target.partition(":")[2] else ".")[0]
        return self.annotated(self._names.files[path], returns, target) or self._returned(path, target, hops - 1)

    def _fixture_type(self, fixture: str, hops: int) -> str:
        """Return the class of what a fixture gives to a test; else empty."""
        path, returns = self._names.returns.get(fixture, ("", ""))
        if not returns or yielded(returns) == returns:
            return self._getter_type(fixture, hops)
        return self.annotated(self._names.files[path], yielded(returns), fixture)

    def _returned(self, path: str, function: str, hops: int) -> str:
        """Return the class of all that a function gives which declares no type; else empty."""
        facts = self._names.files[path]
        types: set[str] = set()
        for each in self._names.returned.get(function, ()):
            if each.type == "this":
                types.add(self.enclosing_class(facts, each.owner))
            else:
                types.add(function if each.type == GIVEN_OBJECT else self.variable_type(facts, each, hops))
        return types.pop() if len(types) == 1 else ""

    def receiver(self, facts: FileFacts, call: Call, hops: int) -> str:
        """Return the class of a method's receiver; else empty."""
        if hops <= 0:
            return ""
        if call.shape == "this":
            return self.enclosing_class(facts, call.owner)
        if call.shape == "chain":
            if facts.language in LANGUAGES:
                return self.below(self.result(facts, facts.calls[call.inner], hops), call.receiver, hops)
            return self.below(self._chains.result(facts, call.inner, hops), call.receiver, hops)
        return self.held_by(facts, call.owner, call.receiver, call.line, hops) if call.shape == "path" else ""

    def _holder(self, facts: FileFacts, call: Call, hops: int) -> str:
        """Return the class of the object, or the class itself, that a method is called of; else empty."""
        if call.shape == "base":
            return self.enclosing_class(facts, call.owner)
        if call.shape == "type":
            return self.annotated(facts, call.receiver, place_of(facts, call.owner))
        class_id = self.receiver(facts, call, hops) if call.shape != "chain" else ""
        if class_id or call.shape != "path":
            return class_id
        type_id = self._names.type_at(facts.path, place_of(facts, call.owner), call.receiver)
        return type_id if type_id in self._names.classes else ""

    def enclosing_class(self, facts: FileFacts, owner: int) -> str:
        """Return the class around a place, also when it is defined in another file; else empty."""
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            for candidate in (each.local_id, each.parent, self._names.holder_of.get(each.local_id, "")):
                if candidate in self._names.classes:
                    return candidate
            if each.kind == "method" and not each.parent:
                class_id = self._names.lookup(facts.path, each.qualname.rpartition(".")[0].rpartition(".")[2])
                is_holder = class_id in self._names.classes or class_id in self._names.makers
                return class_id if is_holder else ""
            owner = self._names.parents[facts.path][owner]
        return ""

    def call_target(self, facts: FileFacts, call: Call, hops: int = MAX_HOPS) -> tuple[str, str]:
        """Return the target of a call and its tier; empty if it is uncertain."""
        if self._open is not None:
            return self._open.call_target(facts, call)
        if facts.language in RESOLVED:
            return self._generics.receivers.resolve(facts, call, MOST_STEPS)[:2]
        target, tier = self._called(facts, call, hops) if hops > 0 and call.name else ("", "")
        is_extended = facts.language in LABELLED and target in self._names.methods
        is_extended = is_extended and self._names.is_outside(self._names.holder_of.get(target, ""))
        return ("", "") if is_extended and self._labels.is_other(call, target) else (target, tier)

    def _called(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        """Return the target of a call and its tier, where functions and classes are found by imports."""
        if call.shape == "bare":
            return self._bare(facts, call, hops)
        if call.shape in {"this", "base"}:
            return self._on_self(facts, call), "self" if call.shape == "this" else "base"
        if call.shape == "type":
            class_id = self.annotated(facts, call.receiver, place_of(facts, call.owner))
            return (self._names.method(class_id, call.name) if class_id else ""), "var"
        if call.shape == "chain":
            class_id = self.receiver(facts, call, hops - 1)
            return (self._names.method(class_id, call.name) if class_id else ""), "chain"
        return self.on_path(facts, call, hops) if call.shape == "path" else ("", "")

    def suffixes(self, facts: FileFacts, call: Call) -> frozenset[str]:
        """Return the parameters of the overloads that a call may mean by what it is called of; none for all."""
        is_of_kotlin = facts.language == KOTLIN
        return self._generics.receivers.resolve(facts, call, MOST_STEPS).suffixes if is_of_kotlin else frozenset()

    def _bare(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        owner = call.owner
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.kind not in CLASS_KINDS:
                nested = self._names.nested(each.local_id, call.name)
                if nested and nested not in self._names.methods:
                    return nested, "scope"
                is_variable = (facts.path, owner, call.name) in self._names.variables
                if is_variable and self._names.finder.has_callable_variables:
                    return self._aliases.method(facts, owner, call.name, hops), "var"
            elif call.receiver != GLOBAL and (meaning := self.scopes.meaning(facts, owner, call.name)):
                if meaning == "variable":
                    return "", ""
                break
            owner = self._names.parents[facts.path][owner]
        if self._names.finder.has_implicit_self and call.receiver != GLOBAL:
            around = self.scopes.around(self.enclosing_class(facts, call.owner))
            methods = (self.scopes.method(holder, call.name) for holder in around)
            if method_id := next(filter(None, methods), ""):
                return method_id, "self"
        opened = self._values.method(facts, call)
        tier = "scope" if not opened and call.name in self._names.modules[facts.path].names else "import"
        target = opened or self._names.lookup(facts.path, call.name)
        if not target and self._names.finder.has_callable_variables:
            path, name = self._names.variable(facts.path, call.name)
            target = self._aliases.method(self._names.files[path], NO_OWNER, name, hops) if path else ""
        return target, tier

    def _on_self(self, facts: FileFacts, call: Call) -> str:
        holder = self.enclosing_class(facts, call.owner)
        if not holder:
            return self._objects.neighbour(facts, call) if call.shape == "this" else ""
        if call.shape == "this" or holder not in self._names.classes:
            return self.scopes.method(holder, call.name)
        inherited = (
            self._names.method(base, call.name) for base in self._names.bases(self._names.classes[holder])
        )
        return next((each for each in inherited if each), "")

    def receiver_class(self, facts: FileFacts, call: Call) -> str:
        """Return the class of what a call is made on, where classes have methods of their own; else empty."""
        return self._open.receiver(facts, call) if self._open is not None else ""

    def called_class(self, facts: FileFacts, call: Call) -> str:
        """Return the class that a call of a method which is not its own names; else empty."""
        return self._open.called_class(facts, call) if self._open is not None else ""

    def on_path(self, facts: FileFacts, call: Call, hops: int) -> tuple[str, str]:
        """Return the target of a call on a variable, a type or a dotted path, and its tier."""
        head, _, rest = call.receiver.partition(".")
        if head == "Self":
            holder = self.enclosing_class(facts, call.owner)
            return (self._names.inside(holder, call.name) if holder and not rest else ""), "static"
        if head not in self._names.finder.self_names and self.local(facts, call.owner, head, call.line) is None:
            return self._on_type(facts, call, hops), "static"
        class_id = self.held_by(facts, call.owner, call.receiver, call.line, hops)
        if class_id:
            return self._names.method(class_id, call.name), "dotted" if rest else "var"
        return self._objects.member(facts, call), "scope"

    def _on_type(self, facts: FileFacts, call: Call, hops: int) -> str:
        """Return what ``Type.name()`` or ``Type.CONSTANT.name()`` calls."""
        scope = place_of(facts, call.owner)
        type_id = self._names.type_at(facts.path, scope, f"{call.receiver}.{call.name}")
        path, _, attribute = call.receiver.rpartition(".")
        if type_id or not path:
            return type_id
        holder = self._names.type_at(facts.path, scope, path)
        if holder in self._names.classes:
            class_id = self.attribute_type(holder, attribute, hops - 1)
        elif "." in path:
            class_id = self._held_by_type(facts, call.owner, call.receiver, hops)
        else:
            variable = self.in_module(self._names.module_bound(facts.path, path), attribute, hops)
            class_id = self.variable_type(*variable, hops - 1) if variable is not None else ""
        return self._names.method(class_id, call.name) if class_id else ""

    def in_module(self, module: str, name: str, hops: int = MAX_HOPS) -> tuple[FileFacts, Variable] | None:
        """Return where a module, or one of a package's files, declares a variable that it gives by a name."""
        path, own = self._names.variable(module, name, hops)
        return (self._names.files[path], self._names.variables[path, NO_OWNER, own][0]) if path else None

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        if self._open is not None:
            return self._open.of_path(facts, owner, path, line)
        if facts.language in LANGUAGES:
            return self._generics.of_path(facts, owner, path, line)
        head, *rest = path.split(".")
        if head in self._names.finder.self_names:
            class_id = self.enclosing_class(facts, owner)
        else:
            variable = self.local(facts, owner, head, line)
            class_id = self.variable_type(*variable, hops - 1) if variable is not None else ""
            if variable is None and rest:
                return self._held_by_type(facts, owner, path, hops)
        return self.below(class_id, ".".join(rest), hops)

    def below(self, class_id: str, path: str, hops: int) -> str:
        """Return the class of what an object holds behind a path of attributes; that of the object for no path."""
        for attribute in path.split(".") if path else ():
            class_id = self.attribute_type(class_id, attribute, hops - 1) if class_id else ""
        return class_id

    def _held_by_type(self, facts: FileFacts, owner: int, path: str, hops: int) -> str:
        """Return the class of what an attribute of a type holds, as in ``Store.shared.items``; else empty."""
        scope, holder, rest = place_of(facts, owner), path, ""
        while "." in holder:
            holder, _, attribute = holder.rpartition(".")
            rest = f"{attribute}.{rest}" if rest else attribute
            type_id = self._names.type_at(facts.path, scope, holder)
            if type_id in self._names.classes:
                return self.below(type_id, rest, hops)
        return ""

    def local(self, facts: FileFacts, owner: int, name: str, line: int) -> tuple[FileFacts, Variable] | None:
        """Return where a bare name is declared: in the functions around, their classes, or the file."""
        at, has_blocks = owner, self._names.finder.has_bare_methods
        while at != NO_OWNER:
            each = facts.definitions[at]
            is_scope = has_blocks or each.kind not in CLASS_KINDS
            variable = self._names.declared(facts.path, at, name, line) if is_scope else None
            if variable is not None:
                return facts, variable
            attribute = self._seen_attribute(each.local_id, name)
            if attribute is not None:
                return attribute
            at = self._names.parents[facts.path][at]
        attribute = self._seen_attribute(self.enclosing_class(facts, owner), name)
        if attribute is not None:
            return attribute
        variable = self._names.declared(facts.path, NO_OWNER, name, line)
        if variable is not None:
            return facts, variable
        package = self._names.finder.package(facts.path)
        is_imported = facts.language == KOTLIN and name in self._names.modules[facts.path].bound
        if package and not is_imported:
            return self.in_module(package, name)
        is_seen = facts.language == DART or name in self._names.modules[facts.path].bound
        return self.in_module(facts.path, name) if is_seen else None

    def _seen_attribute(self, class_id: str, name: str) -> tuple[FileFacts, Variable] | None:
        """Return where an attribute is declared that is seen in a class by its bare name."""
        is_scope = self._names.finder.has_implicit_self
        attributes = (self.attribute(each, name) for each in self.scopes.seen(class_id) if is_scope)
        return next((each for each in attributes if each is not None), None)
