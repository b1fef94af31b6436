"""The entry point of the installed program."""

import sys

import pytest

from tests.unit.packaging.scripts import script


def test_a_program_without_outputs_prints_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    program = script("freeze/program.py")
    stderr = sys.stderr
    monkeypatch.setattr(sys, "stdout", None)

    program.give_outputs()

    with sys.stdout:
        assert program.main(["engine", "autostart"]) == 0
    assert sys.stderr is stderr
