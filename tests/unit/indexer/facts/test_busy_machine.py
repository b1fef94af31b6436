"""Limits of parsing count the processor time of a thread: the time that other programs take is no file's fault."""

import subprocess
import sys
import time

import psutil
import pytest

LIMIT_S = 0.8
"""Of each reading below, several times what it takes where nothing else runs."""

PAUSE_S = 1.5 * LIMIT_S
"""How long the process that reads is suspended, at its beginning and again on its way."""

BETWEEN_S = 0.2
"""How long it runs between."""

JAVA = """
body = "".join(f"int f{n}(int a) {{ return g(a + {n}); }}" for n in range(10_000))
source = ("class A {" + body + "}").encode()
limited, limit = syntax, LIMIT_S / (1 + len(source) / 1e6)
def read():
    root = syntax.parse("java", source)
    return root.descendant_count if root is not None else 0
"""
KOTLIN = """
limited, limit = pieces, LIMIT_S
texts = [f"fun f{n}(a: Int) = g(a + {n})\\n" for n in range(4_000)]
starts = list(accumulate(map(len, texts), initial=1))
source = ("}" + "".join(texts)).encode()
def read():
    return len(pieces.matches_by_piece("kotlin", source, list(zip(starts, starts[1:]))))
"""
ELIXIR = """
limited, limit = templates, LIMIT_S
body = "".join(f'\\n  def f{n}(a), do: ~H"<p>{{g(a, {n})}}</p>"' for n in range(3_000))
text = "defmodule A do" + body + "\\nend"
listed = syntax.matches("elixir", text.encode())[0]
def read():
    return len(templates.with_templates("elixir", text, listed)[0])
"""
PROGRAM = f"""
from itertools import accumulate
from indexer.facts import pieces, syntax
from indexer.languages.elixir import templates
LIMIT_S = {LIMIT_S}
%s
limited.PARSE_S = 60.0
whole = read()
limited.PARSE_S = limit
print("ready", flush=True)
print(whole, read())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a suspended process has no processor time to compare there")
@pytest.mark.parametrize("reading", [JAVA, KOTLIN, ELIXIR], ids=["whole", "pieces", "templates"])
def test_a_file_is_read_to_its_end_however_long_other_programs_have_the_processor(reading: str) -> None:
    command = [sys.executable, "-c", PROGRAM % reading]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        suspended = psutil.Process(process.pid)
        for wait_s in (0.0, BETWEEN_S):
            time.sleep(wait_s)
            suspended.suspend()
            time.sleep(PAUSE_S)
            suspended.resume()
        whole, read = process.stdout.read().split()
    assert int(whole) > 1_000
    assert read == whole
