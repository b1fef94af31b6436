"""The installed program as one folder, build/package/dowse: ``python packaging/freeze/build.py``.

Everything an installer carries is inside: interpreter, packages, model, fonts, icons, grammars, licences.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / "build"
PACKAGE = BUILD / "package"
FOLDER = PACKAGE / "dowse"
SPEC = REPOSITORY / "packaging" / "freeze" / "dowse.spec"


def run(*command: str | Path) -> None:
    """Run a step from the repository; end here when it fails, with its exit status."""
    status = subprocess.run([*map(str, command)], cwd=REPOSITORY, check=False).returncode
    if status != 0:
        print(f"error: {Path(str(command[0])).name} ended with status {status}", file=sys.stderr)
        sys.exit(status)


def leave_bytecode(folder: Path) -> None:
    """Replace sources of Python by the bytecode that pip wrote; what was not compiled stays as it is.

    A start then reads one file for each module and compares no times, which an installer changes. It also leaves
    out a twentieth of the program. Tracebacks name files and lines without their text.
    """
    for code in folder.rglob(f"__pycache__/*.{sys.implementation.cache_tag}.pyc"):
        name = code.name.partition(".")[0]
        source = code.parent.parent / f"{name}.py"
        if source.is_file():
            source.unlink()
            code.rename(source.with_suffix(".pyc"))


def place_shipped_files(folder: Path) -> None:
    """Put the converted model and the commit where the spec looks for what a checkout does not hold."""
    sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "packaging" / "wheel")]
    from backend import place_model

    from app.installation.version import commit

    shutil.rmtree(folder, ignore_errors=True)
    place_model(folder / "resources" / "models")
    (folder / "resources" / "commit.txt").write_text(commit() + "\n", "utf-8")


def strip_debug_symbols(folder: Path) -> None:
    """Take out of libraries what only debuggers and linkers read: 41 of 45 MB of one that was published with it.

    Libraries in numpy.libs were patched after they were linked; no system would load them after `strip`.
    """
    for library in folder.rglob("*.so*") if sys.platform == "linux" else ():
        if library.is_file() and not library.is_symlink() and library.parent.name != "numpy.libs":
            run("strip", "--strip-unneeded", library)


def shorten_unicode_data(folder: Path) -> None:
    """Replace the data of ICU, of which the window reads little; see unicode_data.py."""
    sys.path.insert(0, str(Path(__file__).parent))
    from unicode_data import shorten

    for library in folder.glob("PySide6/Qt/lib/libicudata.so.*"):
        shorten(library)


def size_mb(folder: Path) -> float:
    """Return the size of a folder in millions of bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def main() -> int:
    """Build; print the size and how long it took."""
    began = time.monotonic()
    place_shipped_files(BUILD / "shipped")
    run(sys.executable, "-P", "packaging/icons.py", BUILD / "icons")
    run(sys.executable, "-P", "packaging/sbom.py", BUILD / "sbom.json")
    run(sys.executable, "-P", "packaging/licences.py", "--no-page", "--texts", BUILD / "THIRD_PARTY_LICENSES")
    paths = ("--distpath", PACKAGE, "--workpath", BUILD / "freeze")
    run(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *paths, SPEC)
    shorten_unicode_data(FOLDER / "_internal")
    strip_debug_symbols(FOLDER / "_internal")
    leave_bytecode(FOLDER / "_internal")
    print(f"{FOLDER}: {size_mb(FOLDER):,.0f} MB, built in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
