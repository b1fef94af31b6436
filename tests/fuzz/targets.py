"""What is fuzzed: each target takes any bytes, and raises nothing but the errors that its callers expect."""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from app.engine.channel import proves_key, receive
from app.engine.dispatcher import call_of
from app.engine.wire import reply_from, request_from
from indexer.chunking.chunks import chunks_of
from indexer.discovery.flags import text_flags
from indexer.discovery.ignore_files import list_of_lines
from indexer.discovery.root_settings import parse_settings
from indexer.facts.extract import decode, encode, extract
from indexer.parsing.parse import parse
from indexer.types import FileScope, Skip
from resources.languages import languages
from search.analysis.terms import query_terms
from search.errors import KnownError
from search.query.edit import with_filter, without_filter
from search.query.intent import exact_name
from search.query.parse import parse as parse_query
from search.storage.glob import matches
from tests.fuzz import seeds
from tests.unit.indexer.parsing.documents import archive

LANGUAGE_TESTS = Path(__file__).parents[1] / "unit" / "indexer" / "languages"
PROGRAMS = Path(__file__).parents[1] / "golden" / "graph"

Bytes = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that is fuzzed, and inputs to start from."""

    name: str
    run: Bytes
    seeds: tuple[bytes, ...]


def targets() -> dict[str, Target]:
    """Return every target by its name."""
    return {target.name: target for target in _all()}


def _all() -> Iterator[Target]:
    programs = _programs()
    for language, sources in seeds.SOURCES.items():
        several = (*map(str.encode, sources), *programs.get(language, ()))
        yield Target(language, _file_of(seeds.NAMES[language]), several)
    for language, samples in _samples().items():
        yield Target(language, _file_of(samples[0].name), tuple(each.read_bytes() for each in samples))
    for name, sources in seeds.PROJECTS.items():
        yield Target(name, _file_of(name), tuple(map(str.encode, sources)))
    for name, document in seeds.DOCUMENTS.items():
        yield Target(name, _file_of(f"a.{name}"), (document(),))
    for name, part in seeds.PARTS.items():
        yield Target(f"{name}-part", _part_of(name, part), (seeds.part_of(name, part),))
    yield Target("query", _query, seeds.QUERIES)
    yield Target("path-pattern", _path_pattern, seeds.PATTERNS)
    yield Target("ignore-rules", _ignore_rules, seeds.RULES)
    yield Target("root-settings", _root_settings, seeds.SETTINGS)
    yield Target("messages", _messages, seeds.messages())
    yield Target("handshake", _handshake, seeds.HANDSHAKES)
    yield Target("facts-cache", _facts_cache, (encode(extract(seeds.parsed_source())),))


def _samples() -> dict[str, list[Path]]:
    """Return language -> the files in the folder ``samples`` beside its tests."""
    return {each.parent.name: sorted(each.iterdir()) for each in LANGUAGE_TESTS.glob("*/samples")}


def _programs() -> dict[str, list[bytes]]:
    """Return language -> the files of the programs whose graph is golden; they depend on each other."""
    ending = {extension: name for name, each in languages().items() for extension in each.extensions}
    read: dict[str, list[bytes]] = {}
    for path in sorted(each for each in PROGRAMS.rglob("*.*") if each.is_file()):
        read.setdefault(ending.get(path.suffix[1:].lower(), ""), []).append(path.read_bytes())
    return read


def _file_of(name: str) -> Bytes:
    """Return what reads bytes as a file of this name, down to its chunks."""

    def run(data: bytes) -> None:
        with suppress(KnownError):
            _index(name, data)

    return run


def _index(name: str, data: bytes) -> None:
    parsed = parse(name, data)
    if isinstance(parsed, Skip):
        return
    facts = extract(parsed)
    lines = parsed.text.count("\n") + 1
    assert all(1 <= definition.start_line <= definition.end_line <= lines for definition in facts.definitions)
    assert all(
        -1 <= definition.owner < len(facts.definitions)
        for definition in (*facts.calls, *facts.types, *facts.variables)
    )
    assert decode(encode(facts)) == facts
    text_flags(parsed.text, parsed.language)
    for chunk in chunks_of(parsed, facts.definitions, _scope(name, parsed.language)):
        assert 0 <= chunk.start_line <= chunk.end_line <= lines


def _scope(path: str, language: str) -> FileScope:
    lists = dict.fromkeys(("groups", "tags", "flags"), ())
    texts = {field.name: "" for field in fields(FileScope) if field.name not in lists}
    known = {"repository": "r", "branch": "-", "path_hash": "h", "path": path, "language": language, "tenant": "t"}
    return FileScope(**{**texts, **known, **lists})


def _part_of(kind: str, part: str) -> Bytes:
    """Return what reads a document of which one part is these bytes."""
    read = _file_of(f"a.{kind}")
    others = seeds.parts(kind)

    def run(data: bytes) -> None:
        read(archive({**others, part: data}))

    return run


def _query(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    result = parse_query(text)
    exact_name(result)
    with suppress(KnownError):
        result.require_searchable()
    query_terms(text)
    parse_query(without_filter(with_filter(text, "path", text[:20]), "path"))


def _path_pattern(data: bytes) -> None:
    pattern, _, path = data.decode("utf-8", "replace").partition("\n")
    matches(pattern, path)


def _ignore_rules(data: bytes) -> None:
    *lines, path = data.decode("utf-8", "replace").split("\n")
    rules = list_of_lines(lines, ".gitignore", ignore_case=bool(len(data) % 2))
    if rules is not None:
        rules.decide(path, path.rpartition("/")[2], is_folder=bool(len(path) % 2))


def _root_settings(data: bytes) -> None:
    settings = parse_settings(data.decode("utf-8", "surrogateescape"))
    for rule in settings.rules:
        rule.matches("src/api/orders.py")


def _messages(data: bytes) -> None:
    for read in (lambda: call_of(request_from(data)), lambda: reply_from(data)):
        with suppress(KnownError):
            read()


def _handshake(data: bytes) -> None:
    """Say these bytes to an engine that asks for the key, and hang up."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    with suppress(BlockingIOError):
        theirs.sendall(data)
    theirs.shutdown(socket.SHUT_WR)
    connection = Connection(ours.detach())
    try:
        assert not proves_key(connection, b"k" * 32)
        receive(connection)
    except (OSError, EOFError):
        pass
    finally:
        connection.close()
        theirs.close()


def _facts_cache(data: bytes) -> None:
    with suppress(msgspec.DecodeError, KnownError):
        decode(data)
