"""The builder of graphs collects the places of nodes."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from indexer.linking.graph import Draft, GraphBuilder, Location, RepositoryScope
from search.types.ids import RootId


@dataclass
class _Reads:
    count: int = 0


class _CountedLocations(list[Location]):
    """Places that count how often somebody goes through them."""

    def __init__(self, locations: list[Location], reads: _Reads) -> None:
        super().__init__(locations)
        self._reads = reads

    def __iter__(self) -> Iterator[Location]:
        self._reads.count += 1
        return super().__iter__()


@pytest.mark.parametrize("lines", [range(2, 500), range(500, 2, -1)])
def test_a_further_place_of_a_node_does_not_go_through_the_earlier_ones(lines: range) -> None:
    builder, reads = GraphBuilder(RepositoryScope("r", "b", RootId("h"))), _Reads()
    builder.add("cs:A", Draft("class", "A", "A", "csharp", _CountedLocations([Location("a.cs", 250, 250)], reads)))
    for line in lines:
        builder.add("cs:A", Draft("class", f"A{line}", "A", "csharp", [Location("a.cs", line, line)]))
    assert reads.count <= 2
    assert builder.draft("cs:A").name == f"A{min(lines)}"
    assert len(builder.draft("cs:A").locations) == len(lines) + 1
