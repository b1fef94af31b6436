"""The manifest row of a file before it is read: its owner and its labels."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace

from indexer.discovery.flags import is_document, path_flags
from indexer.discovery.languages import extension_of, language_of
from indexer.discovery.root_settings import SETTINGS_FILE, LabelRule, RootSettings
from indexer.types import FoundFile
from search.types.files import FileRecord, FileState, Flag, Level, Root
from search.types.ids import file_id

_CONFIGURATION = frozenset(
    [
        "toml",
        "yaml",
        "ini",
        "msbuild",
        "solution",
        "make",
        "cmake",
        "dockerfile",
        "ignore",
        "gomod",
        "terraform",
        "bicep",
        "starlark",
        "nix",
    ]
)
_DATA = frozenset(["json", "csv", "xml", "zip"])


OWNER_ONLY = "dowse-settings"
"""Tenant and group of settings files: they contain access rules, so limited clients never see them."""


@dataclass(frozen=True, slots=True)
class Labels:
    """How a file is labelled; `kind_of_file` gives ``doc_type`` where no rule does."""

    doc_type: str
    level: str
    product: str
    component: str
    tenant: str
    groups: tuple[str, ...]
    tags: tuple[str, ...]
    external: bool
    encoding: str = ""


def kind_of_file(path: str, language: str) -> str:
    """Return ``document``, ``configuration``, ``data`` or ``code``."""
    if is_document(path, language):
        return "document"
    if language in _CONFIGURATION:
        return "configuration"
    return "data" if language in _DATA or language == "text" else "code"


def labels_of(path: str, language: str, settings: RootSettings) -> Labels:
    """Return the labels of a file. Of several rules that match the last one with a value decides; tags add up.

    A settings file is the owner's alone, whatever it says of itself.
    """
    rules = [rule for rule in reversed(settings.rules) if rule.matches(path)]
    folders = path.split("/")[:-1]
    groups = next((rule.groups for rule in rules if rule.groups is not None), settings.groups)
    labels = Labels(
        doc_type=_first((rule.doc_type for rule in rules), kind_of_file(path, language)),
        level=_first((rule.level for rule in rules), Level.STANDARD.value),
        product=_first((rule.product for rule in rules), settings.product or (folders[0] if folders else "")),
        component=_first((rule.component for rule in rules), folders[1] if len(folders) > 1 else ""),
        tenant=_first((rule.tenant for rule in rules), settings.tenant),
        groups=tuple(sorted(groups)),
        tags=tuple(sorted({*settings.tags, *_tags(rules)})),
        external=settings.external,
        encoding=_first((rule.encoding for rule in rules), ""),
    )
    if path.rpartition("/")[2] == SETTINGS_FILE:
        return replace(labels, tenant=OWNER_ONLY, groups=(OWNER_ONLY,), tags=())
    return labels


def _first(values: Iterable[str], default: str) -> str:
    return next((value for value in values if value), default)


def _tags(rules: Iterable[LabelRule]) -> list[str]:
    return [tag for rule in rules for tag in rule.tags]


def record_of(root: Root, file: FoundFile, settings: RootSettings) -> FileRecord:
    """Return the row of a file that was not read yet: ``waiting``, or ``skipped``, with the rule that decided."""
    language = "" if file.path.endswith("/") else language_of(file.path)
    labels = labels_of(file.path, language, settings)
    flags = set(path_flags(file.path, language))
    if root.external or labels.external:
        flags.add(Flag.EXTERNAL)
    if file.generated or (file.skip and file.skip.reason == Flag.GENERATED.value):
        flags.add(Flag.GENERATED)
    return FileRecord(
        id=file_id(root.repository, root.branch, file.path),
        path_hash=root.id,
        repository=root.repository,
        branch=root.branch,
        path=file.path,
        state=FileState.SKIPPED if file.skip else FileState.WAITING,
        reason=file.skip.reason if file.skip else "",
        rule=file.skip.rule if file.skip else file.generated,
        size_bytes=file.size_bytes,
        mtime_ns=file.mtime_ns,
        encoding=labels.encoding,
        language=language,
        ext=sys.intern(extension_of(file.path)),
        doc_type=labels.doc_type,
        level=labels.level,
        product=sys.intern(labels.product),  # the same for many files that wait
        component=sys.intern(labels.component),
        tenant=labels.tenant,
        groups=labels.groups,
        tags=labels.tags,
        flags=tuple(sorted(flag.value for flag in flags)),
    )
