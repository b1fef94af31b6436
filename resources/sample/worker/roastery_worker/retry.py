"""When a failed delivery is tried again.

The same curve as `RetrySchedule` in the service, so that whoever knows one knows both: doubling from half a minute,
never more than six hours, eight attempts, and a random share so that receivers are not hit by everything at once.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

FIRST = timedelta(seconds=30)
LONGEST = timedelta(hours=6)
MAX_ATTEMPTS = 8


def next_attempt(attempts: int, now: datetime, random: Callable[[], float]) -> datetime | None:
    """Return when to try again after so many attempts, or None when it is time to give up.

    `random` gives a number from 0 to 1; half of the wait is fixed, the other half is drawn.
    """
    if attempts >= MAX_ATTEMPTS:
        return None
    ceiling = min(LONGEST, FIRST * 2 ** (attempts - 1))
    return now + ceiling * (0.5 + random() / 2)
