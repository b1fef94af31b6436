"""``python -m app`` and the ``dowse`` command."""

import multiprocessing
import sys

from app.cli.main import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # an installed program starts its helper processes through this file
    sys.exit(main())
