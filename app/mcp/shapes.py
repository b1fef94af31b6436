"""What the tools return, as the output schemas say it. Keys are those of the command line's ``--json``."""

from typing import NotRequired

from typing_extensions import TypedDict  # pydantic refuses typing.TypedDict before Python 3.12


class Ready(TypedDict):
    """Which steps of the index answer already, each as a share 0..1 of the files."""

    keyword: float
    semantic: float
    graph: float
    names: float


class Document(TypedDict):
    """One result of ``search_documentation``; scores are 0..1."""

    id: str
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


class DocumentationAnswer(TypedDict, total=False):
    """Either the results, or ``error`` with ``valid_modes``."""

    results: list[Document]
    total: int
    query: str
    mode: str
    hybrid_weight: float | None
    ready: Ready
    notes: list[str]
    error: str
    valid_modes: list[str]


class Chunk(TypedDict):
    """A part of a file that supports the result; lines count from 1, both inclusive."""

    id: str
    node_id: str
    start_line: int
    end_line: int
    header_path: str
    score: float
    text: str


class Duplicate(TypedDict):
    """A file that reads nearly the same as the one that stands for it."""

    file_id: str
    path: str
    repository: str
    branch: str


class File(TypedDict):
    """A ranked file; ``group`` is code or document, ``stale`` one that changed since it was indexed."""

    rank: int
    file_id: str
    path: str
    repository: str
    branch: str
    group: str
    score: float
    keyword: float
    semantic: float
    structure: float
    why: dict[str, object]
    duplicates: list[Duplicate]
    stale: bool
    offline: bool
    chunks: list[Chunk]


class Correction(TypedDict):
    """A misspelt word of the query, and the word of the index that was searched in its place."""

    typed: str
    searched: str


class Asked(TypedDict):
    """What was asked and searched; ``ready`` says which steps answered, ``notes`` what to know of the answer."""

    query: str
    mode: str
    weight: float
    fusion: str
    took_ms: float
    ready: Ready
    searched: str
    corrections: list[Correction]
    notes: list[str]


class CodeAnswer(Asked):
    """Ranked files; ``notes`` say what was corrected and what is not ready yet."""

    files: list[File]


class LeftOut(TypedDict):
    """What did not fit into the budget, with the tokens it would take."""

    id: str
    tokens: int


class ContextAnswer(TypedDict):
    """Evidence within a token budget; ``chunks`` are the ids in the order of the text, all of one ``scope``."""

    query: str
    scope: str
    budget: int
    tokens: int
    chunks: list[str]
    left_out: list[LeftOut]
    text: str
    ready: Ready
    notes: list[str]


class FileAnswer(TypedDict):
    """Lines of a file; ``source`` is ``disk``, or ``index`` where the file is gone from the disk.

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
    next_line: NotRequired[int]


class Label(TypedDict):
    """A product or a component with the number of its indexed files."""

    name: str
    files: int


class ProductsAnswer(TypedDict):
    """Products, most files first."""

    products: list[Label]
    total: int


class Component(TypedDict):
    """A component of a product."""

    name: str
    product: str
    files: int


class ComponentsAnswer(TypedDict):
    """Components, by product, most files first."""

    components: list[Component]
    total: int


class Root(TypedDict):
    """A folder that is searched."""

    path: str
    repository: str
    branch: str
    external: bool
    files: int
    chunks: int
    offline: bool
    watching: str


class Activity(TypedDict):
    """What the indexer does now; ``step`` is empty when it is idle."""

    step: str
    done: int
    total: int
    paused: bool


class StatusAnswer(TypedDict):
    """How much is indexed; what counts over the whole index is there only without a restriction of access."""

    files: int
    chunks: int
    nodes: int
    edges: int
    states: dict[str, int]
    roots: list[Root]
    versions: dict[str, str]
    ready: Ready
    disk_bytes: NotRequired[int]
    activity: NotRequired[Activity]
    notices: NotRequired[list[str]]
