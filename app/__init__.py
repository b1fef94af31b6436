"""Entry points and wiring: window, engine process, command line. Imports everything; nothing imports it."""

import os

# Before numpy is loaded. A scan of vectors waits for memory, and threads wait for each other besides: two of them
# took 14 times as long over 10,000 vectors on a busy machine, and as long as one over 400,000.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
