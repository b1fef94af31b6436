"""What a person can set, in one TOML file; every mistake in it is reported at once with its line."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from resources.locate import resource
from search.errors import BadInputError
from search.messages import Message, joined
from search.types.profiles import RELEVANCE_PROFILES, WEIGHT_PROFILES, RelevanceProfile
from search.types.query import DEFAULT_WEIGHT, Mode, Rerank

_CALIBRATED = RELEVANCE_PROFILES["calibrated"]


_AT_END = "at end of document"
"""What the parser says in place of a line."""

_BEGINS = re.compile(r"""\s*(?:[\w."'-]+\s*=|\[+[\w."' -]*$)""")
"""A line with the beginning of a setting, or of a section that is not closed."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


RuleOff = Annotated[str, Field(pattern=r"^([^:]+:)?(gitignore|dependencies|generated|picture|secret)$")]


class Docs(_Section):
    """Which files are read, and when.

    Attributes:
        ignore: what to leave out of every root, in the syntax of ``.gitignore``.
        follow_links: follow links to files and folders; loops never are.
        max_file_size_mb: larger files are listed as skipped, in 1,000,000 bytes.
        rules_off: groups of rules that do not hold: ``GROUP`` for every root, ``LABEL:GROUP`` for one. Groups are
            gitignore, dependencies, generated, picture and secret.
        watch_for_changes: follow changes while an engine runs.
        index_on_startup: compare every root with the disk when an engine starts.
    """

    ignore: tuple[str, ...] = ()
    follow_links: bool = False
    max_file_size_mb: float = Field(default=10.0, gt=0, le=1000)
    rules_off: tuple[RuleOff, ...] = ()
    watch_for_changes: bool = True
    index_on_startup: bool = True


def _weight(value: object) -> object:
    """Return the weight of a profile by its name; every other value as it is.

    Raises:
        ValueError: a text that names no profile; the message lists them.
    """
    if not isinstance(value, str):
        return value
    if value not in WEIGHT_PROFILES:
        raise ValueError(f"a number from 0 to 1, or one of {', '.join(WEIGHT_PROFILES)}")
    return WEIGHT_PROFILES[value].weight


class Search(_Section):
    """What holds where a command names nothing else.

    Attributes:
        mode: whether words, meaning or both find files.
        hybrid_weight: 0.0 is words only, 1.0 meaning only; or the name of a weight profile, such as ``balanced``.
        min_score: files below it are left out, 0..1.
        relevance_profile: ``calibrated``: documents need the least relevance that the next three settings name;
            ``seed``: 0.5, and 0.7 for sources and external documents.
        min_relevance_search: cosine of documents and sections; calibrated for the packaged model, as the next two.
        min_relevance_sources: of sources for a language model.
        min_relevance_external: of documents of external folders.
        rerank: stage after the ranking: ``reader`` reads the first files together with the question.
        rerank_model: folder of a cross-encoder or an embedding model; empty: none.
    """

    mode: Mode = Mode.HYBRID
    hybrid_weight: Annotated[float, BeforeValidator(_weight)] = Field(default=DEFAULT_WEIGHT, ge=0, le=1)
    min_score: float = Field(default=0.0, ge=0, le=1)
    relevance_profile: Literal["calibrated", "seed"] = "calibrated"
    min_relevance_search: float = Field(default=_CALIBRATED.search, ge=0, le=1)
    min_relevance_sources: float = Field(default=_CALIBRATED.rag, ge=0, le=1)
    min_relevance_external: float = Field(default=_CALIBRATED.external, ge=0, le=1)
    rerank: Rerank = Rerank.READER
    rerank_model: str = ""

    @property
    def relevance(self) -> RelevanceProfile:
        """The least relevance of each operation of the document search."""
        if self.relevance_profile == "seed":
            return RELEVANCE_PROFILES["seed"]
        return RelevanceProfile(self.min_relevance_search, self.min_relevance_sources, self.min_relevance_external)


class Agent(_Section):
    """The retrieval agent of LangGraph.

    Attributes:
        top_k: contexts that it returns.
        timeout_seconds: for all attempts together.
        max_retries: attempts in all.
        use_reranking: rerank with the model of ``search.rerank_model``, or the packaged reader if it is empty.
    """

    top_k: int = Field(default=5, ge=1, le=1000)
    timeout_seconds: float = Field(default=30.0, gt=0)
    max_retries: int = Field(default=3, ge=1, le=100)
    use_reranking: bool = True


class Embeddings(_Section):
    """How texts become vectors.

    Attributes:
        model: ``all-MiniLM-L6-v2``, which is packaged, or a folder with a sentence-transformers model.
        device: ``auto`` takes a GPU where there is one.
        batch_size: texts that the model reads at a time.
        threads: of the processor; 0 leaves the choice to Dowse.
        semantic: ``false`` indexes words and dependencies only.
    """

    model: str = Field(default="all-MiniLM-L6-v2", min_length=1)
    device: Literal["auto", "cpu", "gpu"] = "auto"
    batch_size: int = Field(default=16, ge=1, le=1024)
    threads: int = Field(default=0, ge=0, le=256)
    semantic: bool = True


class Engine(_Section):
    """The background process.

    Attributes:
        grace_seconds: how long it runs without a connection.
        keep_running: stay until stopped.
    """

    grace_seconds: float = Field(default=120.0, ge=0)
    keep_running: bool = False


class Storage(_Section):
    """An index on object storage.

    Attributes:
        options: what the database takes to reach it, such as ``aws_endpoint``, ``aws_region`` and ``allow_http``.
            Keys are better left to the environment or to the machine's role.
    """

    options: dict[str, str] = Field(default_factory=dict)


class Logging(_Section):
    """The log in the index folder; it never holds query texts above ``debug``.

    Attributes:
        level: the least severe entries that are written.
    """

    level: Literal["debug", "info", "warning", "error"] = "info"


class Settings(_Section):
    """All settings; each has a default, so an empty file is a valid one."""

    docs: Docs = Docs()
    search: Search = Search()
    agent: Agent = Agent()
    embeddings: Embeddings = Embeddings()
    engine: Engine = Engine()
    storage: Storage = Storage()
    logging: Logging = Logging()


def load_settings(path: Path | None) -> Settings:
    """Return the settings in a file; those that it does not name, or no file, have their defaults.

    Raises:
        BadInputError: the file cannot be read or holds mistakes; the message lists all of them with their lines.
    """
    if path is None:
        return Settings()
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError("settings.unreadable", path=path, reason=reason) from error
    return parsed_settings(text, str(path))


def parsed_settings(text: str, name: str) -> Settings:
    """Return the settings in a text; ``name`` says in errors where it stands.

    Raises:
        BadInputError: listing every mistake as ``name:line: section.key: reason``.
    """
    try:
        return Settings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        where = f"{name}:{_last_begun(text)}" if _AT_END in str(error) else name
        raise BadInputError("settings.syntax_error", file=where, reason=error) from error
    except ValidationError as error:
        mistakes = [_mistake(detail, text, name) for detail in error.errors()]
        listed, defaults = joined(mistakes, "list.semicolons"), resource("config", "default.toml")
        raise BadInputError("settings.mistakes", mistakes=listed, defaults=defaults) from error


def _last_begun(text: str) -> int:
    """Return the line, from 1, of the last setting or section: what it begins is not closed before the end."""
    return max((number for number, line in enumerate(text.splitlines(), 1) if _BEGINS.match(line)), default=1)


def _mistake(detail: ErrorDetails, text: str, name: str) -> Message:
    keys = [str(part) for part in detail["loc"] if isinstance(part, str)]
    if not keys:
        return Message("settings.bad_file", file=name, reason=detail["msg"])
    line, setting, value = f"{name}:{_line_of(keys, text)}", ".".join(keys), _shown(detail["input"])
    if detail["type"] == "extra_forbidden":
        return Message("settings.unknown_setting", line=line, setting=setting, value=value)
    return Message("settings.bad_value", line=line, setting=setting, reason=detail["msg"], value=value)


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _line_of(keys: list[str], text: str) -> int:
    """Return the line (from 1) at which a key stands; its section's where the key is not found, else 1."""
    section_line, inside = 1, False
    for number, written in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", written)
        if header:
            inside = header[1] == keys[0]
            section_line = number if inside else section_line
        elif re.match(rf"\s*\"?{re.escape(keys[-1])}\"?\s*=", written) and (inside or len(keys) == 1):
            return number
    return section_line
