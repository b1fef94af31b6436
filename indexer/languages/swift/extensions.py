"""Swift: extensions belong to the type that they extend, whichever folder or module defines it."""

from collections.abc import Sequence

from msgspec.structs import replace

from indexer.facts.model import Definition, FileFacts
from indexer.languages.swift.modules import LANGUAGE, SwiftModules
from indexer.linking.module_records import EXTENSION


def with_extended_types(files: Sequence[FileFacts]) -> list[FileFacts]:
    """Return the files with the identifiers of extended types in place of those of their extensions.

    A type that no file of the root defines is one node, named without a folder, whatever extends it.
    """
    own = [each for each in files if each.language == LANGUAGE]
    if not any(extensions_of(each) for each in own):
        return list(files)
    defined = {each.path: _without_extensions(each) for each in own}
    modules = SwiftModules(list(defined.values()))
    known = {definition.local_id: definition for each in defined.values() for definition in each.definitions}
    result: list[FileFacts] = []
    for each in files:
        renamed = _renamed(each, modules, known, defined) if each.language == LANGUAGE else {}
        result.append(_moved(each, renamed, known) if renamed else each)
    return result


def extensions_of(facts: FileFacts) -> frozenset[int]:
    """Return the places in its definitions of the types that a file extends."""
    is_swift = facts.language == LANGUAGE
    return frozenset(each.owner for each in facts.signatures if each.receiver) if is_swift else frozenset()


def _without_extensions(facts: FileFacts) -> FileFacts:
    """Return a file without the types that it extends; with their members, which nobody sees by their names."""
    extensions = extensions_of(facts)
    own = (each for index, each in enumerate(facts.definitions) if index not in extensions)
    return replace(facts, definitions=tuple(own)) if extensions else facts


def _renamed(
    facts: FileFacts, modules: SwiftModules, known: dict[str, Definition], defined: dict[str, FileFacts]
) -> dict[str, str]:
    """Return the identifiers of the extensions of a file, with those of the types that they extend."""
    renamed: dict[str, str] = {}
    for each in facts.signatures:
        local_id = facts.definitions[each.owner].local_id
        if not each.receiver or local_id in renamed:
            continue
        if local_id in known:
            renamed[local_id] = local_id
            continue
        head, _, rest = each.receiver.partition(".")
        target = modules.absolute(facts.path, each.receiver)
        if not target.module and rest:  # ``Shop.Cart`` with the name of the module before it
            target = modules.absolute(facts.path, rest)
            head, _, rest = rest.partition(".")
        tops = defined[target.module].definitions if target.module else ()
        top = next((own.local_id for own in tops if not own.parent and own.name == head), "")
        extended = f"{top}.{rest}" if rest else top
        is_known = extended in known
        if is_known or not top:
            renamed[local_id] = extended if is_known else f"{LANGUAGE}:{each.receiver}"
    return renamed


def _moved(facts: FileFacts, renamed: dict[str, str], known: dict[str, Definition]) -> FileFacts:
    """Return a file whose extensions, with what is in them, have other identifiers."""
    moved: dict[str, str] = {}
    definitions: list[Definition] = []
    for each in facts.definitions:
        local_id = renamed.get(each.local_id, "")
        if not local_id and each.parent in moved:
            local_id = moved[each.parent] + each.local_id[len(each.parent) :]
        if local_id:
            moved[each.local_id] = local_id
            type_ = known.get(local_id)
            if each.local_id not in renamed:
                own = replace(each, local_id=local_id, parent=moved.get(each.parent, each.parent))
            elif type_ is not None:
                own = replace(each, local_id=local_id, parent=type_.parent, kind=type_.kind)
            else:
                own = replace(each, local_id=local_id, parent="", kind=EXTENSION)
            definitions.append(own)
        else:
            definitions.append(each)
    return replace(facts, definitions=tuple(definitions))
