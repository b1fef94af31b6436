"""Answers of the tools that are not those of the command line."""

from typing import Any, Self, get_args

import msgspec

from app.core.answers.context import ContextText
from app.core.answers.index import IndexCounts, StatusAnswer
from search.types.ids import FileId
from search.types.query import Mode
from search.types.results import Ready
from search.types.status import IndexStatus


class Document(msgspec.Struct, frozen=True):
    """One result of ``search_documentation``; scores are 0..1.

    ``relevance_score`` is ``hybrid_weight * semantic_score + (1 - hybrid_weight) * keyword_score``; ``rank_score``
    orders the results. ``last_modified`` is UTC as in ISO 8601, empty for a file that is in git alone.
    """

    id: FileId
    file_path: str
    file_name: str
    file_type: str
    product: str
    component: str
    repository: str
    branch: str
    heading: str
    start_line: int
    end_line: int
    snippet: str
    relevance_score: float
    keyword_score: float
    semantic_score: float
    rank_score: float
    confidence: float
    title: str
    doc_type: str
    promotion_level: str
    external: bool
    date: str
    last_modified: str


class DocumentationAnswer(msgspec.Struct, frozen=True):
    """Either the results, or ``error`` with ``valid_modes``; notes on all results come first."""

    notes: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    results: tuple[Document, ...] | msgspec.UnsetType = msgspec.UNSET
    total: int | msgspec.UnsetType = msgspec.UNSET
    query: str | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | msgspec.UnsetType = msgspec.UNSET
    hybrid_weight: float | msgspec.UnsetType | None = msgspec.UNSET
    ready: Ready | msgspec.UnsetType = msgspec.UNSET
    confidence: float | msgspec.UnsetType = msgspec.UNSET
    nothing_here: bool | msgspec.UnsetType = msgspec.UNSET
    error: str | msgspec.UnsetType = msgspec.UNSET
    valid_modes: tuple[Mode, ...] | msgspec.UnsetType = msgspec.UNSET


MOST_LEFT_OUT = 5
"""Texts that an answer names because they did not fit; an agent raises its budget for the first of them."""


class ContextAnswer(ContextText, frozen=True):
    """Evidence within a token budget; ``chunks`` are the ids in the order of the text, all of one ``scope``.

    ``left_out`` names the first texts that did not fit, and ``more_left_out`` counts the others.
    """

    ready: Ready
    more_left_out: int

    @classmethod
    def from_text(cls, text: ContextText, ready: Ready) -> Self:
        """Return the answer for a text."""
        members = msgspec.structs.asdict(text) | {"left_out": text.left_out[:MOST_LEFT_OUT]}
        return cls(**members, ready=ready, more_left_out=max(0, len(text.left_out) - MOST_LEFT_OUT))


class FileAnswer(msgspec.Struct, frozen=True):
    """Lines of a file; ``source`` is ``disk``, or ``index`` where the file is not on the disk any more.

    ``next_line`` is there when the text was cut: ask again with it as ``start_line``.
    """

    file_id: str
    uri: str
    path: str
    language: str
    encoding: str
    source: str
    start_line: int
    end_line: int
    line_count: int
    text: str
    next_line: int | msgspec.UnsetType = msgspec.UNSET


class Product(msgspec.Struct, frozen=True):
    """A product with the number of its indexed files."""

    name: str
    files: int


class ProductsAnswer(msgspec.Struct, frozen=True):
    """Products, most files first."""

    products: tuple[Product, ...]
    total: int


class Component(msgspec.Struct, frozen=True):
    """A component of a product with the number of its indexed files."""

    name: str
    product: str
    files: int


class ComponentsAnswer(msgspec.Struct, frozen=True):
    """Components, by product, most files first."""

    components: tuple[Component, ...]
    total: int


class ActivityAnswer(msgspec.Struct, frozen=True):
    """The activity of the indexer; ``step`` is empty when it is idle."""

    step: str
    done: int
    total: int
    paused: bool


class IndexStatusAnswer(IndexCounts, frozen=True, kw_only=True):
    """How much is indexed; what counts over the whole index is there only without a restriction of access."""

    disk_bytes: int | msgspec.UnsetType = msgspec.UNSET
    ready: Ready
    activity: ActivityAnswer | msgspec.UnsetType = msgspec.UNSET
    notices: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, status: IndexStatus, *, whole_index: bool) -> Self:
        """Return the answer for a status; ``whole_index`` adds what counts over the whole index."""
        counts = msgspec.structs.asdict(StatusAnswer.of(status))
        if not whole_index:
            return cls(**counts | {"disk_bytes": msgspec.UNSET}, ready=status.ready)
        activity = msgspec.convert(status.activity, ActivityAnswer, from_attributes=True)
        return cls(**counts, ready=status.ready, activity=activity, notices=tuple(map(str, status.notices)))


def output_schema(answer: Any) -> dict[str, object]:
    """Return the JSON schema of an answer with the object at its root, as the protocol demands.

    Of a short and a detailed answer the schema is that of the short one, which the other holds too.
    """
    short, *_detailed = get_args(answer) or (answer,)
    schema = msgspec.json.schema(short)
    definitions = schema["$defs"]
    root: dict[str, object] = definitions.pop(schema["$ref"].rpartition("/")[2])
    return root | {"$defs": definitions} if definitions else root
