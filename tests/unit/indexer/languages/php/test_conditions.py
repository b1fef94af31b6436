"""PHP: variables whose class a condition with ``instanceof`` tells."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = r"""<?php
namespace Shop;
class Thing { public function weigh() { } }
class Item extends Thing { public function sell() { } }
class User
{
    public function within($x) { if ($x instanceof Item) { $x->sell(); } }
    public function joined($x, $y) { if ($y && $x instanceof Item && $x->sell()) { return; } }
    public function shouted($x, $y) { if ($y AND $x INSTANCEOF Item AND $x->sell()) { return; } }
    public function chosen($x) { return $x instanceof Item ? $x->sell() : null; }
    public function guarded(Thing $x) { if (! ($x instanceof Item)) { return; } $x->sell(); }
    public function thrown($x) { if (! $x instanceof Item) { throw new \Exception(); } $x->sell(); }
    public function either($x, $y) { if (! $x instanceof Item || $y) { return null; } return $x->sell(); }
    public function begun($x) { return ! $x instanceof Item || $x->sell(); }
    public function inner($x) { if ($x instanceof Item) { array_map(fn () => $x->sell(), []); } }
    public function stored($x) { if ($x instanceof Item) { $y = $x->sell(); } }

    public function other($x) { if ($x instanceof Item) { return; } $x->sell(); }
    public function not($x) { if (! $x instanceof Item) { $x->sell(); } }
    public function unsure($x, $y) { if ($x instanceof Item || $y) { $x->sell(); } }
    public function loose($x, $y) { if (! ($x instanceof Item && $y)) { return; } if (! $x) { } }
    public function after($x) { if (! $x instanceof Item) { log(); } $x->sell(); }
    public function assigned($x, $y) { if ($x instanceof Item) { $x = $y; $x->sell(); } }
    public function shadowed($x) { if ($x instanceof Item) { array_map(function ($x) { $x->sell(); }, []); } }
    public function looped($x, $y) { if ($x instanceof Item) { foreach ($y as $x) { $x->sell(); } } }
    public function ended($x) { if ($x) { if (! $x instanceof Item) { return; } } $x->sell(); }
    public function foreign(Item $x) { if ($x instanceof \Other\Sold) { $x->sell(); } }
    public function broken($x) { if ($x instanceof Item) $x-> }
}
"""


def test_a_condition_tells_the_class_where_it_holds() -> None:
    lines = edges(graph_of({"a.php": SHOP}))
    callers = {line.split("::")[1].split()[0] for line in lines if line.endswith(" calls php:a.php#Item::sell")}
    assert callers == {
        "within",
        "joined",
        "shouted",
        "chosen",
        "guarded",
        "thrown",
        "either",
        "begun",
        "inner",
        "stored",
        "foreign",
    }


def test_an_assertion_tells_the_class_behind_it() -> None:
    text = r"""<?php
namespace Shop;
class Item { public function sell() { } }
class UserTest extends TestCase
{
    public function plain($x) { assert($x instanceof Item); $x->sell(); }
    public function own($x) { $this->assertInstanceOf(Item::class, $x); $x->sell(); }
    public function fixed($x) { self::assertInstanceOf(Item::class, $x, 'no item'); $x->sell(); }
    public function checked($x) { $this->assertTrue($x instanceof Item); $x->sell(); }
    public function reversed($x) { Assert::isInstanceOf($x, Item::class); $x->sell(); }
    public function ofClass($x) { Item::assertInstanceOf($x); $x->sell(); }

    public function before($x) { $x->sell(); assert($x instanceof Item); }
    public function inner($x) { if ($x) { assert($x instanceof Item); } $x->sell(); }
    public function not($x) { assert(! $x instanceof Item); $x->sell(); }
    public function other($x, $y) { $this->assertInstanceOf(Item::class, $y); $x->sell(); }
    public function assigned($x, $y) { assert($x instanceof Item); $x = $y; $x->sell(); }
    public function broken($x) { self::assertInstanceOf(Item::class); assert(); $x->sell(); }
}
"""
    lines = edges(graph_of({"a.php": text}))
    callers = {line.split("::")[1].split()[0] for line in lines if line.endswith(" calls php:a.php#Item::sell")}
    assert callers == {"plain", "own", "fixed", "checked", "reversed", "ofClass"}
