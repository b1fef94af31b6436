"""PHP: what a name means, which method a call calls, and what classes are made of."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CART = r"""<?php
namespace Shop\Models;

use Shop\Base\{Thing, Countable as Counted};
use Shop\Store;
use Shop\Mode;
use function Shop\Tools\shout;
use const Shop\Tools\LIMIT;
use Psr\Log\LoggerInterface;

/**
 * @property-read Item $first
 */
#[Shown]
class Cart extends Thing implements Counted
{
    use Loud;

    const RATE = 3;

    /** @var Store */
    private $old;
    private ?Item $item = null;

    public function __construct(private readonly Store $store, LoggerInterface $log)
    {
        parent::__construct();
        $this->late = new Item();
    }

    public static function make(): static
    {
        return new static();
    }

    public function count(): int
    {
        return self::RATE;
    }

    public function chain()
    {
        $this->store->find(1)->name();
        $this->old?->find(2);
        $this->item->label();
        $this->late->label();
        $this->first->price();
        $this->cry();
        $this->weigh();
        shout(LIMIT);
        local();
        \strlen('x');
        Cart::make()->chain();
        static::make();
        Mode::Fast->label();
        return Mode::Slow;
    }

    /**
     * @param Item[] $items
     * @return Item
     */
    public function walk($items, Item ...$more)
    {
        foreach ($items as $key => $item) {
            $item->price();
        }
        foreach ($more as $other) {
            $other->label();
        }
        array_map([$this, 'count'], [Item::class, 'build']);
        $open = $this->count(...);
        if ($items instanceof Store) {
            return $this->item;
        }
        try {
            $text = "it is {$this->text()} and $this->item";
        } catch (Broken | \Exception $e) {
            $e->why();
        }
        $made = new class extends Item {
            public function price() { return $this->label(); }
        };
        $fn = fn (Item $given) => $given->label();
        $named = 'count';
        $this->$named();
        return <<<END
            {$this->text()}
            $this->weigh()
            END;
    }

    public function text(): string
    {
        return $this->walk([])->tag();
    }
}

function local() { }
"""

REST = {
    "src/thing.php": r"""<?php
namespace Shop\Base;
abstract class Thing {
    public function __construct() { }
    public function weigh(): int { return 1; }
    abstract public function count(): int;
}
interface Countable { public function count(): int; }
""",
    "src/item.php": r"""<?php
namespace Shop\Models;
class Item {
    public function label(): string { return ''; }
    public function price() { return 1; }
    public function name() { }
    public static function build() { }
    public function tag() { return 'tag'; }
}
trait Loud { private function cry() { $this->price(); } }
class Broken extends \Exception { public function why() { } }
#[\Attribute]
class Shown { }
""",
    "src/store.php": r"""<?php
namespace Shop;
use Shop\Models as M;
class Store { public function find(int $id): ?M\Item { return new M\Item(); } }
enum Mode: string { case Fast = 'f'; case Slow = 's'; public function label() { } }
""",
    "src/tools.php": r"""<?php
namespace Shop\Tools;
const LIMIT = 3;
function shout($x) { }
function strlen($x) { }
""",
}

CLASS = "php:src/cart.php#Cart"
ITEM = "php:src/item.php#Item"


@pytest.fixture(scope="module")
def shop() -> set[str]:
    return edges(graph_of({"src/cart.php": CART, **REST}))


@pytest.mark.parametrize(
    "edge",
    [
        "file:src/cart.php imports file:src/thing.php",
        "file:src/cart.php imports file:src/store.php",
        "file:src/cart.php imports file:src/tools.php",
        r"file:src/cart.php imports ext:composer:Psr\Log",
        f"{CLASS} inherits php:src/thing.php#Thing",
        f"{CLASS} implements php:src/thing.php#Countable",
        f"{CLASS} implements php:src/item.php#Loud",
        f"{CLASS} annotated_by php:src/item.php#Shown",
        f"{CLASS}::count implements php:src/thing.php#Thing::count",
        f"{CLASS}::count implements php:src/thing.php#Countable::count",
        f"{CLASS}::count references {CLASS}::RATE",
        f"{CLASS}::__construct calls php:src/thing.php#Thing::__construct",
        f"{CLASS}::__construct instantiates {ITEM}",
        f"{CLASS}::make calls {CLASS}::__construct",
        f"{CLASS}::chain calls php:src/store.php#Store::find",
        f"{CLASS}::chain calls {ITEM}::name",
        f"{CLASS}::chain calls {ITEM}::label",
        f"{CLASS}::chain calls {ITEM}::price",
        f"{CLASS}::chain calls php:src/item.php#Loud::cry",
        f"{CLASS}::chain calls php:src/thing.php#Thing::weigh",
        f"{CLASS}::chain calls php:src/tools.php#shout",
        f"{CLASS}::chain references php:src/tools.php#LIMIT",
        f"{CLASS}::chain calls php:src/cart.php#local",
        f"{CLASS}::chain calls {CLASS}::make",
        f"{CLASS}::chain calls php:src/store.php#Mode::label",
        f"{CLASS}::chain references php:src/store.php#Mode::Slow",
        f"{CLASS}::walk calls {ITEM}::price",
        f"{CLASS}::walk calls {ITEM}::label",
        f"{CLASS}::walk references {CLASS}::count",
        f"{CLASS}::walk references {ITEM}::build",
        f"{CLASS}::walk calls {CLASS}::count",
        f"{CLASS}::walk references php:src/store.php#Store",
        f"{CLASS}::walk references php:src/item.php#Broken",
        f"{CLASS}::walk calls {CLASS}::text",
        f"{CLASS}::walk::Item{{}} inherits {ITEM}",
        f"{CLASS}::walk::Item{{}}::price calls {ITEM}::label",
        f"{CLASS}::walk::Item{{}}::price implements {ITEM}::price",
        f"{CLASS}::text calls {ITEM}::tag",
        "php:src/store.php#Store::find instantiates php:src/item.php#Item",
    ],
)
def test_the_graph_has_this_edge(shop: set[str], edge: str) -> None:
    assert edge in shop


@pytest.mark.parametrize(
    "edge",
    [
        f"{CLASS}::chain calls php:src/tools.php#strlen",  # the global one is meant
        f"{CLASS}::walk calls php:src/thing.php#Thing::weigh",  # of a text no method is called
        f"{CLASS}::walk calls php:src/item.php#Broken::why",  # of one of two classes
        "php:src/item.php#Loud::cry calls php:src/item.php#Item::price",  # any class may use the trait
    ],
)
def test_the_graph_has_no_such_edge(shop: set[str], edge: str) -> None:
    assert edge not in shop
