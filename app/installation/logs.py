"""Logging, configured once per process: structured lines in the index folder."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

import structlog

from app.installation.locations import LOG_FOLDER
from search.errors import IndexWriteError

MAX_LOG_BYTES = 2_000_000
KEPT_LOGS = 3


def configure_logging(
    index: Path, *, level: str = "info", name: str = "dowse.log", only_asks: bool = False
) -> None:
    """Send everything logged through structlog to a file in ``INDEX/logs``; each kind of process has its own.

    A process that ``only_asks`` continues without a log where none can be written.

    Raises:
        IndexWriteError: the log cannot be written.
    """
    handler: logging.Handler
    try:
        folder = index / LOG_FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / name, maxBytes=MAX_LOG_BYTES, backupCount=KEPT_LOGS, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        if only_asks:
            _log_to(logging.NullHandler(), level)
            return
        raise IndexWriteError("index.log_not_writable", folder=index, reason=error.strerror) from error
    handler.setFormatter(logging.Formatter("%(message)s"))
    _log_to(handler, level)


def leave_logging_to_the_program() -> None:
    """Send everything logged to the logger ``dowse`` of the standard library, where nothing else was set up.

    Parts of Dowse inside of another program print nothing by themselves: its standard output may be a protocol.
    Without a handler of that program, `logging` would print warnings and errors on standard error.
    """
    if not structlog.is_configured():
        logging.getLogger("dowse").addHandler(logging.NullHandler())
        _configure_structlog("info")


def _log_to(handler: logging.Handler, level: str) -> None:
    logging.raiseExceptions = False  # a full disk is reported by whoever writes, not by the log
    logger = logging.getLogger("dowse")
    for old in tuple(logger.handlers):
        logger.removeHandler(old)
        old.close()
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(level.upper())
    _configure_structlog(level)


def _configure_structlog(level: str) -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], bool_as_flag=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=lambda *_name: logging.getLogger("dowse"),
        cache_logger_on_first_use=False,
    )
