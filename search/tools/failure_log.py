"""Log lines about failures of the tools: which step failed and why, without query texts and values."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import structlog

from search.errors import KnownError

log = structlog.get_logger(__name__)


@contextmanager
def failure_logged(event: str, **fields: object) -> Iterator[None]:
    """Log a known error that leaves the block, with its code as the reason, and let it pass.

    The code names the error. The message is not logged, because it can contain a value that a person typed.
    """
    try:
        yield
    except KnownError as error:
        log.error(  # noqa: TRY400 - a traceback would show the message, and with it the value
            event, reason=error.message.code, kind=type(error).__name__, **fields
        )
        raise


def input_fields(values: Mapping[str, object]) -> dict[str, object]:
    """Return those input values that are names or numbers, as they may be logged; others only by their type."""
    return {
        name: value if isinstance(value, (str, int, float)) or value is None else type(value).__name__
        for name, value in values.items()
    }
