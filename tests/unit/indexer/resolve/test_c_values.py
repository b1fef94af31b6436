"""C and C++: functions and constants as values, calls by pointers, methods that take the place of others."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

OTHER = {"other.h": "void other(int a);\n", "other.c": "void other(int a) { }\n"}


@pytest.mark.parametrize(
    "source",
    [
        "void run(void (*other)(int)) { other(1); }",
        "void run(void other(int)) { other(1); }",
        "void run() { void (*other)(int) = 0; other(1); }",
    ],
)
def test_a_call_by_a_pointer_leads_to_no_function_of_the_same_name(source: str) -> None:
    graph = graph_of({**OTHER, "a.c": f'#include "other.h"\n{source}\n'})
    assert {each for each in edges(graph) if " calls " in each} == set()


def test_a_function_that_returns_a_pointer_to_one_is_announced_as_any_other() -> None:
    source = "void (*other(int sig))(int);\nvoid run() { other(1); }\n"
    graph = graph_of({"other.c": "int other(int a) { return a; }\n", "a.c": source})
    assert {each for each in edges(graph) if " calls " in each} == {"c:a.c#run calls c:other.c#other"}
