"""``python -m app`` and the ``dowse`` command."""

import sys

from app.cli.interruption import run_interruptibly


def main() -> int:
    """Run the command of the command line and return its exit status."""
    return run_interruptibly(_run)


def _run() -> int:
    from app.cli.main import main as run_command  # an interruption of this import is handled too

    return run_command()


if __name__ == "__main__":
    sys.exit(main())
