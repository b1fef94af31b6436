"""pipeline-contract, "expand_dependency_tree", "fetch_node_texts" and "render_context_blocks"."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.locate import resource
from search.errors import KnownError, NotFoundError, PipelineError
from search.pipeline.expand_dependency_tree import expand_dependency_tree
from search.pipeline.fetch_node_texts import (
    LOADED_AT_ONCE,
    MODES,
    MOST_CHARACTERS_OF_A_TOKEN,
    budget_tokens,
    candidates,
    fetch_node_texts,
)
from search.pipeline.render_context_blocks import render_context_blocks
from search.pipeline.runner import load_pipeline, parse_pipeline
from search.types.graph import EdgeType
from tests.contracts.pipeline_parts import SmallGraph, Watched, chunks, edge, node, runtime, state, step
from tests.contracts.samples import chunk, memory_backend

SETTINGS = {"depth": 3, "nodes": 10, "edges": ["calls", "reads_table"], "max_context_tokens": 100}
RAW = {
    "max_depth_from_settings": "depth",
    "max_nodes_from_settings": "nodes",
    "edge_allowlist_from_settings": "edges",
}
CHAIN = SmallGraph(
    [node(n) for n in "abcd"], [edge("a", "b"), edge("b", "c", EdgeType.READS_TABLE), edge("c", "d")]
)
DEBUG_KEYS = {"seed_count", "expanded_count", "edges_count", "truncated", "reason"}


def expanded(entry, graph=CHAIN, settings=SETTINGS, raw=RAW):
    expand_dependency_tree(entry, step("expand_dependency_tree", **raw), settings, runtime(graph))
    return entry


def seeds(*names: str, **fields):
    return state(retrieval_seed_nodes=list(names), **fields)


def test_seeds_and_what_they_depend_on_are_expanded_nearest_first() -> None:
    entry = expanded(seeds("a"))
    assert entry.graph_seed_nodes == ["a"]
    assert entry.graph_expanded_nodes == ["a", "b", "c", "d"]
    assert entry.graph_places == {"a": (0, None), "b": (1, "a"), "c": (2, "b"), "d": (3, "c")}


def test_siblings_are_expanded_before_what_stands_below_them() -> None:
    """Two seeds that each lead to two levels: every node of a level comes before the next level."""
    graph = SmallGraph(
        [node(n) for n in "abcdef"],
        [edge("a", "c"), edge("c", "e"), edge("b", "d"), edge("d", "f"), edge("a", "b")],
    )
    assert expanded(seeds("a"), graph).graph_expanded_nodes == ["a", "b", "c", "d", "e", "f"]


def test_edges_have_the_contract_keys() -> None:
    assert expanded(seeds("b")).graph_edges == [
        {"from_id": "b", "to_id": "c", "edge_type": "reads_table"},
        {"from_id": "c", "to_id": "d", "edge_type": "calls"},
    ]


def test_debug_always_has_every_key() -> None:
    assert set(expanded(seeds("a")).graph_debug) == DEBUG_KEYS
    assert set(expanded(seeds()).graph_debug) == DEBUG_KEYS


def test_a_whole_expansion_is_ok() -> None:
    debug = expanded(seeds("a")).graph_debug
    assert (debug["reason"], debug["truncated"]) == ("ok", False)
    assert (debug["seed_count"], debug["expanded_count"], debug["edges_count"]) == (1, 4, 3)


def test_no_seeds_expand_to_nothing_and_say_so() -> None:
    entry = expanded(seeds())
    assert (entry.graph_expanded_nodes, entry.graph_edges, entry.graph_debug["reason"]) == ([], [], "no_seeds")


def test_the_node_limit_is_kept_and_said() -> None:
    entry = expanded(seeds("a"), settings={**SETTINGS, "nodes": 2})
    assert entry.graph_expanded_nodes == ["a", "b"]
    assert (entry.graph_debug["reason"], entry.graph_debug["truncated"]) == ("limit_reached", True)


def test_the_depth_limit_is_kept() -> None:
    assert expanded(seeds("a"), settings={**SETTINGS, "depth": 1}).graph_expanded_nodes == ["a", "b"]


def test_an_edge_type_that_is_not_allowed_is_not_walked_through() -> None:
    assert expanded(seeds("a"), settings={**SETTINGS, "edges": ["calls"]}).graph_expanded_nodes == ["a", "b"]


@pytest.mark.parametrize("missing", sorted(RAW))
def test_every_parameter_must_name_a_setting(missing: str) -> None:
    with pytest.raises(PipelineError, match=missing):
        expanded(seeds("a"), raw={key: value for key, value in RAW.items() if key != missing})


@pytest.mark.parametrize("missing", ["depth", "nodes", "edges"])
def test_a_named_setting_must_be_there(missing: str) -> None:
    with pytest.raises(PipelineError, match=missing):
        expanded(seeds("a"), settings={key: value for key, value in SETTINGS.items() if key != missing})
    with pytest.raises(PipelineError, match=missing):
        expanded(seeds("a"), settings={**SETTINGS, missing: None})


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("depth", 0),
        ("depth", "3"),
        ("nodes", -1),
        ("edges", "calls"),
        ("edges", ["likes"]),
        ("edges", ["calls", "likes"]),
    ],
)
def test_a_setting_of_the_wrong_kind_is_an_error(setting: str, value: object) -> None:
    with pytest.raises(PipelineError):
        expanded(seeds("a"), settings={**SETTINGS, setting: value})


@pytest.mark.parametrize("field", ["repository", "branch"])
def test_the_scope_is_required_for_expanding_and_fetching(field: str) -> None:
    entry = seeds("a")
    setattr(entry, field, "")
    with pytest.raises(PipelineError, match=field):
        expanded(entry)
    with pytest.raises(PipelineError, match=field):
        fetch_node_texts(entry, step("fetch_node_texts"), SETTINGS, runtime())


def test_the_provider_gets_scope_and_rights() -> None:
    graph = SmallGraph([node("a")], [])
    expanded(seeds("a", retrieval_filters={"groups": ["staff"]}), graph)
    assert graph.requests == [{"repository": "shop", "branch": "main", "filters": {"groups": ["staff"]}}]


def test_a_node_out_of_sight_is_neither_expanded_nor_walked_through() -> None:
    graph = SmallGraph([node("a"), node("b", groups=("board",)), node("c")], [edge("a", "b"), edge("b", "c")])
    entry = expanded(seeds("a", retrieval_filters={"groups": ["staff"]}), graph)
    assert (entry.graph_expanded_nodes, entry.graph_edges) == (["a"], [])


IDS = [chunk.id for chunk in chunks()]


def fetched(entry, settings=SETTINGS, **raw):
    fetch_node_texts(entry, step("fetch_node_texts", **raw), settings, runtime())
    return [item["id"] for item in entry.node_texts]


def test_each_text_says_what_it_is() -> None:
    entry = state(
        retrieval_seed_nodes=[IDS[0]],
        graph_seed_nodes=[IDS[0]],
        graph_expanded_nodes=[IDS[0], IDS[1]],
        graph_places={IDS[0]: (0, None), IDS[1]: (1, IDS[0])},
    )
    fetched(entry, budget_tokens=50)
    assert entry.node_texts == [
        {"id": IDS[0], "text": "lease renew worker", "is_seed": True, "depth": 0, "parent_id": None},
        {"id": IDS[1], "text": "renew retry backoff", "is_seed": False, "depth": 1, "parent_id": IDS[0]},
    ]


def test_seeds_are_used_when_nothing_was_expanded() -> None:
    assert fetched(state(graph_seed_nodes=IDS[:2]), budget_tokens=50) == IDS[:2]
    assert fetched(state(retrieval_seed_nodes=IDS[:2]), budget_tokens=50) == IDS[:2]


@pytest.mark.parametrize(
    ("settings", "raw", "budget"),
    [
        ({"max_context_tokens": 100}, {}, 70),
        ({"max_context_tokens": 90}, {}, 63),
        ({"max_context_tokens": 101}, {}, 70),
        ({"max_context_tokens": 2}, {}, 1),
        ({"max_context_tokens": 100}, {"budget_tokens": 7}, 7),
        ({}, {"budget_tokens": 7}, 7),
    ],
)
def test_the_budget_is_the_steps_or_70_percent_rounded_down(settings, raw, budget: int) -> None:
    assert budget_tokens(step("fetch_node_texts", **raw), settings) == budget


@pytest.mark.parametrize(
    ("settings", "raw"),
    [
        ({}, {}),
        ({"max_context_tokens": 0}, {}),
        ({"max_context_tokens": -5}, {}),
        ({"max_context_tokens": 1}, {}),
        ({"max_context_tokens": "many"}, {}),
        ({"max_context_tokens": 100}, {"budget_tokens": 0}),
        ({"max_context_tokens": 100}, {"budget_tokens": -1}),
        ({"max_context_tokens": 100}, {"budget_tokens": 5, "max_chars": 5}),
        ({"max_context_tokens": 100}, {"max_chars": 5}),
    ],
)
def test_a_missing_wrong_or_double_budget_is_an_error(settings, raw) -> None:
    with pytest.raises(PipelineError):
        budget_tokens(step("fetch_node_texts", **raw), settings)


def test_two_budgets_are_an_error_that_names_both() -> None:
    with pytest.raises(PipelineError, match="budget_tokens and max_chars"):
        budget_tokens(step("fetch_node_texts", budget_tokens=9, max_chars=9), SETTINGS)


def test_tokens_are_counted_by_the_counter_of_the_runtime() -> None:
    class TenEach:
        def count(self, text: str, /) -> int:
            return 10

    entry = state(graph_seed_nodes=IDS[:3])
    counting = replace(runtime(), token_counter=TenEach())
    fetch_node_texts(entry, step("fetch_node_texts", budget_tokens=25), SETTINGS, counting)
    assert len(entry.node_texts) == 2


def test_a_text_that_does_not_fit_is_skipped_whole_and_the_scan_goes_on() -> None:
    entry = state(graph_seed_nodes=[IDS[0], IDS[1], IDS[3]])
    assert fetched(entry, budget_tokens=5) == [IDS[0], IDS[3]]
    assert [item["text"] for item in entry.node_texts] == ["lease renew worker", "invoice refund"]


@given(st.integers(1, 20))
def test_the_budget_is_never_exceeded(budget: int) -> None:
    entry = state(graph_seed_nodes=IDS)
    fetched(entry, budget_tokens=budget)
    assert sum(len(str(item["text"]).split()) for item in entry.node_texts) <= budget


def test_the_lists_of_ids_stay_as_they_are() -> None:
    expanded_ids = [IDS[0], IDS[2], IDS[1], IDS[4]]
    entry = state(retrieval_seed_nodes=IDS[:1], graph_seed_nodes=IDS[:1], graph_expanded_nodes=expanded_ids)
    fetched(entry, budget_tokens=3)
    assert (entry.retrieval_seed_nodes, entry.graph_seed_nodes) == (IDS[:1], IDS[:1])
    assert entry.graph_expanded_nodes == [IDS[0], IDS[2], IDS[1], IDS[4]]


def test_texts_out_of_sight_are_not_materialised() -> None:
    assert fetched(state(graph_seed_nodes=IDS, retrieval_filters={"groups": []}), budget_tokens=99) == IDS[:4]


def test_texts_are_loaded_a_few_at_a_time_and_no_more_when_the_budget_is_used() -> None:
    backend = Watched(memory_backend(chunks()))
    entry = state(graph_seed_nodes=[IDS[0], *(f"other{n}" for n in range(100)), IDS[3]])
    fetch_node_texts(entry, step("fetch_node_texts", budget_tokens=3), SETTINGS, runtime(backend=backend))
    assert [item["id"] for item in entry.node_texts] == [IDS[0]]
    assert [len(call["ids"]) for call in backend.fetched] == [LOADED_AT_ONCE]


def test_a_text_that_is_known_to_be_far_too_large_is_not_loaded() -> None:
    backend = Watched(memory_backend(chunks()))
    sizes = {IDS[0]: 5 * MOST_CHARACTERS_OF_A_TOKEN + 1}
    entry = state(graph_seed_nodes=[IDS[0], IDS[3]])
    parts = replace(runtime(backend=backend), text_sizes=lambda ids, *scope: sizes)
    fetch_node_texts(entry, step("fetch_node_texts", budget_tokens=5), SETTINGS, parts)
    assert [list(call["ids"]) for call in backend.fetched] == [[IDS[3]]]


def test_a_text_within_one_that_was_taken_is_left_out_where_seeds_are_hits() -> None:
    backend = memory_backend([chunk("c.py", 0, "a b c"), chunk("c.py", 1, "b c")])
    ids = [item.id for item in backend._chunks]
    entry = state(retrieval_seed_nodes=ids[:1], graph_expanded_nodes=ids)
    for way, expected in (("hits", ids[:1]), ("nodes", ids)):
        fetch_node_texts(
            entry, step("fetch_node_texts", budget_tokens=9, seed_texts=way), SETTINGS, runtime(backend=backend)
        )
        assert [item["id"] for item in entry.node_texts] == expected


MIXED = {
    "graph_seed_nodes": ["s1", "s2", "s3"],
    "graph_expanded_nodes": ["s1", "z", "a", "b"],
    "graph_places": {"z": (1, "s1"), "a": (2, "z"), "b": (1, "s1")},
}


@pytest.mark.parametrize(
    ("mode", "order"),
    [
        ("seed_first", ["s1", "s2", "s3", "b", "z", "a"]),
        ("graph_first", ["b", "z", "a", "s1", "s2", "s3"]),
        ("balanced", ["s1", "b", "s2", "z", "s3", "a"]),
    ],
)
def test_priority_is_deterministic_by_depth_and_id(mode: str, order: list[str]) -> None:
    assert list(candidates(state(**MIXED), mode)) == order


def test_where_hits_stand_for_themselves_they_come_first_and_their_nodes_last() -> None:
    entry = state(**MIXED, retrieval_seed_nodes=["c1", "s2", "c3"])
    assert list(candidates(entry, "balanced", "hits")) == ["c1", "s2", "c3", "z", "b", "a", "s1", "s3"]


def test_what_stands_for_a_seed_is_its_node_or_the_hit() -> None:
    with pytest.raises(PipelineError, match="seed_texts"):
        fetched(state(graph_seed_nodes=IDS), budget_tokens=9, seed_texts="lines")


def test_the_longer_list_of_a_balanced_order_follows_at_the_end() -> None:
    entry = state(graph_seed_nodes=["s"], graph_expanded_nodes=["s", "a", "b"], graph_places={})
    assert list(candidates(entry, "balanced")) == ["s", "a", "b"]


def test_balanced_is_the_default_and_an_unknown_mode_an_error() -> None:
    with pytest.raises(PipelineError, match="prioritization_mode"):
        fetched(state(graph_seed_nodes=IDS), budget_tokens=9, prioritization_mode="fair")
    entry = {"graph_seed_nodes": IDS[:2], "graph_expanded_nodes": IDS[:4], "graph_places": {}}
    orders = {mode: fetched(state(**entry), budget_tokens=99, prioritization_mode=mode) for mode in MODES}
    assert fetched(state(**entry), budget_tokens=99) == orders["balanced"] == [IDS[0], IDS[2], IDS[1], IDS[3]]
    assert len(set(map(tuple, orders.values()))) == 3


def item(name: str, parent: str | None = None, depth: int = 0) -> dict[str, object]:
    return {
        "id": name,
        "text": f"text of {name}\nline 2",
        "is_seed": parent is None,
        "depth": depth,
        "parent_id": parent,
    }


def rendered(*items, **raw) -> list[str]:
    entry = state(node_texts=list(items))
    render_context_blocks(entry, step("render_context_blocks", **raw), {}, runtime())
    return entry.context_blocks


def test_flat_blocks_keep_the_order_of_the_texts() -> None:
    assert rendered(item("b", "a", 1), item("a")) == ["[b]\ntext of b\nline 2", "[a]\ntext of a\nline 2"]


def test_indented_blocks_stand_under_their_parents() -> None:
    blocks = rendered(item("b", "a", 1), item("a"), item("c", "b", 2), format="indented")
    assert [block.split("\n")[0] for block in blocks] == ["[a]", "    [b]", "        [c]"]
    assert blocks[1].split("\n")[2] == "    line 2"


def test_deeper_nodes_stand_at_the_third_level() -> None:
    blocks = rendered(item("a"), item("b", "a"), item("c", "b"), item("d", "c"), item("e", "d"), format="indented")
    assert max(len(block) - len(block.lstrip()) for block in blocks) == 8


def test_a_node_whose_parent_has_no_text_hangs_under_the_nearest_that_has() -> None:
    entry = state(node_texts=[item("a"), item("c", "b", 2)], graph_places={"b": (1, "a"), "c": (2, "b")})
    render_context_blocks(entry, step("render_context_blocks", format="indented"), {}, runtime())
    assert [block.split("\n")[0] for block in entry.context_blocks] == ["[a]", "    [c]"]


def test_every_text_is_rendered_even_in_a_ring() -> None:
    blocks = rendered(item("s"), item("a", "b", 1), item("b", "a", 1), item("c", "s", 1), format="indented")
    assert {block.strip().split("\n")[0] for block in blocks} >= {"[s]", "[c]"}


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(PipelineError, match="format"):
        rendered(item("a"), format="html")


def test_the_shipped_pipeline_runs_from_question_to_blocks() -> None:
    pipeline = load_pipeline(resource("pipelines", "default.yaml"))
    entry = pipeline.run(state('{"query": "lease renew"}'), runtime())
    assert entry.retrieval_seed_nodes
    assert len(entry.context_blocks) == len(entry.node_texts) > 0


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("- a", "not a mapping"),
        ("steps: []", "steps"),
        ("settings: 3\nsteps: [{action: search_nodes}]", "settings"),
        ("steps: [{action: dance}, 7]", "step 1.*step 2"),
        ("a: [", "not valid YAML"),
    ],
)
def test_a_broken_pipeline_file_names_every_fault(text: str, named: str) -> None:
    with pytest.raises(PipelineError, match=named):
        parse_pipeline(text, name="mine")


def test_a_missing_pipeline_file_says_so(tmp_path) -> None:
    with pytest.raises(NotFoundError, match=r"none\.yaml"):
        load_pipeline(tmp_path / "none.yaml")


def test_every_error_of_a_step_carries_a_remedy() -> None:
    wrong = [({}, SETTINGS), (RAW, {}), (RAW, {**SETTINGS, "depth": 0}), (RAW, {**SETTINGS, "edges": ["likes"]})]
    for raw, settings in wrong:
        with pytest.raises(KnownError) as caught:
            expanded(seeds("a"), raw=raw, settings=settings)
        assert str(caught.value.remedy)
