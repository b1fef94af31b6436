"""What functions give: an object that holds functions, an injected class, a declared type."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

HOOK = """import { outer } from './outer';
export function useCart() {
  const add = () => 1;
  const outside = useCallback(() => 1, []);
  function drop() {}
  return { add, remove: drop, outer, outside, clear() {}, total: () => 2, drop: () => drop() };
}
export const createLimit = (most) => ({ check() {}, wait: () => 1 });
export const frozen = () => { return Object.freeze({ open() {} }); };
export const useMemoized = () => useMemo(() => ({ open: () => 1 }), []);
"""
OUTER = "export function outer() {}\nexport function outside() {}\n"


def calls(files: dict[str, str], of: str) -> set[str]:
    """Return the functions that one definition calls."""
    start = f"{of} calls "
    return {each.removeprefix(start) for each in edges(graph_of(files)) if each.startswith(start)}


@pytest.mark.parametrize(
    ("code", "called"),
    [
        ("const cart = useCart(); cart.add();", "useCart.add"),
        ("const cart = useCart(); cart.remove();", "useCart.drop"),
        ("const cart = useCart(); cart.clear();", "useCart.clear"),
        ("const cart = useCart(); cart.total();", "useCart.total"),
        ("useCart().clear();", "useCart.clear"),
        ("const { add } = useCart(); add();", "useCart.add"),
        ("const { remove: take } = useCart(); take();", "useCart.drop"),
        ("const cart = useCart(); const { total } = cart; total();", "useCart.total"),
        ("const limit = createLimit(1); limit.check();", "createLimit.check"),
        ("const limit = createLimit(1); limit.wait();", "createLimit.wait"),
        ("frozen().open();", "frozen.open"),
        ("const { open } = useMemoized(); open();", "useMemoized.open"),
    ],
)
@pytest.mark.parametrize("ending", ["js", "ts"])
def test_a_function_of_the_object_that_a_function_gives_is_found(code: str, called: str, ending: str) -> None:
    names = "useCart, createLimit, frozen, useMemoized"
    files = {
        f"cart.{ending}": HOOK,
        f"outer.{ending}": OUTER,
        f"use.{ending}": f"import {{ {names} }} from './cart';\nfunction go() {{ {code} }}\n",
    }
    assert f"{ending}:cart.{ending}#{called}" in calls(files, f"{ending}:use.{ending}#go")


def test_an_object_holds_functions_of_other_modules_but_no_variables_that_are_called_alike() -> None:
    files = {
        "cart.js": HOOK.replace("import { outer }", "import { outer, outside as spare }"),
        "outer.js": OUTER,
        "use.js": "import { useCart } from './cart';\n"
        "function go() { const c = useCart(); c.outer(); c.outside(); }\n",
    }
    assert calls(files, "js:use.js#go") == {"js:cart.js#useCart", "js:outer.js#outer"}


def test_a_function_hands_over_the_functions_of_its_object() -> None:
    result = edges(graph_of({"cart.js": HOOK, "outer.js": OUTER}))
    start = "js:cart.js#useCart references js:cart.js#useCart."
    assert {each.removeprefix(start) for each in result if each.startswith(start)} == {
        *("add", "drop", "clear", "total"),
    }


@pytest.mark.parametrize(
    "store",
    [
        "defineStore('cart', () => { const add = () => 1; function drop() {} return { add, drop }; })",
        "defineStore('cart', { state: () => ({}), actions: { add() {}, async drop() {} } })",
        "defineStore({ id: 'cart', actions: { add() {}, drop() {} } })",
    ],
)
def test_a_store_gives_its_actions(store: str) -> None:
    files = {
        "cart.ts": f"import {{ defineStore }} from 'pinia';\nexport const useCart = {store};\n",
        "use.ts": "import { useCart } from './cart';\n"
        "function go() { const cart = useCart(); cart.add(); const { drop } = cart; drop(); }\n",
    }
    assert calls(files, "ts:use.ts#go") == {f"ts:cart.ts#useCart{part}" for part in ("", ".add", ".drop")}


@pytest.mark.parametrize(
    "code",
    [
        "class Page { private shop = inject(Shop); go() { this.shop.open(); } }",
        "class Page { shop = inject(Shop, { optional: true }); go() { this.shop.open(); } }",
        "class Page { go() { const shop = inject(Shop); shop.open(); } }",
        "class Page { go() { TestBed.inject(Shop).open(); } }",
        "class Page { constructor(private injector: Injector) {} go() { this.injector.get(Shop).open(); } }",
        "class Page { async go() { const shop = await app.resolve(Shop); shop.open(); } }",
        "class Page { async go() { const shop = app.get<Shop>(Shop); shop.open(); } }",
    ],
)
def test_a_container_gives_an_object_of_the_class_that_it_is_asked_for(code: str) -> None:
    files = {
        "shop.ts": "export class Shop { open() {} }\n",
        "page.ts": f"import {{ inject }} from '@angular/core';\nimport {{ Shop }} from './shop';\n{code}\n",
    }
    assert calls(files, "ts:page.ts#Page.go") == {"ts:shop.ts#Shop.open"}


@pytest.mark.parametrize(
    "code",
    [
        "import { useService } from 'dioc/vue';\nfunction go() { useService(Shop).open(); }",
        "function go(refs: ModuleRef) { refs.get(Shop).open(); }",
        "function go(refs: ModuleRef) { const own = refs; own.get(Shop).open(); }",
        "let nest: INestApplication;\nfunction go() { nest.get(Shop).open(); }",
        "async function go(moduleRef) { const shop = await moduleRef.resolve(Shop); shop.open(); }",
        "function go() { container.resolve(Shop).open(); }",
        "function go() { page().injector.get(Shop).open(); }",
    ],
)
def test_the_name_or_the_type_of_a_container_says_what_it_is(code: str) -> None:
    files = {"shop.ts": "export class Shop { open() {} }\n", "a.ts": f"import {{ Shop }} from './shop';\n{code}\n"}
    assert calls(files, "ts:a.ts#go") == {"ts:shop.ts#Shop.open"}


@pytest.mark.parametrize(
    "code",
    [
        "const handlers = new Map();\nfunction go() { handlers.get(Order).run(); }",
        "const handlers = new Map();\nfunction go() { const one = handlers.get(Order); one.save(); }",
        "const container = new Map();\nfunction go() { container.get(Order).run(); }",
        "const handlers = new WeakMap();\nfunction go() { const app = handlers; app.get(Order).run(); }",
        "class View { run() {} }\nconst a = new Map<typeof Order, View>();\nfunction go() { a.get(Order).run(); }",
        "function go(app: Map<Function, View>) { app.get(Order).run(); }",
        "function go(module: Cache | null) { module.get(Order).run(); }",
        "const views = new WeakMap<object, View>();\nfunction go() { for (const v of views.get(Order)) v.run(); }",
        "const views = new WeakMap<object, View[]>();\nfunction go() { views.get(Order).forEach(v => v.save()); }",
        "function go() { const one = Promise.resolve(Order); one.save(); }",
        "async function go() { (await Promise.resolve(Order)).save(); }",
        "function go() { Reflect.get(Order).run(); }",
        "function go(client) { client.get(Order).run(); }",
        "function go(client) { client.get(Order, 3).run(); }",
        "function go(app) { app.get(Order, done).run(); }",
        "async function go(client) { const one = await client.resolve(Order); one.run(); }",
        "import { mount } from '@vue/test-utils';\nfunction go() { const w = mount(x); w.get(Order).run(); }",
        "function go(app) { app.get<Row>(Order).run(); }",
        "import { get } from 'idb-keyval';\nfunction go() { get(Order).run(); }",
        "import { inject } from 'vue';\nfunction go() { inject(Order).run(); }",
        "function go(inject) { inject(Order).run(); }",
        "import { inject } from '@angular/core';\nfunction go(inject) { inject(Order).run(); }",
        "function go(resolve) { resolve(Order).run(); }",
        "function go(desk) { desk.useService(Order).run(); }",
    ],
)
def test_what_is_no_container_gives_no_object_of_the_class_that_it_is_called_with(code: str) -> None:
    files = {
        "order.ts": "export class Order { run() {} save() {} }\n",
        "a.ts": f"import {{ Order }} from './order';\n{code}\n",
    }
    assert not calls(files, "ts:a.ts#go")


def test_a_map_in_a_field_gives_no_object_of_the_class_that_is_its_key() -> None:
    files = {
        "a.ts": "class Button { click() {} text() {} }\nclass View { text() {} }\n"
        "class Page { private views = new Map<Function, View>(); private app = new WeakMap();\n"
        "go() { this.views.get(Button).click(); const { text } = this.views.get(Button); text();\n"
        "this.app.get(Button).click(); } }\n"
    }
    assert not calls(files, "ts:a.ts#Page.go")


@pytest.mark.parametrize(
    ("own", "call", "called"),
    [
        ("function get(model) { return wrap(model, 1); }", "get(Order)", "get"),
        ("function get(model: any): Promise<Row> { return wrap(model, 1); }", "get(Order)", "get"),
        ("function inject(model) { return wrap(model, 1); }", "inject(Order)", "inject"),
        ("class Repo { get(key) { return wrap(key); } }", "new Repo().get(Order)", "Repo.get"),
        ("class Repo { get(key) { return wrap(key); } }\nconst app = new Repo();", "app.get(Order)", "Repo.get"),
        ("class Repo { get(key) { return wrap(key); } }\nlet app: Repo;", "app.get(Order)", "Repo.get"),
        ("const app = { get(model) { return wrap(model); } };", "app.get(Order)", "app.get"),
    ],
)
@pytest.mark.parametrize("use", ["const one = {}; one.save();", "{}.save();"])
def test_an_own_function_is_no_container(own: str, call: str, called: str, use: str) -> None:
    files = {
        "order.ts": "export class Order { run() {} save() {} }\n",
        "a.ts": f"import {{ Order }} from './order';\n{own}\nfunction go() {{ {use.replace('{}', call)} }}\n",
    }
    assert calls(files, "ts:a.ts#go") == {f"ts:a.ts#{called}"}


def test_an_own_function_of_that_name_gives_what_it_says() -> None:
    files = {
        "a.ts": "class Key { open() {} }\nclass Value { open() {} }\n"
        "class Cache { get(key: unknown): Value { return x; } }\n"
        "function go(cache: Cache) { cache.get(Key).open(); }\n"
    }
    assert calls(files, "ts:a.ts#go") == {"ts:a.ts#Cache.get", "ts:a.ts#Value.open"}


@pytest.mark.parametrize(
    "code",
    [
        "const shop = await make<Item>(1); shop.open();",
        "(await make<Item>(1)).open();",
        "const made = !make<Item>(1); new Shop().open();",
        "const made = 1 + make<Item>(1); new Shop().open();",
        "const shop = await desk.find<Item>(1); shop.open(); make();",
    ],
)
def test_a_call_with_types_behind_a_word_or_a_sign_is_a_call(code: str) -> None:
    files = {
        "a.ts": "class Shop { open() {} }\nasync function make<T>(x?: T): Promise<Shop> { return x; }\n"
        "const desk = { find(x: unknown): Shop { return x; } };\n"
        f"async function go() {{ {code} }}\n"
    }
    assert {"ts:a.ts#make", "ts:a.ts#Shop.open"} <= calls(files, "ts:a.ts#go")


@pytest.mark.parametrize("function", ["() => x", "async () => x", "function () { return x; }"])
def test_a_function_in_a_variable_gives_the_type_that_it_declares(function: str) -> None:
    typed = function.replace(" =>", ": Store =>").replace("() {", "(): Store {")
    files = {
        "a.ts": f"interface Store {{ open(): void }}\nconst make = {typed};\nfunction go() {{ make().open(); }}\n"
    }
    assert calls(files, "ts:a.ts#go") == {"ts:a.ts#make", "ts:a.ts#Store.open"}


def test_an_element_of_the_browser_is_no_call_of_a_function_of_its_name() -> None:
    files = {
        "a.tsx": "export function meta() {}\nfunction Part() {}\n"
        "export function Page() { return <head><meta charSet='x' /><Part /><title>x</title></head>; }\n"
        "function title() {}\n"
    }
    assert calls(files, "ts:a.tsx#Page") == {"ts:a.tsx#Part"}


def test_each_route_that_is_served_in_place_makes_its_own_objects() -> None:
    files = {
        "a.ts": "class Failure {}\nconst app = express();\n"
        "app.get('/one', () => {\n  throw new Failure();\n});\n"
        "app.get('/two', () => {\n  throw new Failure();\n});\n"
    }
    assert {f"http:GET /{each} instantiates ts:a.ts#Failure" for each in ("one", "two")} <= edges(graph_of(files))
