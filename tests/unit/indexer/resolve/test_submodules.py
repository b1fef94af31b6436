"""Modules of a package that are used through it: ``import pkg`` and ``pkg.core.over()``."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PACKAGE = {
    "pkg/__init__.py": """from .core import Command
from pkg.tools import mend
from .same import same
import pkg.deep
""",
    "pkg/core.py": "LIMIT = 3\ndef over(): ...\nclass Command: ...\n",
    "pkg/tools.py": "def mend(): ...\ndef other(): ...\n",
    "pkg/same.py": "def same(): ...\ndef other(): ...\n",
    "pkg/deep.py": "def far(): ...\n",
}
USES = """
import pkg
import pkg as alias
def through(): pkg.core.over()
def by_alias(): alias.tools.other()
def deep(): pkg.deep.far()
def constant(): return pkg.core.LIMIT
def function(): pkg.same()
def not_the_module(): pkg.same.other()
"""
DIRECT = """
import pkg.core
def direct(): pkg.core.over()
"""
FROM = """
from pkg import core
from pkg import tools as own
def member(): core.over()
def renamed(): own.mend()
"""


def test_a_package_leads_to_the_modules_that_it_imports() -> None:
    result = edges(graph_of({**PACKAGE, "uses.py": USES, "direct.py": DIRECT, "only.py": FROM}))
    assert {each for each in result if " calls " in each or " references " in each} == {
        "py:uses:through calls py:pkg.core:over",
        "py:uses:by_alias calls py:pkg.tools:other",
        "py:uses:deep calls py:pkg.deep:far",
        "py:uses:constant references py:pkg.core:LIMIT",
        "py:uses:function calls py:pkg.same:same",
        "py:direct:direct calls py:pkg.core:over",
        "py:only:member calls py:pkg.core:over",
        "py:only:renamed calls py:pkg.tools:mend",
    }
