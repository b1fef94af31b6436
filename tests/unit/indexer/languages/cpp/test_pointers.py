"""What iterators, smart pointers, other names of types and explicit template arguments of C++ lead to."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

HEADER = """#include <map>
#include <memory>
#include <vector>
struct Item { void ship(); template <typename T> T as() { return T(); } };
typedef std::shared_ptr<Item> ItemPtr;
using Items = std::vector<Item*>;
using Loop = Loop;
struct Store {
  std::vector<Item*> all; std::vector<Item> own; std::map<int, Item*> named; ItemPtr shared; Items listed;
  Item* find(int id);
};
template <typename T> T made() { return T(); }
"""
SOURCE = """#include "a.h"
void Item::ship() {}
Item* Store::find(int id) { return nullptr; }
"""


def calls(statement: str) -> set[str]:
    code = f"{SOURCE}void run(Store& s, Item** list, Loop* loop) {{ {statement} }}\n"
    result = edges(graph_of({"a.h": HEADER, "a.cc": code}))
    start = "c:a.cc#run calls c:"
    return {each.removeprefix(start).partition("#")[2] for each in result if each.startswith(start)}


@pytest.mark.parametrize(
    ("statement", "called"),
    [
        ("for (auto it = s.all.begin(); it != s.all.end(); ++it) (*it)->ship();", {"Item.ship"}),
        ("for (std::vector<Item*>::iterator i = s.all.begin(); i != e; ++i) (*i)->ship();", {"Item.ship"}),
        ("for (std::vector<Item>::const_iterator i = s.own.begin(); i != e; ++i) i->ship();", {"Item.ship"}),
        ("for (Items::iterator i = s.all.begin(); i != e; ++i) (*i)->ship();", {"Item.ship"}),
        ("auto it = s.named.find(1); it->second->ship();", {"Item.ship"}),
        ("std::map<int, Item*>::iterator it = s.named.find(1); it->second->ship();", {"Item.ship"}),
        ("for (auto& pair : s.named) pair.second->ship();", {"Item.ship"}),
        ("for (auto& pair : s.named) pair.first.ship();", set()),
        ("auto item = s.find(1); item->ship();", {"Item.ship", "Store.find"}),
        ("(*list)->ship();", {"Item.ship"}),
        ("s.shared->ship(); s.shared.get()->ship();", {"Item.ship"}),
        ("for (auto* item : s.listed) item->ship();", {"Item.ship"}),
        ("auto own = std::move(s.shared); own->ship();", {"Item.ship"}),
        ("s.find(1)->as<int>(); made<Item>();", {"Store.find", "Item.as", "made"}),
        ("loop->ship();", set()),
    ],
)
def test_a_call_leads_to_the_member(statement: str, called: set[str]) -> None:
    assert calls(statement) == called


def test_a_name_of_the_global_scope_is_no_member() -> None:
    code = "void info(int a) {}\nstruct Log { void info(int a) { ::info(a); } void own() { info(1); } };\n"
    assert {each for each in edges(graph_of({"a.cc": code})) if " calls " in each} == {
        "c:a.cc#Log.info calls c:a.cc#info",
        "c:a.cc#Log.own calls c:a.cc#Log.info",
    }
