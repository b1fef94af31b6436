"""Parameters and variables that hide functions of the same name: a call of them leads nowhere."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PYTHON = """
from shop import core
def done(): ...
def parameter(done): done()
def optional(done=None): done()
def several(*done): done()
def pairs(calls):
    for name, done in calls: done()
def parts(calls):
    done, *rest = calls
    done()
def nested(done):
    def inner(): done()
def caught():
    try: ...
    except ValueError as done: done()
def walrus(calls):
    if (done := calls.pop()): done()
def comprehension(calls): return [done() for done in calls]
def pattern(calls): return [done() for _, done in calls]
function = lambda done: done()
listed = [done() for done in ()]
def module(core): core.over()
def modules(cores): return [core.over() for core in cores]
taken = [core.over() for core in ()]
def own(): done(); core.over()
"""


def test_a_parameter_or_a_variable_hides_a_function_of_its_name() -> None:
    graph = graph_of({"shop/core.py": "def over(): ...", "shop/__init__.py": "", "a.py": PYTHON})
    assert {each for each in edges(graph) if " calls " in each} == {
        "py:a:own calls py:a:done",
        "py:a:own calls py:shop.core:over",
    }
