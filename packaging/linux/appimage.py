"""One file that runs without being installed, from the built folder: ``python packaging/linux/appimage.py``.

An AppImage is a small loader followed by a file system in one file. No package registry brings the loader:
``--runtime FILE`` names it, see docs/guide/install.md; without it the folder that the image would hold is
laid out.
"""

import argparse
import platform
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "build" / "package"
ICONS = REPOSITORY / "build" / "icons" / "hicolor"
LINUX = REPOSITORY / "packaging" / "linux"
DESKTOP = REPOSITORY / "resources" / "desktop" / "dowse.desktop"

RUN = """\
#!/bin/sh
# The program beside this file, whatever it was called by.
exec "$(dirname "$(readlink -f "$0")")/usr/lib/dowse/dowse" "$@"
"""


def lay_out(program: Path, folder: Path) -> None:
    """Write what the image holds: the program, what starts it, and what a desktop shows of it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(program, folder / "usr" / "lib" / "dowse", symlinks=True)
    share = folder / "usr" / "share"
    shutil.copytree(ICONS, share / "icons" / "hicolor")
    for file, kind in ((DESKTOP, "applications"), (LINUX / "dowse.metainfo.xml", "metainfo")):
        (share / kind).mkdir()
        shutil.copy2(file, share / kind)
    shutil.copy2(DESKTOP, folder)
    shutil.copy2(ICONS / "256x256" / "apps" / "dowse.png", folder)
    (folder / ".DirIcon").symlink_to("dowse.png")
    (folder / "AppRun").write_text(RUN, "utf-8")
    (folder / "AppRun").chmod(0o755)


def join(folder: Path, runtime: Path, image: Path) -> None:
    """Write the image: the loader and right behind it the file system."""
    squashed = image.with_suffix(".squashfs")
    squashed.unlink(missing_ok=True)
    compression = ("-comp", "zstd", "-Xcompression-level", "19", "-b", "512K")
    options = ("-root-owned", "-noappend", *compression, "-quiet", "-no-progress")
    subprocess.run(["mksquashfs", str(folder), str(squashed), *options], check=True)
    with image.open("wb") as whole:
        for part in (runtime, squashed):
            with part.open("rb") as file:
                shutil.copyfileobj(file, whole, 1 << 20)
    image.chmod(0o755)
    squashed.unlink()


def main() -> int:
    """Lay out, join where there is a loader, and print the sizes."""
    sys.path.insert(0, str(REPOSITORY))
    from app.installation.version import VERSION

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, default=PACKAGE / "dowse", help="the built folder")
    parser.add_argument("--target", type=Path, default=PACKAGE)
    parser.add_argument("--runtime", type=Path, help="the loader of AppImages of type 2")
    options = parser.parse_args()
    folder = options.target / "Dowse.AppDir"
    lay_out(options.program, folder)
    if options.runtime is None:
        print(f"{folder} is laid out; name the loader with --runtime to join them to one file")
        return 0
    image = options.target / f"Dowse-{VERSION}-{platform.machine()}.AppImage"
    join(folder, options.runtime, image)
    shutil.rmtree(folder)
    print(f"{image}: {image.stat().st_size / 1e6:,.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
