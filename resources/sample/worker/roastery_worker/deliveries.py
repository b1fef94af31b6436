"""Deliver webhooks: take what is due, post it, note how it went."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

from roastery_worker.database import Database, Row
from roastery_worker.retry import next_attempt
from roastery_worker.signatures import HEADER, sign

TIMEOUT_SECONDS = 10.0
NO_ANSWER = 0

DUE = """
    SELECT TOP (?) D.[Id], D.[EventName], D.[Body], D.[Attempts], E.[Url], E.[SigningKey]
    FROM [dbo].[WebhookDelivery] D WITH (READPAST)
    INNER JOIN [dbo].[WebhookEndpoint] E ON E.[Id] = D.[EndpointId]
    WHERE D.[NextAttemptAt] <= ? AND E.[DisabledAt] IS NULL
    ORDER BY D.[NextAttemptAt], D.[Id]
"""


@dataclass(frozen=True)
class Outcome:
    """How one delivery went; status 0 means that nobody answered."""

    delivery_id: int
    status_code: int

    @property
    def delivered(self) -> bool:
        return 200 <= self.status_code < 300


class DeliveryRun:
    """One round over everything that is due."""

    def __init__(self, database: Database, client: httpx.Client, batch_size: int) -> None:
        self._database = database
        self._client = client
        self._batch_size = batch_size

    def run(self) -> list[Outcome]:
        """Post each due delivery once; return the outcomes in the order of posting."""
        with self._database.transaction() as transaction:
            due = transaction.rows(DUE, self._batch_size, datetime.now(UTC))
        return [self._deliver(row) for row in due]

    def _deliver(self, row: Row) -> Outcome:
        outcome = Outcome(row["Id"], self._post(row))
        again = None if outcome.delivered else next_attempt(row["Attempts"] + 1, datetime.now(UTC), random.random)
        with self._database.transaction() as transaction:
            transaction.execute(
                "EXEC [dbo].[WebhookDelivery_RecordAttempt] @Id = ?, @StatusCode = ?, @NextAttemptAt = ?",
                outcome.delivery_id,
                outcome.status_code,
                again,
            )
        return outcome

    def _post(self, row: Row) -> int:
        headers = {HEADER: sign(row["SigningKey"], row["Body"]), "Roastery-Event": row["EventName"]}
        try:
            answer = self._client.post(row["Url"], content=row["Body"], headers=headers, timeout=TIMEOUT_SECONDS)
        except httpx.TransportError:
            return NO_ANSWER
        return answer.status_code
