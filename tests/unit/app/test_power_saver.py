"""Whether the computer saves power, as each system shows it."""

import ctypes
import sys
from pathlib import Path

import pytest

from app.core.power_saver import (
    CHECKED_FOR_S,
    PowerSaver,
    WindowsPowerStatus,
    is_saving,
    linux_saves_power,
    mac_saves_power,
    system_saves_power,
)


def machine(folder: Path, *, profile: str = "", **batteries: dict[str, str]) -> Path:
    """Write what the kernel of Linux shows of a machine, and return the folder."""
    if profile:
        (folder / "firmware/acpi").mkdir(parents=True)
        (folder / "firmware/acpi/platform_profile").write_text(f"{profile}\n")
    for name, values in batteries.items():
        battery = folder / "class/power_supply" / name
        battery.mkdir(parents=True)
        for value, text in values.items():
            (battery / value).write_text(f"{text}\n")
    return folder


BATTERY = {"type": "Battery", "status": "Discharging"}


@pytest.mark.parametrize(
    ("profile", "batteries", "saves"),
    [
        ("", {}, False),
        ("balanced", {"BAT0": {**BATTERY, "capacity": "80"}}, False),
        ("low-power", {}, True),
        ("performance", {"BAT0": {**BATTERY, "capacity": "20"}}, True),
        ("", {"BAT0": {**BATTERY, "capacity": "21"}}, False),
        ("", {"BAT0": {**BATTERY, "capacity": "5", "status": "Charging"}}, False),
        ("", {"AC": {"type": "Mains", "capacity": "0", "status": "Discharging"}}, False),
        ("", {"mouse": {**BATTERY, "capacity": "3", "scope": "Device"}}, False),
        ("", {"BAT0": {**BATTERY, "capacity": "unknown"}}, False),
        ("", {"BAT0": {**BATTERY, "capacity": "90"}, "BAT1": {**BATTERY, "capacity": "4"}}, True),
    ],
)
def test_linux_shows_it_in_the_power_profile_and_the_batteries(tmp_path: Path, profile, batteries, saves) -> None:
    assert linux_saves_power(machine(tmp_path, profile=profile, **batteries)) is saves


@pytest.mark.parametrize(
    ("printed", "saves"), [(" lowpowermode         1\n", True), (" lowpowermode 0\n", False), ("nothing", False)]
)
def test_macos_prints_it(printed: str, saves: bool) -> None:
    assert mac_saves_power((sys.executable, "-c", f"print({printed!r})")) is saves


def test_a_command_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert mac_saves_power((str(tmp_path / "pmset"), "-g")) is False


def test_the_structure_of_windows_has_its_documented_size() -> None:
    assert ctypes.sizeof(WindowsPowerStatus) == 12
    assert WindowsPowerStatus.saver.offset == 3


@pytest.mark.parametrize(
    ("status", "saves"),
    [
        ({"saver": 1, "mains": 1, "percent": 90}, True),
        ({"mains": 0, "percent": 20}, True),
        ({"mains": 0, "percent": 21}, False),
        ({"mains": 1, "percent": 5}, False),
        ({"mains": 0, "percent": 255}, False),
        ({"mains": 255, "percent": 5}, False),
    ],
)
def test_windows_saves_with_its_saver_or_a_nearly_empty_battery(status: dict[str, int], saves: bool) -> None:
    assert is_saving(WindowsPowerStatus(**status)) is saves


def test_this_system_answers() -> None:
    assert system_saves_power() in {True, False}


def test_the_system_is_asked_again_after_some_seconds() -> None:
    now, states = [0.0], [False, True]
    saver = PowerSaver(lambda: states.pop(0), lambda: now[0])
    assert [saver(), saver()] == [False, False]
    now[0] = CHECKED_FOR_S
    assert saver()
