"""What paths of Lua files mean: tables and functions, followed through variables, modules, classes and results."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from indexer.discovery.flags import path_flags
from indexer.facts.marks import RETURNED
from indexer.facts.model import FUNCTION, NO_CALL, NO_OWNER, RECEIVER, Call, FileFacts, Variable
from indexer.languages.lua.declared import TYPE
from indexer.languages.lua.extractor import METHOD_CALL
from indexer.languages.lua.modules import Modules
from indexer.languages.lua.scopes import GLOBAL, is_standard
from indexer.languages.lua.syntax import MODULE
from indexer.languages.lua.values import UNKNOWN, is_table
from search.types.files import Flag

LANGUAGE = "lua"
MAKERS = frozenset(("new", "create", "extend", "subclass", "derive", "inherit", "clone"))
"""Methods of the common class libraries that give an object, or a class, of their receiver."""

CONSTRUCTORS = ("init", "initialize", "_init", "__init", "ctor", "new")
"""Methods that these libraries call with a new object."""

MOST_FILES = 40
"""Files that set a global variable; one that more files set is no name of the root."""

MOST_SLOTS = 16
"""Tables that a path may mean."""

MOST_TABLES = 100
"""Tables inside of each other that are looked into."""

MOST_DEEP = 24
"""Variables, fields and results behind each other that are followed."""

ALONE = frozenset((Flag.TEST, Flag.EXAMPLE))
"""Files that are programs of their own."""

MOST_STEPS = 3000
"""Of one question."""


class Slot(NamedTuple):
    """A variable, a table or a field of a file.

    Attributes:
        path: of the file.
        key: of the variable, with the fields behind it.
        own: key of the ``self`` of the function that the slot is in the result of; empty for no result.
        receiver: the table that this function was called of.
    """

    path: str
    key: str
    own: str = ""
    receiver: "Slot | None" = None


class Function(NamedTuple):
    """A definition by its file and its number there."""

    path: str
    number: int


class Names:
    """Knows what all Lua files of a root hold."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.files = {each.path: each for each in files if each.language == LANGUAGE}
        self.modules = Modules(list(self.files.values()))
        self._stored: dict[tuple[str, str], list[Variable]] = defaultdict(list)
        """File and key -> what is there."""
        self._functions: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._doubtful: set[tuple[str, str]] = set()
        """Files with the keys of elements that may be anything."""
        self._parts: dict[tuple[str, str], list[int]] = defaultdict(list)
        """File and key of a table that is written out -> the functions in it."""
        self._inner: dict[tuple[str, str], list[str]] = defaultdict(list)
        """File and key of such a table -> the keys of those in it."""
        self.classes: dict[tuple[str, str], int] = {}
        self._returned: dict[Function, list[Variable]] = defaultdict(list)
        self._receivers: dict[Function, str] = {}
        self._keys: set[tuple[str, str]] = set()
        """Files with all keys that something is known of."""
        self._global: dict[str, list[str]] = defaultdict(list)
        """Key of a global variable, or of a declared class -> the files that set it, or a field of it."""
        self._known: dict[Slot | tuple[str, int], tuple[Slot, ...]] = {}
        self._active: set[Slot | tuple[str, int]] = set()
        self._is_cut = False
        self._steps = 0
        for each in self.files.values():
            self._index(each)

    def _index(self, facts: FileFacts) -> None:
        for each in facts.variables:
            function = Function(facts.path, each.owner)
            if each.name == RETURNED and each.owner != NO_OWNER:
                self._returned[function].append(each)
                continue
            slot = (facts.path, each.name)
            if each.type == FUNCTION:
                if facts.definitions[each.owner].kind == "class":
                    self.classes[slot] = each.owner
                else:
                    self._functions[slot].append(each.owner)
                    table = each.name.rpartition(".")[0]
                    if is_table(table):
                        self._parts[facts.path, table].append(each.owner)
            else:
                self._stored[slot].append(each)
                if is_table(each.value) and is_table(each.name.rpartition(".")[0]):
                    self._inner[facts.path, each.name.rpartition(".")[0]].append(each.value)
            if each.value == UNKNOWN:
                self._doubtful.add(slot)
            if each.parameter == RECEIVER:
                self._receivers[function] = each.name
            self._add_keys(facts.path, each.name)
            self._add_global(facts, each)

    def _add_global(self, facts: FileFacts, each: Variable) -> None:
        """Note where a global variable is set that other files may see: at the top of a file that is no test."""
        root = each.name.partition(".")[0]
        if not root.startswith((GLOBAL, TYPE)) or facts.path in self._global[root][-1:]:
            return
        parent = NO_OWNER if each.owner == NO_OWNER else each.owner
        is_function = each.type == FUNCTION
        at_top = parent == NO_OWNER or (is_function and not facts.definitions[parent].parent.partition("#")[2])
        if root.startswith(TYPE) or (at_top and not is_standard(root)):
            self._global[root].append(facts.path)

    def _add_keys(self, path: str, key: str) -> None:
        while key and (path, key) not in self._keys:
            self._keys.add((path, key))
            key = key.rpartition(".")[0]

    def is_set(self, path: str, key: str) -> bool:
        """Return whether a file sets a variable itself, not only a field of it."""
        return bool(self._stored.get((path, key))) or (path, key) in self._functions

    def sets_global(self, key: str) -> bool:
        """Return whether a file of the root sets a global variable itself."""
        return any(self.is_set(path, key) for path in self._global.get(key, ()))

    def at(self, path: str, dotted: str, call: int = NO_CALL) -> tuple[Slot, ...]:
        """Return the tables and functions that a path in a file may mean, or one behind the result of a call."""
        self._steps, self._is_cut = 0, False
        return self._value(path, dotted, call, None)

    def _value(self, path: str, dotted: str, call: int, inside: Slot | None) -> tuple[Slot, ...]:
        """Return what a path means in the function whose result ``inside`` is a part of."""
        if not self._may_step():
            return ()
        fields = dotted.split(".") if dotted else []
        if call != NO_CALL:
            current = self._remembered((path, call), lambda: self._result(path, call))
        elif not fields:
            return ()
        else:
            current = self._start(path, fields.pop(0), inside)
        for name in fields:
            current = self._members(current, name)
        return current

    def _members(self, slots: Sequence[Slot], name: str) -> tuple[Slot, ...]:
        """Return what a field of any of several tables may be."""
        return tuple(dict.fromkeys(each for slot in slots for each in self._field(slot, name)))[:MOST_SLOTS]

    def _start(self, path: str, key: str, inside: Slot | None) -> tuple[Slot, ...]:
        if key.startswith(MODULE):
            target = self.modules.file(path, key)
            return (Slot(target, RETURNED),) if target else ()
        if key.startswith((GLOBAL, TYPE)):
            if key.startswith(GLOBAL) and self.is_set(path, key):
                return (Slot(path, key),)
            files = [each for each in self._global.get(key, ()) if key.startswith(TYPE) or self._sees(path, each)]
            return tuple(Slot(each, key) for each in files) if len(files) <= MOST_FILES else ()
        if inside is not None and inside.receiver is not None:
            return (inside.receiver,) if key == inside.own else (Slot(path, key, inside.own, inside.receiver),)
        return (Slot(path, key),)

    def _sees(self, path: str, other: str) -> bool:
        """Return whether a file may see the global variables of another one; of a test those that require it."""
        if path == other or not path_flags(other, LANGUAGE) & ALONE:
            return True
        return any(self.modules.file(path, each.source) == other for each in self.files[path].imports)

    def _field(self, slot: Slot, name: str, depth: int = 0) -> Iterator[Slot]:
        """Yield what a field of a table may be: its own, else those of what the table is derived from."""
        key = f"{slot.key}.{name}"
        if (slot.path, key) in self._doubtful:
            return
        if (slot.path, key) in self._keys:
            yield slot._replace(key=key)
        elif depth < MOST_DEEP and self._may_step():
            for other in self.direct(slot):
                yield from self._field(other, name, depth + 1)

    def _may_step(self) -> bool:
        self._steps += 1
        self._is_cut = self._is_cut or self._steps > MOST_STEPS
        return self._steps <= MOST_STEPS

    def direct(self, slot: Slot) -> tuple[Slot, ...]:
        """Return all that a variable or a field may hold."""
        return self._remembered(slot, lambda: self._stored_in(slot))

    def _stored_in(self, slot: Slot) -> Iterator[Slot]:
        for value in self._stored.get((slot.path, slot.key), ()):
            yield from self._values(slot, value)

    def _remembered(self, key: Slot | tuple[str, int], slots: Callable[[], Iterable[Slot]]) -> tuple[Slot, ...]:
        """Return what a variable holds or a call gives, found once; nothing while it is being looked for."""
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._active or len(self._active) > MOST_DEEP or not self._may_step():
            self._is_cut = True
            return ()
        was_cut, self._is_cut = self._is_cut, False
        self._active.add(key)
        values = tuple(dict.fromkeys(slots()))[:MOST_SLOTS]
        self._active.discard(key)
        if not (self._active and self._is_cut):
            self._known[key] = values
        self._is_cut = self._is_cut or was_cut
        return values

    def behind(self, slot: Slot) -> tuple[Slot, ...]:
        """Return all that a variable holds, and what that holds, nearest first."""
        every = {slot: None}
        for _ in range(MOST_DEEP):
            size = len(every)
            every.update(dict.fromkeys(each for known in list(every) for each in self.direct(known)))
            if len(every) == size or size > MOST_SLOTS:
                break
        return tuple(every)[1:MOST_SLOTS]

    def _values(self, slot: Slot, stored: Variable) -> tuple[Slot, ...]:
        if stored.type:
            return self._start(slot.path, TYPE + stored.type.replace(".", "/"), None)
        return self._value(slot.path, stored.value, stored.call, slot)

    def _result(self, path: str, index: int) -> tuple[Slot, ...]:
        """Return what a call gives."""
        call = self.files[path].calls[index]
        receivers = self._value(path, call.receiver, call.inner, None) if call.shape in {"path", "chain"} else ()
        is_method = call.type_arguments == METHOD_CALL
        functions = self.functions(self._members(receivers, call.name) if is_method else self.called(path, call))
        if not functions:
            return self._made(path, call, receivers)
        results: dict[Slot, None] = {}
        for each in functions:
            own = self._receivers.get(each, "") if is_method else ""
            for receiver in receivers if own else (None,):
                inside = Slot(each.path, "", own, _shallow(receiver))
                for value in self._returned.get(each, ()):
                    results.update(dict.fromkeys(self._values(inside, value)))
        return tuple(results)[:MOST_SLOTS]

    def _made(self, path: str, call: Call, receivers: tuple[Slot, ...]) -> tuple[Slot, ...]:
        """Return the class that a call of a class library makes an object of, or derives from."""
        if call.name in MAKERS and receivers:
            return tuple(each for each in receivers if self.class_of(each) is not None)
        if call.shape != "other":
            return tuple(each for each in self.called(path, call) if self.class_of(each) is not None)
        return ()

    def called(self, path: str, call: Call) -> tuple[Slot, ...]:
        """Return what a call calls."""
        if call.shape == "other":
            return ()
        if call.shape == "bare":
            return self._value(path, call.receiver, NO_CALL, None)
        dotted = f"{call.receiver}.{call.name}" if call.receiver else call.name
        return self._value(path, dotted, call.inner, None)

    def functions(self, slots: Sequence[Slot]) -> list[Function]:
        """Return the functions that are in slots, or that variables there hold."""
        functions: dict[Function, None] = {}
        waiting, seen = list(slots), set(slots)
        while waiting and len(seen) <= MOST_SLOTS:
            slot = waiting.pop(0)
            indices = self._functions.get((slot.path, slot.key), ())
            functions.update((Function(slot.path, index), None) for index in indices)
            more = [] if indices else [each for each in self.direct(slot) if each not in seen]
            seen.update(more)
            waiting += more
        return list(functions)

    def class_of(self, slot: Slot) -> Function | None:
        """Return the class that a table is, or that it is made of."""
        for each in (slot, *self.behind(slot)):
            index = self.classes.get((each.path, each.key))
            if index is not None:
                return Function(each.path, index)
        return None

    def class_at(self, slot: Slot) -> Function | None:
        """Return the class that a variable is, also one that holds it under another name; no object of it."""
        waiting = [slot]
        for each in islice(waiting, MOST_SLOTS):  # grows while it is walked
            index = self.classes.get((each.path, each.key))
            if index is not None:
                return Function(each.path, index)
            for stored in self._stored.get((each.path, each.key), ()):
                if not (
                    stored.type or stored.is_element or stored.parameter == RECEIVER or stored.call != NO_CALL
                ):
                    waiting += [value for value in self._values(each, stored) if value not in waiting]
        return None

    def bases(self, slot: Slot) -> list[Function]:
        """Return the classes that a class is derived from, without those above them."""
        classes = (self.class_of(each) for each in self.direct(slot))
        own = self.classes.get((slot.path, slot.key))
        return [each for each in classes if each is not None and each != (slot.path, own)]

    def is_self(self, path: str, key: str) -> bool:
        """Return whether a variable is the object that a method is called of."""
        return any(each.parameter == RECEIVER for each in self._stored.get((path, key), ()))

    def constructor(self, slot: Slot) -> list[Function]:
        """Return the method that a class library calls with a new object of a class."""
        for name in CONSTRUCTORS:
            functions = self.functions(list(self._field(slot, name)))
            if functions:
                return functions
        return []

    def parts(self, slot: Slot) -> list[Function]:
        """Return the functions that a table has where it is written out."""
        tables = [(each.path, each.key) for each in (slot, *self.behind(slot))]
        for path, key in tables:  # grows while it is walked
            tables += [(path, each) for each in self._inner.get((path, key), ()) if (path, each) not in tables]
            if len(tables) > MOST_TABLES:
                break
        return [Function(path, index) for path, key in tables for index in self._parts.get((path, key), ())]

    def overridden(self, slot: Slot, name: str) -> list[Function]:
        """Return the methods of a name that a class would have without its own."""
        return [each for base in self.direct(slot) for each in self.functions(list(self._field(base, name)))]


def _shallow(receiver: Slot | None) -> Slot | None:
    """Return the table that a function was called of, without what that is a result of at more than one remove."""
    if receiver is None or receiver.receiver is None or receiver.receiver.receiver is None:
        return receiver
    return receiver._replace(receiver=receiver.receiver._replace(own="", receiver=None))
