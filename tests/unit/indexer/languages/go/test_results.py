"""Functions of Go with several results, and the variables that take them."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TEXT = """package shop

const limit = 3

type Item struct{ name string }

func (i *Item) Touch() {}

type Trouble struct{}

func (t *Trouble) Touch() {}

type Store interface {
	Get(id int) (*Item, error)
	Both() (*Item, *Trouble)
}

func Load() (*Item, error) { return nil, nil }

func Named() (item *Item, err error) { return nil, nil }

func Grouped() (first, second *Item) { return nil, nil }

func All() ([]*Item, error) { return nil, nil }

func use(given int) {}

func loaded() {
	it, err := Load()
	if err != nil {
		return
	}
	it.Touch()
}

func named() { it, _ := Named(); it.Touch() }

func grouped() { it, _ := Grouped(); it.Touch() }

func declared() {
	var it, err = Load()
	use(err)
	it.Touch()
}

func through(s Store) {
	if it, err := s.Get(2); err == nil {
		it.Touch()
	}
}

func looped() {
	items, err := All()
	use(err)
	for _, it := range items {
		it.Touch()
	}
}

func second(s Store) { _, t := s.Both(); t.Touch() }

func list() { items, _ := All(); items.Touch() }

func hidden() { _, limit := Load(); use(limit) }

func index(items []int) {
	for limit := range items {
		use(limit)
	}
}

func constant() { use(limit) }
"""


@pytest.fixture(scope="module")
def shop() -> set[str]:
    return edges(graph_of({"go.mod": "module m\n", "shop/shop.go": TEXT}))


@pytest.mark.parametrize("caller", ["loaded", "named", "grouped", "declared", "through", "looped"])
def test_the_first_variable_has_the_type_of_the_first_result(shop: set[str], caller: str) -> None:
    assert f"go:shop.{caller} calls go:shop.Item.Touch" in shop


@pytest.mark.parametrize("caller", ["second", "list"])
def test_any_other_variable_has_no_known_type(shop: set[str], caller: str) -> None:
    assert not any(each.startswith(f"go:shop.{caller} calls") and each.endswith("Touch") for each in shop)


def test_each_variable_on_the_left_hides_a_constant(shop: set[str]) -> None:
    users = {each.partition(" ")[0] for each in shop if each.endswith(" references go:shop.limit")}
    assert users == {"go:shop.constant"}
