"""The workflow files are thin and ask for little: a step is a target of the Makefile, an action has a commit."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(__file__).parents[3]
WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE))
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+")
SYSTEM_PACKAGES = re.compile(r"(sudo )?apt-get update && (sudo )?apt-get install ")
LOADER_OF_APPIMAGES = "curl -fsSL -o build/runtime"


def jobs(workflow: Path) -> dict[str, dict[str, Any]]:
    described: dict[str, dict[str, Any]] = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    return described


def scripts(workflow: Path) -> list[str]:
    return [step["run"] for job in jobs(workflow).values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_named_by_the_commit_of_a_version(workflow: Path) -> None:
    used = re.findall(r"uses: (.+)$", workflow.read_text("utf-8"), re.MULTILINE)
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_a_run_may_read_the_repository_and_nothing_else(workflow: Path) -> None:
    assert yaml.safe_load(workflow.read_text("utf-8"))["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in jobs(workflow).values())
    assert "secrets." not in workflow.read_text("utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_every_job_ends_by_itself(workflow: Path) -> None:
    assert [name for name, job in jobs(workflow).items() if "timeout-minutes" not in job] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_steps_are_targets_of_the_makefile(workflow: Path) -> None:
    thick = [script for script in scripts(workflow) if not script.startswith(("make ", LOADER_OF_APPIMAGES))]
    assert [script for script in thick if not SYSTEM_PACKAGES.match(script)] == []
    commands = [line for script in scripts(workflow) for line in script.splitlines() if line.startswith("make ")]
    words = {word for line in commands for word in line.partition("#")[0].split()[1:]}
    assert {word for word in words if "=" not in word} <= TARGETS


def test_checks_tests_and_the_installed_wheel_run_on_the_three_systems() -> None:
    check = jobs(REPOSITORY / ".github" / "workflows" / "check.yml")
    for name in ("tests", "installed"):
        systems = {system.partition("-")[0] for system in check[name]["strategy"]["matrix"]["system"]}
        assert systems == {"ubuntu", "windows", "macos"}
    assert check["installed"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
