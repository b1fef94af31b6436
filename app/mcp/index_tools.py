"""Tools that say what there is to search."""

from typing import Annotated, Any, cast

import msgspec
from anyio import from_thread
from mcp.server.mcpserver import Context
from pydantic import Field

from app.core.answers import ready_json, status_json
from app.mcp.engine_session import EngineSession
from app.mcp.queries import any_of
from app.mcp.shapes import ComponentsAnswer, ProductsAnswer, StatusAnswer
from app.mcp.waiting import Tell, wait_until_ready
from search.types.filters import OWNER
from search.types.query import SearchQuery

MOST_WAIT_S = 600
"""Longer than any client waits for a tool."""

_INDEXED = "is:indexed,truncated"


class IndexTools:
    """Answers what the index holds, as far as the client may see it."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def list_products(self) -> ProductsAnswer:
        """List the products of the indexed files; use a name as product of search_documentation."""
        found = self._counts("product")
        return {"products": [{"name": name, "files": files} for name, files in found], "total": len(found)}

    def list_components(
        self,
        product: Annotated[str | None, Field(description="Only of this product; default: of all")] = None,
    ) -> ComponentsAnswer:
        """List the components of the indexed files; use a name as component of search_documentation."""
        products = [product] if product is not None else [name for name, _ in self._counts("product")]
        found = [(one, name, files) for one in products for name, files in self._components(one)]
        return {
            "components": [{"name": name, "product": one, "files": files} for one, name, files in found],
            "total": len(found),
        }

    def index_status(
        self,
        ctx: Context[Any, Any],
        wait_seconds: Annotated[
            float, Field(ge=0, le=MOST_WAIT_S, description="Wait so long for indexing to finish, with progress")
        ] = 0.0,
    ) -> StatusAnswer:
        """Say how much is indexed, which folders, and what answers already: words, meaning, dependencies."""
        access = self._asking.access
        if wait_seconds > 0:
            wait_until_ready(self._asking.core, access, wait_seconds, _teller(ctx))
        status = self._asking.core.status(access)
        told = {**status_json(status), "ready": ready_json(status.ready)}
        if access == OWNER:
            activity = {name: getattr(status.activity, name) for name in ("step", "done", "total", "paused")}
            told |= {"activity": activity, "notices": status.notices}
        else:
            del told["disk_bytes"]
        return cast(StatusAnswer, msgspec.to_builtins(told))

    def _components(self, product: str) -> tuple[tuple[str, int], ...]:
        return self._counts("component", any_of("product", "product", product))

    def _counts(self, column: str, *filters: str) -> tuple[tuple[str, int], ...]:
        text = " ".join((_INDEXED, *filters))
        query = SearchQuery(text, top=1, facets=True, access=self._asking.access)
        facets = self._asking.core.search(query).facets
        return next((facet.values for facet in facets if facet.column == column), ())


def _teller(ctx: Context[Any, Any]) -> Tell:
    """Return what sends progress to the client, which ends the wait when that has left."""

    def tell(share: float, text: str) -> None:
        from_thread.check_cancelled()
        from_thread.run(ctx.report_progress, share, 1.0, text)

    return tell
