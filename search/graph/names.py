"""Finds nodes by what a person types: an identifier, a path, a short name, the end of a qualified name."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from search.errors import AmbiguousNameError, NotFoundError
from search.graph.module_paths import STANDING_FOR_FOLDERS, is_below, is_file_of, parts_of_name
from search.graph.name_places import address_in, innermost, places_in
from search.graph.spellings import plain_name, spellings
from search.messages import Message
from search.spelling import nearest
from search.types.graph import Node, Origin
from search.types.ids import FileId, NodeId

NEAREST = 5
"""How many names an error suggests."""

LISTED = 8
"""How many candidates the remedy of an ambiguous name lists; the error itself carries all of them."""

TYPE_KINDS = frozenset(
    {"class", "interface", "struct", "record", "enum", "trait", "protocol", "type", "object", "page"}
)
"""Kinds of nodes whose members are named by the type and the member."""

MEMBERS = frozenset({"property", "method", "constructor", "constant"})
"""Kinds that a bare name means only where no type is called by it."""

_SEPARATORS = ".:/#"
_BEFORE_NAMES = f"{_SEPARATORS} "
"""Separators before the end of a name that is looked up; a route has its method before a blank."""

_GENERIC_MARK = re.compile(r"`\d+")
"""What tells a generic type from one of the same name: the number of its parameters."""

Index = dict[str, list[int]]

Visible = Callable[[Node], bool]
"""Whether the rights of a request let it see a node."""


def everything(_: Node) -> bool:
    """Allow every node: the rights of the owner of the index."""
    return True


def _listed(candidates: Sequence[str]) -> str | Message:
    names, more = ", ".join(candidates[:LISTED]), len(candidates) - LISTED
    return Message("list.and_more", names=names, count=more) if more > 0 else names


def ambiguous(name: str, candidates: tuple[str, ...]) -> AmbiguousNameError:
    """Return the error for a name that stands for several nodes."""
    return AmbiguousNameError(
        "graph.ambiguous_name", name=name, count=len(candidates), names=_listed(candidates), candidates=candidates
    )


class NameIndex:
    """Look-up over the nodes of one graph; built at first use."""

    def __init__(self, nodes: Sequence[Node], parent: Callable[[int], int]) -> None:
        self._nodes = nodes
        self._parent = parent
        named = (self._by_id, self._by_path, self._by_module, self._by_whole_name)
        self._rules = (*named, self._by_place, self._by_slashes, self._by_module_and_name, self._by_address)

    def find(self, text: str, visible: Visible = everything) -> list[Node]:
        """Return the nodes of a name, by identifier; the first rule that finds any decides.

        A canonical identifier, whole or without its ``repo@branch:``; a file's path or the end of one; a short
        name or the end of a qualified name. Each is tried as written first and then without regard to case. SQL
        brackets, quotes and a trailing ``()`` do not matter. Only nodes in sight are considered.
        """
        for wanted in spellings(text):
            for rule in self._rules:
                for fold in (False, True):
                    nodes = [self._nodes[position] for position in rule(wanted, fold=fold)]
                    visible_nodes = [node for node in nodes if visible(node)]
                    if visible_nodes:
                        return sorted(visible_nodes, key=lambda node: node.id)
        return []

    def resolve(self, text: str, visible: Visible = everything, *, path: str = "") -> Node:
        """Return the one node of a name; if there is none, a file with this name.

        Of several, one that defines the others wins (a class before its constructor), then source before inferred
        and external, then living objects before historic ones, then a type before members of the same name; then
        the only one that is defined in the file ``path``.

        Raises:
            NotFoundError: none is in sight; the remedy names the nearest names.
            AmbiguousNameError: several are; the error carries their identifiers.
        """
        principal = self.meanings(text, visible)
        if path and len(principal) > 1:
            here = [node for node in principal if any(span.rpartition(":")[0] == path for span in node.spans)]
            principal = here if len(here) == 1 else principal
        if len(principal) == 1:
            return principal[0]
        raise ambiguous(text, _distinct([node.id for node in principal]))

    def meanings(self, text: str, visible: Visible = everything) -> list[Node]:
        """Return the nodes that `resolve` would choose for a name, by identifier.

        Raises:
            NotFoundError: none is in sight; the remedy names the nearest names.
        """
        nodes = self.find(text, visible) or self._called(text, visible)
        if not nodes:
            raise NotFoundError("graph.unknown_name", name=text, remedy=self._suggestion(text, visible))
        return self._principal(nodes)

    def namesakes(self, text: str, meanings: Sequence[Node], visible: Visible = everything) -> list[Node]:
        """Return what has a name besides the meanings that `resolve` prefers, in any case of letters.

        An identifier or a path is no name. Members come last; parts of the meanings, packages and what stands only
        in dated scripts are left out.
        """
        preferred = {node.id for node in meanings}
        nodes = {
            self._nodes[position].id: self._nodes[position]
            for wanted in spellings(text)
            for position in self._by_name(wanted, fold=True)
        }
        others = [
            node
            for node in nodes.values()
            if node.id not in preferred
            and visible(node)
            and not node.historic
            and node.origin is not Origin.EXTERNAL
            and not self._has_owner_in(node, preferred)
        ]
        return sorted(others, key=lambda node: (node.kind in MEMBERS, node.id))

    def spelled_so(self, text: str, meanings: Sequence[Node], namesakes: Sequence[Node]) -> list[Node]:
        """Return the namesakes that are spelled as a name is written, or all where none of its meanings is.

        Names of a database have no case.
        """
        exact = {self._nodes[each].id for wanted in spellings(text) for each in self._by_name(wanted, fold=False)}
        if exact.isdisjoint(node.id for node in meanings):
            return list(namesakes)
        return [node for node in namesakes if node.id in exact or node.language == "sql"]

    def nearest(self, text: str, visible: Visible = everything, limit: int = NEAREST) -> list[str]:
        """Return names in sight that resemble ``text``, best first: same beginning, then fewest edits."""
        wanted = _last_part(plain_name(text))
        in_sight = {
            folded: seen
            for folded, positions in self._folded_names.items()
            if (seen := [position for position in positions if visible(self._nodes[position])])
        }
        names: list[str] = []
        for folded in nearest(wanted, in_sight):
            spellings = sorted({self._nodes[position].name for position in in_sight[folded]})
            names.extend(name for name in spellings if name not in names)
            if len(names) >= limit:
                break
        return names[:limit]

    def _suggestion(self, text: str, visible: Visible) -> Message:
        names = self.nearest(text, visible)
        return Message("graph.did_you_mean", names=", ".join(names)) if names else Message("graph.search_for_it")

    def _principal(self, nodes: list[Node]) -> list[Node]:
        living = [node for node in nodes if not node.historic] or nodes
        source = [node for node in living if node.origin is Origin.SOURCE] or living
        ids = {node.id for node in source}
        outer = [node for node in source if not self._has_owner_in(node, ids - {node.id})] or source
        is_clear = any(node.kind in TYPE_KINDS for node in outer)
        return [node for node in outer if node.kind not in MEMBERS] if is_clear else outer

    def _has_owner_in(self, node: Node, ids: set[NodeId]) -> bool:
        seen: set[int] = set()
        parent = self._parent(self._positions[node.id])
        while parent >= 0 and parent not in seen:
            if self._nodes[parent].id in ids:
                return True
            seen.add(parent)
            parent = self._parent(parent)
        return False

    def _by_id(self, text: str, *, fold: bool) -> Iterator[int]:
        wanted = _fold(text, fold)
        position = self._positions.get(NodeId(text))
        if position is not None:
            yield position
            return
        short = _last_part(shared_id(wanted)).partition("`")[0]
        unmarked: list[int] = []
        is_exact = False
        for other in self._by_short_name(short, fold=fold):
            node_id = _fold(self._nodes[other].id, fold)
            shared = shared_id(node_id)
            forms = (node_id, _local_id(node_id), shared, _local_id(shared))
            if wanted in forms:
                is_exact = True
                yield other
            elif wanted in map(readable_id, forms) or wanted in map(_without_parameters, forms):
                unmarked.append(other)
        if not is_exact:
            yield from unmarked

    def _by_path(self, text: str, *, fold: bool) -> Iterator[int]:
        path = text.replace("\\", "/").removeprefix("./").lstrip("/")
        base = path.rsplit("/", 1)[-1]
        positions = self._files.get(base.casefold(), [])
        wanted = path.casefold() if fold else path
        matching = [
            position for position in positions if _ends_with_path(_fold(self._nodes[position].path, fold), wanted)
        ]
        whole = [position for position in matching if _fold(self._nodes[position].path, fold) == wanted]
        yield from whole or matching or self._by_labelled_path(positions, text.replace("\\", "/"), fold=fold)

    def _by_labelled_path(self, positions: Sequence[int], path: str, *, fold: bool) -> Iterator[int]:
        """Yield files by ``shop/src/cart.py``, also as the end of an absolute path of another machine."""
        wanted, is_absolute = f"/{_fold(path, fold)}", path.startswith("/") or path[1:3] == ":/"
        for position in positions:
            node = self._nodes[position]
            labelled = _fold(f"/{node.repository}/{node.path}", fold)
            if wanted == labelled or (is_absolute and wanted.endswith(labelled)):
                yield position

    def _by_name(self, text: str, *, fold: bool) -> Iterator[int]:
        wanted = _fold(text, fold)
        for position in self._by_short_name(_last_part(wanted), fold=fold):
            node = self._nodes[position]
            name, full = _fold(node.name, fold), _fold(node.qualname, fold)
            if (
                name == wanted
                or _ends_with_name(full, wanted)
                or _ends_with_name(_without_parameters(full), wanted)
                or _ends_with_name(_dotted(full), _dotted(wanted))
            ):
                yield position

    def _by_module(self, text: str, *, fold: bool) -> Iterator[int]:
        """Yield the files of a module by its dotted name, unless code other than a section is called so."""
        parts = () if fold else parts_of_name(text)
        if parts and not any(map(self._is_code, self._by_name(text, fold=True))):
            last = self._stems.get(parts[-1].casefold(), [])
            of_folders = (position for stem in STANDING_FOR_FOLDERS for position in self._stems.get(stem, ()))
            yield from (each for each in (*last, *of_folders) if is_file_of(parts, self._nodes[each].path))

    def _by_whole_name(self, text: str, *, fold: bool) -> Iterator[int]:
        """Yield what has a name; what has it with its modules comes before what has it in another case."""
        named = [*self._by_name(text, fold=fold)]
        yield from named if named or fold else self._by_module_and_name(text, fold=False)

    def _by_module_and_name(self, text: str, *, fold: bool) -> Iterator[int]:
        """Yield what a module defines by the name that imports give it: ``shop.cart.Cart.add``."""
        parts = parts_of_name(text)
        for at in range(1, len(parts)):
            named = filter(self._is_code, self._by_name(".".join(parts[at:]), fold=fold))
            inside = [each for each in named if is_below(parts[:at], self._nodes[each].path)]
            if inside:
                yield from inside
                return

    def _is_code(self, position: int) -> bool:
        return self._nodes[position].kind != "section"

    def _by_place(self, text: str, *, fold: bool) -> Iterator[int]:
        for wanted in places_in(text):
            files = {self._nodes[position].file_id for position in self._by_path(wanted.path, fold=fold)}
            if files and wanted.line:
                inside: dict[FileId, list[int]] = {file: [] for file in files}
                for position, node in enumerate(self._nodes):
                    if node.file_id in inside:
                        inside[node.file_id].append(position)
                for positions in inside.values():  # each file alone: some may be out of sight
                    yield from innermost(self._nodes, positions, wanted.line)
            elif files:
                named = self._by_name(plain_name(wanted.name), fold=fold)
                yield from (position for position in named if self._nodes[position].file_id in files)

    def _by_slashes(self, text: str, *, fold: bool) -> Iterator[int]:
        """Yield what a name means whose separators are slashes, which are those of a path too."""
        if "/" in text:
            yield from self._by_name(text.replace("/", "."), fold=fold)

    def _by_address(self, text: str, *, fold: bool) -> Iterator[int]:
        """Yield the routes that serve an address, whose segments stand for their parameters."""
        address = None if fold else address_in(text)
        if address is not None:
            for position, node in enumerate(self._nodes):
                if node.kind == "route" and address.is_served_by(node.name):
                    yield position

    def _called(self, text: str, visible: Visible) -> list[Node]:
        """Return the files with this name, apart from the extension."""
        stem = text.strip().casefold()
        files = [self._nodes[position] for position in self._stems.get(stem, ())] if stem else []
        return sorted((node for node in files if visible(node)), key=lambda node: node.id)

    def _by_short_name(self, name: str, *, fold: bool) -> list[int]:
        positions = self._folded_names.get(name.casefold(), []) if name else []
        return (
            positions
            if fold
            else [
                position
                for position in positions
                if name in (own := _last_part(self._nodes[position].name), _without_parameters(own))
            ]
        )

    @cached_property
    def _positions(self) -> dict[NodeId, int]:
        return {node.id: position for position, node in enumerate(self._nodes)}

    @cached_property
    def _folded_names(self) -> Index:
        index: Index = {}
        for position, node in enumerate(self._nodes):
            name, full = node.name.casefold(), _last_part(node.qualname.casefold())
            keys = (name,) if name == full else (name, full, _last_part(name))
            keys = (*keys, _without_parameters(name)) if name.endswith(")") else keys
            for key in dict.fromkeys(keys):
                index.setdefault(key, []).append(position)
        return index

    @cached_property
    def _stems(self) -> Index:
        index: Index = {}
        for positions in self._files.values():
            for position in positions:
                stem = self._nodes[position].path.rpartition("/")[2].partition(".")[0]
                index.setdefault(stem.casefold(), []).append(position)
        return index

    @cached_property
    def _files(self) -> Index:
        index: Index = {}
        for position, node in enumerate(self._nodes):
            if node.kind == "file":
                index.setdefault(node.path.rsplit("/", 1)[-1].casefold(), []).append(position)
        return index


def _fold(text: str, fold: bool) -> str:  # noqa: FBT001 - private, and every caller passes its own keyword on
    return text.casefold() if fold else text


def _last_part(name: str) -> str:
    return name[max(map(name.rfind, _SEPARATORS)) + 1 :] or name


def _local_id(node_id: str) -> str:
    """Return an identifier without ``repo@branch:``; external ones have none."""
    head, separator, rest = node_id.partition(":")
    return rest if separator and "@" in head else node_id


def shared_id(node_id: str) -> str:
    """Return an identifier without what tells namesakes of one repository apart: ``@project``, ``database/``."""
    local = _local_id(node_id)
    start = node_id[: len(node_id) - len(local)]
    if local.startswith("cs:"):
        return start + local.partition("@")[0]
    if local.startswith("sql:"):
        return f"{start}sql:{local.removeprefix('sql:').rpartition('/')[2]}"
    return node_id


def readable_id(node_id: str) -> str:
    """Return an identifier without the marks of generic types, as people write it."""
    return _GENERIC_MARK.sub("", node_id)


def _without_parameters(name: str) -> str:
    """Return the name of an overload without what tells it from the others: ``Add(int)``, ``Add`1(T)``."""
    return name.partition("(")[0].partition("`")[0] if name.endswith(")") else name


def _distinct(ids: Sequence[str]) -> tuple[str, ...]:
    """Return identifiers as people write them; with their marks where only these tell some of them apart."""
    readable = [readable_id(node_id) for node_id in ids]
    return tuple(
        short if readable.count(short) == 1 else whole for short, whole in zip(readable, ids, strict=True)
    )


def _dotted(name: str) -> str:
    """Return a name with dots between its parts, which Ruby's people write as ``Cart#add`` or ``Cart::add``."""
    return name.replace("::", ".").replace("#", ".")


def _ends_with_path(path: str, wanted: str) -> bool:
    return path == wanted or path.endswith(f"/{wanted}")


def _ends_with_name(qualname: str, wanted: str) -> bool:
    if not qualname.endswith(wanted):
        return False
    before = qualname[: len(qualname) - len(wanted)]
    return not before or before[-1] in _BEFORE_NAMES
