"""What the worker is told from outside."""

import os
from dataclasses import dataclass


class MissingSetting(Exception):
    """A variable of the environment that the worker cannot do without."""


@dataclass(frozen=True)
class Settings:
    """Read once at start.

    Attributes:
        database: ODBC connection string.
        owner: name under which this process claims work; shown in `dbo.Job.LeaseOwner`.
        batch_size: deliveries that are taken at once.
    """

    database: str
    owner: str
    batch_size: int = 50

    @classmethod
    def from_environment(cls) -> "Settings":
        database = os.environ.get("ROASTERY_DATABASE")
        if not database:
            raise MissingSetting("ROASTERY_DATABASE is not set; see README.md")
        return cls(
            database=database,
            owner=os.environ.get("ROASTERY_OWNER", f"worker-{os.getpid()}"),
            batch_size=int(os.environ.get("ROASTERY_BATCH_SIZE", "50")),
        )
