"""Templates of Phoenix, ``~H``: their components, and the code in braces and between ``<%`` and ``%>``."""

import re
from collections.abc import Sequence
from time import thread_time
from typing import NamedTuple

from tree_sitter import Node, Range

from indexer.facts.syntax import PARSE_S, Match, is_hopeless, matches_in, parse, query, text_of

ROLE = "template"
SIGIL = "H"

_IN_TEXT = re.compile(
    rb"<%!--.*?(?:--%>|\Z)|<!--.*?(?:-->|\Z)|<%%|<%#.*?(?:%>|\Z)|(?P<code><%=?)|<(?P<name>[:.]?[A-Za-z][\w.?!]*)|</"
    rb"|(?P<brace>\{)",
    re.DOTALL,
)
_IN_TAG = re.compile(rb"\"[^\"]*\"?|'[^']*'?|(?P<end>>)|(?P<code><%=?)|(?P<brace>\{)")
_IN_BRACES = re.compile(rb"\"(?:[^\"\\]|\\.)*\"?|(?P<brace>[{}])", re.DOTALL)

_GOES_ON = re.compile(rb"\b(?:do|else|after)$")
"""The end of code that goes on behind the text that follows it."""

_EMPTY = b"0"
"""Stands for what an arrow leads to, as that may be nothing but text."""

_LONGEST_END = 6
"""Characters that are enough to know how code ends."""

_TEXT = b"script", b"style"
"""Elements with nothing but text in them."""

_LIVE, _MODULE = b".live_component", b" module={"
"""The component that another module is, and how that is named in it."""

_NO_BRACES = b"phx-no-curly-interpolation"
"""Attribute of elements in which braces are text."""

_BLANK = bytes(each if each == ord("\n") else ord(" ") for each in range(256))


class Component(NamedTuple):
    """A component that a template has: its first byte and line, its module as written, and its function.

    A live component has no function, as its module is one.
    """

    at: int
    line: int
    module: str
    name: str

    @property
    def is_live(self) -> bool:
        """Return whether it is a live component."""
        return not self.name


class Template(NamedTuple):
    """A template: its components by bytes and lines from its own first, and its code with spaces for all else."""

    components: list[Component]
    code: bytes


def with_templates(
    language: str, text: str, query_matches: list[Match]
) -> tuple[list[Match], dict[int, list[Component]]]:
    """Return the matches of a file with those in its templates, and the components of each by its first byte."""
    nodes = [each.node for each in query_matches if each.role == ROLE and text_of(each.part("name")) == SIGIL]
    if not nodes:
        return query_matches, {}
    whole = bytearray(text.encode("utf-8", "replace"))
    components: dict[int, list[Component]] = {}
    parts: list[Range] = []
    for each in nodes:
        contents = [child for child in each.named_children if child.type == "quoted_content"]
        if not contents:
            continue
        first, last = contents[0], contents[-1]
        template = read_template(bytes(whole[first.start_byte : last.end_byte]))
        components[each.start_byte] = [
            Component(first.start_byte + part.at, first.start_point[0] + 1 + part.line, part.module, part.name)
            for part in template.components
        ]
        whole[first.start_byte : last.end_byte] = template.code
        parts.append(Range(first.start_point, last.end_point, first.start_byte, last.end_byte))
    inner = matches_in(_roots(language, bytes(whole), parts), query(language))
    read = [*query_matches, *(each for each in inner if not each.role.startswith("def."))]
    return sorted(read, key=lambda each: (each.start, -each.end)), components


def _roots(language: str, source: bytes, parts: Sequence[Range]) -> list[Node]:
    """Return the trees of parts of a source, of as many as can be read in `PARSE_S`."""
    end = thread_time() + PARSE_S
    roots: list[Node] = []
    for each in parts:
        root = parse(language, source, each) if thread_time() < end else None
        if root is not None and not is_hopeless(root):
            roots.append(root)
    return roots


def read_template(template: bytes) -> Template:
    """Return the components and the code of a template; nothing behind a brace that does not end."""
    reader = _Reader(template)
    reader.read()
    return Template(reader.components, bytes(reader.code))


class _Reader:
    """Reads one template from its beginning to its end."""

    def __init__(self, template: bytes) -> None:
        self.components: list[Component] = []
        self.code = bytearray(template.translate(_BLANK))
        self._template = template
        self._has_braces = _NO_BRACES not in template
        self._separator = -1
        """Byte behind the latest code that a separator fits in, where the next is on the same line; else -1."""
        self._line = self._counted = 0
        """Line breaks up to a byte, and that byte."""

    def read(self) -> None:
        """Take all tags, with the code in them and between them."""
        at, is_tag, element = 0, False, b""
        while match := (_IN_TAG if is_tag else _IN_TEXT).search(self._template, at):
            at, kind = match.end(), match.lastgroup
            if kind == "code":
                at = self._take(at, self._template.find(b"%>", at))
            elif kind == "brace" and (is_tag or self._has_braces):
                start, at = at, self._take(at, self._closing(at))
                if at >= 0 and element == _LIVE and self._template.endswith(_MODULE, 0, start):
                    self._add(start, self._template[start:at].decode("utf-8", "replace").strip(), "")
            elif kind == "end":
                is_tag = False
                at = self._template.find(b"</", at) if element in _TEXT else at
            elif kind == "name":
                is_tag, element = True, match["name"]
                module, dot, name = element.decode("utf-8", "replace").rpartition(".")
                if dot and name and not module[:1].islower():
                    self._add(match.start("name"), module, name)
            elif match.group() == b"</":
                is_tag, element = True, b""
            if at < 0:
                break

    def _add(self, at: int, module: str, name: str) -> None:
        """Note a component: one of the same module or an imported one, or of another module."""
        self._line += self._template.count(b"\n", self._counted, at)
        self._counted = at
        self.components.append(Component(at, self._line, module, name))

    def _take(self, start: int, end: int) -> int:
        """Keep some code; return where it ends."""
        written = self._template[start:end].rstrip() if end >= 0 else b""
        if written.strip():
            if self._separator >= 0 and self._template.find(b"\n", self._separator, start) < 0:
                self.code[self._separator : self._separator + 1] = b";"
            self.code[start:end] = self._template[start:end]
            self._separator = -1 if _GOES_ON.search(written[-_LONGEST_END:]) else end
            if written.endswith(b"->"):
                self.code[end : end + 1] = _EMPTY
                self._separator = end + 1
        return end

    def _closing(self, at: int) -> int:
        """Return where the brace is that closes the one before a byte; -1 where there is none."""
        depth = 1
        for match in _IN_BRACES.finditer(self._template, at):
            sign = match["brace"]
            depth += (sign == b"{") - (sign == b"}")
            if not depth:
                return match.start()
        return -1
