"""The text that ``monodis`` prints of a compiled assembly: who calls whom, who is derived from whom."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

CALLS = re.compile(r"\s*IL_[0-9a-f]+:\s+(call|callvirt|newobj|initobj|ldftn|ldvirtftn)\s+(.+)")
CLASS = re.compile(r"\s*\.class\s+.*?((?:'[^']+'|[\w.`/])+)(?:<.*)?\s*$")
NAMESPACE = re.compile(r"\.namespace\s+([\w.]+)")
END_OF_METHOD = re.compile(r"\s*\} // end of (?:default )?method .*::(\S+)")
GENERATED = re.compile(r"<([\w.]*)(?:`\d+)?>")
NAME_AND_PARAMETERS = re.compile(r"(?:'[^']+'|[\w.]+)\s*(?:<.*>)?\s*\((.*)\)")
ACCESSOR = re.compile(r"^(?:get|set|add|remove)_")

STRUCT = "instance void valuetype "
"""What a call of a struct's constructor begins with: one that is made in its place is not a ``newobj``."""

START = "#start"
"""Constructors, static constructors, field initialisers (a compiler moves code between them) and operators."""


@dataclass(slots=True)
class Assembly:
    """What an assembly says of its own types, named as in the source: ``Area.Outer.Inner`1``.

    Attributes:
        calls, makes: calling method with another one that it calls, or with the type of the new object.
        constructs: calling method with the start of the type whose constructor it calls.
        handed: method with another one that it hands over without calling it.
        bases: type -> bases of this assembly, inherited interfaces included.
        methods: every method that has a body.
        zeroed: method with a struct of which it has an object without calling a constructor: ``new Position()``
            is compiled as ``default(Position)`` is.
        repeats: those of the calls that may be of the calling method itself, or of another overload that its type
            overrides: a compiler names the declaration in the base.
        delegates: types of functions.
        outside: methods that override one of another assembly; a compiler names that where they are called.
    """

    calls: set[tuple[str, str]] = field(default_factory=set)
    handed: set[tuple[str, str]] = field(default_factory=set)
    makes: set[tuple[str, str]] = field(default_factory=set)
    constructs: set[tuple[str, str]] = field(default_factory=set)
    bases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    methods: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    zeroed: set[tuple[str, str]] = field(default_factory=set)
    repeats: set[tuple[str, str]] = field(default_factory=set)
    delegates: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)

    def ancestors(self, type_: str) -> set[str]:
        """Return all that a type is derived from, directly or not."""
        results: set[str] = set()
        waiting = [type_]
        while waiting:
            for base in self.bases.get(waiting.pop(), ()):
                if base not in results:
                    results.add(base)
                    waiting.append(base)
        return results


class IlReader:
    """Reads the lines once; types and methods that the compiler made belong to the method they are made for."""

    def __init__(self) -> None:
        self._space = ""
        self._classes: list[str] = []
        self._operands: list[tuple[str, str]] = []
        self._methods: list[tuple[str, str, list[tuple[str, str]]]] = []
        self._header: list[str] = []
        self._is_header = False
        self._overriding: set[tuple[str, str, str]] = set()
        self.assembly = Assembly()

    def read(self, text: str) -> Assembly:
        """Return what the assembly says."""
        for line in text.splitlines():
            self._line(line)
        own = self.assembly.types
        self.assembly.bases = {each: bases & own for each, bases in self.assembly.bases.items() if each in own}
        for holder, name, operands in self._methods:
            self._method(holder, name, operands)
        overriding = {f"{holder}.{name}" for holder, name, _ in self._overriding}
        introduced = self.assembly.methods - overriding
        for holder, name, _ in self._overriding:
            if not any(f"{base}.{name}" in introduced for base in self.assembly.ancestors(holder)):
                self.assembly.outside.add(f"{holder}.{name}")
        return self.assembly

    def _line(self, line: str) -> None:
        stripped = line.strip()
        space = NAMESPACE.match(line)
        call = CALLS.match(line)
        if space:
            self._space = space.group(1)
        elif stripped.startswith(".class "):
            self._open(line)
        elif stripped.startswith("} // end of class"):
            self._classes.pop()
            self._space = self._space if self._classes else ""
        elif stripped.startswith(".method ") or (self._is_header and stripped != "{"):
            self._header = [stripped] if stripped.startswith(".method ") else [*self._header, stripped]
            self._is_header = True
        elif stripped == "{":
            self._is_header = False
        elif stripped.startswith(("extends ", "implements ")) or (stripped.startswith(", ") and self._classes):
            self._bases(stripped)
        elif call:
            self._operands.append((call.group(1), call.group(2)))
        elif end := END_OF_METHOD.match(line):
            self._end(self._classes[-1], end.group(1).strip("'"))

    def _end(self, holder: str, name: str) -> None:
        header = " ".join(self._header)
        signature = NAME_AND_PARAMETERS.search(header.partition(" default ")[2])
        named = (each.strip().rpartition(" ")[0] for each in split_outside(signature[1])) if signature else ()
        self._methods.append((holder, name, self._operands))
        if " virtual " in f" {header} " and " newslot" not in header:
            self._overriding.add((holder, name, ",".join(named)))
        self._operands = []

    def _open(self, line: str) -> None:
        declared = CLASS.match(line.rstrip().removesuffix("{"))
        name = declared.group(1).replace("'", "") if declared else "?"
        if self._classes:
            self._classes.append(f"{self._classes[-1]}.{name}")
        else:
            self._classes.append(f"{self._space}.{name}".lstrip("."))
        self.assembly.types.add(self._classes[-1])

    def _bases(self, text: str) -> None:
        listed = text.rstrip("{ ").partition(" ")[2]
        if listed.endswith("System.MulticastDelegate"):
            self.assembly.delegates.add(self._classes[-1])
        for each in split_outside(listed):
            if each and not each.strip().startswith("["):
                self.assembly.bases[self._classes[-1]].add(type_name(each))

    def _method(self, holder: str, name: str, operands: list[tuple[str, str]]) -> None:
        source = written(holder, name)
        if not source:
            return
        self.assembly.methods.add(source)
        for opcode, operand in operands:
            if opcode == "initobj":
                self.assembly.zeroed.add((source, type_name(operand)))
                continue
            target, method = called(operand)
            if target not in self.assembly.types or "<" in target or "<" in method:
                continue
            if method == ".ctor" and source != f"{target}.{START}":
                self.assembly.constructs.add((source, f"{target}.{START}"))
            if opcode == "newobj" or (method == ".ctor" and operand.startswith(STRUCT)):
                self.assembly.makes.add((source, target))
            elif method != ".ctor" and self._is_plain(target, method):
                edge = (source, f"{target}.{method.rpartition('.')[2]}")
                edges = self.assembly.handed if opcode.startswith("ld") else self.assembly.calls
                edges.update({edge} if edge[0] != edge[1] else ())
                is_overridden = (holder, name, parameters_of(operand)) in self._overriding
                if is_overridden and method == name and target in self.assembly.ancestors(holder):
                    self.assembly.repeats.add(edge)

    def _is_plain(self, holder: str, method: str) -> bool:
        """Return whether a method is called by its name in the source: no accessor, operator or delegate."""
        is_delegate = method == "Invoke" and holder in self.assembly.delegates
        return not ACCESSOR.match(method) and not method.startswith("op_") and not is_delegate


def parameters_of(operand: str) -> str:
    """Return the types of the parameters in a call's operand, as those of a method's header."""
    signature = NAME_AND_PARAMETERS.fullmatch(operand.rpartition("::")[2].strip())
    return ",".join(each.strip() for each in split_outside(signature[1])) if signature else ""


def written(holder: str, name: str) -> str:
    """Return the method as it stands in the source; empty for what only the compiler knows."""
    parts = holder.split(".<", 1)
    if len(parts) == 2:
        made_for = GENERATED.match(f"<{parts[1]}")
        holder, name = parts[0], made_for.group(1) if made_for else ""
    elif name.startswith("<"):
        made_for = GENERATED.match(name)
        name = made_for.group(1) if made_for else ""
    if not name:
        return ""
    name = ACCESSOR.sub("", name.rpartition(".")[2] if not name.startswith(".") else name)
    simple = holder.rpartition(".")[2].partition("`")[0]
    is_start = name in {".ctor", ".cctor", simple, "ctor", "cctor"} or name.startswith("op_")
    return f"{holder}.{START}" if is_start else f"{holder}.{name}"


def called(operand: str) -> tuple[str, str]:
    """Return type and name of the method in an instruction's operand; an empty type for other assemblies."""
    depth, at = 0, -1
    for index, char in enumerate(operand):
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(char, 0)
        if char == ":" and depth == 0 and operand[index : index + 2] == "::":
            at = index
            break
    if at < 0:
        return "", ""
    name = re.match(r"'([^']+)'|([\w.]+)", operand[at + 2 :])
    return type_name(operand[:at]), (name.group(1) or name.group(2)) if name else ""


def type_name(text: str) -> str:
    """Return the last type of a text without its arguments; empty when it is of another assembly."""
    text = text.strip()
    if text.endswith(">"):
        depth = 0
        for index in range(len(text) - 1, -1, -1):
            depth += {">": 1, "<": -1}.get(text[index], 0)
            if depth == 0:
                text = text[:index]
                break
    last = text.split()[-1] if text.split() else ""
    return "" if last.startswith("[") else last.replace("/", ".").replace("'", "")


def split_outside(text: str) -> Iterator[str]:
    """Yield the parts between commas that stand outside of angle brackets."""
    depth = start = 0
    for index, char in enumerate(text):
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]
