"""Throw away what nobody needs any more."""

from roastery_worker.database import Database

EXPIRED_SESSIONS = """
    DELETE FROM [dbo].[Session]
    WHERE [LastSeenAt] < DATEADD(DAY, -14, SYSUTCDATETIME())
       OR [CreatedAt] < DATEADD(DAY, -90, SYSUTCDATETIME())
"""

OLD_DELIVERIES = """
    DELETE FROM [dbo].[WebhookDelivery]
    WHERE [DeliveredAt] < DATEADD(DAY, -30, SYSUTCDATETIME())
"""


def clean_up(database: Database) -> dict[str, int]:
    """Delete sessions that are over and deliveries older than a month; return the counts by name."""
    with database.transaction() as transaction:
        return {
            "sessions": transaction.execute(EXPIRED_SESSIONS),
            "deliveries": transaction.execute(OLD_DELIVERIES),
        }
