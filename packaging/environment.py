"""Makes ``.venv`` with the pinned packages; needs nothing but Python 3.11 and pip. A second call is instant.

``python3 packaging/environment.py run|test|dev`` installs what that use needs, once for each state of
``pyproject.toml`` and ``packaging/constraints.txt``. ``DOWSE_VENV`` names another folder than ``.venv``:
installers are built in one that holds only what they carry and what builds them.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("DOWSE_VENV", REPOSITORY / ".venv")).resolve()
CONSTRAINTS = REPOSITORY / "packaging" / "constraints.txt"
OLDEST_PYTHON = (3, 11)
TARGETS = {
    "run": ".[models]",
    "test": ".[test]",
    "dev": ".[dev]",
    "tools": ".[tools]",
    "bench": ".[bench]",
    "package": ".[package]",
}
"""What pip installs for each use; of the others, a later one holds the earlier ones."""

APART = {"package"}
"""Uses whose environment is theirs alone."""

WITHOUT_TORCH = {"package"}
"""Uses that run the converted model only."""

TORCH = "torch==2.13.0"
"""Installed first and alone: what depends on it would otherwise choose a build with gigabytes of GPU libraries."""


CPU_BUILDS = "https://download.pytorch.org/whl/cpu"
"""Where the makers of PyTorch keep builds for processors; the usual index has none of them for Linux."""


class SetupError(Exception):
    """The environment cannot be made; the message says what to do."""


def venv_python() -> Path:
    """Return the interpreter inside the environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def works(*command: str | Path) -> bool:
    """Return whether the command runs and exits with 0; its output is dropped."""
    try:
        return subprocess.run([*map(str, command)], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def must(*command: str | Path, or_else: str) -> None:
    """Run a command with its output shown.

    Raises:
        SetupError: with ``or_else``, when it fails.
    """
    if subprocess.run([*map(str, command)], check=False, cwd=REPOSITORY).returncode != 0:
        raise SetupError(or_else)


def state() -> str:
    """Return a digest of everything that decides what is installed."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (REPOSITORY / "pyproject.toml", CONSTRAINTS):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def may_install_system_packages() -> bool:
    """Return whether this is root on a system with apt-get."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*names: str) -> bool:
    """Install Debian packages; return whether that worked."""
    print(f"Installing {' '.join(names)} with apt-get", flush=True)
    works("apt-get", "update")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def with_venv() -> bool:
    """Try the interpreter's own venv module."""
    return works(sys.executable, "-m", "venv", "--clear", VENV) and works(venv_python(), "-m", "pip", "--version")


def with_virtualenv() -> bool:
    """Try virtualenv, put into a temporary folder by pip, so that the system stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        if not works(sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, "virtualenv"):
            return False
        environment = {**os.environ, "PYTHONPATH": folder}
        command = [sys.executable, "-m", "virtualenv", "--clear", str(VENV)]
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def is_usable() -> bool:
    """Return whether ``.venv`` has pip and the Python that runs this file."""
    version = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    return works(venv_python(), "-c", version) and works(venv_python(), "-m", "pip", "--version")


def make_venv() -> None:
    """Create ``.venv`` where it is missing, broken or of another Python.

    Raises:
        SetupError: naming the package that has to be installed by hand.
    """
    if is_usable():
        return
    print(f"Making {VENV}", flush=True)
    if with_venv():
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if may_install_system_packages() and apt_install(package) and with_venv():
        return
    if with_virtualenv():
        return
    raise SetupError(f"Python's venv module is incomplete here. Run: sudo apt-get install {package}")


def torch_options(system: str) -> tuple[str, ...]:
    """Return what pip needs besides to find a build for processors on a system, by its name in `sys.platform`.

    Without its dependencies: those come with the rest, from the usual index. Where that place cannot be reached,
    pip goes on with the indexes and folders that it is set up for.
    """
    return ("--no-deps", "--retries", "1", "--extra-index-url", CPU_BUILDS) if system == "linux" else ()


def install(requirement: str, *options: str) -> None:
    """Install one requirement under the constraints.

    Raises:
        SetupError: when pip fails; its own output stands above.
    """
    command = (venv_python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", CONSTRAINTS)
    editable = ("-e",) if requirement.startswith(".") else ()
    must(
        *command,
        *options,
        *editable,
        requirement,
        or_else=f"pip could not install {requirement}; its reason stands above.",
    )


def is_current(use: str) -> bool:
    """Return whether a stamp says that what ``use`` needs is installed as the files here ask for it."""
    uses = list(TARGETS)
    holding = [use] if use in APART else [done for done in uses[uses.index(use) :] if done not in APART]
    stamps = [VENV / f".dowse-{done}" for done in holding]
    wanted = state()
    return venv_python().exists() and any(stamp.is_file() and stamp.read_text() == wanted for stamp in stamps)


def install_for(use: str) -> None:
    """Bring the environment to what ``use`` needs.

    Raises:
        SetupError: pip fails, or a library that the tests of the window need cannot be installed.
    """
    print(f"Installing the pinned packages for '{use}' (once; several minutes on a first run)", flush=True)
    if use not in WITHOUT_TORCH:
        install(TORCH, *torch_options(sys.platform))
    install(TARGETS[use])
    if use == "test":
        must(
            venv_python(),
            "-P",
            "-m",
            "app.installation.qt_libraries",
            "--offscreen",
            or_else="The window's tests need them.",
        )
    (VENV / f".dowse-{use}").write_text(state())


def refuse_old_python() -> None:
    """Check the version of this interpreter.

    Raises:
        SetupError: when it is too old.
    """
    if sys.version_info < OLDEST_PYTHON:
        version = sys.version.split()[0]
        raise SetupError(f"Python {version} is too old; Dowse needs 3.11. Run: make PYTHON=python3.11")


def main(arguments: list[str]) -> int:
    """Set up for the use named by the only argument; return the exit status."""
    use = arguments[0] if len(arguments) == 1 else ""
    if use not in TARGETS:
        print(f"usage: environment.py {'|'.join(TARGETS)}", file=sys.stderr)
        return 2
    try:
        refuse_old_python()
        if not is_current(use):
            make_venv()
            install_for(use)
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
