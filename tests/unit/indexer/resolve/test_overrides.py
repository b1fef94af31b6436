"""Members of a class that take the place of members of its bases: the way from a call to what runs."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CSHARP = """
abstract class Store {
    public abstract void Keep(); public virtual void Log(int level) { } public void Close() { }
}
abstract class Cached : Store { public override void Log(int level) { } }
class Files : Cached {
    public override void Keep() { }
    public override void Log(int level) { }
    public new void Close() { }
}
"""
JAVA = """
package p;
interface Keeper { void keep(); }
abstract class Store implements Keeper {
    abstract void open(); void log(int level) { } static Store make() { return null; } private void hide() { }
    Store() { }
}
class Files extends Store {
    public void keep() { } void open() { } void log() { } static Store make() { return null; }
    private void hide() { } Files() { }
}
class Rows extends Store { void log(int level) { } }
"""
TYPESCRIPT = """
interface Keeper { keep(): void; }
abstract class Store implements Keeper {
    constructor() { } abstract keep(): void; static make() { } private hide() { }
}
class Files extends Store { constructor() { super(); } keep() { } static make() { } private hide() { } }
"""
KOTLIN = """
package p
import q.Keeper
interface Shape<T> { fun area(scale: Int, f: (Int) -> String): Double; fun name(): String }
abstract class Base(val x: Int) : Keeper, Shape<Int> {
    override fun keep() { }
    abstract fun open(a: Int)
    private fun hide() { }
    fun close() { }
}
class Square(private val by: Keeper) : Base(1), Keeper by by {
    override fun area(scale: Int, f: (Int) -> String): Double { return 1.0 }
    override fun name() = "x"
    override fun open(a: Int) = Unit
    fun open() { }
    private fun hide() { }
}
enum class Kind(val n: Int) : Keeper { A(1); override fun keep() { } }
"""
PYTHON = """
class Store:
    def __init__(self): ...
    def keep(self): raise NotImplementedError
    def __hide(self): ...
class Files(Store):
    def __init__(self): ...
    def keep(self): ...
    def __hide(self): ...
"""


def implementing(path: str, text: str) -> set[str]:
    return {edge for edge in edges(graph_of({path: text})) if " implements " in edge and "." in edge.split()[-1]}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.cs",
            CSHARP,
            {
                "cs:Cached.Log implements cs:Store.Log",
                "cs:Files.Log implements cs:Cached.Log",
                "cs:Files.Keep implements cs:Store.Keep",
            },
        ),
        (
            "p/A.java",
            JAVA,
            {
                "java:p.Files.keep implements java:p.Keeper.keep",
                "java:p.Files.open implements java:p.Store.open",
                "java:p.Rows.log implements java:p.Store.log",
                "java:p.Store implements java:p.Keeper",
            },
        ),
        (
            "a.ts",
            TYPESCRIPT,
            {
                "ts:a.ts#Files.keep implements ts:a.ts#Store.keep",
                "ts:a.ts#Store implements ts:a.ts#Keeper",
                "ts:a.ts#Store.keep implements ts:a.ts#Keeper.keep",
            },
        ),
        ("a.py", PYTHON, {"py:a:Files.keep implements py:a:Store.keep"}),
    ],
    ids=["C#", "Java", "TypeScript", "Python"],
)
def test_a_member_leads_to_the_nearest_member_that_it_overrides(path: str, text: str, expected: set[str]) -> None:
    assert implementing(path, text) == expected


def test_an_override_among_overloads_is_told_apart_by_its_number_of_parameters() -> None:
    text = """
    class Base { public virtual void F() { } }
    class Middle : Base { public virtual void F(int x) { } }
    class Last : Middle { public override void F() { } }"""
    assert implementing("a.cs", text) == {"cs:Last.F implements cs:Base.F"}


def test_a_property_that_overrides_leads_to_the_property_of_the_base() -> None:
    text = """
    abstract class Base<T> { protected abstract string Table { get; } }
    class Users : Base<int> { protected override string Table => "users"; }"""
    assert implementing("a.cs", text) == {"cs:Users.Table implements cs:Base`1.Table"}


def test_members_of_kotlin_take_the_place_of_those_of_bases_in_other_files() -> None:
    graph = graph_of({"p/A.kt": KOTLIN, "q/K.kt": "package q\ninterface Keeper { fun keep() }\n"})
    assert {each for each in edges(graph) if " implements " in each or " inherits " in each} == {
        "kt:p#Base implements kt:p#Shape",
        "kt:p#Base implements kt:q#Keeper",
        "kt:p#Square inherits kt:p#Base",
        "kt:p#Square implements kt:q#Keeper",
        "kt:p#Kind implements kt:q#Keeper",
        "kt:p#Base.keep implements kt:q#Keeper.keep",
        "kt:p#Kind.keep implements kt:q#Keeper.keep",
        "kt:p#Square.area implements kt:p#Shape.area",
        "kt:p#Square.name implements kt:p#Shape.name",
        "kt:p#Square.open(Int) implements kt:p#Base.open",
    }


CPP_HEADER = """namespace app {
struct B {
  virtual ~B() = default;
  virtual int area() = 0;
  virtual const char* name() const = 0;
  virtual int side(int n) { return n; }
  virtual void hide(int n);
  virtual void draw() = 0;
  int plain() { return 1; }
  static int made() { return 1; }
};
struct Middle : public B { int side(int n) { return 2 * n; } };
struct Dd final : public Middle {
  ~Dd() override;
  int area() override;
  const char* name() const override { return "d"; }
  int side(int n) { return 3 * n; }
  int side(int n, int m) { return n * m; }
  void draw() override;
  void hide(int n) { }
  int plain() { return 2; }
  static int made() { return 2; }
};
}
"""
CPP_SOURCE = """#include "shapes.h"
namespace app {
void B::draw() { }
void B::hide(int n) { }
int Dd::area() { return 1; }
void Dd::draw() { B::draw(); }
int run(B* b) { b->draw(); return b->area() + b->side(1); }
}
"""


def test_methods_of_cplusplus_lead_to_those_that_override_virtual_ones() -> None:
    graph = graph_of({"shapes.h": CPP_HEADER, "shapes.cc": CPP_SOURCE})
    assert {each for each in edges(graph) if " implements " in each or " calls " in each} == {
        "c:shapes.cc#Dd.area implements c:shapes.h#B.area",
        "c:shapes.h#Dd.name implements c:shapes.h#B.name",
        "c:shapes.h#Middle.side implements c:shapes.h#B.side",
        "c:shapes.h#Dd.side implements c:shapes.h#Middle.side",
        "c:shapes.cc#Dd.draw implements c:shapes.cc#B.draw",
        "c:shapes.h#Dd.hide implements c:shapes.cc#B.hide",
        "c:shapes.cc#run calls c:shapes.cc#B.draw",
        "c:shapes.cc#Dd.draw calls c:shapes.cc#B.draw",
        "c:shapes.cc#run calls c:shapes.h#B.area",
        "c:shapes.cc#run calls c:shapes.h#B.side",
    }
    assert not [each for each in graph.nodes if each.kind == "constant"]
