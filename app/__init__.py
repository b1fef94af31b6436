"""Entry points and wiring: window, engine process, command line. Imports everything; nothing imports it."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Before numpy is loaded. Scanning vectors waits for memory, and threads only wait for each other besides: two of them
took 14 times as long over 10,000 vectors on a busy machine, and as long over 400,000."""
