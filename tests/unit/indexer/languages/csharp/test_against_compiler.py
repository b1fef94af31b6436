"""The calls of the sample ``compiled``, beside what Debian's C# compiler (mono-mcs, mono-utils) makes of it."""

import shutil

import pytest

from tests.benchmarks.graph_oracles.csharp_compiled import OWN_SAMPLE, assembly_of, compare, compiled
from tests.benchmarks.graph_oracles.graphs import graph_of

HAS_COMPILER = shutil.which("mcs") is not None and shutil.which("monodis") is not None


@pytest.mark.skipif(not HAS_COMPILER, reason="mono-mcs and mono-utils are not installed")
def test_bases_calls_and_new_objects_agree_with_the_compiler(tmp_path) -> None:
    rows = {
        row.check: row for row in compare("own", graph_of(OWN_SAMPLE), assembly_of(compiled(OWN_SAMPLE, tmp_path)))
    }
    for check in ("C# inherits, implements", "C# calls, same family", "C# instantiates", "C# constructors"):
        assert rows[check].truth > 5
        assert rows[check].wrong == rows[check].lost == (), check
