"""The lock holds exactly the tested versions, each with the hashes of its files."""

import re
from pathlib import Path

PACKAGING = Path(__file__).parents[3] / "packaging"
APART = {"torch"}
"""Installed first and alone, in the build for processors, which has hashes of its own."""

HASHES = r"(?:[ ]+--hash=sha256:[0-9a-f]{64}.*\n)+"
ONE = re.compile(rf"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+).*\\\n{HASHES}", re.MULTILINE)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_lock_holds_the_tested_versions_with_their_hashes() -> None:
    pins = (line.split("==") for line in (PACKAGING / "constraints.txt").read_text("utf-8").split())
    tested = {_key(name): version for name, version in pins if name not in APART}
    locked = ONE.finditer((PACKAGING / "requirements.lock").read_text("utf-8"))

    assert {_key(result["name"]): result["version"] for result in locked} == tested
