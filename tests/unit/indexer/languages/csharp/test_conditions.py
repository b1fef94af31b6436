"""Files in which ``#if`` cuts through declarations and statements."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import parsed

SIGNATURES = """namespace N {
    class A
#if FIRST
        : Base
#endif
    {
#if FIRST
        public int Get(int x)
#elif SECOND
        public int Get(long x)
#else
        public int Get()
#endif
        {
            return Make()
#if FIRST
                .One();
#else
                .Two();
#endif
        }
        void After() { }
    }
}
"""
WHOLE = """class A {
#if FIRST
    void One() { }
#else
    void Two() { }
#endif
    void Go(
#if FIRST
        int x
#else
        long y
#endif
    ) { }
}
"""
HALVES = """class A {
    void Go() {
#if FIRST
        if (x) {
#else
        if (y) {
#endif
        }
    }
    void After() { }
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SIGNATURES, ["N.A", "N.A.Get", "N.A.After"]),
        (WHOLE, ["A", "A.One", "A.Two", "A.Go"]),
        (HALVES, ["A", "A.Go", "A.After"]),
    ],
    ids=["signatures", "whole members", "halves of statements"],
)
def test_a_file_that_conditions_cut_through_has_all_its_definitions(text: str, expected: list[str]) -> None:
    facts = extract(parsed("a.cs", text))
    assert [each.qualname for each in facts.definitions] == expected
    assert facts.problems == ()
    assert extract(parsed("a.cs", "#if\n" * 3000)).definitions == ()
