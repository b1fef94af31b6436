"""Small indexes of each schema, as a version of the program wrote them; every later version has to open them.

``python -m tests.golden.stored_index`` writes the one of the present schema. Run it once for each new schema, and
never again for an older one.
"""

import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from app.cli.main import main
from search.storage.versions import SCHEMA_VERSION

FOLDER = Path(__file__).with_name("indexes")
FILES = {
    "lease.py": "def renew_lease(job):\n    return retry(job)\n\n\ndef retry(job):\n    return job\n",
    "shift.py": "from lease import renew_lease\n\n\ndef close_shift():\n    renew_lease(1)\n",
    "guide.md": "# Leases\n\nA lease is renewed by a worker.\n",
}


def archive_of(schema: int) -> Path:
    """Return the archive of the index of a schema."""
    return FOLDER / f"schema-{schema}.tar.gz"


def unpacked(schema: int, folder: Path) -> Path:
    """Unpack the index of a schema into a folder and return it."""
    with tarfile.open(archive_of(schema)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "index"


def write() -> int:
    """Write the archive of the present schema."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        (home / "shop").mkdir()
        for name, text in FILES.items():
            (home / "shop" / name).write_text(text)
        status = main(["index", str(home / "shop"), "--no-semantic", "--index", str(home / "index")])
        for name in ("logs", "engine.lock", "engine.json", "engine.key"):
            path = home / "index" / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        FOLDER.mkdir(exist_ok=True)
        with tarfile.open(archive_of(SCHEMA_VERSION), "w:gz") as archive:
            archive.add(home / "index", "index")
    return status


if __name__ == "__main__":
    sys.exit(write())
