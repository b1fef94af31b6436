"""Functions that are handed over by their name: handlers, callbacks, entries of tables."""

import pytest

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
