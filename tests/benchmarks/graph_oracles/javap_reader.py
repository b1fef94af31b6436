"""The text that ``javap`` prints of compiled classes: who calls whom and where, who is derived from whom."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

HEADER = re.compile(r"(?:[\w-]+ )*(?:class|interface) ([\w.$]+)")
INSTRUCTION = re.compile(r"\s+(\d+): (\w+)\s+#\d+[^/]*// (?:InterfaceMethod|Method|class) (.+)")
LINE = re.compile(r"\s+line (\d+): (\d+)")
METHOD = re.compile(r'(?:([\w/$]+)\.)?("[^"]+"|[\w$]+):(\(.*)')
MADE = re.compile(r"\$\d")
"""In the name of a class that the source gives none, or that a method holds."""


@dataclass(slots=True)
class Invocation:
    """A call in a class's code; ``name`` is empty where an object of ``holder`` is made."""

    line: int
    holder: str
    name: str = ""
    descriptor: str = ""


@dataclass(slots=True)
class CompiledClass:
    """One class; names have dots, also before nested classes.

    Attributes:
        methods: name and descriptor of what the source declares, with the first line of its code; 0 without code.
        bases: class and interfaces that it names.
        line_map: the lines of its ``SourceDebugExtension``.
    """

    name: str
    file: str = ""
    bases: tuple[str, ...] = ()
    methods: dict[tuple[str, str], int] = field(default_factory=dict)
    invocations: list[Invocation] = field(default_factory=list)
    line_map: list[str] = field(default_factory=list)


class JavapReader:
    """Reads the lines of ``javap -v -p`` once.

    Args:
        keeps_synthetic: whether methods that a compiler adds are read, but for bridges; some hold what is written
            in functions without a name.
        named: gives a compiled class its name.
    """

    def __init__(self, *, keeps_synthetic: bool = False, named: Callable[[str], str] | None = None) -> None:
        self._keeps_synthetic = keeps_synthetic
        self._named = named or plain
        self.classes: dict[str, CompiledClass] = {}
        self._class = CompiledClass("")
        self._name = ""
        self._descriptor = ""
        self._is_synthetic = False
        self._waiting: list[tuple[int, Invocation]] = []
        self._lines: list[tuple[int, int]] = []
        self._is_in_map = False

    def read(self, text: str) -> dict[str, CompiledClass]:
        """Return the classes by name."""
        for line in text.splitlines():
            self._line(line)
        self._end_method()
        return self.classes

    def _line(self, line: str) -> None:
        if line.startswith("Classfile "):
            self._end_method()
        elif self._is_in_map or line.startswith("SourceDebugExtension:"):
            self._class.line_map.append(line.strip())
            self._is_in_map = line != "  *E"
        elif line.startswith("  Compiled from "):
            self._class = CompiledClass("", line.split('"')[1])
        elif line[:1].isalpha() and (header := HEADER.match(without_arguments(line))):
            self._open(header.group(1), without_arguments(line))
        elif line.startswith("  ") and line[2:3].isalpha() and line.endswith(";"):
            self._begin_method(line)
        elif line.startswith("    descriptor: "):
            self._descriptor = line.removeprefix("    descriptor: ")
        elif line.startswith("    flags: "):
            is_kept = self._keeps_synthetic or self._name.startswith("lambda$")
            self._is_synthetic = "ACC_BRIDGE" in line or ("ACC_SYNTHETIC" in line and not is_kept)
        elif match := LINE.fullmatch(line):
            self._lines.append((int(match.group(2)), int(match.group(1))))
        elif match := INSTRUCTION.match(line):
            self._instruction(int(match.group(1)), match.group(2), match.group(3))

    def _open(self, name: str, header: str) -> None:
        listed = re.split(r" (?:extends|implements) ", header)[1:]
        bases = tuple(self._named(base.strip()) for part in listed for base in part.split(","))
        self._class = CompiledClass(self._named(name), self._class.file, bases)
        self.classes[name] = self._class

    def _begin_method(self, line: str) -> None:
        self._end_method()
        match = re.search(r"([\w$.-]+)\(", line)
        self._name = match.group(1) if match else line.strip()

    def _instruction(self, offset: int, operation: str, operand: str) -> None:
        if operation == "new":
            self._waiting.append((offset, Invocation(0, self._named(operand.replace("/", ".")))))
        elif operation.startswith("invoke") and (match := METHOD.match(operand)):
            holder = self._named(match.group(1).replace("/", ".")) if match.group(1) else self._class.name
            self._waiting.append((offset, Invocation(0, holder, match.group(2), match.group(3))))

    def _end_method(self) -> None:
        if self._name and not self._is_synthetic:
            starts = sorted(self._lines)
            if not self._name.startswith("lambda$"):
                self._class.methods[self._name, self._descriptor] = starts[0][1] if starts else 0
            for offset, each in self._waiting:
                before = [line for start, line in starts if start <= offset]
                each.line = before[-1] if before else 0
                self._class.invocations.append(each)
        self._name, self._waiting, self._lines = "", [], []


def plain(name: str) -> str:
    """Return a class as the source writes it; one without a name there keeps its dollar sign."""
    return name if MADE.search(name) else name.replace("$", ".")


def without_arguments(text: str) -> str:
    """Return a text without what stands in angle brackets."""
    return "".join(_outside(text))


def _outside(text: str) -> Iterator[str]:
    depth = 0
    for char in text:
        depth -= char == ">"
        if depth == 0 and char != ">":
            yield "" if char == "<" else char
        depth += char == "<"
