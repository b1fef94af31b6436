"""What modules and functions of Lua depend on."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CART = """
local M = {}
local function price(item) return item.price end
function M.total(items) return price(items[1]) end
M.add = function(item) end
M.line = { of = function(item) end }
return M
"""

SHAPE = """
local Shape = {}
Shape.__index = Shape
function Shape.new(size)
  local self = setmetatable({}, Shape)
  self.inner = nil
  return self
end
function Shape:extend()
  local class = {}
  class.__index = class
  class.super = self
  return setmetatable(class, self)
end
function Shape:area() return self:side() end
function Shape:side() end
return Shape
"""


def edges_of(text: str, path: str = "lua/shop/a.lua", **others: str) -> set[str]:
    """Return the edges from a file and its functions, without the paths of the files."""
    files = {"lua/shop/cart.lua": CART, "lua/shop/shape.lua": SHAPE, path: text}
    graph = graph_of(files | {name.replace("__", "/") + ".lua": each for name, each in others.items()})
    own = {edge.replace(f"lua:{path}#", "").replace(f"file:{path}", "file") for edge in edges(graph)}
    plain = {
        edge.replace("lua:lua/shop/cart.lua#", "cart ").replace("lua:lua/shop/shape.lua#", "") for edge in own
    }
    return {each for each in plain if not each.startswith(("cart ", "Shape", "lua:", "file:"))}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("cart.total({})", "calls cart M.total"),
        ("cart['add']({})", "calls cart M.add"),
        ("cart.line.of(1)", "calls cart M.line.of"),
        ("add(1)", "calls cart M.add"),
        ("require('shop.cart').add(1)", "calls cart M.add"),
        ("pcall(cart.add, 1)", "references cart M.add"),
        ("bind({ run = cart.add })", "references cart M.add"),
        ("vim.cmd([[lua require('shop.cart').add(1)]])", "references cart M.add"),
    ],
)
def test_functions_of_a_module_that_is_required(call: str, expected: str) -> None:
    text = f"local cart = require 'shop.cart'\nlocal add = cart.add\nlocal function run()\n  {call}\nend\n"
    known = {"file imports file:lua/shop/cart.lua", "file references cart M.add"}
    assert edges_of(text) - known == {f"run {expected}"}


@pytest.mark.parametrize(
    "call",
    [
        "cart.price(1)",
        "cart.unknown(1)",
        "other.total({})",
        "total({})",
        "function_parameter.total({})",
        "cart[name](1)",
    ],
)
def test_no_function_where_the_table_is_another_or_has_none_of_the_name(call: str) -> None:
    text = f"local cart = require 'shop.cart'\nlocal function run(function_parameter, name)\n  {call}\nend\n"
    assert edges_of(text) == {"file imports file:lua/shop/cart.lua"}


@pytest.mark.parametrize(
    ("path", "required", "target"),
    [
        ("lua/shop/a.lua", "'shop.cart'", "lua/shop/cart.lua"),
        ("spec/a_spec.lua", "'shop.cart'", "lua/shop/cart.lua"),
        ("main.lua", "'shop/cart'", "lua/shop/cart.lua"),
        ("main.lua", "'deep'", "src/deep/init.lua"),
        ("src/deep/init.lua", "(... .. '.part')", "src/deep/part.lua"),
        ("src/deep/part.lua", "(folder .. 'more')", "src/deep/more.lua"),
        ("src/deep/part.lua", "(other .. 'more')", ""),
        ("main.lua", "'socket'", ""),
        ("main.lua", "'twice'", ""),
    ],
)
def test_a_module_is_the_file_of_its_name_in_the_folders_around(path: str, required: str, target: str) -> None:
    files = {
        "lua/shop/cart.lua": CART,
        "src/deep/init.lua": "",
        "src/deep/part.lua": "",
        "src/deep/more.lua": "",
        "one/twice.lua": "",
        "two/twice.lua": "",
        path: f"local folder = (...):match('.*%.')\nlocal other = 'deep.'\nrequire {required}\n",
    }
    imports = {each for each in edges(graph_of(files)) if " imports " in each}
    assert imports == ({f"file:{path} imports file:{target}"} if target else set())


def test_a_word_is_a_module_of_the_folder_that_longer_names_begin_in() -> None:
    files = {
        "core/init.lua": "",
        "core/commands/core.lua": "",
        "core/commands/doc.lua": "require 'core'\nrequire 'core.keys'\n",
        "core/keys.lua": "",
    }
    assert edges(graph_of(files)) == {
        "file:core/commands/doc.lua imports file:core/init.lua",
        "file:core/commands/doc.lua imports file:core/keys.lua",
    }


def test_a_file_that_is_run_by_its_path() -> None:
    files = {"tools/run.lua": "dofile('tools/lib.lua')\nhelp()\n", "tools/lib.lua": "function help() end\n"}
    assert edges(graph_of(files)) == {
        "file:tools/run.lua imports file:tools/lib.lua",
        "file:tools/run.lua calls lua:tools/lib.lua#help",
    }


def test_a_local_name_holds_until_the_end_of_its_block() -> None:
    text = """
local function pick() end
local function run()
  do
    local pick = function() end
    pick()
  end
  return pick()
end
local function other(pick)
  pick()
end
"""
    assert edges_of(text) == {"run calls run.pick", "run calls pick"}


def test_a_variable_with_a_function_of_lua_itself_as_another_value_makes_no_edge() -> None:
    text = (
        "local cart = require 'shop.cart'\nlocal print = cart.total or print\nlocal function run() print(1) end\n"
    )
    assert "run calls cart M.total" not in edges_of(text)


def test_methods_of_a_class_by_its_metatable() -> None:
    text = """
local Shape = require 'shop.shape'
local function run()
  local shape = Shape.new(1)
  shape:area()
  shape.unknown()
end
"""
    assert edges_of(text) == {
        "file imports file:lua/shop/shape.lua",
        "run calls Shape.new",
        "run calls Shape.area",
    }


def test_a_derived_class_has_its_own_methods_before_those_of_its_base() -> None:
    text = """
local Shape = require "shop.shape"
local Circle = Shape:extend()
function Circle:side() return Circle.super.side(self) end
function Circle:draw()
  self:side()
  self:area()
  self.inner = Shape.new(1)
end
function Circle:clear() self.inner:area() end
"""
    assert edges_of(text) == {
        "file imports file:lua/shop/shape.lua",
        "file calls Shape.extend",
        "Circle inherits Shape",
        "Circle.side implements Shape.side",
        "Circle.side calls Shape.side",
        "Circle.draw calls Circle.side",
        "Circle.draw calls Shape.area",
        "Circle.draw calls Shape.new",
        "Circle.clear calls Shape.area",
    }


@pytest.mark.parametrize(
    ("made", "created"),
    [
        ("class('Circle', Shape)", "Circle:new(1)"),
        ("class(Shape)", "Circle(1)"),
        ("Shape:subclass('Circle')", "Circle:new(1)"),
    ],
)
def test_classes_of_the_common_libraries(made: str, created: str) -> None:
    text = f"""
local class = require 'middleclass'
local Shape = class('Shape')
function Shape:area() end
local Circle = {made}
function Circle:initialize(size) end
local function run()
  local circle = {created}
  circle:area()
end
"""
    assert edges_of(text) - {"file references Shape"} == {
        "Circle inherits Shape",
        "run calls Circle.initialize",
        "run calls Shape.area",
    }


def test_types_that_comments_declare() -> None:
    text = """
---@class Till
---@field shape Shape
local Till = {}
Till.__index = Till

---@param till Till
local function run(till, other)
  till:open()
  till.shape:area()
  other:open()
end

function Till:open() end

---@return Till
local function make() return cache.till end
make():open()
"""
    shape = SHAPE.replace("local Shape", "---@class Shape\nlocal Shape", 1)
    graph = edges_of(text, lua__shop__shape=shape)
    assert graph == {"run calls Till.open", "run calls Shape.area", "file calls make", "file calls Till.open"}


def test_global_functions_of_one_file_of_the_program_but_not_of_a_test() -> None:
    text = "local function run()\n  ring()\n  probe()\n  tostring(1)\nend\n"
    others = {
        "bell": "function ring() end\nfunction tostring() end\n",
        "spec__bell_spec": "function probe() end\n",
    }
    assert edges_of(text, **others) == {"run calls lua:bell.lua#ring"}


def test_functions_that_are_handed_on_are_used() -> None:
    text = """
local handlers = { open = function() end, close = function() end }
local function run(name, options)
  handlers[name]()
  options.done = function() end
  start({ stop = function() end })
end
function love.draw() end
"""
    assert edges_of(text) == {
        "run references handlers.open",
        "run references handlers.close",
        "run references run.options.done",
        "run references run.stop",
        "file references love.draw",
    }


def test_tests_of_busted_belong_to_their_file() -> None:
    text = """
local cart = require 'shop.cart'
describe('cart', function()
  it('adds', function() cart.add(1) end)
end)
"""
    assert edges_of(text, "spec/cart_spec.lua") == {
        "file imports file:lua/shop/cart.lua",
        "file calls cart M.add",
    }


def test_what_a_file_hands_out_is_not_used_by_that() -> None:
    text = """
local Till = {}
Till.__index = Till
function Till:open() end
local function make() end
Till.make = make
return { Till = Till, make = make }
"""
    assert edges_of(text) == set()


def test_a_function_behind_a_wrapper_is_one_of_its_table() -> None:
    text = """
local M = {}
M.read = async.wrap(function(path) M.close() end, 2)
function M.close() end
M.read()
return M
"""
    assert edges_of(text) == {"M.read calls M.close", "file calls M.read"}


def test_functions_that_return_each_other_end() -> None:
    text = """
local M = {}
function M.first() return M.second():next() end
function M.second() return M.first():next() end
M.x = M.y
M.y = M.x
M.first():go()
M.x.y.z()
"""
    assert edges_of(text) == {
        "M.first calls M.second",
        "M.second calls M.first",
        "file calls M.first",
    }


def test_statements_of_sql_in_strings() -> None:
    text = """
local function run(id)
  db:exec("select id from " .. "orders where id = " .. id)
  db:exec([[
    delete from orders
  ]])
end
"""
    files = {"run.lua": text, "orders.sql": "create table orders (id int);\n"}
    assert {each for each in edges(graph_of(files)) if each.startswith("lua:")} == {
        "lua:run.lua#run reads_table sql:main.orders",
        "lua:run.lua#run writes_table sql:main.orders",
    }


def test_the_file_of_a_rock_says_where_modules_are_and_which_rocks_are_needed() -> None:
    rock = """
dependencies = { "lua >= 5.1", "luafilesystem ~> 1.8", "lpeg" }
build = { type = "builtin", modules = { ["shop.till"] = "code/till.lua", shop = "code/main.lua" } }
"""
    text = "require 'shop.till'\nrequire 'shop'\nrequire 'lfs'\nrequire 'socket'\npcall(require, 'lpeg')\n"
    files = {"shop-1.0-1.rockspec": rock, "spec/a_spec.lua": text, "code/till.lua": "", "code/main.lua": ""}
    assert edges(graph_of(files)) == {
        "file:spec/a_spec.lua imports file:code/till.lua",
        "file:spec/a_spec.lua imports file:code/main.lua",
        "file:spec/a_spec.lua imports ext:luarocks:luafilesystem",
        "file:spec/a_spec.lua imports ext:luarocks:lpeg",
    }


def test_elements_of_tables() -> None:
    text = """
local Shape = require 'shop.shape'
---@type table<integer, Till>
local tills = {}
local shapes, others = {}, {}
---@class Till
local Till = {}
function Till:open() end
local function add(name, other)
  shapes[name] = Shape.new(1)
  others[name] = Shape.new(1)
  others[name] = other
end
local function run(name, handler)
  shapes[name]:area()
  others[name]:area()
  for _, till in ipairs(tills) do till:open() end
  handler = handler or name
  if name then handler = function() end end
  handler()
end
"""
    graph = edges_of(text, lua__shop__shape=SHAPE.replace("local Shape", "---@class Shape\nlocal Shape", 1))
    assert graph == {
        "file imports file:lua/shop/shape.lua",
        "add calls Shape.new",
        "run calls Shape.area",
        "run calls Till.open",
        "run references run.handler",
    }
