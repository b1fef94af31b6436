"""Classes that are derived from others on countless ways: members are found, and finding them ends."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

WIDTH, LEVELS = 12, 8
"""All of a level are derived from all below: the uppermost on 400 million ways."""

LANGUAGES = {
    "py": ("a.py", "", "class {name}({bases}):\n    def m_{name}(self): ...\n    def over(self, a): ...\n", ", "),
    "ts": ("a.ts", "", "interface {name} {extends} {bases} {{ m_{name}(): void; over(a: number): void }}\n", ", "),
    "java": ("A.java", "", "interface {name} {extends} {bases} {{ void m_{name}(); void over(int a); }}\n", ", "),
    "kt": ("a.kt", "", "interface {name} {colon} {bases} {{ fun m_{name}(); fun over(a: Int) }}\n", ", "),
    "swift": ("a.swift", "", "protocol {name} {colon} {bases} {{ func m_{name}(); func over(a: Int) }}\n", ", "),
    "dart": ("a.dart", "", "mixin {name} {implements} {bases} {{ void m_{name}(); void over(int a); }}\n", ", "),
    "php": ("a.php", "<?php\n", "interface {name} {extends} {bases} {{ function m_{name}(); }}\n", ", "),
    "scala": (
        "a.scala",
        "",
        "trait {name} {extends} {bases} {{ def m_{name}(): Unit; def over(a: Int): Unit }}\n",
        " with ",
    ),
    "cpp": (
        "a.cpp",
        "",
        "class {name} {colon} {bases} {{ public: void m_{name}() {{}} virtual void over(int a) {{}} }};\n",
        ", ",
    ),
    "go": ("a.go", "package p\n", "type {name} interface {{ {bases}; m_{name}() }}\n", "; "),
}
"""Name of a file, its beginning, how a class is written, and what stands between its bases."""

CALLS = {
    "py": "def use(x: Top):\n    x.m_L0x0()\n    x.nothing()\n",
    "ts": "function use(x: Top) { x.m_L0x0(); x.nothing() }\n",
    "java": "class User { void use(Top x) { x.m_L0x0(); x.nothing(); } }\n",
    "kt": "fun use(x: Top) { x.m_L0x0(); x.nothing() }\n",
    "swift": "func use(x: Top) { x.m_L0x0(); x.nothing() }\n",
    "dart": "void use(Top x) { x.m_L0x0(); x.nothing(); }\n",
    "php": "class User { function use(Top $x) { $x->m_L0x0(); $x->nothing(); } }\n",
    "scala": "object User { def use(x: Top): Unit = { x.m_L0x0(); x.nothing() } }\n",
    "cpp": "void Top::m_Top() { m_L0x0(); nothing(); }\n",
    "go": "func use(x Top) {\n\tx.m_L0x0()\n\tx.nothing()\n}\n",
}


def lattice(language: str) -> dict[str, str]:
    """Return a file with a class ``Top`` above all levels, and a call of a method of the lowest level."""
    file, text, form, between = LANGUAGES[language]
    levels = [[f"L{level}x{number}" for number in range(WIDTH)] for level in range(LEVELS)]
    for names, below in zip([*levels, ["Top"]], [[], *levels], strict=True):
        words = {each: each if below else "" for each in ("extends", "implements")} | {
            "colon": ":" if below else ""
        }
        for name in names:
            text += form.format(name=name, bases=between.join(below), **words).replace("{ ; ", "{ ")
    return {file: text + CALLS[language]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_method_is_found_through_a_lattice_of_classes(language: str) -> None:
    called = [each for each in edges(graph_of(lattice(language))) if " calls " in each]
    assert len(called) == 1
    assert "m_L0x0" in called[0]


@pytest.mark.parametrize("language", ["py", "ts", "java", "kt", "swift", "scala", "cpp"])
def test_a_method_overrides_the_nearest_of_each_base(language: str) -> None:
    overriding = [each for each in edges(graph_of(lattice(language))) if " implements " in each and "Top" in each]
    assert len([each for each in overriding if "over" in each]) == WIDTH
