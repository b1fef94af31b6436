"""What a call calls and which class a value has, where classes are objects with methods of their own: in Ruby.

A class stands for its objects, its `singleton` for the class itself and for any number of its objects: the result
of ``Story.where(...)`` has the methods of the class Story.
"""

from collections import defaultdict
from collections.abc import Iterator

from indexer.facts.containers import LIST
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Variable
from indexer.linking.graph import place_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.modules import OpenClasses, singleton

OBJECT_OF = frozenset(
    (
        *(
            "create",
            "create!",
            "create_or_find_by",
            "create_or_find_by!",
            "find",
            "find_by",
            "find_by!",
            "find_by_id",
        ),
        *("find_or_create_by", "find_or_create_by!", "find_or_initialize_by", "find_sole_by", "first", "first!"),
        *("build", "fifth", "forty_two", "fourth", "instance", "last", "last!", "new", "sample", "second", "sole"),
        *("take", "take!", "third", "find_signed", "find_signed!"),
    )
)
"""Methods of Rails that give one object of a class; a class's own come first."""

OBJECTS_OF = frozenset(
    (
        *("all", "distinct", "eager_load", "extending", "from", "group", "having", "in_order_of", "includes"),
        *("joins", "left_joins", "left_outer_joins", "limit", "lock", "merge", "none", "not", "offset", "or"),
        *("order", "preload", "readonly", "references", "reorder", "reselect", "reverse_order", "rewhere"),
        *("select", "unscope", "unscoped", "where", "to_a", "reverse", "reject", "filter", "sort_by", "load"),
        *("with_deleted", "shuffle", "find_each", "find_in_batches", "each", "strict_loading", "compact", "uniq"),
    )
)
"""Methods of Rails that give any number of objects of a class."""

FOR_EACH = frozenset(
    (
        *("all?", "any?", "collect", "count", "detect", "each", "each_with_index", "each_with_object", "filter"),
        *("filter_map", "find", "find_all", "find_each", "flat_map", "group_by", "index_by", "map", "max_by"),
        *("min_by", "none?", "partition", "reject", "select", "sort_by", "sum", "to_h", "uniq"),
    )
)
"""Methods whose block gets one of the objects that their receiver holds."""

SAME = frozenset(("dup", "clone", "freeze", "itself", "reload", "tap", "presence", "becomes", "lock!"))
"""Methods that give an object of the class of their receiver."""

GIVES_RECEIVER = frozenset(("tap", "then", "yield_self"))
"""Methods whose block gets their receiver."""

DEFERRING = frozenset(
    ("perform_later", "perform_now", "perform_async", "perform_in", "perform_at", "perform_inline", "perform_sync")
)
"""Methods of a job that run its method ``perform``."""

MAILERS = frozenset(("ActionMailer.Base", "ApplicationMailer"))
SELF = "self"
MOST_STEPS = 3 * MAX_HOPS
"""How many calls and values are followed: chains of queries are long."""


class OpenTargets:
    """Finds what calls and values mean by the rules of Ruby."""

    def __init__(self, names: ModuleNames, classes: OpenClasses) -> None:
        self._names = names
        self._classes = classes
        self._values: dict[tuple[str, int, int], str] = {}
        self._known: dict[tuple[str, str, int], str] = {}
        self._attributes: dict[tuple[str, str], list[tuple[FileFacts, Variable]]] = defaultdict(list)
        for facts in names.files.values():
            for each in facts.variables:
                if each.owner != NO_OWNER and facts.definitions[each.owner].local_id in names.classes:
                    self._attributes[facts.definitions[each.owner].local_id, each.name].append((facts, each))

    def self_at(self, facts: FileFacts, owner: int) -> str:
        """Return the class whose methods a bare call may call; in the body of a class that of the class itself."""
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.local_id in self._names.classes:
                return singleton(each.local_id)
            if each.local_id == f"{each.parent}#{each.name}":
                return each.parent if each.parent in self._names.classes else ""
            if each.local_id == f"{each.parent}.{each.name}" and each.kind != "constant":
                return singleton(each.parent) if each.parent in self._names.classes else ""
            if each.kind == "function":
                return ""
            owner = self._names.parents[facts.path][owner]
        return ""

    def call_target(self, facts: FileFacts, call: Call, hops: int = MOST_STEPS) -> tuple[str, str]:
        """Return the target of a call and its tier; empty if it is uncertain."""
        if hops <= 0 or not call.name:
            return "", ""
        return self._target(facts, call, self.receiver(facts, call, hops - 1))

    def _target(self, facts: FileFacts, call: Call, receiver: str) -> tuple[str, str]:
        """Return the target of a call on an object of a class, and its tier."""
        if call.shape == "base":
            return self._inherited(receiver, call.name), "base"
        method = self._method(receiver, call.name)
        if call.shape == "path":
            is_class = receiver.endswith("!") and (call.receiver[:1].isupper() or call.receiver.startswith("::"))
            return method, "static" if is_class else "var"
        if call.shape in {"chain", "type"}:
            return method, "self" if call.receiver == SELF else "chain" if call.shape == "chain" else "var"
        if not method and receiver.endswith("!") and self._is_in_body(facts, call.owner):
            method = self._method(receiver[:-1], call.name)  # in a block that an object will run
        if method:
            return method, "self"
        shared = self._of_users(receiver, call.name)
        if shared:
            return shared, "inferred"
        function = self._function(facts, call)
        return (self._of_test(facts, call), "self") if not receiver and not function[0] else function

    def _of_test(self, facts: FileFacts, call: Call) -> str:
        """Return the method that a call outside of any class in a test file leads to; else empty."""
        methods = (self._method(each, call.name) for each in self._classes.classes_of_tests(facts.path))
        return next(filter(None, methods), "") if call.shape in {"bare", "this"} else ""

    def _is_in_body(self, facts: FileFacts, owner: int) -> bool:
        return owner != NO_OWNER and facts.definitions[owner].local_id in self._names.classes

    def _of_users(self, module: str, name: str) -> str:
        """Return the only method of a name that the classes which mix a module in have; else empty."""
        methods = {self._method(each, name) for each in self._classes.users(module)} - {""}
        return methods.pop() if len(methods) == 1 else ""

    def _function(self, facts: FileFacts, call: Call) -> tuple[str, str]:
        """Return the function of the file, or of one that it requires, that a call without a receiver calls."""
        function = self._names.lookup(facts.path, call.name) if call.shape == "bare" else ""
        is_function = function and function not in self._names.classes and function not in self._names.constants
        tier = "scope" if call.name in self._names.modules[facts.path].names else "import"
        return (function, tier) if is_function else ("", "")

    def _method(self, class_id: str, name: str) -> str:
        """Return the method that a class has by a name, or what Rails calls by another one; else empty."""
        method = self._names.method(class_id, name) if class_id else ""
        if method or not class_id.endswith("!"):
            return method
        own = class_id[:-1]
        if name == "new":
            return own
        if name in DEFERRING:
            return self._names.method(own, "perform")
        return self._names.method(own, name) if self._classes.is_derived(own, MAILERS) else ""

    def _inherited(self, class_id: str, name: str) -> str:
        class_ = self._names.classes.get(class_id)
        bases = self._names.bases(class_) if class_ is not None else []
        return next((method for base in bases if (method := self._names.method(base, name))), "")

    def receiver(self, facts: FileFacts, call: Call, hops: int = MOST_STEPS) -> str:
        """Return the class of what a call is made on; else empty."""
        if hops <= 0 or call.shape == "other":
            return ""
        if call.shape == "type":
            is_own = call.receiver == SELF
            return (
                self.self_at(facts, call.owner)[:-1]
                if is_own
                else self._class_at(facts, call.owner, call.receiver)
            )
        if call.shape == "chain":
            return self._value(facts, call.inner, hops - 1)
        if call.shape == "path":
            return self.of_path(facts, call.owner, call.receiver, call.line, hops - 1)
        return self.self_at(facts, call.owner)

    def called_class(self, facts: FileFacts, call: Call) -> str:
        """Return the class that a call names as its receiver; else empty."""
        is_path = call.shape == "path" and (call.receiver[:1].isupper() or call.receiver.startswith("::"))
        class_id = self._class_at(facts, call.owner, call.receiver) if is_path else ""
        return class_id if class_id and self._names.classes[class_id].kind != "module" else ""

    def _class_at(self, facts: FileFacts, owner: int, written: str) -> str:
        class_id = self._names.type_at(facts.path, place_of(facts, owner), written)
        return class_id if class_id in self._names.classes else ""

    def _value(self, facts: FileFacts, index: int, hops: int) -> str:
        """Return the class of what a call gives; so many steps further it is looked for once."""
        key = facts.path, index, hops
        if hops > 0 and key not in self._values:
            self._values[key] = self.result(facts, facts.calls[index], hops)
        return self._values.get(key, "")

    def result(self, facts: FileFacts, call: Call, hops: int = MOST_STEPS) -> str:
        """Return the class of what a call gives; else empty."""
        receiver = self.receiver(facts, call, hops - 1)
        target, _ = self._target(facts, call, receiver)
        if target in self._names.classes:
            return target
        if target:
            return self._returned(target, hops - 1)
        if call.name in SAME:
            return receiver
        if call.name == "class" and receiver and not receiver.endswith("!"):
            return singleton(receiver)
        if not receiver.endswith("!"):
            return ""
        return receiver[:-1] if call.name in OBJECT_OF else receiver if call.name in OBJECTS_OF else ""

    def _returned(self, method: str, hops: int) -> str:
        """Return the class of all that a method gives; else empty."""
        facts = self._names.files[self._names.returns[method][0]] if method in self._names.returns else None
        if facts is None:
            return ""
        types = {self.variable_type(facts, each, hops) for each in self._names.returned.get(method, ())}
        return types.pop() if len(types) == 1 else ""

    def variable_type(self, facts: FileFacts, variable: Variable, hops: int = MOST_STEPS) -> str:
        """Return the class of a variable's value; else empty."""
        if hops <= 0 or variable.given_to != NO_CALL:
            return self._handed(facts, variable, hops - 1) if hops > 0 else ""
        if variable.type:
            class_id = self._class_at(facts, variable.owner, variable.type.removeprefix(LIST))
            return singleton(class_id) if class_id and variable.type.startswith(LIST) else class_id
        if variable.call != NO_CALL:
            return self._value(facts, variable.call, hops - 1)
        is_other = variable.value not in {"", variable.name}
        return self.of_path(facts, variable.owner, variable.value, variable.line, hops - 1) if is_other else ""

    def _handed(self, facts: FileFacts, variable: Variable, hops: int) -> str:
        """Return the class of the parameter of a block."""
        call = facts.calls[variable.given_to]
        receiver = self.receiver(facts, call, hops) if variable.parameter == 0 and call.shape != "bare" else ""
        if call.name in GIVES_RECEIVER:
            return receiver
        return receiver[:-1] if receiver.endswith("!") and call.name in FOR_EACH else ""

    def of_path(self, facts: FileFacts, owner: int, path: str, line: int, hops: int = MOST_STEPS) -> str:
        """Return the class of what a variable or the path of a constant holds; else empty."""
        if hops <= 0:
            return ""
        if path == "self":
            return self.self_at(facts, owner)
        if path[:1].isupper() or path.startswith("::"):
            return self._constant(facts, owner, path, hops)
        declared = self._names.declared(facts.path, owner, path, line)
        if declared is not None:
            return self.variable_type(facts, declared, hops)
        return self._attribute(self.self_at(facts, owner).removesuffix("!"), path, hops)

    def _attribute(self, class_id: str, name: str, hops: int) -> str:
        """Return the class that all which is known of the values of an object's variable has; else empty."""
        key = class_id, name, hops
        if name.startswith("@") and key not in self._known:
            types = {self.variable_type(*each, hops - 1) for each in self._settings(class_id, name)} - {""}
            self._known[key] = types.pop() if len(types) == 1 else ""
        return self._known.get(key, "")

    def _constant(self, facts: FileFacts, owner: int, path: str, hops: int) -> str:
        target = self._names.type_at(facts.path, place_of(facts, owner), path)
        if target in self._names.classes:
            return singleton(target)
        holder, _, name = target.rpartition(".")
        types = {self.variable_type(*each, hops) for each in self._attributes.get((holder, name), ())}
        return types.pop() if len(types) == 1 else ""

    def _settings(self, class_id: str, name: str) -> Iterator[tuple[FileFacts, Variable]]:
        """Yield what sets a variable of an object, in its class and in those that it is derived from."""
        for each in (class_id, *self._classes.ancestors(class_id)):
            yield from self._attributes.get((each, name), ())
