"""How sure it is that what no edge leads to is unused."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.types.filters import OWNER
from search.types.graph_queries import Confidence, Doubt

FILES = {
    "shop/orders.py": """
import framework
from shop.base import Base


def place(order):
    return _priced(order)


def _priced(order):
    return order


def _forgotten(order):
    return order


def reported(order):
    return order


def listed():
    return 1


def for_tests():
    return 1


def clicked():
    return 1


def _visit_order(order):
    return order


def dispatch(kind, order):
    return globals()[f"_visit_{kind}"](order)


@framework.job
def _nightly():
    return place(1)


class Screen(framework.Widget):
    def resized(self):
        return 1


class Patient:
    def by_any_name(self):
        return 1


class Own(Base):
    def _unneeded(self):
        return 1


place(Own(Screen(dispatch)))
unknown().by_any_name()
""",
    "shop/Bug.aspx": "<script runat=server>void Page_Load(object o) { Go(); }\nvoid Go() { }</script>\n",
    "shop/base.py": "class Base:\n    pass\n",
    "shop/jobs.yaml": "jobs:\n  - listed\n",
    "shop/page.html": '<button onclick="clicked()">a</button>\n',
    "shop/readme.md": "Call `reported` or _forgotten.\n",
    "tests/test_orders.py": "from shop.orders import for_tests\n\n\ndef test_it():\n    assert for_tests()\n",
}


@pytest.fixture
def core(tmp_path: Path) -> Iterator[LocalCore]:
    folder = tmp_path / "shop"
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(folder)], semantic=False)
        yield made


def test_what_speaks_against_it_is_said_of_each_definition(core: LocalCore) -> None:
    doubts = {each.node.name: set(each.doubts) for each in core.unused("", OWNER)}
    assert doubts == {
        "_forgotten": set(),
        "_unneeded": set(),
        "reported": {Doubt.EXPORTED},
        "listed": {Doubt.EXPORTED, Doubt.NAMED},
        "for_tests": {Doubt.EXPORTED, Doubt.TESTS},
        "clicked": {Doubt.EXPORTED, Doubt.NAMED},
        "Patient": {Doubt.EXPORTED, Doubt.NAMED},
        "_visit_order": {Doubt.COMPOSED},
        "_nightly": {Doubt.DECORATED},
        "resized": {Doubt.EXPORTED, Doubt.BASE},
        "Page_Load": {Doubt.EXPORTED, Doubt.BASE},
    }


EMOJI = """
public static class Emoji
{
    /// <summary>
    /// Remaps a tag.
    /// </summary>
    public static void Remap(string tag) { Own(tag); }
    private static void Own(string tag) { }
    private static void Left(string tag) { }
}

internal static class Pairs
{
    internal static void Deconstruct<A>(this System.Tuple<A> one, out A a, out A b) { a = b = one.Item1; }
}

internal static class Start
{
    static void Main() { var emoji = typeof(Emoji); }
}
"""


def test_a_comment_is_no_head_and_what_syntax_calls_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "Emoji.cs").write_text(EMOJI)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        doubts = {each.node.name: set(each.doubts) for each in made.unused("", OWNER)}
    assert doubts == {"Remap": {Doubt.EXPORTED}, "Left": set()}


FOUND_BY_OTHERS = {
    "Jobs.cs": """
public interface IJob { }
public abstract class Job : IJob { }
public class Nightly : Job { public void Run() { } }
/// <summary>
/// 1
/// 2
/// 3
/// 4
/// 5
/// 6
/// 7
/// 8
/// 9
/// 10
/// 11
/// </summary>
public class Hosted : IHosted { public void Stopping() { } static void Main() { } }
public partial class View { static void Main() { } }
public partial class View : Control { protected override void Scroll() { } }
public class Benchmarks
{
    [Benchmark]
    public void Fast() { }
}
public class Startup { public void ConfigureServices() { } }
public class Alone : Apart { }
public class Row { void IWalker<int>.Step(int by) { } void Halt() { } static void Main() { new Row(); } }
public class Apart { }
public class Scheduler
{
    static void Main() { new Scheduler(null).Work(); }
    public Scheduler(System.Collections.Generic.IEnumerable<IJob> jobs) { }
    private void Work() { System.Run(new Options { Started = started, Name = "a" }); }
    private static void started() { }
    private static void stopped() { }
}
public class Options
{
    public System.Action Started { get; set; }
    public string Name { get; set; }
    public bool ShouldSerializeName() => Name != "";
}
[ComImport, Guid("1")]
internal interface IShell { void GetHotkey(); }
class Shell { static readonly IShell Own = null; }
""",
    "Overlay.cs": """
[ComImport]
internal interface IOverlay
{
    void Draw();
}

class Overlay : IOverlay
{
    public void Draw() { }
    public void Leave() { }
    public static void Main() { new Overlay(); }
}
""",
    "Clinic.java": """
public class Clinic {
    public static void main(String[] arguments) { open(); }
    private static void open() { }
    public void setOwner(String owner) { }
    public void setPhone(String phone) { }
}
""",
    "clinic.xml": '<bean class="Clinic"><property name="owner" value="a"/></bean>',
    "lib/jquery.min.js": "var m = { fnTables() { return 1; } };",
    "drag.js": """
const source = { beginDrag(item) { return item; } };
const unread = { end(item) { return item; } };
export default DragSource("x", source);
""",
}


def test_what_a_container_or_a_library_may_call_is_not_surely_unused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name, text in FOUND_BY_OTHERS.items():
        (tmp_path / "a" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "a" / name).write_text(text)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        unused = {each.node.qualname: each.confidence is not Confidence.LOW for each in made.unused("", OWNER)}
    assert unused == {
        "Nightly": False,
        "Hosted.Stopping": False,
        "View.Scroll": False,
        "Benchmarks": False,
        "Alone": True,
        "Row.Step": False,
        "Row.Halt": True,
        "Scheduler.stopped": True,
        "IShell.GetHotkey": False,
        "IOverlay.Draw": False,
        "Overlay.Draw": False,
        "Overlay.Leave": True,
        "Clinic.setOwner": False,
        "Clinic.setPhone": True,
        "source.beginDrag": False,
        "unread.end": True,
        "Shell": True,
    }


ASSIGNED = """
function View() {}
View.prototype.open = function () { return 1 }
View.prototype.close = View.prototype.leave = function () { return 2 }
exports.plain = function () { return 3 }
exports.arrow = () => 4
exports.Shape = class { area() { return 5 } }
module.exports.named = function () { return 6 }
module.exports.first = exports.second = function () { return 7 }
exports
  .apart = function () { return 8 }
const own = function () { return 9 }
function exportsNothing() { return 10 }
new View()
"""


def test_what_a_script_gives_to_others_by_assignment_is_not_surely_unused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "view.js").write_text(ASSIGNED)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        unused = {each.node.name: each.confidence for each in made.unused("", OWNER)}
    public = ("open", "close", "leave", "plain", "arrow", "Shape", "named", "first", "second", "apart")
    assert unused == {
        **dict.fromkeys(public, Confidence.MEDIUM),
        "own": Confidence.HIGH,
        "exportsNothing": Confidence.HIGH,
    }


ELIXIR = """
defmodule Shop.Worker do
  @behaviour GenServer
  def start_link(_), do: run()
  @impl true
  def init(x), do: {:ok, x}
  @impl true
  def handle_call(_, _, x), do: {:reply, x, x}
  @doc "Tells."
  def open(x), do: x
  defp left(x), do: x
  defp run, do: 1
end
"""


def test_functions_of_elixir_that_a_supervisor_or_a_behaviour_calls_are_not_surely_unused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "worker.ex").write_text(ELIXIR)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        unused = {each.node.name: each.confidence for each in made.unused("", OWNER)}
    assert unused == {
        "handle_call": Confidence.LOW,
        "open": Confidence.MEDIUM,
        "left": Confidence.HIGH,
    }


SCRIPT = """#!/bin/bash
main() { "cmd_$1"; trap leave EXIT; }
cmd_add() { :; }
leave() { :; }
apart() { :; }
hook_rm() { :; }
command="${hook}_rm"
main "$@"
"""

LUA = """
local M = {}
local function hidden() end
local function used() end
function M.open() used() end
function love.draw() end
local names = setmetatable({}, { __index = function() end })
return M
"""


def test_functions_of_scripts_that_may_be_called_by_a_name_put_together(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "run.sh").write_text(SCRIPT)
    (tmp_path / "a" / "shop.lua").write_text(LUA)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        unused = {each.node.name: each.confidence for each in made.unused("", OWNER)}
    assert unused == {
        "apart": Confidence.MEDIUM,
        "hook_rm": Confidence.LOW,
        "hidden": Confidence.HIGH,
        "open": Confidence.MEDIUM,
    }


def test_the_surest_come_first(core: LocalCore) -> None:
    order = [each.confidence for each in core.unused("", OWNER)]
    assert order == [Confidence.HIGH] * 2 + [Confidence.MEDIUM] * 2 + [Confidence.LOW] * 7


REACHED_BY_OTHERS = {
    "src/lib.rs": """
pub struct Job { size: u32 }

impl Job {
    fn forgotten(&self) -> u32 {
        self.size
    }
}

impl<'a> std::ops::AddAssign<&'a Job>
    for Job
{
    fn add_assign(&mut self, other: &'a Job) {
        self.size += other.size;
    }
}

impl Drop for Job { fn drop(&mut self) {} }

mod tools {
    fn left() -> u32 { 1 }
}

fn main() { let job = Job { size: 1 }; }
""",
    "env.d.ts": "interface ImportMeta {\n  readonly env: string;\n}\n",
    "global.ts": """
export {};
declare global {
  interface Window { shop: string }
}
interface Alone { a: 1 }
""",
    "blob.ts": """
export function shrink(reduce: any) {
  reduce._create_blob = function (env: number) { return env };
  return reduce;
}
shrink(1);
""",
    "hooks.py": """
from outside import register_converter, serve


class Quote:
    def to_url(self, value):
        return value


class Backend:
    def get_user(self, user):
        return user


class Email(Backend):
    pass


class Mail:
    def mislaid(self):
        return 1


register_converter(Quote, "quoted")
print(Mail())
serve(Quote())
""",
}


def test_what_a_library_reaches_by_a_trait_a_type_or_an_object_is_not_surely_unused(tmp_path: Path) -> None:
    for name, text in REACHED_BY_OTHERS.items():
        (tmp_path / "a" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "a" / name).write_text(text)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(tmp_path / "index", settings, Role(follows=False))) as made:
        made.index([str(tmp_path / "a")], semantic=False)
        unused = {each.node.name: set(each.doubts) for each in made.unused("", OWNER)}
    assert unused == {
        "add_assign": {Doubt.BASE},
        "drop": {Doubt.BASE},
        "forgotten": set(),
        "left": set(),
        "mislaid": {Doubt.EXPORTED},
        "ImportMeta": {Doubt.BASE},
        "Window": {Doubt.BASE},
        "Alone": set(),
        "_create_blob": {Doubt.BASE},
        "to_url": {Doubt.EXPORTED, Doubt.BASE},
        "get_user": {Doubt.EXPORTED, Doubt.BASE},
        "Email": {Doubt.EXPORTED},
    }
