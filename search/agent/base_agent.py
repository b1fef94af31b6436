"""What every agent has: a name, a trace in the state, a clock, and errors that stay in the state."""

import asyncio
import time
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from search.agent.state import AgentState

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Timing:
    """When something started, in seconds of a monotonic clock."""

    started: float


class BaseAgent(ABC):
    """Base of the agents.

    Args:
        name: appears in traces and logs.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    async def process(self, state: AgentState) -> AgentState:
        """Return the state with what this agent adds; errors it knows are in the state, not raised."""

    def process_now(self, state: AgentState) -> AgentState:
        """Return what `process` does, to callers that do not await; an event loop may run in their thread."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self.process(state)).result()

    def _add_trace(self, state: AgentState, action: str) -> None:
        """Append ``name: action`` to the trace."""
        state["metadata"].setdefault("agent_path", []).append(f"{self.name}: {action}")

    def _measure_latency(self) -> Timing:
        """Return the start of a measurement."""
        return Timing(time.perf_counter())

    def _calculate_latency_ms(self, timing: Timing) -> float:
        """Return milliseconds since the measurement began."""
        return (time.perf_counter() - timing.started) * 1000.0

    def _log_success(self, operation: str, **fields: object) -> None:
        """Log one finished unit of work; never the query's text."""
        log.info(operation, agent=self.name, **fields)

    def _log_error(self, operation: str, error: Exception, **fields: object) -> None:
        """Log a failure with its kind and message."""
        log.error(operation, agent=self.name, error=str(error), kind=type(error).__name__, **fields)

    def _set_error(self, state: AgentState, error: Exception, context: str) -> AgentState:
        """Return the state with the error in its metadata and its trace."""
        state["metadata"]["error"] = {"agent": self.name, "context": context, "message": str(error)}
        self._add_trace(state, f"failed ({context})")
        return state
