"""Where a request of an agent enters: a thread of its own, errors in words, and a note of what went out."""

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from anyio import to_thread
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from search.errors import AmbiguousNameError, KnownError

P = ParamSpec("P")
T = TypeVar("T")

_INTERNAL = "internal error; the log in the index folder has the details"
MOST_CHARS = 800
"""Of an error in words."""

MOST_CANDIDATES = 20
"""Identifiers that an error lists for a name that stands for several."""


class Boundary:
    """Wraps what agents call."""

    def __init__(self, handed_out: DisclosureLog, failures: Failures) -> None:
        self._handed_out = handed_out
        self._failures = failures

    def tool(self, answer: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        """Return the tool as the protocol runs it; what goes wrong is a tool error that the model can read."""
        return self._wrapped(answer, ToolError)

    def resource(self, answer: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        """Return the reader of a resource as the protocol runs it."""
        return self._wrapped(answer, ResourceError)

    def prompt(self, answer: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        """Return the writer of a prompt as the protocol runs it."""
        return self._wrapped(answer, _prompt_error)

    def _wrapped(self, answer: Callable[P, T], error_of: Callable[[str], Exception]) -> Callable[P, Awaitable[T]]:
        def answered(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                told = answer(*args, **kwargs)
                self._handed_out.note(answer.__name__, told, kwargs)
            except KnownError as error:
                raise error_of(_in_words(error)) from error
            except Exception as error:
                self._failures.report(answer.__name__)
                raise error_of(_INTERNAL) from error
            return told

        @functools.wraps(answer)
        async def run(*args: P.args, **kwargs: P.kwargs) -> T:
            call = functools.partial(answered, *args, **kwargs)
            return await to_thread.run_sync(call, abandon_on_cancel=True)  # a client that left is not waited for

        return run


def _in_words(error: KnownError) -> str:
    if not isinstance(error, AmbiguousNameError) or not error.candidates:
        return shortened(error.one_line())
    listed = "\n".join(error.candidates[:MOST_CANDIDATES])
    more = len(error.candidates) - MOST_CANDIDATES
    return f"{shortened(error.one_line())}\n{listed}" + (f"\nand {more} more" if more > 0 else "")


def shortened(text: str) -> str:
    """Return a text of at most `MOST_CHARS`, without its middle where it is longer: values in it may be huge."""
    if len(text) <= MOST_CHARS:
        return text
    half = MOST_CHARS // 2 - 5
    return f"{text[:half]} [...] {text[-half:]}"


def _prompt_error(message: str) -> Exception:
    return MCPError(code=INVALID_PARAMS, message=message)
