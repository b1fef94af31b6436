"""What Go's values are: elements of slices and maps, asserted types, methods of interfaces, generic calls."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """package shop

type Item struct{}

func (i *Item) Weigh() {}

type Till interface{ Ring(i *Item) }

var sharedTill Till

var Shared Till

type Cart struct {
	items []*Item
	named map[string]Item
	till  Till
}

func (c *Cart) All() []*Item { return c.items }

func first[T any](given []T) T { return given[0] }

func (c *Cart) Loop() {
	for _, item := range c.items {
		item.Weigh()
	}
}

func (c *Cart) Named() {
	for _, item := range c.named {
		item.Weigh()
	}
}

func Returned(c *Cart) {
	for _, item := range c.All() {
		item.Weigh()
	}
}

func Spread(items ...*Item) {
	kept := items
	for _, item := range kept {
		item.Weigh()
	}
}

func Assert(given any) {
	item := given.(*Item)
	item.Weigh()
}

func (c *Cart) Pay() {
	c.till.Ring(nil)
	first[int](nil)
	sharedTill.Ring(nil)
}

func Numbers(c *Cart) {
	for item := range c.items {
		item.Weigh()
	}
}
"""

MORE = """package shop

func More() { sharedTill.Ring(nil) }
"""

MAIN = """package main

import "example.org/m/shop"

func main() { shop.Shared.Ring(nil) }
"""


@pytest.fixture(scope="module")
def shop() -> set[str]:
    files = {"go.mod": "module example.org/m\n", "shop/shop.go": SHOP, "shop/more.go": MORE, "main.go": MAIN}
    return edges(graph_of(files))


@pytest.mark.parametrize("caller", ["Cart.Loop", "Cart.Named", "Returned", "Spread", "Assert"])
def test_the_type_of_an_element_or_of_an_assertion_is_known(shop: set[str], caller: str) -> None:
    assert f"go:shop.{caller} calls go:shop.Item.Weigh" in shop


def test_an_index_is_no_element(shop: set[str]) -> None:
    assert "go:shop.Numbers calls go:shop.Item.Weigh" not in shop


def test_methods_of_interfaces_and_generic_functions_are_called(shop: set[str]) -> None:
    assert "go:shop.Cart.Pay calls go:shop.Till.Ring" in shop
    assert "go:shop.Cart.Pay calls go:shop.first" in shop


@pytest.mark.parametrize("caller", ["shop.More", "..main"])
def test_a_variable_of_a_package_is_known_in_its_other_files_and_outside(shop: set[str], caller: str) -> None:
    assert f"go:{caller} calls go:shop.Till.Ring" in shop


FOR_LINUX = "package disk\n\ntype Mount struct {\n\tname string\n}\n"
FOR_WINDOWS = """package disk

type Drive struct{}

func (d *Drive) Eject() {}

func unused() {}

type Mount struct {
	drive Drive
}

func (m *Mount) Free() { m.drive.Eject() }
"""


def test_a_class_that_each_system_declares_in_a_file_of_its_own_has_the_attributes_of_all() -> None:
    files = {"go.mod": "module m\n", "disk/a_linux.go": FOR_LINUX, "disk/b_windows.go": FOR_WINDOWS}
    assert "go:disk.Mount.Free calls go:disk.Drive.Eject" in edges(graph_of(files))


def test_a_function_that_makes_a_type_without_a_name_inherits_nothing() -> None:
    page = "package shop\ntype Page struct{}\nfunc Show() {\n\tp := struct {\n\t\t*Page\n\t}{}\n\tuse(p)\n}\n"
    result = edges(graph_of({"go.mod": "module shop\n", "page.go": page}))
    assert "go:..Show references go:..Page" in result
    assert not any("inherits" in each for each in result)
