"""The entry point of the installed program."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "packaging" / "freeze" / "program.py"


def test_a_program_without_outputs_prints_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("program", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    stderr = sys.stderr
    monkeypatch.setattr(sys, "stdout", None)

    program.give_outputs()

    with sys.stdout:
        assert program.main(["engine", "autostart"]) == 0
    assert sys.stderr is stderr
