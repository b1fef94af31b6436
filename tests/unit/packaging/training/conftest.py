"""Makes ``packaging/training`` importable as ``training``, behind everything that is installed."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[4] / "packaging"))
