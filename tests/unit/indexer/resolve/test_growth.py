"""Twice as much of one thing takes about twice the steps to read and to resolve, not four times."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from indexer.resolve.build import resolve
from tests.unit.indexer.resolve.graph_samples import SCOPE, extract, parsed

FEW = 600
MOST_GROWTH = 2.5
"""Of the steps when there is twice as much; a loop inside of a loop over the same things would make it four."""


def steps(run: Callable[[], object]) -> int:
    """Return how many instructions of Python a call executes."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    ("path", "begin", "each", "end"),
    [
        ("a.java", "class A {\n", "void f{0}(A a) {{ f(a); }}\n", "}\n"),
        ("a.php", "<?php\n", "function f{0}($a) {{ $a->go(); }}\n", ""),
        ("a.py", "x = [a ", "for b{0} in c{0} ", "]\n"),
    ],
)
def test_many_of_one_thing_in_a_file(path: str, begin: str, each: str, end: str) -> None:
    def read(count: int) -> None:
        text = begin + "".join(each.format(number) for number in range(count)) + end
        resolve([extract(parsed(path, text))], SCOPE)

    read(1)
    assert steps(lambda: read(2 * FEW)) < MOST_GROWTH * steps(lambda: read(FEW))


def test_calls_inside_calls_of_a_statement() -> None:
    def read(count: int) -> None:
        extract(parsed("a.sql", f"select {'f(' * count}a{')' * count} from t;\n"))

    read(1)
    assert steps(lambda: read(2 * FEW)) < MOST_GROWTH * steps(lambda: read(FEW))
