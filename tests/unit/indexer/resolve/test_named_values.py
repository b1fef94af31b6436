"""Constants and classes that are named as values: limits that are compared with, options, classes in a table."""

from tests.unit.indexer.resolve.test_named_functions import named

GO = {
    "go.mod": "module example.com/shop\n",
    "store/store.go": """package store
const MaxRetries = 3
const doubled = MaxRetries * 2
type Mode int
const (
	Off Mode = iota
	On
)
func Limit() int { return MaxRetries }
func Allowed(n int) bool {
	switch n {
	case doubled:
		return true
	}
	return n < MaxRetries
}
func Hidden(doubled int) bool { return doubled > 3 }
""",
    "main.go": """package main
import "example.com/shop/store"
func main() { if mode() == store.On { println(store.MaxRetries) } }
""",
}


def test_constants_of_go_are_referred_to_where_they_are_compared_and_given() -> None:
    assert named(GO) == {
        "file:store/store.go references go:store.MaxRetries",
        "go:store.Limit references go:store.MaxRetries",
        "go:store.Allowed references go:store.MaxRetries",
        "go:store.Allowed references go:store.doubled",
        "go:..main references go:store.On",
        "go:..main references go:store.MaxRetries",
    }


JAVA = {
    "p/Conf.java": """package p;
public class Conf {
    public static final int MAX = 3;
    static final int TWICE = MAX * 2;
    static final Set<String> NAMES = Set.of("a");
    static int level = 1;
    static int limit() { return MAX; }
    int size(int size) { return use(size, limit); }
    int hidden(int MAX) { return MAX + 1; }
}
""",
    "p/Mode.java": "package p; public enum Mode { STRICT, LENIENT; static final Mode USUAL = STRICT; }",
    "q/Main.java": """package q;
import p.Conf;
import p.Mode;
import static p.Conf.TWICE;
import static p.Mode.LENIENT;
class Main extends Conf {
    private static final int ERROR = 4;
    boolean compared(int n) { return n < Conf.MAX; }
    int alone(int n) { return n > TWICE ? -TWICE : TWICE; }
    void handed() { run(Mode.LENIENT); }
    void handedAlone() { run(LENIENT); }
    void changed() { this.limit = MAX; Conf.level = 2; }
    boolean queried(String name) { return NAMES.contains(name) && p.Conf.NAMES.isEmpty(); }
    @Retry(times = Conf.MAX, mode = Mode.STRICT) void tried() { }
    int switched(int n) { switch (n) { case Conf.TWICE: return 1; case ERROR: return 2; default: return 3; } }
    int chosen(Mode mode) { return switch (mode) { case LENIENT, ERROR -> 1; default -> 2; }; }
    void other(Main Mode) { run(Mode.STRICT); }
}
""",
}


def test_constants_of_java_are_referred_to_where_they_are_compared_and_given() -> None:
    assert named(JAVA) == {
        "java:p.Conf references java:p.Conf.MAX",
        "java:p.Conf.limit references java:p.Conf.MAX",
        "java:q.Main.compared references java:p.Conf.MAX",
        "java:q.Main.alone references java:p.Conf.TWICE",
        "java:q.Main.handed references java:p.Mode",
        "java:q.Main.handedAlone references java:p.Mode",
        "java:q.Main.changed references java:p.Conf.MAX",
        "java:q.Main.changed references java:p.Conf",
        "java:q.Main.queried references java:p.Conf.NAMES",
        "java:q.Main.tried references java:p.Conf.MAX",
        "java:q.Main.tried references java:p.Mode",
        "java:q.Main.switched references java:p.Conf.TWICE",
        "java:q.Main.switched references java:q.Main.ERROR",
        "java:q.Main.chosen references java:p.Mode",
        "java:q.Main.other references java:q.Main",
    }


PYTHON = {
    "shop/__init__.py": "",
    "shop/settings.py": """LIMIT = 3
NAMES = {"a": 1}
class MissingError(Exception): ...
class Level:
    HIGH = 1
    low = 2
    TOP = HIGH
class Command: ...
class Other: ...
""",
    "shop/use.py": """import pytest
from shop import settings
from shop.settings import LIMIT, NAMES, Command, Level, MissingError, Other
def compared(n): return n > LIMIT
def module(n): return n == settings.LIMIT
def chained(n): return n or not Level.HIGH.value
def held(n):
    if n is Level.low: ...
def caught():
    try: ...
    except MissingError as error: print(error)
    except (settings.Other, ValueError): ...
def raised(error): raise MissingError from error
def expected():
    with pytest.raises(MissingError): ...
def checked(x): return isinstance(x, (Command, Other))
def table(): return {"cmd": Command, LIMIT: 2}
def kinds(): return {Command}
def shown(): return f"{LIMIT:>{settings.LIMIT}}"
def indexed(x): return NAMES[x], x[LIMIT:]
def method(): return NAMES.get("a")
def given():
    yield LIMIT
def defaulted(n: int = LIMIT): ...
def looped():
    while LIMIT: ...
    return [x for x in NAMES]
def matched(x):
    match x:
        case Level.HIGH: ...
        case Command(): ...
@pytest.mark.parametrize("x", [Command, settings.LIMIT])
def test_all(x): ...
def hidden(LIMIT, x): return x > LIMIT
def hidden_in_a_loop(x):
    for _, Command in x: print(Command == 1)
def hidden_by_a_parameter(settings, x): return x > settings.LIMIT
class Own:
    LIMIT = 5
    both = LIMIT + 1
    def go(self): return self.LIMIT > 2
""",
}


def test_constants_and_classes_of_python_are_referred_to_where_they_are_named() -> None:
    expected = {
        ("compared", "LIMIT"),
        ("module", "LIMIT"),
        ("chained", "Level.HIGH"),
        ("held", "Level"),
        ("caught", "MissingError"),
        ("caught", "Other"),
        ("raised", "MissingError"),
        ("expected", "MissingError"),
        ("checked", "Command"),
        ("checked", "Other"),
        ("table", "Command"),
        ("table", "LIMIT"),
        ("kinds", "Command"),
        ("shown", "LIMIT"),
        ("indexed", "NAMES"),
        ("indexed", "LIMIT"),
        ("method", "NAMES"),
        ("given", "LIMIT"),
        ("defaulted", "LIMIT"),
        ("looped", "LIMIT"),
        ("looped", "NAMES"),
        ("matched", "Level.HIGH"),
        ("matched", "Command"),
        ("test_all", "Command"),
        ("test_all", "LIMIT"),
    }
    assert named(PYTHON) == {
        *(f"py:shop.use:{source} references py:shop.settings:{target}" for source, target in expected),
        "py:shop.settings:Level references py:shop.settings:Level.HIGH",
        "py:shop.use:Own references py:shop.use:Own.LIMIT",
        "py:shop.use:Own.go references py:shop.use:Own.LIMIT",
    }


SETTINGS = """export const LIMIT = 3;
export const NAMES = { a: 1 };
export class Issue {}
"""
VALUES = """import { LIMIT, NAMES, Issue } from "./settings.js";
import * as settings from "./settings.js";
export function compared(n) { return n > LIMIT; }
export function module(n) { return n === settings.LIMIT; }
export function switched(n) {
  switch (n) { case LIMIT: return 1; }
}
export function shown() { return `${LIMIT}`; }
export function held() { if (LIMIT) return 1; }
export function looked(x) { return NAMES[x]; }
export function member() { return NAMES.a; }
export function checked(x) { return x instanceof Issue; }
export const short = () => LIMIT;
export function defaulted(n = LIMIT) {}
export function spread() { return { ...NAMES }; }
export function hidden(LIMIT, x) { return x > LIMIT; }
export function later() { let LIMIT; return 1 > LIMIT; }
export function arrow(xs) { return xs.map(LIMIT => LIMIT > 2); }
export function taken(x) { const [LIMIT, { a: Issue }] = x; return LIMIT > 2 && x instanceof Issue; }
export function caught() { try {} catch (Issue) { return !Issue; } }
export function rest(...LIMIT) { return LIMIT[0]; }
export function optional(LIMIT = 3) { return LIMIT > 2; }
export function own({ NAMES }) { return NAMES[0]; }
export function late() { const { LIMIT } = require("./settings.js"); return LIMIT > 2; }
"""
EXPECTED = {
    ("compared", "LIMIT"),
    ("module", "LIMIT"),
    ("switched", "LIMIT"),
    ("shown", "LIMIT"),
    ("held", "LIMIT"),
    ("looked", "NAMES"),
    ("member", "NAMES"),
    ("checked", "Issue"),
    ("short", "LIMIT"),
    ("defaulted", "LIMIT"),
    ("spread", "NAMES"),
    ("late", "LIMIT"),
}
TYPESCRIPT = """import { LIMIT } from "./settings";
export enum Level { Low, High }
export function high(level: Level) { return level === Level.High; }
export class Box { size = LIMIT; }
export const view = (n: number = LIMIT) => <Part size={LIMIT} />;
"""


def test_constants_and_classes_of_javascript_are_referred_to_where_they_are_named() -> None:
    assert named({"settings.js": SETTINGS, "use.js": VALUES}) == {
        f"js:use.js#{source} references js:settings.js#{target}" for source, target in EXPECTED
    }


def test_constants_and_enums_of_typescript_are_referred_to_where_they_are_named() -> None:
    assert named({"settings.ts": SETTINGS, "use.tsx": TYPESCRIPT, "more.ts": VALUES}) == {
        *(f"ts:more.ts#{source} references ts:settings.ts#{target}" for source, target in EXPECTED),
        "ts:use.tsx#high references ts:use.tsx#Level",
        "ts:use.tsx#Box references ts:settings.ts#LIMIT",
        "ts:use.tsx#view references ts:settings.ts#LIMIT",
    }
