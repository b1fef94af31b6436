"""The graph of a large index is that of the roots which a question is about, and old graphs are freed."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core import named_graphs
from app.core.graph_cache import GraphCache
from app.core.local_core import LocalCore
from app.core.named_graphs import NamedGraphs
from search.config.settings import Docs, Embeddings, Settings
from search.errors import NotFoundError
from search.graph.dependency_graph import DependencyGraph
from search.storage.predicate import EVERYTHING
from search.types.filters import OWNER
from search.types.graph import Direction, TreeRequest
from search.types.graph_queries import PathRequest
from search.types.locations import LocateRequest
from search.types.query import RankSettings, Rerank, SearchQuery
from search.types.symbols import SymbolRequest

SHOP = {
    "cart.py": "from prices import price\n\nclass Cart:\n    def total(self):\n        return price(self)\n",
    "prices.py": "def price(cart):\n    return 1\n",
    "page.py": "from cart import Cart\n\ndef show():\n    return Cart().total()\n",
}
DEPOT = {
    "shelf.py": "class Shelf:\n    def fill(self):\n        return stock()\n\ndef stock():\n    return 2\n",
    "price_list.py": "from shelf import stock\n\ndef price():\n    return stock()\n",
}
YARD = {
    "gate.py": "def opened():\n    return True\n",
    "first.sql": "USE stock\nGO\nCREATE TABLE dbo.orders (id int);\nGO\n",
    "second.sql": "USE sales\nGO\nCREATE TABLE dbo.bills (id int);\nGO\n",
}
QUESTIONS = ("Cart", "total", "price", "who calls price", "Shelf.fill", "stock", "nothing_like_it")
NAMES = ("Cart", "Cart.total", "shelf.py", "prices", "Shelf.fill()", "total", "Show", "sql:dbo.orders")


@pytest.fixture(name="core")
def _core(tmp_path: Path) -> Iterator[LocalCore]:
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    core = make_core(tmp_path / "index", settings, Role(follows=False))
    for name, files in (("shop", SHOP), ("depot", DEPOT), ("yard", YARD)):
        (tmp_path / name).mkdir()
        for path, text in files.items():
            tmp_path.joinpath(name, path).write_text(text, encoding="utf-8")
    core.index([str(tmp_path / name) for name in ("shop", "depot", "yard")], semantic=False)
    yield core
    core.close()


def answers(core: LocalCore) -> list[object]:
    settings = RankSettings(rerank=Rerank.NONE)
    every: list[object] = [
        [(file.path, file.repository, file.why) for file in core.search(SearchQuery(question, settings)).files]
        for question in QUESTIONS
    ]
    every += [
        core.tree(TreeRequest(name, direction), OWNER).nodes
        for name in NAMES
        for direction in (Direction.DEPENDS_ON, Direction.USED_BY)
    ]
    changes = core.locate_change(LocateRequest("the price of a cart is wrong")).files
    every.append([(file.path, file.definitions, file.evidence) for file in changes])
    return [*every, core.paths(PathRequest("show", "Cart.total"), OWNER)]


def test_a_graph_of_the_roots_concerned_answers_like_that_of_all(
    core: LocalCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, count = answers(core), core._parts.storage.graph.counts()[0]
    monkeypatch.setattr(named_graphs, "MOST_NODES", count - 1)
    assert answers(core) == expected
    monkeypatch.setattr(named_graphs, "MOST_NODES", 1)  # not even two roots fit: there is an answer by words
    assert {file.path for file in core.search(SearchQuery("price")).files} == {
        "prices.py",
        "price_list.py",
        "cart.py",
    }


def test_only_the_roots_that_have_the_name_are_read(core: LocalCore, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = core._parts.storage
    whole = GraphCache(storage)
    graphs = NamedGraphs(storage, lambda _: whole.graph())
    assert len(graphs.of(EVERYTHING, ["Cart"])) == len(whole.graph())
    monkeypatch.setattr(named_graphs, "MOST_NODES", 14)
    of_shop = graphs.of(EVERYTHING, ["Cart"])
    assert {node.repository for node in of_shop.nodes} == {"shop"}
    assert graphs.of(EVERYTHING, ["Cart.total"]) is of_shop
    assert graphs.of_few_meanings(EVERYTHING, ["stock"]) is graphs.of(EVERYTHING, ["shelf.py"])
    assert {node.repository for node in graphs.of(EVERYTHING, ["price"]).nodes} == {"shop", "depot"}
    roots = {root.repository: root.id for root in storage.roots.all()}
    both = graphs.of_roots(EVERYTHING, [roots["shop"], roots["depot"]])
    monkeypatch.setattr(named_graphs, "MOST_NODES", len(both) - 1)
    first_that_fit = graphs.of_roots(EVERYTHING, [roots["shop"], roots["depot"]])
    assert {node.repository for node in first_that_fit.nodes} == {"shop"}
    monkeypatch.setattr(named_graphs, "MOST_MEANINGS", 1)
    assert not len(graphs.of_few_meanings(EVERYTHING, ["price"]))
    with pytest.raises(NotFoundError):
        core.tree(TreeRequest("nothing_like_it"), OWNER)


def test_names_of_a_large_index_are_known_by_their_letters(
    core: LocalCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def names(text: str) -> list[str]:
        return [symbol.name for symbol in core.symbols(SymbolRequest(text), OWNER)]

    of_all = names("pri")
    assert "price" in of_all
    monkeypatch.setattr(named_graphs, "MOST_NODES", 1)
    assert set(names("pri")) == set(of_all)
    assert names("price")[-1] == "price"
    monkeypatch.setattr(named_graphs, "MOST_WITH_LETTERS", 1)
    assert names("total") == ["total"]
    assert not names("o'clock")


def test_a_graph_that_is_not_used_any_more_is_freed(core: LocalCore, tmp_path: Path) -> None:
    cache = GraphCache(core._parts.storage)
    gc.enable()  # as in an engine; beside a window only the window's thread collects
    try:
        before = weakref.ref(_looked_up(cache))
        tmp_path.joinpath("shop", "page.py").write_text("def show():\n    return 3\n", encoding="utf-8")
        core.index([str(tmp_path / "shop")], semantic=False)
        assert len(cache.graph())
    finally:
        gc.disable()
    assert before() is None


def _looked_up(cache: GraphCache) -> DependencyGraph:
    """Return a graph that look-ups were made in, which refer to it."""
    graph = cache.graph()
    assert graph.names.find("Cart")
    return graph
