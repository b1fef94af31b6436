"""``python -m app`` and the ``dowse`` command."""

import sys

from app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
