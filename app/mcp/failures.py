"""Where failures of the program itself are written down: an agent is only told that there was one."""

import sys
from pathlib import Path


class Failures:
    """Logs to ``INDEX/logs/mcp.log``, or to standard error while there is no index; never to standard output.

    What logging needs is imported with the first failure: the handshake does not wait for it.
    """

    def __init__(self, index: Path) -> None:
        self._index = index

    def report(self, request: str) -> None:
        """Log the exception that is being handled, with the name of the request it ended."""
        import structlog

        from app.installation.logs import configure_logging

        if (self._index / "index.json").is_file():
            configure_logging(self._index, name="mcp.log")
        else:
            structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
        structlog.get_logger(__name__).exception("request of an agent failed", request=request)
