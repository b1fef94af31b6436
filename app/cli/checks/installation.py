"""The part of ``dowse doctor`` that needs no index: program, libraries, settings, model, window."""

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement

from app.cli.checks.result import Finding
from app.core.reader_slot import require_no_crashes
from app.installation.crash_report import reports
from app.installation.display import draws_offscreen, has_display, require_answering_display
from app.installation.locations import PROGRAM, settings_file
from app.installation.qt_libraries import missing_here, packages_of
from app.installation.version import VERSION, commit
from search.config.settings import Settings, load_settings
from search.embedding.cache import cache_folder
from search.embedding.models import PACKAGE, bundled_model
from search.embedding.preparation import is_prepared, obstacle_to_preparing
from search.embedding.question_encoder import question_weights
from search.embedding.reader_weights import reader_files
from search.embedding.settings import PACKAGED_MODEL
from search.errors import KnownError
from search.types.query import Rerank

NAMED_LIBRARIES = ("lancedb", "openvino", "PySide6-Essentials", "mcp")
"""Packages whose versions belong in a bug report."""

REINSTALL = "reinstall Dowse; in a checkout: make run"


def installation(config: Path | None) -> tuple[Finding, ...]:
    """Return the findings, in the order in which the checks build on each other."""
    settings, results = _settings(config)
    return (
        _program(),
        _libraries(requires_of_program()),
        results,
        _model(settings),
        _questions(),
        _reader(settings),
    )


def window() -> Finding:
    """Return whether the window can be opened."""
    if not has_display():
        return Finding("window", True, "no display here; the command line needs none")
    missing = missing_here(offscreen=draws_offscreen())
    if missing:
        return Finding("window", False, f"install {', '.join(packages_of(missing) or missing)}")
    try:
        require_answering_display()
    except KnownError as error:
        return Finding("window", False, error.one_line())
    return Finding("window", True, "all libraries that it needs are there")


def requires_of_program() -> Sequence[str]:
    """Return the requirements of the program; none where its libraries are inside it."""
    try:
        return requires(PROGRAM) or ()
    except PackageNotFoundError:
        return ()


def crashes() -> Finding:
    """Return whether there are reports of errors of the program, which a person can read and send."""
    files = reports()
    text = f"{len(files)} reported; you can read and send {files[0]}" if files else "none were reported"
    return Finding("crashes", True, text)


def _program() -> Finding:
    built_from = f" ({commit()})" if commit() else ""
    return Finding(
        "program", True, f"Dowse {VERSION}{built_from} on Python {sys.version.split()[0]}, {sys.platform}"
    )


def _libraries(required: Sequence[str]) -> Finding:
    wanted = [
        requirement
        for requirement in map(Requirement, required)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
    ]
    faults = [fault for requirement in wanted if (fault := _fault(requirement))]
    if faults:
        return Finding("libraries", False, f"{'; '.join(faults)}; {REINSTALL}")
    named = [
        f"{name} {version(name)}"
        for name in NAMED_LIBRARIES
        if any(name == requirement.name for requirement in wanted)
    ]
    return Finding(
        "libraries", True, f"all {len(wanted)} are there: {', '.join(named)} ..." if named else "inside"
    )


def _fault(wanted: Requirement) -> str:
    try:
        there = version(wanted.name)
    except PackageNotFoundError:
        return f"{wanted.name} is missing"
    fits = wanted.specifier.contains(there, prereleases=True)
    return "" if fits else f"{wanted.name} is {there}, wanted is {wanted.specifier}"


def _settings(config: Path | None) -> tuple[Settings, Finding]:
    file = config or settings_file()
    try:
        settings = load_settings(file)
    except KnownError as error:
        return Settings(), Finding("settings", False, error.one_line())
    text = f"from {file}" if file.is_file() else f"as Dowse comes; yours would stand in {file}"
    return settings, Finding("settings", True, text)


def _model(settings: Settings) -> Finding:
    chosen = settings.embeddings.model
    if not settings.embeddings.semantic:
        return Finding("model", True, "switched off: embeddings.semantic is false in the settings")
    if chosen == PACKAGED_MODEL:
        return _packaged_model()
    if not Path(chosen).expanduser().is_dir():
        return Finding("model", False, f"{chosen} is no folder; correct embeddings.model")
    return _unless_obstructed(chosen, chosen)


def _packaged_model() -> Finding:
    if bundled_model() is not None:
        return Finding("model", True, f"{PACKAGED_MODEL}, part of the installation")
    if find_spec(PACKAGE) is None:
        return Finding("model", False, f"the packaged model is missing; {REINSTALL}")
    later = "prepared at its first use, 10 s to a few minutes"
    state = "prepared for this processor" if is_prepared(PACKAGED_MODEL) else later
    return _unless_obstructed(PACKAGED_MODEL, f"{PACKAGED_MODEL}, {state}")


def _unless_obstructed(model: str, text: str) -> Finding:
    obstacle = obstacle_to_preparing(model)
    return Finding("model", not obstacle.code, f"{obstacle}. {obstacle.remedy()}" if obstacle.code else text)


def _questions() -> Finding:
    """Return whether the weights of the encoder of questions are whole, by their hashes."""
    try:
        weights = question_weights(None)
    except KnownError as error:
        return Finding("questions", False, error.one_line())
    if weights is None:
        return Finding("questions", True, "this program carries no weights; questions are encoded as passages are")
    return Finding("questions", True, "encoded with weights of their own, whole by their hash")


def _reader(settings: Settings) -> Finding:
    """Return whether the weights of the reader are whole, by their hashes, and whether it can be loaded here."""
    try:
        files = reader_files(None)
        if files is not None:
            require_no_crashes(files, cache_folder(None))
    except KnownError as error:
        return Finding("reader", False, error.one_line())
    if files is None:
        return Finding("reader", True, "this program carries no weights; answers are not read")
    info = files.info
    weights = f"{info.layers} layers, whole by its hash, reads the first {info.files} files"
    switch = "; switched off: search.rerank is none" if settings.search.rerank is Rerank.NONE else ""
    return Finding("reader", True, weights + switch)
