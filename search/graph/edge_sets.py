"""Which edges a walk follows."""

from collections.abc import Sequence

from search.graph.edge_table import mask_of
from search.graph.names import TYPE_KINDS
from search.types.graph import EdgeType, Node, Origin

STRUCTURE = (
    EdgeType.MAPS_TO,
    EdgeType.INHERITS,
    EdgeType.IMPLEMENTS,
    EdgeType.FOREIGN_KEY,
    EdgeType.TRIGGER_ON,
)
DATABASE = (EdgeType.READS_TABLE, EdgeType.WRITES_TABLE, EdgeType.READS_VIEW)
CALLING = (EdgeType.CALLS, EdgeType.INSTANTIATES)
SPEAKING = (EdgeType.LINKS_TO, EdgeType.MENTIONS)

DEFAULT = (*STRUCTURE, *DATABASE, *CALLING)
"""Followed everywhere. References and annotations are not: on a large repository they are a third of all
edges, and most of them accompany a call or an inheritance that is followed. Those that lead to functions and to
values are, see `EdgePolicy`."""

NAMING = (EdgeType.REFERENCES, EdgeType.ANNOTATED_BY)
"""What names a type: fields, parameters, results, attributes. For many types these are all of their uses."""

NAMED_TYPES = TYPE_KINDS | {"union", "delegate", "annotation"}
"""Kinds that code breaks by when they change, though it only names them."""

FUNCTIONS = frozenset({"function", "method", "dependency"})
"""Kinds that are passed by name: code that refers to one of them, or is decorated by one, may run it."""

NAMED = frozenset({"constant", "property"})
"""Kinds of which all uses are references: whoever changes one of them wants to see these."""

_DEFAULT_MASK = mask_of(DEFAULT)
_CALLING_MASK = mask_of(CALLING)
_FILE_MASK = mask_of((EdgeType.IMPORTS, *SPEAKING))
_SPEAKING_MASK = mask_of(SPEAKING)
_DEFINES_MASK = mask_of((EdgeType.DEFINES,))


class EdgePolicy:
    """Edge types to follow from a node.

    An explicit list is followed to the letter, but functions that are handed over, and those that decorate others,
    count as called where calls and new objects are followed. So do, towards those who use it, a constant and a
    class that is named as a value; a tree of what something depends on leaves them out, as most are limits and
    texts. None is the default, which depends on the node: `DEFAULT` everywhere; imports and links from files and
    of packages outside, which have little else; links and mentions from sections of documents; and at the root
    links and mentions too, so that a class or a table shows the documents that speak of it without every class on
    the way bringing in its own. What names a type that is asked about uses it too, see `Steps`.
    ``defines`` is containment and never followed here; trees and expansions enter it at their roots only.
    """

    def __init__(self, edges: Sequence[EdgeType] | None = None) -> None:
        self._explicit = None if edges is None else mask_of(edges) & ~_DEFINES_MASK
        self.follows_functions = self._explicit is None or self._explicit & _CALLING_MASK == _CALLING_MASK
        """Whether some references are followed as a call is, see `Steps`: where calls and new objects both are."""
        self.is_default = self._explicit is None

    def mask(self, node: Node, *, at_root: bool) -> int:
        """Return the allowed types as bits of `search.graph.edge_table.TYPES`."""
        if self._explicit is not None:
            return self._explicit
        mask = _DEFAULT_MASK
        if node.kind == "file" or node.origin is Origin.EXTERNAL:
            mask |= _FILE_MASK
        if at_root or node.kind == "section":
            mask |= _SPEAKING_MASK
        return mask
