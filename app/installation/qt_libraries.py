"""Finds system libraries that Qt needs and the wheel does not bring, before Qt ends the process over them.

``python -m app.installation.qt_libraries [--offscreen]`` checks and, as root on Debian and its kin, installs.
"""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from search.errors import KnownError, MissingExtraError

ALWAYS = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libX11.so.6": "libx11-6",
}
"""Debian package of each library that even the offscreen platform needs."""

ON_SCREEN = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""Debian package of each library that a window on X11 or Wayland needs."""

APT = ("apt-get", "install", "-y", "--no-install-recommends")


def require_qt_libraries(*, offscreen: bool) -> None:
    """Check that Qt can start; install missing libraries if this is root and apt-get exists.

    Raises:
        MissingExtraError: naming the libraries and the command that installs them.
    """
    if not sys.platform.startswith("linux"):
        return
    plugin = _plugin(offscreen=offscreen)
    if plugin is None or _loads(plugin):
        return
    missing = missing_libraries(plugin)
    if _install(packages_of(missing)) and not missing_libraries(plugin):
        return
    raise missing_error(missing_libraries(plugin))


def missing_here(*, offscreen: bool) -> tuple[str, ...]:
    """Return the names of libraries that Qt needs here and the system lacks; install nothing."""
    plugin = _plugin(offscreen=offscreen) if sys.platform.startswith("linux") else None
    return () if plugin is None else missing_libraries(plugin)


def missing_libraries(binary: Path) -> tuple[str, ...]:
    """Return the names of libraries that a shared object needs and the system lacks, sorted."""
    try:
        process = subprocess.run(["ldd", str(binary)], capture_output=True, text=True, check=False)
    except OSError:
        return ()
    return names_not_found(process.stdout)


def names_not_found(output: str) -> tuple[str, ...]:
    """Return the library names that the output of ``ldd`` calls missing, sorted."""
    return tuple(sorted({line.split()[0] for line in output.splitlines() if line.rstrip().endswith("not found")}))


def packages_of(libraries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the Debian packages that bring these libraries, sorted; libraries that are not known give none."""
    known = {**ALWAYS, **ON_SCREEN}
    return tuple(sorted({known[name] for name in libraries if name in known}))


def missing_error(libraries: tuple[str, ...]) -> MissingExtraError:
    """Return the error that tells a person what to install."""
    packages = packages_of(libraries)
    command = " ".join(("sudo", *APT, *packages))
    names = ", ".join(libraries) or "a library"
    if packages:
        return MissingExtraError("desktop.install_packages", names=names, command=command)
    return MissingExtraError("desktop.libraries_missing", names=names)


def _plugin(*, offscreen: bool) -> Path | None:
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return None
    name = "libqoffscreen.so" if offscreen else "libqxcb.so"
    if not offscreen and "WAYLAND_DISPLAY" in os.environ and "DISPLAY" not in os.environ:
        name = "libqwayland.so"
    plugin = Path(spec.submodule_search_locations[0], "Qt", "plugins", "platforms", name)
    return plugin if plugin.exists() else None


def _loads(plugin: Path) -> bool:
    """Return whether the plugin can be loaded; that loads Qt itself, which is needed next anyway."""
    try:
        ctypes.CDLL(str(plugin))
    except OSError:
        return False
    return True


def _install(packages: tuple[str, ...]) -> bool:
    if sys.platform == "win32" or not packages or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    sys.stderr.write(f"Installing {' '.join(packages)} with apt-get\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update"], env=environment, capture_output=True, check=False)
    done = subprocess.run([*APT, *packages], env=environment, capture_output=True, check=False)
    return done.returncode == 0


def main(arguments: list[str]) -> int:
    """Check, install where possible, and report in one line."""
    try:
        require_qt_libraries(offscreen="--offscreen" in arguments)
    except KnownError as error:
        sys.stderr.write(f"error: {error.one_line()}\n")
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
