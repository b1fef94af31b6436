"""The graphs of the sample projects, edge by edge, and the laws that every graph keeps."""

import os
import subprocess
import sys

import pytest

from indexer.facts.extract import decode, encode
from indexer.resolve.build import resolve
from search.types.graph import EdgeType
from tests.unit.indexer.resolve import graph_samples
from tests.unit.indexer.resolve.graph_samples import SAMPLES, SCOPE, edge_lines, expected, facts_of


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_project_has_exactly_the_expected_edges(sample: str) -> None:
    result = edge_lines(resolve(facts_of(sample), SCOPE))
    assert result == expected(sample).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_edge_joins_two_nodes_and_has_its_evidence(sample: str) -> None:
    graph = resolve(facts_of(sample), SCOPE)
    nodes = {node.id for node in graph.nodes}
    for edge in graph.edges:
        assert edge.source in nodes
        assert edge.target in nodes
        assert edge.source != edge.target
        assert 0 < edge.confidence <= 1
        lines = (graph_samples.FOLDER / sample / edge.path).read_text(encoding="utf-8").splitlines()
        assert 1 <= edge.line <= len(lines)


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_file_and_every_definition_is_a_node_inside_its_file(sample: str) -> None:
    facts = facts_of(sample)
    graph = resolve(facts, SCOPE)
    nodes = {node.id: node for node in graph.nodes}
    contained = {edge.target for edge in graph.edges if edge.type is EdgeType.DEFINES}
    for each in facts:
        assert f"r@b:file:{each.path}" in nodes
    for node in graph.nodes:
        if node.path and node.kind != "file":
            assert node.id in contained
            assert node.spans[0] == f"{node.path}:{node.start_line}-{node.end_line}"


ROOT = graph_samples.FOLDER.parents[2]


def shuffled_output(seed: str) -> bytes:
    script = "tests.unit.indexer.resolve.graph_samples"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-m", script, "--shuffled"], env=environment, capture_output=True, check=True, cwd=ROOT
    ).stdout


def test_the_graph_is_the_same_for_any_order_of_files_and_any_hash_seed() -> None:
    in_order = "".join(repr(resolve(facts_of(sample), SCOPE)) for sample in SAMPLES).encode()
    assert shuffled_output("1") == in_order
    assert shuffled_output("77") == in_order


@pytest.mark.parametrize("sample", SAMPLES)
def test_facts_survive_the_cache(sample: str) -> None:
    for facts in facts_of(sample):
        assert decode(encode(facts)) == facts
