"""Every night: compare what we booked with the bank's statement.

A payment that only one side knows is reported, never corrected: money is moved by people.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from roastery_worker.database import Database

BOOKED = """
    SELECT P.[ProviderReference], P.[AmountCents]
    FROM dbo.Payment P
    WHERE P.[ReceivedAt] >= ? AND P.[ReceivedAt] < DATEADD(DAY, 1, ?)
"""


@dataclass(frozen=True, order=True)
class Difference:
    """A payment on which the two sides disagree; None stands for "not there"."""

    reference: str
    booked_cents: int | None
    bank_cents: int | None


def read_statement(path: Path) -> dict[str, int]:
    """Return reference -> cents of a bank statement in CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["reference"]: round(float(row["amount"]) * 100) for row in csv.DictReader(file)}


def booked_on(database: Database, day: date) -> dict[str, int]:
    """Return reference -> cents of what we booked on a day."""
    with database.transaction() as transaction:
        rows = transaction.rows(BOOKED, day, day)
    return {row["ProviderReference"]: row["AmountCents"] for row in rows}


def differences(booked: dict[str, int], bank: dict[str, int]) -> list[Difference]:
    """Return where the two disagree, by reference."""
    references: Iterable[str] = booked.keys() | bank.keys()
    found = (Difference(each, booked.get(each), bank.get(each)) for each in references)
    return sorted(each for each in found if each.booked_cents != each.bank_cents)
