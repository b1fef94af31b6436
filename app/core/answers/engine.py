"""The answers of ``dowse engine``."""

import msgspec

from search.types.results import Ready
from search.types.status import Speed


class EngineStarted(msgspec.Struct, frozen=True):
    """The process that answers."""

    pid: int
    index: str


class EngineStopped(msgspec.Struct, frozen=True):
    """The process that ended; none where no engine ran."""

    pid: int | None
    stopped: bool


class EnginePaused(msgspec.Struct, frozen=True):
    """Whether indexing is paused."""

    paused: bool


class EngineSpeed(msgspec.Struct, frozen=True):
    """The speed of indexing until the engine ends."""

    speed: Speed


class EngineAutostart(msgspec.Struct, frozen=True):
    """Whether the engine is started at login, and the file or key that says so."""

    autostart: bool
    entry: str


class EngineStatus(msgspec.Struct, frozen=True):
    """A running engine; ``memory_mb`` is resident memory in MiB."""

    pid: int
    index: str
    clients: int
    memory_mb: float
    ready: Ready
