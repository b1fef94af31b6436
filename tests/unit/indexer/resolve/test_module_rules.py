"""What a module name means, rule by rule, in the languages with modules."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of


def imports(files: dict[str, str]) -> set[str]:
    return {each.replace("file:", "") for each in edges(graph_of(files)) if " imports file:" in each}


def test_the_import_of_a_compiled_module_imports_its_package() -> None:
    files = {
        "net/__init__.py": "def run(): pass\n",
        "net/a.py": "import net._fast as fast\nfast.run()\n",
        "net/b.py": "from ._fast import run\nrun()\n",
    }
    assert edges(graph_of(files)) == {"file:net/a.py imports file:net/__init__.py"}


def test_a_function_of_a_member_is_reached_through_its_module_and_never_by_its_bare_name() -> None:
    files = {
        "utils.js": "exports.tidy = function () {};\nres.send = function () {};\n",
        "main.js": "var utils = require('./utils');\nfunction run() { utils.tidy(); send(); }\n",
        "other.js": "var { tidy } = require('./utils');\nfunction go() { tidy(); }\n",
    }
    calls = {each for each in edges(graph_of(files)) if " calls " in each}
    assert calls == {"js:main.js#run calls js:utils.js#tidy", "js:other.js#go calls js:utils.js#tidy"}


def test_a_type_is_not_what_a_module_gives_by_default() -> None:
    files = {
        "link.tsx": "export type LinkProps = { a: string };\nconst Link = wrap((p) => p);\nexport default Link;\n",
        "nav.tsx": "import Link from './link';\nexport function Nav() { return <Link to='a' />; }\n",
    }
    assert not any("LinkProps" in each and "instantiates" in each for each in edges(graph_of(files)))


def test_a_prototype_leads_to_the_only_file_that_defines_the_function() -> None:
    files = {
        "shop.h": "int price(int);\nint twice(int);\n",
        "shop.c": '#include "shop.h"\n',
        "money.c": "int price(int n) { return n; }\nint twice(int n) { return n; }\n",
        "test.c": "int twice(int n) { return 2 * n; }\n",
        "main.c": '#include "shop.h"\nint main(void) { return price(twice(1)); }\n',
    }
    result = edges(graph_of(files))
    assert "c:main.c#main calls c:money.c#price" in result
    assert not any("twice" in each for each in result)
    assert "file:shop.h imports file:money.c" not in result


FILTERS = """#include <string>
namespace shop {
class Filter {};
SHOP_EXPORT const Filter* NewFilter(int bits);
int Twice(int n);
namespace {
int Hidden(int n);
}
}  // namespace shop
"""


def test_a_prototype_in_a_namespace_leads_to_the_only_file_that_defines_the_function_in_it() -> None:
    files = {
        "include/filters.h": FILTERS,
        "bloom.cc": '#include "include/filters.h"\nnamespace shop {\n'
        "namespace {\nint Hidden(int n) { return n; }\n}\n"
        "const Filter* NewFilter(int bits) { return nullptr; }\nint Twice(int n) { return n; }\n}\n",
        "other.cc": "namespace other {\nint NewFilter(int bits) { return bits; }\n}\n",
        "global.cc": "int NewFilter() { return 1; }\n",
        "twice.cc": "namespace shop {\nint Twice(int n) { return 2 * n; }\n}\n",
        "main.cc": '#include "include/filters.h"\nint main() { shop::NewFilter(10); return 0; }\n',
        "user.cc": '#include "include/filters.h"\nnamespace shop {\n'
        "void Use() { NewFilter(Twice(1)); Hidden(2); }\n}\n",
    }
    calls = {each for each in edges(graph_of(files)) if " calls " in each}
    assert calls == {
        "c:main.cc#main calls c:bloom.cc#NewFilter",
        "c:user.cc#Use calls c:bloom.cc#NewFilter",
    }


def test_a_call_that_names_nested_namespaces_leads_to_the_function_in_them() -> None:
    files = {
        "shop.h": "namespace shop { namespace inner {\nint Price(int n);\n"
        "class Till { public: static int Open(); class Drawer { public: static int Push(); }; };\n} }\n",
        "shop.cc": '#include "shop.h"\nnamespace shop { namespace inner {\nint Price(int n) { return n; }\n'
        "template <typename T> T Twice(T n) { return n; }\nint Till::Open() { return 1; }\n"
        "int Till::Drawer::Push() { return 1; }\n} }\n"
        "int Here() { return shop::inner::Price(1) + shop::inner::Twice<int>(2); }\n",
        "user.cc": '#include "shop.h"\nint Open() { return 2; }\n'
        "int Use() { return shop::inner::Price(1); }\n"
        "int Global() { return ::shop::inner::Price(1); }\n"
        "int Start() { return shop::inner::Till::Open(); }\n"
        "int Other() { return std::inner::Open(); }\n",
    }
    calls = {edge for edge in edges(graph_of(files)) if " calls " in edge}
    assert calls == {
        "c:shop.cc#Here calls c:shop.cc#Price",
        "c:shop.cc#Here calls c:shop.cc#Twice",
        "c:user.cc#Use calls c:shop.cc#Price",
        "c:user.cc#Global calls c:shop.cc#Price",
        "c:user.cc#Start calls c:shop.cc#Till.Open",
    }


def test_a_nested_namespace_is_told_from_the_one_around_it() -> None:
    files = {
        "a.h": "namespace shop::inner {\nint Price();\n}\nnamespace shop {\nint Weight();\n}\n",
        "b.cc": "namespace shop { namespace inner {\nint Price() { return 1; }\nint Weight() { return 1; }\n}}\n",
        "user.cc": '#include "a.h"\nvoid Use() { inner::Price(); shop::Weight(); }\n',
    }
    calls = {each for each in edges(graph_of(files)) if " calls " in each}
    assert calls == {"c:user.cc#Use calls c:b.cc#Price"}


HALF_OPEN = """int first(int n) {
  if (n) {
#ifdef A
    n = 2;
  } else {
#endif
  {
    n = 3;
  }
  return 2;
}
int second(void) { return 3; }
"""


def test_a_brace_that_a_condition_leaves_open_puts_no_function_into_another() -> None:
    assert "r@b:c:a.c#second" in {each.id for each in graph_of({"a.c": HALF_OPEN}).nodes}
