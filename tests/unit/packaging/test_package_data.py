"""What an installation holds besides the code."""

import tomllib
from glob import glob
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
RESOURCES = REPOSITORY / "resources"


def test_every_resource_is_installed_those_with_a_dot_too() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["resources"]
    installed = {name for pattern in patterns for name in glob(pattern, root_dir=RESOURCES, recursive=True)}  # noqa: PTH207
    there = {path.relative_to(RESOURCES).as_posix() for path in RESOURCES.rglob("*") if path.is_file()}

    assert "sample/.dowse.toml" in there
    assert {name for name in there if "__pycache__" not in name} <= installed
