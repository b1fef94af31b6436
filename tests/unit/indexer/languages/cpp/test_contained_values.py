"""What C++ takes out of containers, makes behind pointers, and passes to a constructor."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
#include <vector>
class Item { public: void ship() {} };
class Store {
 public:
  std::vector<Item> all;
  std::map<std::string, std::unique_ptr<Item>> byName;
  std::vector<Item> listed() { return all; }
  Item& first() { return all.front(); }
};
class App { public: static App& get() { return app; } Store store; };
"""


def shipping(statement: str) -> set[str]:
    code = f"{SHOP}void run(Store& s, Item* p, const std::vector<Item*>& given) {{ {statement} }}\n"
    return {each for each in edges(graph_of({"a.cpp": code})) if each.endswith("ship")}


@pytest.mark.parametrize(
    "statement",
    [
        "for (auto& each : s.all) each.ship();",
        "for (const auto& each : s.listed()) each.ship();",
        "for (auto each : given) each->ship();",
        "for (auto& [name, each] : s.byName) each->ship();",
        "s.all[0].ship();",
        's.byName["x"]->ship();',
        's.byName.at("x")->ship();',
        "s.all.back().ship();",
        "auto& item = s.all[1]; item.ship();",
        "auto item = std::make_unique<Item>(); item->ship();",
        "auto item = static_cast<Item*>(p); item->ship();",
        "Item copy(*p); copy.ship();",
        "Item one; Item copy(one); copy.ship();",
        "App::get().store.first().ship();",
        "for (auto& each : App::get().store.all) each.ship();",
    ],
)
def test_a_value_has_the_class_that_is_declared(statement: str) -> None:
    assert shipping(statement) == {"c:a.cpp#run calls c:a.cpp#Item.ship"}


@pytest.mark.parametrize(
    "statement",
    ["s.all.ship();", "Item copy(Other); copy.ship();", "for (auto& [each, name] : s.byName) each->ship();"],
)
def test_what_is_no_such_value_is_not_called(statement: str) -> None:
    assert shipping(statement) == set()
