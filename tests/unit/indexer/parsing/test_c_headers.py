"""The language of a file ``.h``, which its name does not tell."""

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile

PLAIN = "struct item { int class; int new; };\nstatic inline int weigh(struct item *it) { return it->class; }\n"


def language(text: str, path: str = "shop/item.h") -> str:
    parsed = parse(path, text.encode())
    assert isinstance(parsed, ParsedFile)
    return parsed.language


@pytest.mark.parametrize(
    "text",
    [
        "class SHOP_EXPORT Cart : public Base {\n};\n",
        "namespace shop {\nint weigh(int);\n}\n",
        "namespace shop\n{\nint weigh(int);\n}\n",
        "template <typename T>\nT weigh(T);\n",
        "struct Cart {\n public:\n  int size;\n};\n",
        "#include <string>\nvoid weigh(int);\n",
        "std::string name(int id);\n",
        "struct Cart { bool operator==(const struct Cart& other) const; };\n",
        "#ifndef __cplusplus\n#error C++ is needed\n#else\nnamespace shop {}\n#endif\nnamespace shop { int x; }\n",
        "enum class Size { small };\n",
    ],
)
def test_a_header_with_what_only_cplusplus_has_is_in_cplusplus(text: str) -> None:
    assert language(text) == "cpp"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "/* Of each\n   class of things\n   template <x>, and public:\n   std::string. */\n" + PLAIN,
        "// namespace shop {\n" + PLAIN,
        'static const char *const name = "std::string\\n";\n' + PLAIN,
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint weigh(int);\n#ifdef __cplusplus\n}\n#endif\n',
        "#if defined(__cplusplus)\nnamespace shop {}\n#include <string>\n#else\ntypedef int C;\n#endif\n",
        "#ifndef __cplusplus\ntypedef int flag;\n#else\nusing flag = int;\n#endif\n" + PLAIN,
        "#include <stdio.h>\n#include <sys/types.h>\n[[gnu::pure]] int weigh(int);\n",
        "#define JOIN std::string\nint weigh(int);\n",
    ],
)
def test_a_header_that_a_compiler_of_c_takes_stays_one_of_c(text: str) -> None:
    assert language(text) == "c"


def test_only_headers_are_judged_by_their_content() -> None:
    assert language("namespace shop {}\n", "shop/item.c") == "c"
