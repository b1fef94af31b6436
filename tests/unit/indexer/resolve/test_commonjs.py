"""Objects that a CommonJS module gives: what they get later, methods of prototypes, uses in the own file."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

FILES = {
    "app.js": """var app = exports = module.exports = {};
function logerror() {}
app.init = function init() { this.settings(); return logerror.bind(this); };
app.settings = function settings() {};
""",
    "api.js": "const api = {};\nmodule.exports = api;\napi.run = function () {};\n",
    "lib.js": """exports.norm = function () {};
exports.all = function (ts) { return ts.map(exports.norm); };
exports.one = function () { return exports.norm(); };
module.exports.two = function () { return module.exports.norm(); };
""",
    "view.js": """function View() {}
View.prototype.find = function () { return this.load(); };
View.prototype.load = function () {};
module.exports = View;
""",
    "use.js": """const app = require("./app");
const api = require("./api");
const { settings } = require("./app");
const View = require("./view");
function a() { app.init(); }
function b() { api.run(); }
function c() { new View("x").find(); }
function d() { const view = new View(); view.load(); }
function e() { settings(); }
function f(api) { api.run(); }
""",
}


def test_calls_reach_what_a_module_gives_as_an_object() -> None:
    result = edges(graph_of(FILES))
    assert {each for each in result if " calls " in each or " references " in each} == {
        "js:app.js#app.init calls js:app.js#app.settings",
        "js:app.js#app.init references js:app.js#logerror",
        "js:lib.js#all references js:lib.js#norm",
        "js:lib.js#one calls js:lib.js#norm",
        "js:lib.js#two calls js:lib.js#norm",
        "js:view.js#View.find calls js:view.js#View.load",
        "js:use.js#a calls js:app.js#app.init",
        "js:use.js#b calls js:api.js#api.run",
        "js:use.js#c calls js:view.js#View.find",
        "js:use.js#d calls js:view.js#View.load",
        "js:use.js#e calls js:app.js#app.settings",
    }


SERVICES = {
    "services/orders.js": "const find = () => 1;\nmodule.exports = { find };\n",
    "use.js": """const { orders } = require("./services");
const services = require("./services");
function a() { orders.find(); }
function b() { services.orders.find(); }
""",
}
FIND = "js:services/orders.js#find"


@pytest.mark.parametrize(
    "index",
    [
        'module.exports.orders = require("./orders");\n',
        'exports.orders = require("./orders");\n',
        'module.exports = { orders: require("./orders") };\n',
        'const orders = require("./orders");\nmodule.exports = { orders };\n',
        'module.exports = { ...require("./more") };\n',
        'module.exports = require("./more");\n',
    ],
)
def test_a_module_gives_other_modules(index: str) -> None:
    more = 'exports.orders = require("./orders");\n'
    result = edges(graph_of({**SERVICES, "services/index.js": index, "services/more.js": more}))
    assert f"js:use.js#a calls {FIND}" in result
    assert f"js:use.js#b calls {FIND}" in result or "more" in index


def test_a_module_gives_a_function_of_another_by_a_name_of_its_own() -> None:
    files = {
        **SERVICES,
        "services/index.js": 'module.exports = { search: require("./orders").find };\n',
        "use.js": 'const { search } = require("./services");\nfunction a() { search(); }\n',
    }
    assert f"js:use.js#a calls {FIND}" in edges(graph_of(files))


@pytest.mark.parametrize(
    ("module", "inside"),
    [
        ("const list = guarded(async (req) => { load(); });\nmodule.exports = { list };\n", True),
        ("const list = guarded(async (req) => { load(); });\nmodule.exports = { other: 1, list: list };\n", True),
        ("exports.list = guarded(async (req) => { load(); });\n", True),
        ("exports.list = guarded(checked('x'), logged(async (req) => { load(); }));\n", True),
        ("const list = guarded(load);\nexports.list = list;\n", False),
    ],
)
def test_a_function_with_a_call_around_it_serves_by_the_name_that_it_is_given(module: str, inside: bool) -> None:
    files = {
        "orders.js": f"{module}function load() {{}}\n",
        "routes.js": """const express = require("express");
const orders = require("./orders");
const router = express.Router();
router.route("/orders").get(orders.list);
module.exports = router;
""",
    }
    result = edges(graph_of(files))
    assert "http:GET /orders calls js:orders.js#list" in result
    assert ("js:orders.js#list calls js:orders.js#load" in result) is inside


def test_a_long_chain_of_calls_around_a_function_is_read() -> None:
    deep = "wrap(" * 2000 + "() => 1" + ")" * 2000
    result = edges(
        graph_of(
            {"deep.js": f"exports.list = {deep};\nexports.other = wrap(() => load());\nfunction load() {{}}\n"}
        )
    )
    assert "js:deep.js#other calls js:deep.js#load" in result
