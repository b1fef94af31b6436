"""PHP: values that only one branch gives, what a trait calls itself, and names of the root's own namespaces."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = r"""<?php
namespace Shop;
trait Loud { public function loud(): self { return $this; } }
class Store { use Loud; public function open(): Store { return $this; } public function shut() { } }
class User
{
    public function chosen($x, Store $s) { $made = $x ? $s->open() : null; $made->shut(); }
    public function otherwise(Store $s) { $made = $s->open() ?? throw new \Exception(); $made->shut(); }
    public function inside($x, Store $s) { ($x ? null : $s)->shut(); }
    public function unsure($x, $y, Store $s) { $made = $x ? $s->open() : $y; $made->shut(); }
    public function joined($x, Store $s) { $made = $s->open() . null; $made->shut(); }
    public function trait(Store $s) { $s->loud()->shut(); }
}
"""


def test_the_only_branch_with_a_value_decides() -> None:
    lines = edges(graph_of({"a.php": SHOP}))
    callers = {line.split("::")[1].split()[0] for line in lines if line.endswith(" calls php:a.php#Store::shut")}
    assert callers == {"chosen", "otherwise", "inside", "trait"}


def test_namespaces_of_the_root_are_no_packages() -> None:
    extend = "<?php\nnamespace Shop\\Extend;\nclass Model { }\n"
    user = (
        "<?php\nnamespace App;\nuse Shop\\Extend;\nuse Shop\\Other;\nuse Psr\\Log\\Logger;\nnew Extend\\Model();\n"
    )
    lines = edges(graph_of({"extend.php": extend, "user.php": user}))
    assert {line for line in lines if line.startswith("file:user.php imports ")} == {
        r"file:user.php imports ext:composer:Psr\Log",
        "file:user.php imports ext:composer:Shop",
    }
