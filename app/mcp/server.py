"""The server: which tools, resources and prompts there are."""

from collections.abc import Callable, Iterable
from typing import Any

import anyio
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, GetPromptResult, InputRequiredResult, ToolAnnotations
from pydantic import AnyUrl, ValidationError

from app.installation.version import VERSION
from app.mcp.answers import output_schema
from app.mcp.arguments import plain_arguments
from app.mcp.boundary import Boundary, Incomplete, complete
from app.mcp.call_slots import CALLER
from app.mcp.completeness import Completeness
from app.mcp.engine_session import EngineSession
from app.mcp.file_tools import URI, FileTools
from app.mcp.graph_tools import GraphTools
from app.mcp.greeting import INSTRUCTIONS, NAME, TITLE
from app.mcp.index_tools import IndexTools
from app.mcp.line_tools import LineTools
from app.mcp.location_tools import LocationTools
from app.mcp.prompts import Prompts
from app.mcp.schemas import outline, without_titles
from app.mcp.search_tools import SearchTools
from app.mcp.stdio import serve_opened
from app.mcp.stdio_handshake import StdioHandshake
from search.types.query import RankSettings

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_NOTES = {"notes": {"type": "array", "items": {"type": "string"}}}
"""What an answer of an incomplete index begins with."""


class DowseServer(MCPServer[Any]):
    """An MCP server that reads arguments as models write them, and says in a line what it cannot read."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool.

        Raises:
            ToolError: no such tool, arguments that do not fit, or what the tool says.
        """
        CALLER.set(_caller(context))
        schema = self._tool_input_schema(name) or {}
        known = schema.get("properties", {})
        arguments = plain_arguments(schema, arguments) if schema else arguments
        if schema and (unknown := sorted(set(arguments) - set(known))):
            unknown_names = ", ".join(unknown)[:200]
            remedy = "leave it out" + (
                ", or narrow by repo:shop or path:src in the query" if "query" in known else ""
            )
            raise ToolError(f"{name} has no argument {unknown_names}: {remedy}. Arguments are {', '.join(known)}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_faults(error.__cause__)}") from error.__cause__
            raise

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource on behalf of the agent of the context."""
        CALLER.set(_caller(context))
        return await super().read_resource(uri, context)

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Write a prompt for the agent of the context."""
        CALLER.set(_caller(context))
        return await super().get_prompt(name, arguments, context)

    def run_opened(self, opening: StdioHandshake) -> None:
        """Serve the client that ``opening`` has met on standard input, until it leaves."""
        anyio.run(serve_opened, self._lowlevel_server, opening)


def _caller(context: Context[Any, Any] | None) -> str:
    """Return the session of a request over HTTP, or its connection; empty on standard input."""
    request = None if context is None else context.request_context.request
    if request is None:
        return ""
    return str(request.headers.get("mcp-session-id") or request.client)


def _faults(error: ValidationError) -> str:
    """Return the error of each argument; the values are left out, they may be huge."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults[:10])


def _tool(
    answer: Callable[..., object], boundary: Boundary, incomplete: Incomplete, *, notes: bool = True
) -> Tool:
    """Return the tool that a method gives; its output schema is that of the type of answer, with ``notes``."""
    wrapped = boundary.tool(answer, incomplete, notes=notes)
    tool = Tool.from_function(wrapped, annotations=_READS, structured_output=False)
    tool.parameters = without_titles(tool.parameters)
    schema = outline(output_schema(answer.__annotations__["return"]))
    schema["properties"] = (_NOTES if notes else {}) | schema["properties"]
    tool.fn_metadata.output_schema = schema
    return tool


def make_server(asking: EngineSession, usual: RankSettings, boundary: Boundary) -> DowseServer:
    """Return the server of one client; it answers a handshake without asking the engine."""
    search, index, files = SearchTools(asking, usual), IndexTools(asking), FileTools(asking)
    graph = GraphTools(asking)
    from_texts = (
        search.search_documentation,
        search.search_code,
        LineTools(asking).find_lines,
        LocationTools(asking, usual).locate_change,
    )
    from_graph = (
        graph.dependency_tree,
        graph.dependency_path,
        graph.change_impact,
        graph.table_use,
        graph.dependency_cycles,
        graph.broken_rules,
        graph.unused_definitions,
    )
    covers = Completeness(asking)
    tools = (
        *(_tool(answer, boundary, covers.words) for answer in from_texts),
        *(_tool(answer, boundary, covers.graph) for answer in from_graph),
        _tool(search.get_context, boundary, covers.words),
        _tool(files.get_file, boundary, covers.words, notes=False),
        *(
            _tool(answer, boundary, complete, notes=False)
            for answer in (index.list_products, index.list_components, index.index_status)
        ),
    )
    server = DowseServer(
        name=NAME,
        title=TITLE,
        version=VERSION,
        instructions=INSTRUCTIONS,
        tools=list(tools),
        log_level="WARNING",
    )
    server.resource(URI + "{+file_id}", name="file", title="An indexed file", mime_type="text/plain")(
        boundary.resource(files.file_resource)
    )
    explain = Prompts(asking).explain_dependency
    server.add_prompt(Prompt.from_function(boundary.prompt(explain), title="Explain this dependency"))
    return server
