"""Entry point of agent requests: runs each in a thread, translates errors, and logs what was disclosed."""

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

import msgspec
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent

from app.core.names_so_far import SO_FAR
from app.mcp.call_slots import CallSlots
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from search.errors import AmbiguousNameError, KnownError, NotFoundError
from search.messages import Message

_FOR_AGENTS = {
    "graph.no_table_so_far.remedy": Message("mcp.wait_for_dependencies"),
    "graph.search_for_it": Message("mcp.search_for_it"),
    "graph.unknown_so_far.remedy": Message("mcp.wait_for_dependencies"),
    "query.asks_for_lines.remedy": Message("mcp.lines_instead"),
    "query.bad_pattern.remedy": Message("mcp.literal_instead"),
}
"""Remedies in place of those for a person: an agent has tools and their arguments."""

P = ParamSpec("P")
T = TypeVar("T")

Incomplete = Callable[[], str]

_INTERNAL = "internal error; the log in the index folder has the details"
MOST_CHARS = 800
"""Of an error in words."""

MOST_CANDIDATES = 20
"""Identifiers that an error lists for an ambiguous name."""


def complete() -> str:
    """Return that an answer covers everything there is."""
    return ""


class Boundary:
    """Wraps what agents call."""

    def __init__(self, handed_out: DisclosureLog, failures: Failures) -> None:
        self._handed_out = handed_out
        self._failures = failures
        self._slots = CallSlots()

    def tool(
        self, answer: Callable[P, object], incomplete: Incomplete = complete, *, notes: bool = True
    ) -> Callable[P, Awaitable[CallToolResult]]:
        """Return the tool as the protocol runs it: answers as JSON, failures as errors that a model can read.

        Args:
            answer: the method that answers, in a thread.
            incomplete: says how much of the files the answer covers; "" if it is all of them.
            notes: whether answers begin with that; an error about what is not known has it always.
        """

        @functools.wraps(answer)
        def as_result(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
            before = incomplete()  # an index that becomes whole meanwhile may have answered in part
            try:
                encoded = msgspec.json.encode(answer(*args, **kwargs))
            except NotFoundError as error:
                if not before or error.message.code in SO_FAR:
                    raise
                raise NotFoundError(error.message, remedy=f"{error.remedy} {before}".strip()) from error
            content = msgspec.json.decode(encoded)
            if before and notes:
                content = {"notes": [before, *content.pop("notes", ())], **content}
                encoded = msgspec.json.encode(content)
            return CallToolResult(
                content=[TextContent(type="text", text=encoded.decode())], structured_content=content
            )

        return self._wrapped(as_result, ToolError, lambda result: result.structured_content)

    def resource(self, answer: Callable[P, str]) -> Callable[P, Awaitable[str]]:
        """Return the reader of a resource as the protocol runs it."""
        return self._wrapped(answer, ResourceError, str)

    def prompt(self, answer: Callable[P, str]) -> Callable[P, Awaitable[str]]:
        """Return the writer of a prompt as the protocol runs it."""
        return self._wrapped(answer, _prompt_error, str)

    def _wrapped(
        self, answer: Callable[P, T], error_of: Callable[[str], Exception], disclosed: Callable[[T], object]
    ) -> Callable[P, Awaitable[T]]:
        def answered(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                value = answer(*args, **kwargs)
                self._handed_out.note(answer.__name__, disclosed(value), kwargs)
            except KnownError as error:
                raise error_of(_in_words(error)) from error
            except Exception as error:
                self._failures.report(answer.__name__)
                raise error_of(_INTERNAL) from error
            return value

        @functools.wraps(answer)
        async def run(*args: P.args, **kwargs: P.kwargs) -> T:
            call = functools.partial(answered, *args, **kwargs)
            return await self._slots.run(call)

        return run


def _in_words(error: KnownError) -> str:
    for_agents = _FOR_AGENTS.get(error.remedy.code)
    if for_agents is not None:
        error = KnownError(error.message, remedy=for_agents)
    if not isinstance(error, AmbiguousNameError) or not error.candidates:
        return shortened(error.one_line())
    listed = "\n".join(error.candidates[:MOST_CANDIDATES])
    more = len(error.candidates) - MOST_CANDIDATES
    return f"{shortened(' '.join(str(error).split()))}. Name one of these:\n{listed}" + (
        f"\nand {more} more" if more > 0 else ""
    )


def shortened(text: str) -> str:
    """Return a text of at most `MOST_CHARS`, without its middle where it is longer: values in it may be huge."""
    if len(text) <= MOST_CHARS:
        return text
    half = MOST_CHARS // 2 - 5
    return f"{text[:half]} [...] {text[-half:]}"


def _prompt_error(message: str) -> Exception:
    return MCPError(code=INVALID_PARAMS, message=message)
