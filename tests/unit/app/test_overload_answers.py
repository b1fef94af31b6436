"""Overloads of a method in the answers about dependencies: merged unless they are asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.errors import AmbiguousNameError
from search.types.filters import OWNER
from search.types.graph import Direction, TreeRequest
from search.types.graph_queries import ImpactRequest, PathRequest

CODE = """
namespace Shop;
public class Cart {
    public void Add(int id, int count) { Log(); }
    public void Add(string name) { }
    void Log() { }
}
public class Page { void Show(Cart cart) { cart.Add("x"); } void Other(Cart cart) { cart.Add(1, 2); } }
"""


@pytest.fixture(name="core")
def _core(tmp_path: Path) -> Iterator[LocalCore]:
    folder = tmp_path / "shop"
    folder.mkdir()
    folder.joinpath("Cart.cs").write_text(CODE, encoding="utf-8")
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    made = make_core(tmp_path / "index", settings, Role(follows=False))
    made.index([str(folder)], semantic=False)
    yield made
    made.close()


def names(core: LocalCore, target: str, *, overloads: bool = False) -> list[str]:
    request = TreeRequest(target, Direction.USED_BY, overloads=overloads)
    return [node.name for node in core.tree(request, OWNER).nodes]


def test_a_tree_has_one_node_for_all_overloads_unless_one_is_named_by_its_parameters(core) -> None:
    assert names(core, "Cart.Add") == ["Cart.Add", "Page.Other", "Page.Show"]
    assert names(core, "Cart.Add()") == ["Cart.Add", "Page.Other", "Page.Show"]
    assert names(core, "Cart.Add(int, int)") == ["Cart.Add(int,int)", "Page.Other"]


def test_overloads_are_told_apart_on_request(core) -> None:
    assert names(core, "Cart.Log") == ["Cart.Log", "Cart.Add", "Page.Other", "Page.Show"]
    assert names(core, "Cart.Log", overloads=True) == ["Cart.Log", "Cart.Add(int,int)", "Page.Other"]
    with pytest.raises(AmbiguousNameError):
        names(core, "Cart.Add", overloads=True)


def test_ways_and_impact_go_through_the_overload_that_is_called(core) -> None:
    assert core.paths(PathRequest("Page.Show", "Cart.Log"), OWNER).ways
    assert not core.paths(PathRequest("Page.Show", "Cart.Log", overloads=True), OWNER).ways
    impact = core.impact(ImpactRequest(("Cart.Add(string)",)), OWNER)
    assert [each.name for each in impact.affected] == ["Page.Show"]
