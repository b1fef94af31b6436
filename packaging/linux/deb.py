"""The package for Debian and its kin, from the built folder: ``python packaging/linux/deb.py``.

The program lies in /usr/lib/dowse; what a person makes with it lies in folders of their own, untouched.
"""

import argparse
import gzip
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from app.installation.qt_libraries import ALWAYS, ON_SCREEN  # noqa: E402 - of this repository, which is no package here
from app.installation.version import VERSION  # noqa: E402

PACKAGE = REPOSITORY / "build" / "package"
ICONS = REPOSITORY / "build" / "icons" / "hicolor"
LINUX = REPOSITORY / "packaging" / "linux"
DESKTOP = REPOSITORY / "resources" / "desktop" / "dowse.desktop"

COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/dowse",
    "zsh": "usr/share/zsh/vendor-completions/_dowse",
    "fish": "usr/share/fish/vendor_completions.d/dowse.fish",
}

BASE = ("libstdc++6", "libgcc-s1", "zlib1g")
"""What the interpreter and the libraries were built on, beside the C library."""

CONTROL = """\
Package: dowse
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: fonts-noto-core
Suggests: git
Section: utils
Priority: optional
Description: search your own code and documents by word and by meaning
 Dowse indexes the folders that you choose on your own machine, answers a
 question with ranked files and the passages that support them, and shows
 what an answer depends on. Window, command line, and a server for coding
 agents. The language model is inside; nothing leaves the machine.
"""


def lay_out(root: Path, program: Path) -> None:
    """Lay out what the package installs, below ``root``."""
    shutil.copytree(program, root / "usr" / "lib" / "dowse", symlinks=True, copy_function=_link_or_copy)
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / "dowse").symlink_to("../lib/dowse/dowse")
    share = root / "usr" / "share"
    shutil.copytree(ICONS, share / "icons" / "hicolor")
    _put(share / "applications" / "dowse.desktop", DESKTOP.read_bytes())
    _put(share / "metainfo" / "dowse.metainfo.xml", (LINUX / "dowse.metainfo.xml").read_bytes())
    _put(share / "man" / "man1" / "dowse.1.gz", _zipped(REPOSITORY / "docs" / "man" / "dowse.1"))
    _put(share / "doc" / "dowse" / "copyright", copyright_file())
    _put(share / "doc" / "dowse" / "changelog.gz", _zipped(REPOSITORY / "CHANGELOG.md"))
    for shell, path in COMPLETIONS.items():
        process = subprocess.run([program / "dowse", "completion", shell], capture_output=True, check=True)
        _put(root / path, process.stdout)


def copyright_file() -> bytes:
    """Return the licence of Dowse, and where those of its parts are."""
    parts = "Of the parts: licences.md, THIRD_PARTY_LICENSES and sbom.json in /usr/lib/dowse/_internal.\n"
    return (parts + "\n" + (REPOSITORY / "LICENSE").read_text("utf-8")).encode()


def depends() -> str:
    """Return the packages that the window needs and the program does not bring."""
    return ", ".join((c_library(), *BASE, *sorted({*ALWAYS.values(), *ON_SCREEN.values()})))


def c_library() -> str:
    """Return the C library that the program needs: that of the system the build runs on, or a newer one."""
    version = platform.libc_ver()[1]
    return f"libc6 (>= {version})"


def architecture() -> str:
    """Return this system's architecture as Debian calls it, such as ``amd64`` or ``arm64``."""
    done = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def maintainer() -> str:
    """Return who answers for the package: whoever builds it, by the variables that Debian's own tools read."""
    name = os.environ.get("DEBFULLNAME", "Dowse contributors")
    return f"{name} <{os.environ.get('DEBEMAIL', 'dowse@localhost')}>"


def control(root: Path) -> str:
    """Return the control file of what lies below ``root``."""
    kilobytes = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
    return CONTROL.format(
        version=VERSION,
        architecture=architecture(),
        maintainer=maintainer(),
        kilobytes=kilobytes,
        depends=depends(),
    )


def make_deb(program: Path, target: Path) -> Path:
    """Write the package into the folder ``target`` and return its path."""
    root = target / "deb"
    shutil.rmtree(root, ignore_errors=True)
    lay_out(root, program)
    _put(root / "DEBIAN" / "control", control(root).encode())
    _unwritable_to_others(root)
    file = target / f"dowse_{VERSION}_{architecture()}.deb"
    draft = file.with_suffix(".draft")  # compressing takes minutes; a file of the final name is always whole
    try:
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z19", "--build", str(root), str(draft)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
        shutil.rmtree(root)
    return file


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _zipped(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


def _link_or_copy(source: str, target: str) -> None:
    """Spare the disk a second copy of the program where source and target lie on one file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _unwritable_to_others(root: Path) -> None:
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def main() -> int:
    """Make the package; print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, default=PACKAGE / "dowse", help="the built folder")
    parser.add_argument("--target", type=Path, default=PACKAGE)
    options = parser.parse_args()
    try:
        file = make_deb(options.program, options.target)
    except subprocess.CalledProcessError as error:  # dpkg-deb has printed the reason, such as a full disk
        print(f"error: {Path(error.cmd[0]).name} failed; no package was written", file=sys.stderr)
        return 1
    print(f"{file}: {file.stat().st_size / 1e6:,.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
