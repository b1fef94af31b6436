"""Objects that a CommonJS module gives: what they get later, methods of prototypes, uses in the own file."""

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
