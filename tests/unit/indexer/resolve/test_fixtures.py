"""Fixtures of pytest: a test depends on those that its parameters name, and knows what they give."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

FILES = {
    "pkg.py": """class Runner:
    def invoke(self): ...
class Store:
    def load(self): ...
def make() -> Store: ...
""",
    "tests/conftest.py": """import pytest
from collections.abc import Iterator
from pkg import Runner, Store, make
@pytest.fixture
def runner():
    return Runner()
@pytest.fixture(scope="session")
def store() -> Iterator[Store]:
    yield make()
@pytest.fixture
def opened(store):
    yield store
    store.load()
def helper(): return Runner()
@pytest.fixture
def value(): ...
""",
    "tests/deep/conftest.py": """from pytest import fixture
@fixture
def runner(runner):
    runner.invoke()
    return runner
""",
    "tests/deep/test_deep.py": "def test_deep(runner): runner.invoke()\n",
    "tests/test_a.py": """import pytest
def test_a(runner, store): runner.invoke(); store.load()
class TestMore:
    @pytest.fixture
    def own(self): ...
    def test_b(self, opened, own, helper): opened.load()
def test_local():
    runner = None
def helper(runner): runner.invoke()
@pytest.mark.parametrize("value, other", [])
def test_given(value, other, runner=None): ...
""",
    "elsewhere/test_c.py": "def test_c(runner): runner.invoke()\n",
}


def test_tests_refer_to_their_fixtures_and_know_what_these_give() -> None:
    result = edges(graph_of(FILES))
    assert {each for each in result if " references py:tests" in each} == {
        "py:tests.conftest:opened references py:tests.conftest:store",
        "py:tests.deep.conftest:runner references py:tests.conftest:runner",
        "py:tests.deep.test_deep:test_deep references py:tests.deep.conftest:runner",
        "py:tests.test_a:test_a references py:tests.conftest:runner",
        "py:tests.test_a:test_a references py:tests.conftest:store",
        "py:tests.test_a:TestMore.test_b references py:tests.conftest:opened",
        "py:tests.test_a:TestMore.test_b references py:tests.test_a:TestMore.own",
    }
    assert {each for each in result if " calls py:pkg:" in each} == {
        "py:tests.conftest:store calls py:pkg:make",
        "py:tests.conftest:opened calls py:pkg:Store.load",
        "py:tests.deep.conftest:runner calls py:pkg:Runner.invoke",
        "py:tests.deep.test_deep:test_deep calls py:pkg:Runner.invoke",
        "py:tests.test_a:test_a calls py:pkg:Runner.invoke",
        "py:tests.test_a:test_a calls py:pkg:Store.load",
        "py:tests.test_a:TestMore.test_b calls py:pkg:Store.load",
    }


RETURNED = """
from functools import wraps
class Item:
    def go(self): ...
    def same(self): return self
    @property
    def twin(self): return Item()
def made(): return Item()
def passed(item: Item): return item
def maybe(x):
    if x: return None
    return Item()
def unsure(x):
    if x: return x
    return Item()
def many():
    yield 1
    return Item()
@wraps
def wrapped(): return Item()
def a(): made().go()
def b(): passed(1).go()
def c(): maybe(1).go()
def d(): made().same().go()
def e(): unsure(1).go()
def f(): many().go()
def g(): wrapped().go()
"""


def test_what_a_function_without_a_declared_type_gives_is_known_by_all_that_it_returns() -> None:
    assert {each for each in edges(graph_of({"a.py": RETURNED})) if each.endswith("Item.go")} == {
        f"py:a:{name} calls py:a:Item.go" for name in "abcd"
    }
