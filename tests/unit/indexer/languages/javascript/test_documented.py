"""Types that comments of JavaScript say, and objects that hold functions by their names."""

import pytest

from indexer.languages.javascript.jsdoc import Comments, read, written_type
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
class Item { ship() {} }
class Other { ship() {} }
exports.Item = Item; exports.Other = Other;
"""
NEEDED = "const { Item } = require('./shop.js');\n"


def calls(code: str) -> set[str]:
    result = edges(graph_of({"a.js": code, "shop.js": SHOP}))
    return {each.partition(" calls ")[2] for each in result if " calls " in each}


@pytest.mark.parametrize(
    "code",
    [
        "/** @param {import('./shop.js').Item} item */\nfunction run(item) { item.ship(); }",
        """/** @typedef {import('./shop.js').Item} Part */
/**
 * @param {Part} [item] - one
 */
function run(item) { item.ship(); }""",
        NEEDED + "class A {\n  /** @param {?Item} item */\n  run(item) { item.ship(); }\n}",
        NEEDED + "/** @param {Item} item */\nconst run = (item) => { item.ship(); };",
        NEEDED + "/** @param {Array.<Item>} all */\nfunction run(all) { all[0].ship(); }",
        NEEDED + "function run(x) {\n  /** @type {Item} */\n  const item = x.y;\n  item.ship();\n}",
        NEEDED + "class A {\n  constructor(x) {\n    /** @type {Item} */\n    this.item = x;\n  }\n"
        "  run() { this.item.ship(); }\n}",
        NEEDED + "class A {\n  /** @return {Item} */\n  get() { return x; }\n"
        "  run() { this.item = this.get(); this.item.ship(); }\n}",
    ],
)
def test_a_call_leads_to_the_documented_type(code: str) -> None:
    assert "js:shop.js#Item.ship" in calls(code)


@pytest.mark.parametrize(
    "code",
    [
        "/** @param {Item} item */\nlet x;\nfunction run(item) { item.ship(); }",
        NEEDED + "/** @param {Item} item */\nfunction run(o) { o.map((item) => { item.ship(); }); }",
        NEEDED + "/** @param {Item} o.item */\nfunction run(item) { item.ship(); }",
        NEEDED + "/** @param {string} item */\nfunction run(item) { item.ship(); }",
        NEEDED + "/* @param {Item} item */\nfunction run(item) { item.ship(); }",
    ],
)
def test_another_comment_says_nothing(code: str) -> None:
    assert not {each for each in calls(code) if each.endswith("ship")}


def test_what_a_comment_names_is_not_imported() -> None:
    graph = graph_of({"a.js": "/** @type {import('./shop.js').Item} */\nlet x = y;\n", "shop.js": SHOP})
    assert not {each for each in edges(graph) if " imports " in each}


def test_types_are_read_as_comments_write_them() -> None:
    assert [written_type(each) for each in ("?Item", "Item[]", "string", "Item|null", "Map.<string, Item>")] == [
        "Item",
        "[]Item",
        "",
        "Item",
        "{}Item",
    ]
    assert read("@param {Item} a @param {Other} [b=1] @returns {Promise<Item>}").parameters == {
        "a": "Item",
        "b": "Other",
    }


def test_comments_that_do_not_end_are_none() -> None:
    assert not Comments("/** @type {A} " * 10).imports()


HOLDING = """
function load() {}
function halt() {}
const api = { load, limit: 3 };
export const ops = { stop: halt };
export default api;
function own() { api.load(); }
"""


def test_an_object_calls_what_it_holds_by_another_name() -> None:
    using = (
        "import api from './d.js';\nimport { ops } from './d.js';\nfunction run() { api.load(); ops.stop(); }\n"
    )
    hidden = "import { ops } from './d.js';\nfunction run(ops) { ops.stop(); }\n"
    result = edges(graph_of({"d.js": HOLDING, "a.js": using, "b.js": hidden}))
    assert {each for each in result if " calls " in each} == {
        "js:d.js#own calls js:d.js#load",
        "js:a.js#run calls js:d.js#load",
        "js:a.js#run calls js:d.js#halt",
    }
