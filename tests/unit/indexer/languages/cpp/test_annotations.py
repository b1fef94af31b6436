"""Macros that annotate a declaration of C or C++ hide no definition, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.facts.extract import extract
from indexer.languages.cpp.annotations import without_annotations
from indexer.parsing.parse import parse
from indexer.types import ParsedFile


def definitions(text: str, path: str = "src/shop.cpp") -> list[str]:
    read = parse(path, text.encode())
    assert isinstance(read, ParsedFile)
    whole, outline = extract(read), extract(read, outline=True)
    assert whole.definitions == outline.definitions
    return [f"{each.kind} {each.qualname}" for each in whole.definitions]


ANNOTATED = {
    "alone before a template": (
        """\
SHOP_NAMESPACE_BEGIN
template<typename T, typename>
struct Cart
{
    int size() { return 1; }
};
SHOP_NAMESPACE_END
""",
        ["struct Cart", "method Cart.size"],
    ),
    "before a declaration": (
        """\
SHOP_API SHOP_ALWAYS_INLINE inline void f() {}
SHOP_CONST_INIT const char kName[] = {1};
""",
        ["function f", "constant kName"],
    ),
    "with arguments on its own line": (
        """\
struct Cart {
  SHOP_NON_NULL(1)
  SHOP_PURE
  static bool is_open(int* x) { return x; }
};
""",
        ["struct Cart", "method Cart.is_open"],
    ),
    "behind parameters": (
        """\
struct Cart {
  int& at(int i) const SHOP_LIFETIME_BOUND { return x; }
  void lock() noexcept SHOP_ACQUIRE(mu_) { }
  int x SHOP_GUARDED_BY(mu_) = 0;
};
""",
        ["struct Cart", "method Cart.at", "method Cart.lock"],
    ),
    "behind a parameter": (
        """\
int sum(const Cart& a SHOP_LIFETIME_BOUND,
        std::string b SHOP_LIFETIME_BOUND) { return 1; }
""",
        ["function sum"],
    ),
    "in an access label": (
        """\
class Cart {
 private SHOP_SLOTS:
  void paid() {}
 SHOP_PRIVATE_UNLESS_TESTED:
  void sent() {}
};
""",
        ["class Cart", "method Cart.paid", "method Cart.sent"],
    ),
    "of Qt": (
        """\
class Window : public QWidget {
  Q_OBJECT
  Q_PROPERTY(int size READ size NOTIFY sized)
 public:
  Q_INVOKABLE int size() const { return 1; }
 public slots:
  void close() {}
 signals:
  void sized();
};
""",
        ["class Window", "method Window.size", "method Window.close"],
    ),
    "between type and name": (
        """\
typedef struct { int a; } SHOP_PACKED Cart;
void SHOPCALL pay(int sum) { }
char * SHOPCALL name(void) { }
""",
        ["type Cart", "function pay", "function name"],
    ),
    "behind a star, in small letters": (
        """\
char* shop_nullable name(const char* shop_nonnull of) { char* shop_nullable x = 0; return x; }
""",
        ["function name"],
    ),
    "two in a row": (
        """\
SHOP_WARNINGS_PUSH
SHOP_WARNING("-Wshop")

namespace shop {
class SHOP_A SHOP_B [[nodiscard]] Cart {};
class alignas(8) Till {
  int sum() SHOP_READS(mu_) { return 1; }
  int x = ;
};
}
""",
        ["class Cart", "class Till", "method Till.sum"],
    ),
    "around the type": (
        """\
SHOP_FUNC(Cart *) shop_make(void) SHOP_NOEXCEPT { return 0; }
""",
        ["function shop_make"],
    ),
    "in a branch that leaves a brace open": (
        """\
#if SHOP_HAS(x::y)
struct A : B {
#else
struct A {
#endif
  void f() {}
};
void g() {}
""",
        ["struct A", "method A.f", "function g"],
    ),
}


@pytest.mark.parametrize(("text", "results"), ANNOTATED.values(), ids=ANNOTATED.keys())
def test_what_stands_behind_or_before_such_a_macro_is_defined(text: str, results: list[str]) -> None:
    assert definitions(text) == results


def test_a_header_of_c_is_read_so_too() -> None:
    header = "SHOP_EXTERN SHOP_PURE const struct cart *shop_find(int a) SHOP_NOEXCEPT { return 0; }\nSHOP_END\n"
    assert definitions(header, "src/shop.h") == ["function shop_find"]


def test_lines_stay_where_they_are() -> None:
    read = parse("a.cpp", ANNOTATED["with arguments on its own line"][0].encode())
    assert isinstance(read, ParsedFile)
    assert [(each.start_line, each.end_line) for each in extract(read).definitions] == [(1, 5), (4, 4)]


KEPT = {
    "enumerators": """\
enum Kind { FIRST, SECOND,
  THIRD
  , LAST = 3
};
enum class One { ONLY };
""",
    "values": """\
static const int MAX_SIZE = 3;
const Size MAX_ITEMS = LIMIT;
int a[MAX_SIZE];
T<MAX_SIZE> t;
""",
    "types": """\
BOOL is_open(HANDLE h);
static DWORD count = 0;
FILE *open(void);
FOO const bar = {};
BOOL
f(INT x) { }
""",
    "statements": """\
int f() {
  LOCK_SHOP
  CHECK(x) << y;
  RETURN_IF(x)
  return SOME_CONST;
}
""",
    "labels": """\
int f(int x) {
  switch (x) {
    case A_B: return C_D;
    default: goto OUT;
  }
OUT:
  return 0;
}
""",
    "tests": """\
TEST(Suite, name) {
  EXPECT_EQ(A, B);
}
TEST_F(Suite, Other)
{
}
""",
    "calls": """\
SHOP_DEFINE(cart, 1);
int x = MAX(A, B);
""",
    "methods": """\
struct S {
  bool EMPTY() const { return A; }
  int SIZE(int x);
  UINT bits : 3;
};
""",
    "definitions of macros": """\
#define SHOP_API extern \\
   SHOP_OTHER inline
#define MAX(a) ((a) MIN x)
""",
    "comments and texts": """\
// SHOP_API int f();
/* SHOP_API int g(); */
const char* s = "SHOP_API int h()";
""",
    "raw texts": """\
auto s = R"x(
SHOP_API int f();)"
)x";
""",
    "members of another": """\
} CART;
struct cart CART = {1};
void Cart::CLEAR(int x) {}
""",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT.keys())
def test_what_is_no_annotation_stays(text: str) -> None:
    assert without_annotations(text.encode()).decode() == text


def test_macros_are_read_as_written_where_that_breaks_less() -> None:
    assert (
        definitions("TEST(Suite, name) {\n  int x = ;\n}\nstatic const int MAX_SIZE = 3;\n")[-1]
        == "constant MAX_SIZE"
    )


def test_a_method_of_a_template_is_named_by_its_own_name() -> None:
    text = "template <class K, class V>\nV Map<K, V>::find(const K& k) { return 1; }\n"
    text += "template <>\nint shop::Map<A, B<C>>::size<int>() { return 1; }\n"
    text += "template <>\nint best<int>() { return 1; }\n"
    assert definitions(text) == ["method Map.find", "method shop.Map.size", "function best"]


WORDS = st.sampled_from(
    [
        *"{}();:,=<>*&\n\n[]\"'\\#/",
        "\r\n",
        " ",
        "SHOP_API",
        "MAX",
        "class ",
        "enum ",
        "void ",
        "name",
        "const ",
        "//",
        *(
            "/*",
            "*/",
            "\n#if ",
            "\n#else",
            "\n#endif",
            "\n#define ",
            'R"x(',
            "template",
            "extern ",
            "signals",
            "é",
        ),
    ]
)


@given(st.lists(WORDS, max_size=60).map("".join))
def test_every_place_and_every_line_stays(text: str) -> None:
    source = text.encode()
    bare = without_annotations(source)
    assert len(bare) == len(source)
    assert [at for at, sign in enumerate(bare) if sign in b"\r\n"] == [
        at for at, sign in enumerate(source) if sign in b"\r\n"
    ]
