"""C++ in headers that are named like those of C, and behind macros."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

HEADER = """#define GUARDED_BY(x)
namespace shop {
class Item;
class SHOP_EXPORT Cart : public Base {
 public:
  Cart() {}
  void Add(Item* item) LOCKS_EXCLUDED(mutex_);
  Item* First() const { return items_; }
  void Clear() { Empty(); }
 private:
  void Empty() EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Item* items_ GUARDED_BY(mutex_);
};
class Item {
 public:
  void Weigh() {}
};
}  // namespace shop
"""
SOURCE = """#include "cart.h"
namespace shop {
void Cart::Add(Item* item) { item->Weigh(); Empty(); }
void Cart::Empty() { items_->Weigh(); }
Cart* Make() { return new Cart(); }
void Run() { Make()->First()->Weigh(); auto cart = Make(); cart->Clear(); }
}
"""


def test_members_of_a_class_in_a_header_are_members_behind_macros_too() -> None:
    result = edges(graph_of({"cart.h": HEADER, "cart.cpp": SOURCE}))
    calls = {each for each in result if " calls " in each or " instantiates " in each}
    assert calls == {
        "c:cart.h#Cart.Clear calls c:cart.cpp#Cart.Empty",
        "c:cart.cpp#Cart.Add calls c:cart.h#Item.Weigh",
        "c:cart.cpp#Cart.Add calls c:cart.cpp#Cart.Empty",
        "c:cart.cpp#Cart.Empty calls c:cart.h#Item.Weigh",
        "c:cart.cpp#Make instantiates c:cart.h#Cart",
        "c:cart.cpp#Make calls c:cart.h#Cart.Cart",
        "c:cart.cpp#Run calls c:cart.cpp#Make",
        "c:cart.cpp#Run calls c:cart.h#Cart.First",
        "c:cart.cpp#Run calls c:cart.h#Item.Weigh",
        "c:cart.cpp#Run calls c:cart.h#Cart.Clear",
    }


def test_a_header_of_c_stays_one_whatever_its_comments_and_names_are() -> None:
    header = (
        "/* A class of things:\n   using the template <x>, public: yes. */\nstruct item { int class; int new; };\n"
    )
    header += "static inline int weigh(struct item *it) { return it->class; }\n"
    source = '#include "item.h"\nint main(void) { struct item it; return weigh(&it); }\n'
    result = edges(graph_of({"item.h": header, "main.c": source}))
    assert "c:main.c#main calls c:item.h#weigh" in result
