"""Every morning: put a job in the queue for each invoice whose reminder may be due.

Whether it really is due is decided by `DunningPolicy` when the job runs. Here we only look who is late at all, so that
the rule stands in one place.
"""

import json
from datetime import UTC, datetime

from roastery_worker.database import Database

JOB_KIND = "invoice.send"


class ReminderRun:
    """Enqueues one job for every overdue invoice that has none yet."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def run(self) -> int:
        """Return how many jobs were added."""
        now = datetime.now(UTC)
        with self._database.transaction() as transaction:
            due = transaction.rows("EXEC [dbo].[Invoice_ReadDue] @Now = ?", now)
            waiting = {row["Payload"] for row in transaction.rows(WAITING, JOB_KIND)}
            payloads = [json.dumps({"invoiceId": str(row["Id"])}, separators=(",", ":")) for row in due]
            fresh = [payload for payload in payloads if payload not in waiting]
            for payload in fresh:
                transaction.execute(
                    "EXEC [dbo].[Job_Enqueue] @Kind = ?, @Payload = ?, @NotBefore = ?", JOB_KIND, payload, now
                )
        return len(fresh)


WAITING = "SELECT [Payload] FROM [dbo].[Job] WHERE [Kind] = ? AND [NotBefore] IS NOT NULL"
