"""What each command prints with ``--json``, as types; `app.cli.reference` writes their schemas."""

from collections.abc import Mapping
from typing import NotRequired

from typing_extensions import TypedDict

from app.core.evidence import GatheredText
from app.desktop.window_calls import WindowCall
from app.installation.rule_groups import RuleState
from app.mcp.graph_shapes import (
    CyclesAnswer,
    ImpactAnswer,
    PathAnswer,
    TableAnswer,
    TreeAnswer,
    UnusedAnswer,
)
from app.mcp.shapes import Asked, File, Ready, Root
from search.ranking.explain import Explanation
from search.types.graph_queries import UnreadFile
from search.types.status import AccessView, WhyAnswer


class FoundFile(File):
    """A ranked file; ``explanation`` is there with ``--explain``."""

    explanation: NotRequired[Explanation]


class SearchJson(Asked):
    """Ranked files; ``ready`` says which steps of the index answered."""

    files: list[FoundFile]


class UnreadableJson(TypedDict):
    """Files of which the graph knows less than they hold."""

    total: int
    files: list[UnreadFile]


class IndexJson(TypedDict):
    """What a run of the indexer left, in ``seconds``."""

    files: int
    chunks: int
    nodes: int
    edges: int
    skipped: int
    failed: int
    seconds: float


class StatusJson(TypedDict):
    """How much is indexed, and in which states the files are."""

    files: int
    chunks: int
    nodes: int
    edges: int
    states: dict[str, int]
    roots: list[Root]
    versions: dict[str, str]
    disk_bytes: int


class EngineStartJson(TypedDict):
    """The process that answers."""

    pid: int
    index: str


class EngineStopJson(TypedDict):
    """The process that ended; none where no engine ran."""

    pid: int | None
    stopped: bool


class EnginePausedJson(TypedDict):
    """Whether indexing rests."""

    paused: bool


class EngineSpeedJson(TypedDict):
    """How fast is indexed until the engine ends."""

    speed: str


class EngineAutostartJson(TypedDict):
    """Whether the engine is started at login, and the file or key that says so."""

    autostart: bool
    entry: str


class EngineStatusJson(TypedDict):
    """A running engine; ``memory_mb`` is resident memory in MiB."""

    pid: int
    index: str
    clients: int
    memory_mb: float
    ready: Ready


class FindingJson(TypedDict):
    """Something that was looked at; ``text`` says what to do where it is not ``well``."""

    name: str
    well: bool
    text: str


SHAPES: Mapping[str, object] = {
    "index": IndexJson,
    "search": SearchJson,
    "tree": TreeAnswer,
    "path": PathAnswer,
    "impact": ImpactAnswer,
    "table": TableAnswer,
    "cycles": CyclesAnswer,
    "unused": UnusedAnswer,
    "unreadable": UnreadableJson,
    "context": GatheredText,
    "status": StatusJson,
    "why": WhyAnswer,
    "roots": list[Root],
    "forget": Root,
    "rules": list[RuleState],
    "doctor": list[FindingJson],
    "engine start": EngineStartJson,
    "engine stop": EngineStopJson,
    "engine status": EngineStatusJson,
    "engine pause": EnginePausedJson,
    "engine resume": EnginePausedJson,
    "engine speed": EngineSpeedJson,
    "engine autostart": EngineAutostartJson,
    "access": AccessView,
    "open": WindowCall,
}
"""The type of each command's JSON; ``mcp`` and ``completion`` print none."""
