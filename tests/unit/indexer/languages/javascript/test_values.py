"""What a name of JavaScript and TypeScript holds: a module's whole, an object's functions, an imported object."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of


def uses(files: dict[str, str]) -> set[str]:
    kinds = (" calls ", " instantiates ")
    return {each for each in edges(graph_of(files)) if any(kind in each for kind in kinds)}


STORE = "class Store { keep() {} }\nfunction spare() {}\n"
TAKEN = "const a = require('./a');\n"


@pytest.mark.parametrize(
    ("arguments", "used", "result"),
    [
        ("module.exports = Store;", "new a();", "instantiates js:a.js#Store"),
        ("module.exports = spare;", "a();", "calls js:a.js#spare"),
        ("exports = module.exports = spare;", "a();", "calls js:a.js#spare"),
        ("module.exports = exports = spare;", "a();", "calls js:a.js#spare"),
        ("module.exports = function fresh() {};", "a();", "calls js:a.js#fresh"),
        ("module.exports = () => 1;", "a();", "calls js:a.js#default"),
        ("module.exports = { rest: spare };", "a.rest();", "calls js:a.js#spare"),
        ("exports.rest = spare;", "a.rest();", "calls js:a.js#spare"),
        ("module.exports = { rest() {} };", "a.rest();", "calls js:a.js#rest"),
        ("module.exports = { rest: () => 1 };", "a.rest();", "calls js:a.js#rest"),
        ("const own = new Store(); module.exports = own;", "a.keep();", "calls js:a.js#Store.keep"),
        ("exports.own = new Store();", "a.own.keep();", "calls js:a.js#Store.keep"),
    ],
)
def test_what_a_module_gives_is_what_requiring_it_means(arguments: str, used: str, result: str) -> None:
    files = {"a.js": f"{STORE}{arguments}\n", "b.js": f"{TAKEN}function go() {{ {used} }}\n"}
    assert {each for each in uses(files) if each.startswith("js:b.js")} == {f"js:b.js#go {result}"}


def test_what_a_module_gives_by_default_needs_no_name() -> None:
    files = {
        "a.ts": "export default class { keep() {} }\n",
        "b.ts": "import A from './a';\nexport default () => new A().keep();\n",
        "c.ts": "import b from './b';\nb();\n",
    }
    assert uses(files) == {
        "ts:b.ts#default instantiates ts:a.ts#default",
        "ts:b.ts#default calls ts:a.ts#default.keep",
        "file:c.ts calls ts:b.ts#default",
    }


def test_an_object_that_a_module_gives_holds_what_it_names() -> None:
    files = {
        "a.js": "import { far } from './c';\nfunction near() {}\n"
        "export default { near, far, own() {}, last: near };\n",
        "c.js": "export function far() {}\n",
        "b.js": "import a from './a';\nexport const go = () => { a.near(); a.far(); a.own(); };\n"
        "class B { b() { a.last(); } }\n",
    }
    assert uses(files) == {
        "js:b.js#go calls js:a.js#near",
        "js:b.js#go calls js:c.js#far",
        "js:b.js#go calls js:a.js#default.own",
        "js:b.js#B.b calls js:a.js#near",
    }


def test_an_object_that_another_module_gives_has_the_type_that_it_has_there() -> None:
    files = {
        "log.ts": "class Logger { warn() {} }\nexport const log = new Logger();\n",
        "index.ts": "export { log as journal } from './log';\n",
        "main.ts": "import { journal } from './index';\nfunction go() { journal.warn(); }\n",
        "all.ts": "import * as every from './index';\nfunction go() { every.journal.warn(); }\n",
    }
    assert {"ts:main.ts#go calls ts:log.ts#Logger.warn", "ts:all.ts#go calls ts:log.ts#Logger.warn"} <= uses(files)


def test_a_function_of_an_object_is_reached_through_the_object_alone() -> None:
    files = {
        "a.ts": (
            "const desk = { open() { close(); }, shut: () => 1 };\n"
            "export function go() { desk.open(); desk.shut(); open(); shut(); }\n"
            "function run() { const own = { put() {} }; own.put(); put(); use({ get() {} }); get(); }\n"
        )
    }
    assert uses(files) == {
        "ts:a.ts#go calls ts:a.ts#desk.open",
        "ts:a.ts#go calls ts:a.ts#desk.shut",
        "ts:a.ts#run calls ts:a.ts#run.own.put",
    }


def test_a_function_in_a_field_is_a_method() -> None:
    files = {"a.ts": "class A { open = () => { this.shut(); }; private shut = async function () {}; }\n"}
    assert uses(files) == {"ts:a.ts#A.open calls ts:a.ts#A.shut"}


def test_a_function_of_an_object_calls_its_neighbours_by_this() -> None:
    files = {
        "a.js": "const app = {};\napp.open = function () { this.shut(); };\napp.shut = function () {};\n",
    }
    assert uses(files) == {"js:a.js#app.open calls js:a.js#app.shut"}


def test_a_function_without_a_declared_type_gives_what_all_its_returns_give() -> None:
    files = {
        "a.ts": (
            "export class A { keep() { return this; } other() {} }\n"
            "class B {}\n"
            "export const make = () => new A();\n"
            "export function find(x) { if (x) return null; x.map(() => { return new B(); }); return make(); }\n"
            "export function mixed(x) { if (x) { return new B(); } return new A(); }\n"
            "export const fresh = A.create;\n"
        ),
        "b.ts": "import * as a from './a';\nimport { find, mixed } from './a';\n"
        "export function go() { a.make().keep().other(); }\n"
        "export function seek() { find(1).other(); mixed(1).other(); }\n",
    }
    assert {each for each in uses(files) if each.startswith("ts:b.ts")} == {
        "ts:b.ts#go calls ts:a.ts#make",
        "ts:b.ts#go calls ts:a.ts#A.keep",
        "ts:b.ts#go calls ts:a.ts#A.other",
        "ts:b.ts#seek calls ts:a.ts#find",
        "ts:b.ts#seek calls ts:a.ts#mixed",
        "ts:b.ts#seek calls ts:a.ts#A.other",
    }


def test_a_name_that_a_module_gives_on_leads_to_the_module_that_it_stands_for() -> None:
    files = {
        "shapes.ts": "export function circle() {}\n",
        "all.ts": "import * as z from './shapes';\nexport { z };\nexport default z;\n",
        "main.ts": "import own, { z } from './all';\nexport function go() { z.circle(); }\n"
        "export function run() { own.circle(); }\n",
    }
    assert uses(files) == {
        "ts:main.ts#go calls ts:shapes.ts#circle",
        "ts:main.ts#run calls ts:shapes.ts#circle",
    }


def test_a_part_that_is_taken_out_of_an_object_has_the_type_of_the_part() -> None:
    files = {
        "a.ts": "class Log { warn() {} }\nclass A { log: Log; go() { const { log } = this; log.warn(); }\n"
        "run(a: A) { const { log: own } = a; own.warn(); } }\n"
    }
    assert uses(files) == {"ts:a.ts#A.go calls ts:a.ts#Log.warn", "ts:a.ts#A.run calls ts:a.ts#Log.warn"}


def test_an_object_is_not_made_of_a_type_nor_of_what_a_parameter_holds() -> None:
    files = {
        "a.ts": "type Error = Other;\nclass Shape {}\nfunction go() { throw new Error(); }\n"
        "function run(Shape: any) { return new Shape(); }\n"
    }
    assert uses(files) == set()


def test_a_type_in_a_namespace_is_known_by_the_namespace_outside_and_by_its_name_inside() -> None:
    files = {
        "a.ts": "export namespace Rpc { export interface Base {}\nexport interface Request extends Base {} }\n"
        "export interface Order extends Rpc.Request {}\nexport interface Base {}\n"
    }
    assert {each for each in edges(graph_of(files)) if "inherits" in each} == {
        "ts:a.ts#Rpc.Request inherits ts:a.ts#Rpc.Base",
        "ts:a.ts#Order inherits ts:a.ts#Rpc.Request",
    }


def test_a_component_uses_those_that_it_imports_and_what_they_call() -> None:
    files = {
        "App.vue": "<script setup>\nimport Row from './Row.vue'\nimport { pay } from './pay'\npay()\n</script>\n",
        "Row.vue": "<template><p/></template>\n",
        "pay.ts": "export function pay() {}\n",
    }
    result = edges(graph_of(files))
    assert {each for each in result if "App.vue" in each} >= {
        "file:App.vue imports file:Row.vue",
        "file:App.vue imports file:pay.ts",
        "file:App.vue calls ts:pay.ts#pay",
    }


def test_what_a_method_declares_as_this_is_of_the_class_that_it_is_called_of():
    shop = {
        "a.ts": (
            "class Base { open(): this { return this; } }\nclass Cart extends Base { pay() { } }\n"
            "export function run(cart: Cart) { cart.open().pay(); }\n"
        )
    }
    assert "ts:a.ts#run calls ts:a.ts#Cart.pay" in edges(graph_of(shop))
