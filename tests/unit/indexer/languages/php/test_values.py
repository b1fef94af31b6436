"""PHP: classes of values that containers, builders and fluent calls give, and names of other files."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

STORE = r"""<?php
namespace Shop;
class Store {
    public Item $first;
    public function open(): static { return $this; }
    public function bare() { return $this; }
    public function item(): Item { return new Item(); }
    public function rate() { if (true) { return new Item(); } return new Store(); }
}
class Small extends Store { public function shut() { } }
class Item { public Store $store; public function label() { } }
"""
USER = r"""<?php
namespace App;
use Shop\Item;
use Shop\Small;
use Shop\Store;
require __DIR__ . '/../lib/helpers.php';
require_once dirname(__DIR__) . '/lib/more.php';
class User
{
    public function chains(Small $small, Store $store)
    {
        $small->open()->shut();
        $small->bare()->bare();
        $store->item()->store->item();
        $label = $store->item()->store;
        $label->rate();
        $store->rate()->label();
    }
    public function containers($container, $other)
    {
        app(Store::class)->rate();
        $made = $container->get(Item::class);
        $made->label();
    }
    public function strangers($other) { $other->get(Item::class)->label(); }
    public function builders() { Item::query()->where('x', 1)->first()->label(); }
    public function shadows(Store $x)
    {
        $x = $x->item();
        $x->label();
        array_map(function ($y) { $y->label(); }, []);
    }
    public function cases() { STORE::class; new item(); SHOUT(); }
    public function sql($db) { $db->query("SELECT name FROM " . "users"); $db->query(<<<SQL
        DELETE FROM carts WHERE id = {$this->id}
        SQL); }
}
"""
HELPERS = r"""<?php
function shout() { }
"""


@pytest.fixture(scope="module")
def shop() -> set[str]:
    files = {
        "src/store.php": STORE,
        "src/user.php": USER,
        "lib/helpers.php": HELPERS,
        "lib/more.php": "<?php\nclass More { }\n",
        "schema.sql": "CREATE TABLE users (name TEXT); CREATE TABLE carts (id INT);",
    }
    return edges(graph_of(files))


def of(lines: set[str], method: str) -> set[str]:
    """Return what a method of the class leads to, without references."""
    start = f"php:src/user.php#User::{method} "
    shown = (
        line.removeprefix(start).replace("php:src/store.php#", "") for line in lines if line.startswith(start)
    )
    return {line for line in shown if not line.startswith("references")}


@pytest.mark.parametrize(
    ("method", "targets"),
    [
        (
            "chains",
            {
                "calls Store::open",
                "calls Small::shut",
                "calls Store::bare",
                "calls Store::item",
                "calls Store::rate",
            },
        ),
        ("containers", {"calls Store::rate", "calls Item::label"}),
        ("strangers", set()),
        ("builders", {"calls Item::label"}),
        ("shadows", {"calls Store::item", "calls Item::label"}),
        ("cases", {"instantiates Item", "calls php:lib/helpers.php#shout"}),
    ],
)
def test_the_class_of_a_value_decides(shop: set[str], method: str, targets: set[str]) -> None:
    assert of(shop, method) == targets


def test_files_that_are_required_are_imported(shop: set[str]) -> None:
    assert {
        "file:src/user.php imports file:lib/helpers.php",
        "file:src/user.php imports file:lib/more.php",
    } <= shop


def test_sql_in_strings_and_in_documents_is_read(shop: set[str]) -> None:
    assert {line.partition(" ")[0] + line.rpartition(".")[2] for line in of(shop, "sql")} == {
        "reads_tableusers",
        "writes_tablecarts",
    }


def test_a_name_that_two_files_define_is_ambiguous() -> None:
    double = r"""<?php
namespace A;
class Double { public function run() { } }
"""
    user = r"""<?php
namespace A;
class Own { public function go(Double $d) { $d->run(); } }
"""
    lines = edges(graph_of({"one.php": double, "two.php": double, "user.php": user}))
    assert not any("Own::go" in line for line in lines)


def test_a_method_that_gives_its_object_gives_one_of_the_class_that_it_is_called_of() -> None:
    text = r"""<?php
namespace Shop;
use Psr\Http\MessageInterface;
class Message
{
    public function plain() { return $this; }
    public function with(): MessageInterface { $new = clone $this; $new->x = 1; return $new; }
    public function copied(): MessageInterface { return clone $this; }
    public function made(): MessageInterface { return new Other(); }
    public function unsure($x): MessageInterface { if ($x) { return $this; } return make(); }
}
class Request extends Message
{
    public function send() { }
    public function one() { (new Request())->plain()->send(); }
    public function two() { (new Request())->with()->send(); }
    public function three() { (new Request())->copied()->send(); }
    public function four() { (new Request())->made()->send(); }
    public function five() { (new Request())->unsure(1)->send(); }
}
class Other { public function send() { } }
"""
    lines = edges(graph_of({"a.php": text}))
    pairs = {tuple(line.replace("php:a.php#", "").split(" calls ")) for line in lines if line.endswith("::send")}
    assert pairs == {
        ("Request::one", "Request::send"),
        ("Request::two", "Request::send"),
        ("Request::three", "Request::send"),
        ("Request::four", "Other::send"),
    }
