"""Python names whose type a condition tells."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHAPES = """
class Shape:
    def draw(self): ...
class Circle:
    def draw(self): ...
class Undefined:
    def fail(self): ...
"""
USES = """
from shapes import Circle, Shape, Undefined
import shapes

def select(names: list[str] | Undefined):
    if isinstance(names, Undefined):
        names.fail()
    names.draw()

def draw(shape, other):
    if isinstance(shape, Circle):
        shape.draw()
    elif isinstance(shape, shapes.Shape) and other:
        shape.draw()
        other.draw()
    else:
        shape.fail()

def assigned(shape, more):
    if isinstance(shape, Circle):
        shape = shape.fail()
        shape.draw()

def looped(shape, more):
    if isinstance(shape, Circle):
        for shape in more:
            shape.draw()

def unsure(shape, inner):
    if not isinstance(shape, Circle):
        shape.draw()
    if isinstance(shape, (Circle, Shape)):
        shape.draw()
    if isinstance(shape, Circle) or inner:
        shape.draw()
    if hasattr(shape, Circle):
        shape.draw()
    if isinstance(shape, Circle):
        def hidden(shape):
            shape.draw()
"""


def test_a_call_in_a_branch_is_one_of_the_type_that_its_condition_tells() -> None:
    calls = {each for each in edges(graph_of({"shapes.py": SHAPES, "uses.py": USES})) if " calls " in each}
    assert calls == {
        "py:uses:select calls py:shapes:Undefined.fail",
        "py:uses:draw calls py:shapes:Circle.draw",
        "py:uses:draw calls py:shapes:Shape.draw",
    }
