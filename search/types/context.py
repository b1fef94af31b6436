"""Evidence for a question: texts within a token budget, and what did not fit."""

from dataclasses import dataclass
from enum import StrEnum

from search.errors import BadInputError
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.results import Ready

DEFAULT_CONTEXT_TOKENS = 4000
"""Tokens that fit beside a question in any model in use."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """Ask for evidence.

    Attributes:
        text: as typed, in the query language; of each filter one, and any number that exclude.
        budget: tokens that the texts may have together.
        filters: further filters of the query language, which narrow whatever the text looks like.
    """

    text: str
    budget: int = DEFAULT_CONTEXT_TOKENS
    access: Access = OWNER
    filters: str = ""

    def __post_init__(self) -> None:
        """Refuse a budget below 1.

        Raises:
            BadInputError: naming the value.
        """
        if isinstance(self.budget, bool) or not isinstance(self.budget, int) or self.budget < 1:
            raise BadInputError("context.bad_budget", value=repr(self.budget))


class PieceLabel(StrEnum):
    """Why a piece is in the evidence that is neither a hit nor a dependency of one."""

    NONE = ""
    CRITICAL = "critical"
    """Its document is critical: it stands first whatever the question."""
    EXTERNAL = "external"
    """It belongs to an external root, which every project may find."""


LABEL_TEXTS = {
    PieceLabel.CRITICAL: "critical document, always first",
    PieceLabel.EXTERNAL: "external document, found from every project",
}
"""Name of a label in the text for a language model."""


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """A chunk or a node with its text.

    Attributes:
        name: enclosing symbols or headings; may be empty.
        start_line, end_line: of the text in its file, from 1, both inclusive.
        depth: 0 for a hit, else steps from the hit that led here.
        parent_id: the node that depends on it; None for a hit.
        repository, branch: of its file; empty for those of the answer, from which an external document differs.
        label: why a piece stands here that no question led to.
    """

    id: str
    path: str
    name: str
    language: str
    start_line: int
    end_line: int
    depth: int
    parent_id: str | None
    tokens: int
    text: str
    repository: str = ""
    branch: str = ""
    label: PieceLabel = PieceLabel.NONE


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A text that did not fit into the budget."""

    id: str
    tokens: int


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """Answer to a `ContextRequest`.

    Attributes:
        repository, branch: the scope of the evidence; empty if nothing or only external documents were found.
        pieces: critical documents first, then hits and their dependencies by turns, external documents last.
        left_out: in the same order.
    """

    query: str
    repository: str
    branch: str
    budget: int
    tokens: int
    pieces: tuple[ContextPiece, ...]
    left_out: tuple[LeftOut, ...]
    ready: Ready
    notes: tuple[Message, ...] = ()
