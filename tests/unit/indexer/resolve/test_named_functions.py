"""Functions that are handed over by their name: handlers, callbacks, entries of tables."""

import pytest

from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, TreeRequest
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CSHARP = """
using System;
class Other { public static void Shared() { } public int Total { get; } }
class Form {
    Action field = Start;
    Action Property => Stop;
    void Start() { }
    void Stop() { }
    void button1_Click(object sender, EventArgs e) { }
    void Handler(object sender, EventArgs e) { }
    void Run() { }
    int Parse(string text) { return 1; }
    int Total(int x) { return x; }
    void Init(Other other, Action Run) {
        button1.Click += new EventHandler(this.button1_Click);
        Load += Handler;
        items.Select(Parse);
        Register("a", Other.Shared);
        Take(Run);
        Take(other.Total);
    }
}
"""
PYTHON = """
def session(): ...
def name(): ...
def done(): ...
def route(path): ...
class Api:
    def go(self, name, other=Depends(session)):
        use(name)
        return [done for done in name]
    def wire(self):
        self.button.clicked.connect(self.go)
        return {"/": route}
"""
JAVASCRIPT = """
import { save } from "./store.js";
function open() {}
function close() {}
function show({ close }) { use(close); }
const routes = { open, "/save": save };
app.get("/", open);
"""
JAVA = """
package p;
class A { void run() { list.forEach(this::one); list.map(A::two); } void one() { } static void two() { } }
"""
GO = """package main
func handler() {}
func other() {}
func main(other string) { http.HandleFunc("/", handler); use(other); x := &Server{Run: handler} }
"""


def named(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if " references " in each}


def test_methods_that_are_handed_over_in_csharp_are_referred_to() -> None:
    assert named({"a.cs": CSHARP}) - {"cs:Form.Init references cs:Other"} == {
        "cs:Form references cs:Form.Start",
        "cs:Form.Property references cs:Form.Stop",
        "cs:Form.Init references cs:Form.button1_Click",
        "cs:Form.Init references cs:Form.Handler",
        "cs:Form.Init references cs:Form.Parse",
        "cs:Form.Init references cs:Other.Shared",
    }


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"a.py": PYTHON},
            {
                "py:a:Api.go references py:a:session",
                "py:a:Api.wire references py:a:Api.go",
                "py:a:Api.wire references py:a:route",
            },
        ),
        (
            {"a.js": JAVASCRIPT, "store.js": "export function save() {}"},
            {"file:a.js references js:a.js#open", "file:a.js references js:store.js#save"},
        ),
        ({"p/A.java": JAVA}, {"java:p.A.run references java:p.A.one", "java:p.A.run references java:p.A.two"}),
        ({"a.go": GO, "go.mod": "module m"}, {"go:..main references go:..handler"}),
    ],
    ids=["Python", "JavaScript", "Java", "Go"],
)
def test_functions_that_are_handed_over_are_referred_to(files: dict[str, str], expected: set[str]) -> None:
    assert named(files) == expected


DECORATORS = """
def require(name):
    return lambda function: function
def setting(): ...
class Jobs:
    def task(self, name): ...
jobs = Jobs()
"""
DECORATED = """
from guards import jobs, require, setting
import guards
@require("a")
def view(request): ...
@guards.require(name=setting())
class Page:
    @require("b")
    def show(self, require): ...
@jobs.task("c")
def job(): ...
def plain():
    require("d")
"""


def test_what_a_decorator_calls_is_used_by_what_it_decorates() -> None:
    uses = edges(graph_of({"guards.py": DECORATORS, "views.py": DECORATED}))
    assert {each for each in uses if " py:guards:" in each} == {
        "file:guards.py instantiates py:guards:Jobs",
        "py:views:view annotated_by py:guards:require",
        "py:views:view calls py:guards:require",
        "py:views:Page annotated_by py:guards:require",
        "py:views:Page calls py:guards:require",
        "py:views:Page calls py:guards:setting",
        "py:views:Page.show annotated_by py:guards:require",
        "py:views:job calls py:guards:Jobs.task",
        "py:views:plain calls py:guards:require",
    }


DEPENDENCIES = """
from typing import Annotated
from fastapi import Depends
from app.models import User
def get_db(): ...
SessionDep = Annotated[Session, Depends(get_db)]
def current(session: SessionDep) -> User:
    return session.get(User, 1)
CurrentUser = Annotated[User, Depends(current)]
def admin(user: CurrentUser): ...
"""
MODELS = """
from sqlmodel import Field, SQLModel
class Base(SQLModel): ...
class User(Base, table=True):
    id: int = Field(primary_key=True)
class Item(SQLModel, table=True):
    owner_id: int = Field(foreign_key="user.id")
"""
ROUTES = """
from fastapi import APIRouter, Depends
from app.deps import CurrentUser, SessionDep, admin
from app.models import Item
router = APIRouter()
@router.get("/items", dependencies=[Depends(admin)])
def items(session: SessionDep): return session.exec(select(Item)).all()
@router.post("/items")
def add(session: SessionDep, user: CurrentUser, item: Item):
    session.add(item)
"""


def test_an_endpoint_leads_to_the_tables_that_its_dependencies_read() -> None:
    files = {"app/deps.py": DEPENDENCIES, "app/models.py": MODELS, "app/routes.py": ROUTES}
    graph = graph_of(files)
    result = edges(graph)
    assert {each for each in result if each.startswith("py:app.routes:") and "app.deps" in each} == {
        "py:app.routes:add references py:app.deps:CurrentUser",
        "py:app.routes:add references py:app.deps:SessionDep",
        "py:app.routes:items references py:app.deps:SessionDep",
        "py:app.routes:items references py:app.deps:admin",
    }
    assert {each for each in result if " sql:" in each} == {
        "py:app.models:User maps_to sql:main.user",
        "py:app.models:Item maps_to sql:main.item",
        "py:app.deps:current reads_table sql:main.user",
        "py:app.routes:items reads_table sql:main.item",
        "py:app.routes:add writes_table sql:main.item",
        "sql:main.item foreign_key sql:main.user",
    }
    tree = dependency_tree(
        DependencyGraph(graph.nodes, graph.edges), TreeRequest("POST /items", Direction.DEPENDS_ON, depth=6)
    )
    assert {"user", "item"} <= {line.name for line in tree.nodes if line.kind == "table"}


ALIASED = """
def outside(self):
    return 1


class Missing:
    def fail(self, *arguments):
        return 1

    __add__ = __radd__ = fail
    once: object = fail
    shown = property(fail)
    other = outside


class Strict(Missing):
    close = Missing.fail

    def __init__(self, fail):
        self.own = fail

    def use(self):
        self.close()
        self.own()
        fail()


class Ring:
    a = Ring.b
    b = Ring.a


def add(value: Strict, ring: Ring):
    ring.a()
    return value.__radd__(1)
"""


def test_a_name_in_a_class_that_stands_for_a_method_leads_to_it() -> None:
    aliases = {edge for edge in edges(graph_of({"missing.py": ALIASED})) if edge.endswith(("fail", "outside"))}
    assert aliases == {
        "py:missing:Missing references py:missing:Missing.fail",
        "py:missing:Missing references py:missing:outside",
        "py:missing:Strict references py:missing:Missing.fail",
        "py:missing:Strict.use calls py:missing:Missing.fail",
        "py:missing:add calls py:missing:Missing.fail",
    }
