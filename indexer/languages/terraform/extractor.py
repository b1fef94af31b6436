"""Declarations of a Terraform file, and the addresses in its expressions.

A folder is a module: the identifier of a block is its folder and its address, such as ``tf:infra#aws_vpc.main``.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Definition, FileFacts, Import, TypeRole, TypeUse
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match, line_of, matches, text_of
from indexer.types import ParsedFile


class BlockKind(NamedTuple):
    """The declaration of a block.

    Attributes:
        kind: of its definition.
        prefix: of its address.
        labels: how many labels follow the block's type.
    """

    kind: str
    prefix: str
    labels: int


BLOCKS = {
    "resource": BlockKind("resource", "", 2),
    "data": BlockKind("data", "data.", 2),
    "ephemeral": BlockKind("resource", "ephemeral.", 2),
    "variable": BlockKind("variable", "var.", 1),
    "output": BlockKind("output", "output.", 1),
    "module": BlockKind("module", "module.", 1),
    "provider": BlockKind("provider", "provider.", 1),
}
"""Type of a top-level block -> kind of its definition; other blocks declare nothing with an address."""

MODULE_ARGUMENTS = frozenset(("source", "version", "providers", "count", "for_each", "depends_on"))
"""Arguments of a module block that are not variables of the module."""

BUILT_IN = frozenset(("each", "count", "self", "path", "terraform"))
"""Heads of expressions that refer to no block."""

MAX_ADDRESS_PARTS = 4
"""``module.network.subnet.id``: what follows names an attribute of a value."""

_COMMENTS = ("#", "//", "/*", "*")
_QUOTED = re.compile(r'"([^"$%\\]*)"')


def module_folder(path: str) -> str:
    """Return the folder of a file, which is its module; empty for the root."""
    folder = str(PurePosixPath(path).parent)
    return "" if folder == "." else folder


def identifier(folder: str, address: str) -> str:
    """Return the local id of a block."""
    return f"tf:{folder}#{address}"


def terraform_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the blocks of a file.

    References are `TypeUse` records with the role ``reference``, arguments of a module block with the role
    ``input``. A module's source is an `Import` of kind ``module``, a required provider one of kind ``provider``.
    """
    source = parsed.text.encode("utf-8", "replace")
    blocks, has_errors = matches(parsed.language, source, outline=outline)
    facts = _Reader(parsed).read(blocks)
    problem = "syntax: parts of the file do not parse as Terraform"
    return replace(facts, problems=(problem,)) if has_errors else facts


class _Reader:
    """Collects the facts of one file from its matches, which come in document order."""

    def __init__(self, parsed: ParsedFile) -> None:
        self._parsed = parsed
        self._folder = module_folder(parsed.path)
        self._outline = Outline(parsed.text.split("\n"), _COMMENTS)
        self._imports: list[Import] = []
        self._uses: dict[tuple[int, str, str], TypeUse] = {}
        self._handlers: dict[str, Callable[[Match, int], None]] = {
            "def.block": self._on_block,
            "def.local": self._on_local,
            "assignment": self._on_assignment,
            "reference": self._on_reference,
        }

    def read(self, blocks: list[Match]) -> FileFacts:
        """Return the facts of the file."""
        for match in blocks:
            self._handlers[match.role](match, self._outline.owner_at(match.start))
        return FileFacts(
            path=self._parsed.path,
            language=self._parsed.language,
            definitions=tuple(self._outline.definitions),
            imports=tuple(self._imports),
            types=tuple(self._uses.values()),
        )

    def _on_block(self, match: Match, _owner: int) -> None:
        type_, *labels = _header(match.node)
        if type_ == "terraform":
            self._require_providers(match.node)
        kind = BLOCKS.get(type_)
        if kind is None or len(labels) != kind.labels or not all(labels):
            return
        arguments = dict(_arguments(match.node))
        alias = _string(arguments.get("alias")) if type_ == "provider" else ""
        address = kind.prefix + ".".join((*labels, alias) if alias else labels)
        index = self._define(kind.kind, alias or labels[-1], address, match.node)
        if type_ == "module":
            self._call_module(index, arguments)

    def _call_module(self, index: int, arguments: dict[str, Node]) -> None:
        source = _string(arguments.get("source"))
        if source:
            self._imports.append(Import(source, line_of(arguments["source"]), "module", owner=index))
        for name, node in arguments.items():
            if name not in MODULE_ARGUMENTS:
                self._use(index, name, "input", node)

    def _require_providers(self, block: Node) -> None:
        for inner in _body(block):
            if inner.type == "block" and _header(inner)[0] == "required_providers":
                for _, node in _arguments(inner):
                    source = re.search(r'\bsource\s*=\s*"([^"]+)"', text_of(node))
                    if source:
                        self._imports.append(Import(source.group(1), line_of(node), "provider"))

    def _on_local(self, match: Match, _owner: int) -> None:
        name = text_of(match.part("name"))
        self._define("local", name, f"local.{name}", match.node)

    def _on_assignment(self, match: Match, _owner: int) -> None:
        """``region = "eu"`` in a ``.tfvars`` file sets a variable of the module in its folder."""
        self._use(NO_OWNER, f"var.{text_of(match.part('name'))}", "reference", match.node)

    def _on_reference(self, match: Match, owner: int) -> None:
        parts = list(_address_parts(match.node))
        if len(parts) > 1 and parts[0] not in BUILT_IN:
            self._use(owner, ".".join(parts), "reference", match.node)

    def _use(self, owner: int, name: str, role: TypeRole, node: Node) -> None:
        self._uses.setdefault((owner, name, role), TypeUse(owner, name, role, line_of(node)))

    def _define(self, kind: str, name: str, address: str, node: Node) -> int:
        first, last = self._outline.lines_of(node)
        definition = Definition(identifier(self._folder, address), kind, name, address, first, last)
        return self._outline.enter(definition, node.end_byte)


def _header(block: Node) -> list[str]:
    """Return the type and the labels of a block."""
    names = (child for child in block.named_children if child.type in {"identifier", "string_lit"})
    return [text_of(each).strip('"') for each in names] or [""]


def _body(block: Node) -> list[Node]:
    body = next((child for child in block.named_children if child.type == "body"), None)
    return body.named_children if body is not None else []


def _arguments(block: Node) -> Iterator[tuple[str, Node]]:
    """Yield the name and the node of each argument that stands directly in a block."""
    for child in _body(block):
        if child.type == "attribute" and child.named_children:
            yield text_of(child.named_children[0]), child


def _string(argument: Node | None) -> str:
    """Return the value of an argument that is a plain string; empty for any other."""
    quoted = _QUOTED.fullmatch(text_of(argument).partition("=")[2].strip())
    return quoted.group(1) if quoted else ""


def _address_parts(node: Node) -> Iterator[str]:
    """Yield the names of a dotted path; indexes and splats between them are left out."""
    yield text_of(node)
    count, following = 1, node.next_named_sibling
    while following is not None and count < MAX_ADDRESS_PARTS and following.type in {"get_attr", "index", "splat"}:
        if following.type == "get_attr":
            yield text_of(following).lstrip(".")
            count += 1
        following = following.next_named_sibling
