"""Tools that describe the index."""

from typing import Annotated, Any

from anyio import from_thread
from mcp.server.mcpserver import Context
from pydantic import Field

from app.mcp.answers import Component, ComponentsAnswer, IndexStatusAnswer, Product, ProductsAnswer
from app.mcp.engine_session import EngineSession
from app.mcp.queries import any_of
from app.mcp.waiting import Tell, wait_until_ready
from search.types.filters import OWNER
from search.types.query import SearchQuery

MOST_WAIT_S = 600
"""Longer than any client waits for a tool."""

_INDEXED = "is:indexed,truncated"


class IndexTools:
    """Describes the part of the index that the client may see."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def list_products(self) -> ProductsAnswer:
        """List the products of the indexed files; use a name as product of search_documentation."""
        products = tuple(Product(name, files) for name, files in self._counts("product"))
        return ProductsAnswer(products, len(products))

    def list_components(
        self,
        product: Annotated[str | None, Field(description="Only of this product; default: of all")] = None,
    ) -> ComponentsAnswer:
        """List the components of the indexed files; use a name as component of search_documentation."""
        products = [product] if product is not None else [name for name, _ in self._counts("product")]
        components = tuple(
            Component(name, product_name, files)
            for product_name in products
            for name, files in self._components(product_name)
        )
        return ComponentsAnswer(components, len(components))

    def index_status(
        self,
        ctx: Context[Any, Any],
        wait_seconds: Annotated[
            float,
            Field(ge=0, le=MOST_WAIT_S, description="Wait so long for words and dependencies, with progress"),
        ] = 0.0,
        *,
        meaning: Annotated[bool, Field(description="Wait for meaning too, which takes far longer")] = False,
    ) -> IndexStatusAnswer:
        """Say how much is indexed, which folders, and what answers already: words, meaning, dependencies."""
        access = self._asking.access
        if wait_seconds > 0:
            wait_until_ready(self._asking.core, access, wait_seconds, _teller(ctx), meaning=meaning)
        return IndexStatusAnswer.of(self._asking.core.status(access), whole_index=access == OWNER)

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
