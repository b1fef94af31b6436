"""Tree-sitter behind two functions: the matches of a language's query file, in document order."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from time import thread_time

import msgspec
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Range

from indexer.facts.entries import load
from resources.languages import Grammar, languages, query_text


class Match(msgspec.Struct, gc=False):
    """One match of a query pattern.

    Attributes:
        role: the capture that names the pattern, such as ``def.class`` or ``call``.
        node: the captured node.
        parts: all captures of the pattern.
        start, end: bytes that the node begins and ends at.
    """

    role: str
    node: Node
    parts: dict[str, list[Node]]
    start: int
    end: int

    def part(self, name: str) -> Node | None:
        """Return the first node captured as ``name``."""
        nodes = self.parts.get(name)
        return nodes[0] if nodes else None


PARTS = frozenset(("name", "type", "value", "arguments", "function", "receiver", "parameters", "source", "alias"))
"""Captures that are parts of a pattern and never name it."""

OUTLINE_ROLES = ("def.", "namespace", "package", "export", "impl", "declarator", "typedef", "mod")
"""Beginnings of the roles that decide which definitions a file has, and where they begin."""

MOST_BROKEN_PARTS = 30_000
"""Parts of one node that does not parse, as in a file of brackets: a query's time grows with their square."""

MOST_DEPTH = 1_000
"""Levels of a tree that is searched: for each match, a query and its reader look at all that is around it."""

DEPTH_STEP = 100
"""Nodes between two whose depth is looked at; fewer below `MOST_DEPTH` in a row cost no time that matters."""

PARSE_S = 5.0
"""Seconds of the processor for a source, and again for each megabyte: some broken ones of 400 bytes take hours."""

USED_SHARE = 0.9
"""Share of the limit that counts as all of it: the parser looks at the clock, and no thread runs all the time."""

_CAPTURE = re.compile(r"@([\w.]+)")
_BRACKETS = re.compile(r";[^\n]*|\"(?:[^\"\\]|\\.)*\"|[(\[]|[)\]]")
"""Brackets and quotes of the patterns of a query file, and text that may contain such a character."""


@lru_cache
def grammar(language: str) -> Language:
    """Return the compiled grammar of a language that has one."""
    described = _grammar_of(language)
    pointer: Callable[[], object] = load(f"{described.package}:{described.function}")
    return Language(pointer())


def _grammar_of(language: str) -> Grammar:
    described = languages()[language].grammar
    if described is None:
        raise KeyError(language)
    return described


@lru_cache
def query(language: str, *, outline: bool = False, without: str = "") -> Query:
    """Return the compiled query of a language.

    Args:
        language: one with a grammar.
        outline: only its patterns of `OUTLINE_ROLES`.
        without: a role whose patterns are left out.

    Raises:
        tree_sitter.QueryError: the file does not fit the pinned grammar.
    """
    whole = query_text(languages()[language])
    if not outline and not without:
        return Query(grammar(language), whole)
    named = [(text, _CAPTURE.findall(text)) for text in patterns(whole)]
    begun = (text for text, names in named if any(each.startswith(OUTLINE_ROLES) for each in names))
    selected = (text for text, names in named if without not in names)
    return Query(grammar(language), "\n".join(begun if outline else selected))


def patterns(text: str) -> Iterator[str]:
    """Yield the patterns of a query file, each with its captures, without compiling all to find some."""
    depth, start = 0, -1
    for token in _BRACKETS.finditer(text):
        sign = token.group()
        if sign in "([":
            if not depth:
                if start >= 0:
                    yield text[start : token.start()]
                start = token.start()
            depth += 1
        elif sign in ")]":
            depth -= 1
    if start >= 0:
        yield text[start:]


def matches(language: str, source: bytes, *, outline: bool = False, without: str = "") -> tuple[list[Match], bool]:
    """Return the matches in ``source`` sorted by start, outer before inner, and whether the parse has errors.

    A source that is broken all over, or takes longer than `PARSE_S`, has no matches. One that is nested more
    deeply than `MOST_DEPTH` counts as one with errors, and has the matches above. With ``outline`` only those of
    `OUTLINE_ROLES` are looked for, and none of the role ``without``.
    """
    if not source.strip():
        return [], False  # not every grammar takes an empty file for a sound one
    root = _root(source, language)
    if root is None or is_hopeless(root):
        return [], True
    is_broken = root.has_error or is_deep(root)
    return matches_in([root], query(language, outline=outline, without=without)), is_broken


def matches_in(roots: Sequence[Node], chosen: Query) -> list[Match]:
    """Return the matches of a query in trees, sorted by start, outer before inner; none below `MOST_DEPTH`."""
    ordered: list[tuple[int, int, int, int, Match]] = []
    roles: dict[int, str] = {}
    for pattern, captures in chain.from_iterable(_cursor(chosen, root).matches(root) for root in roots):
        role = roles.get(pattern)
        if role is None:
            role = roles[pattern] = next((name for name in captures if name not in PARTS), "")
        if role:
            node = captures[role][0]
            start, end = node.byte_range
            ordered.append((start, -end, pattern, len(ordered), Match(role, node, captures, start, end)))
    ordered.sort()
    return [entry[-1] for entry in ordered]


def is_deep(root: Node) -> bool:
    """Return whether a tree has more than a few nodes below `MOST_DEPTH`."""
    walk = root.walk()
    for number in range(MOST_DEPTH, root.descendant_count, DEPTH_STEP):
        walk.goto_descendant(number)
        if walk.depth > MOST_DEPTH:
            return True
    return False


def _cursor(chosen: Query, root: Node) -> QueryCursor:
    cursor = QueryCursor(chosen)
    if is_deep(root):
        cursor.set_max_start_depth(MOST_DEPTH)
    return cursor


def parse(language: str, source: bytes, part: Range | None = None) -> Node | None:
    """Return the tree of a source, or of a part of it, or None where that takes longer than `PARSE_S`.

    A newline follows the part: the scanner of a grammar may look for a blank without heeding the end.
    """
    size = part.end_byte - part.start_byte if part is not None else len(source)
    limit_s = PARSE_S + PARSE_S * size / 1e6
    parts = None
    if part is not None:
        (row, column), end = part.end_point, part.end_byte
        parts = [Range(part.start_point, (row, column + 1), part.start_byte, end + 1)]
        source = source[:end] + b"\n"
    parser = Parser(grammar(language), included_ranges=parts, timeout_micros=int(1e6 * limit_s))
    until = thread_time() + USED_SHARE * limit_s
    while thread_time() < until:
        with suppress(ValueError):  # the time is over; the parser goes on from there when it is called again
            return parser.parse(source).root_node
    return None


def _root(source: bytes, language: str) -> Node | None:
    """Return the tree of a source; after a second attempt, the tree with fewer errors."""
    described = _grammar_of(language)
    readable: bytes = load(described.prepare)(source) if described.prepare else source
    root = parse(language, readable)
    if root is None or not described.second_attempt or not root.has_error:
        return root
    bare: bytes = load(described.second_attempt)(readable)
    other = parse(language, bare) if bare != readable else root
    return other if other is not None and _errors(other) < _errors(root) else root


def _errors(root: Node) -> int:
    """Return how many places of a tree do not parse."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        count += node.is_error or node.is_missing
        if node.has_error:
            stack.extend(node.children)
    return count


def is_hopeless(root: Node) -> bool:
    """Return whether a query over a broken tree would take longer than a few seconds."""
    effort = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if not node.has_error:
            continue
        if node.is_error:
            effort += node.child_count**2
        if effort > MOST_BROKEN_PARTS**2:
            return True
        stack.extend(node.children)
    return False


class Source:
    """A parsed text: `text_of` and `line_of` for its nodes, in a half and in a third of the time."""

    def __init__(self, text: str) -> None:
        self.data = text.encode("utf-8", "replace")
        self._ascii = text if text.isascii() else ""

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self.data.split(b"\n")), initial=0))

    def text(self, node: Node | None) -> str:
        """Return a node's text; empty for none."""
        if node is None:
            return ""
        start, end = node.byte_range
        return self._ascii[start:end] if self._ascii else self.data[start:end].decode("utf-8", "replace")

    def line(self, node: Node) -> int:
        """Return the line a node starts on, from 1."""
        return bisect_right(self._starts, node.start_byte)


def text_of(node: Node | None) -> str:
    """Return a node's text; empty for none."""
    text = node.text if node is not None else None
    return text.decode("utf-8", "replace") if text is not None else ""


def line_of(node: Node) -> int:
    """Return the line a node starts on, from 1."""
    return node.start_point[0] + 1
