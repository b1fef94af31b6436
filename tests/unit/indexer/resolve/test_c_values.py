"""C and C++: functions and constants as values, calls by pointers, methods that take the place of others."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

OTHER = {"other.h": "void other(int a);\n", "other.c": "void other(int a) { }\n"}


@pytest.mark.parametrize(
    "source",
    [
        "void run(void (*other)(int)) { other(1); }",
        "void run(void other(int)) { other(1); }",
        "void run() { void (*other)(int) = 0; other(1); }",
    ],
)
def test_a_call_by_a_pointer_leads_to_no_function_of_the_same_name(source: str) -> None:
    graph = graph_of({**OTHER, "a.c": f'#include "other.h"\n{source}\n'})
    assert {each for each in edges(graph) if " calls " in each} == set()


def test_a_function_that_returns_a_pointer_to_one_is_announced_as_any_other() -> None:
    source = "void (*other(int sig))(int);\nvoid run() { other(1); }\n"
    graph = graph_of({"other.c": "int other(int a) { return a; }\n", "a.c": source})
    assert {each for each in edges(graph) if " calls " in each} == {"c:a.c#run calls c:other.c#other"}


C = {
    "conf.h": """#define MAX_ITEMS 5
#define TWICE (2 * MAX_ITEMS)
enum Color { RED, GREEN = MAX_ITEMS };
typedef enum { OFF, ON } Mode;
static const int kLimit = 3;
void target(int a);
void count(int a);
""",
    "conf.c": "void target(int a) { }\nvoid count(int a) { }\n",
    "use.c": """#include "conf.h"
static int table[MAX_ITEMS];
void handed(void) { cb(target); }
void addressed(void) { cb(&target); }
void assigned(struct ops *o) { o->run = target; }
static struct ops all = { .run = target, .other = count };
int compared(int n) { return n < MAX_ITEMS || n == kLimit; }
int switched(int n) { switch (n) { case RED: return 1; case TWICE: return 2; } return ON; }
int local(int target) { use(target); int count = 3; use(count); return count; }
""",
}
CPP = {
    "conf.h": """namespace app {
enum class Kind { kLow, kHigh };
struct Conf { static const int kMax = 3; static void go() { } void own() { } };
void count(int a) { }
void each(int a) { }
void left(int a) { }
}
""",
    "use.cc": """#include "conf.h"
namespace app {
struct Use {
  int count;
  int field() { return use(count); }
  void looped(std::vector<int> all) { for (auto each : all) use(each); }
  void bound() { auto [left, right] = pair(); use(left); }
  bool compared(Kind k) { return k == Kind::kHigh; }
  int most() { return Conf::kMax; }
  void handed() { cb(&Conf::go); }
};
}
""",
}


def referred(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if " references " in each}


def test_functions_and_constants_of_c_are_referred_to_where_they_are_named() -> None:
    assert referred(C) == {
        "c:conf.h#Color references c:conf.h#MAX_ITEMS",
        "file:use.c references c:conf.h#MAX_ITEMS",
        "file:use.c references c:conf.c#target",
        "file:use.c references c:conf.c#count",
        "c:use.c#handed references c:conf.c#target",
        "c:use.c#addressed references c:conf.c#target",
        "c:use.c#assigned references c:conf.c#target",
        "c:use.c#compared references c:conf.h#MAX_ITEMS",
        "c:use.c#compared references c:conf.h#kLimit",
        "c:use.c#switched references c:conf.h#Color",
        "c:use.c#switched references c:conf.h#TWICE",
        "c:use.c#switched references c:conf.h#Mode",
    }


def test_methods_and_constants_of_cplusplus_are_referred_to_where_they_are_named() -> None:
    assert referred(CPP) == {
        "c:use.cc#Use.compared references c:conf.h#Kind",
        "c:use.cc#Use.most references c:conf.h#Conf.kMax",
        "c:use.cc#Use.handed references c:conf.h#Conf.go",
    }
