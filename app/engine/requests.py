"""Everything that clients ask the engine, and the events and states that it tells of."""

import msgspec

from app.engine.messages import PingCall, Request, SearchCall
from search.events import Event, FileFailed, FilesChanged, Notice, Progress
from search.types.context import ContextRequest
from search.types.filters import Access
from search.types.graph import DependencyPath, TreeRequest
from search.types.graph_queries import CycleScope, ImpactRequest, TableRequest
from search.types.results import Ready
from search.types.status import Speed


class EngineState(msgspec.Struct, frozen=True):
    """What ``dowse engine status`` shows.

    Attributes:
        memory_mb: resident memory of the engine process in MiB.
    """

    pid: int
    index: str
    clients: int
    memory_mb: float
    ready: Ready
    keeps_running: bool = False
    program: str = ""


class TreeCall(Request, frozen=True, tag="tree"):
    """`SearchCore.tree`."""

    request: TreeRequest
    access: Access


class PathCall(Request, frozen=True, tag="path"):
    """`SearchCore.path`."""

    source: str
    target: str
    access: Access


class ImpactCall(Request, frozen=True, tag="impact"):
    """`SearchCore.impact`."""

    request: ImpactRequest
    access: Access


class TableCall(Request, frozen=True, tag="table"):
    """`SearchCore.table`."""

    request: TableRequest
    access: Access


class CyclesCall(Request, frozen=True, tag="cycles"):
    """`SearchCore.cycles`."""

    repository: str
    of: CycleScope
    access: Access


class UnusedCall(Request, frozen=True, tag="unused"):
    """`SearchCore.unused`."""

    repository: str
    access: Access


class UnreadableCall(Request, frozen=True, tag="unreadable"):
    """`SearchCore.unreadable`."""

    repository: str
    access: Access


class FoundPath(msgspec.Struct, frozen=True):
    """What `PathCall` gives; None where there is no way."""

    path: DependencyPath | None


class ContextCall(Request, frozen=True, tag="context"):
    """`SearchCore.context`."""

    request: ContextRequest


class TextsCall(Request, frozen=True, tag="texts"):
    """`SearchCore.texts`."""

    ids: tuple[str, ...]
    access: Access


class FileTextCall(Request, frozen=True, tag="file_text"):
    """`SearchCore.file_text`."""

    file: str
    access: Access


class WhyCall(Request, frozen=True, tag="why"):
    """`SearchCore.why`."""

    path: str
    access: Access


class StatusCall(Request, frozen=True, tag="status"):
    """`SearchCore.status`."""

    access: Access


class RootsCall(Request, frozen=True, tag="roots"):
    """`SearchCore.roots`."""

    access: Access


class IndexCall(Request, frozen=True, tag="index"):
    """`SearchCore.index`; the paths are absolute, for the engine has another working directory."""

    paths: tuple[str, ...]
    semantic: bool | None
    branches: tuple[str, ...] = ()


class ForgetCall(Request, frozen=True, tag="forget"):
    """`SearchCore.forget`."""

    root: str


class PauseCall(Request, frozen=True, tag="pause"):
    """`SearchCore.pause`."""

    paused: bool


class RulesCall(Request, frozen=True, tag="rules"):
    """`SearchCore.turn_rules_off`."""

    groups: tuple[str, ...]


class VisibleCall(Request, frozen=True, tag="visible"):
    """`SearchCore.visible`."""

    access: Access
    limit: int


class SpeedCall(Request, frozen=True, tag="speed"):
    """`SearchCore.set_speed`."""

    speed: Speed


class SubscribeCall(Request, frozen=True, tag="subscribe"):
    """From now on, send every event that may be heard with this access; the last one sent holds."""

    access: Access


class EngineStateCall(Request, frozen=True, tag="engine_state"):
    """Ask for the `EngineState`."""


class StopCall(Request, frozen=True, tag="stop"):
    """End the engine once everything under way is written."""


AnyRequest = (
    PingCall
    | SearchCall
    | TreeCall
    | PathCall
    | ImpactCall
    | TableCall
    | CyclesCall
    | UnusedCall
    | UnreadableCall
    | ContextCall
    | TextsCall
    | FileTextCall
    | WhyCall
    | StatusCall
    | RootsCall
    | IndexCall
    | ForgetCall
    | PauseCall
    | RulesCall
    | SpeedCall
    | VisibleCall
    | SubscribeCall
    | EngineStateCall
    | StopCall
)

EVENT_TYPES: dict[str, type[Event]] = {
    event.__name__: event for event in (Progress, FilesChanged, FileFailed, Notice)
}
"""Classes of the events that travel, by name."""
