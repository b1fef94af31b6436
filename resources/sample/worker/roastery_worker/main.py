"""Entry point: one round of deliveries every few seconds, and the daily work once a day."""

import logging
import signal
import threading
from datetime import UTC, date, datetime

import httpx

from roastery_worker.cleanup import clean_up
from roastery_worker.database import Database
from roastery_worker.deliveries import DeliveryRun
from roastery_worker.reminders import ReminderRun
from roastery_worker.settings import Settings

ROUND_SECONDS = 5.0
REMINDER_HOUR = 6

log = logging.getLogger("roastery")


class Worker:
    """Runs until it is told to stop; a round that began is finished first."""

    def __init__(self, settings: Settings) -> None:
        database = Database(settings.database)
        self._database = database
        self._deliveries = DeliveryRun(database, httpx.Client(), settings.batch_size)
        self._reminders = ReminderRun(database)
        self._stop = threading.Event()
        self._last_daily: date | None = None

    def stop(self, *_: object) -> None:
        """Finish the current round and return from `run`."""
        self._stop.set()

    def run(self) -> None:
        while not self._stop.wait(ROUND_SECONDS):
            outcomes = self._deliveries.run()
            failed = sum(not outcome.delivered for outcome in outcomes)
            if outcomes:
                log.info("deliveries=%d failed=%d", len(outcomes), failed)
            self._daily(datetime.now(UTC))

    def _daily(self, now: datetime) -> None:
        if now.hour < REMINDER_HOUR or self._last_daily == now.date():
            return
        log.info("reminders=%d", self._reminders.run())
        log.info("cleaned=%s", clean_up(self._database))
        self._last_daily = now.date()


def main() -> None:
    """Start a worker with the settings of the environment."""
    logging.basicConfig(level=logging.INFO)
    worker = Worker(Settings.from_environment())
    signal.signal(signal.SIGTERM, worker.stop)
    worker.run()


if __name__ == "__main__":
    main()
