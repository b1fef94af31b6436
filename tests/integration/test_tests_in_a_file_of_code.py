"""Tests that stand in the same file as the code they test, in answers over a real index."""

from collections.abc import Iterator

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Settings
from search.types.filters import Access
from search.types.graph import Direction, TreeRequest
from search.types.graph_queries import ImpactRequest
from search.types.locations import LocateRequest

SIZES = """
pub struct SizeFilter;
impl SizeFilter {
    pub fn is_within(&self, size: u64) -> bool { size > 1 }
}
pub fn walk() -> bool { SizeFilter.is_within(2) }
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn two_bytes_are_within() { assert!(SizeFilter.is_within(2)); }
}
"""
NAME = "SizeFilter::is_within"


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    home = tmp_path_factory.mktemp("sizes")
    source = home / "sizes" / "src"
    source.mkdir(parents=True)
    (source / "lib.rs").write_text(SIZES, "utf-8")
    core = make_core(home / "index", Settings(), Role(follows=False))
    core.index([str(home / "sizes")], semantic=False)
    yield core
    core.close(save=False)


def test_an_impact_leaves_them_out(core: LocalCore) -> None:
    impact = core.impact(ImpactRequest((NAME,), tests=False), Access())
    assert [each.node.name for each in impact.affected] == ["walk"]
    assert impact.tests_left_out == 1


def test_a_tree_has_them_in_the_group_of_tests(core: LocalCore) -> None:
    tree = core.tree(TreeRequest(NAME, Direction.USED_BY), Access())
    assert [(each.name, each.direction) for each in tree.nodes[1:]] == [
        ("walk", Direction.USED_BY),
        ("two_bytes_are_within", Direction.TESTED_BY),
    ]


def test_they_are_the_tests_of_their_file(core: LocalCore) -> None:
    tests = core.locate_change(LocateRequest("is_within is wrong", access=Access())).tests
    assert [(each.path, each.line) for each in tests] == [("src/lib.rs", 10)]
