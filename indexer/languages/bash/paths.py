"""Paths of files that scripts write, with what is known of the variables and commands in them.

A path begins with `OWN` for the folder of the script, or with `TOP` for that of the repository. `UNKNOWN` is
what the script does not say.
"""

import re
from collections.abc import Mapping

from tree_sitter import Node

from indexer.facts.syntax import text_of

OWN, TOP, UNKNOWN = "@", "^", "$"
SELF = f"{OWN}/#"
"""The script itself."""

MOST_CHARS = 300
MOST_DEEP = 12
"""Commands inside of each other that are read."""

FOLDERS = {"BATS_TEST_DIRNAME": OWN, "BATS_TEST_FILENAME": SELF, "BASH_SOURCE": SELF, "0": SELF}
ELSEWHERE = frozenset(("HOME", "TMPDIR", "TMP", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "PREFIX"))
"""Variables of folders that no repository is in."""

_BRACED = re.compile(r"\$\{(?P<name>\w+)(?:\[(?:0|\$\{#BASH_SOURCE\[@\]\}-1|-1)\])?(?P<rest>[^{}]*)\}")
_ZSH_FOLDER = re.compile(r"\$\{(?:0|\(%\):-%[xN])(?::[aAP])*:h\}|\$\{0:[aA]:h\}")
_FOLDER_OF = re.compile(r"%/\*")
_FILE_OF_ZSH = re.compile(r"\$\{\(%\):-%[xN]\}")
_LAST_PART = re.compile(r"/[^/]*$")


class Paths:
    """Reads the paths in one script.

    Args:
        variables: the path that each variable holds; `UNKNOWN` where it holds several.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def of(self, node: Node | None, depth: int = 0) -> str:
        """Return the path that a word is; empty for one that is no path of the repository."""
        if node is None or depth > MOST_DEEP or node.end_byte - node.start_byte > MOST_CHARS:
            return ""
        if node.type in {"word", "number", "string_content"}:
            text = text_of(node).replace("\\", "")
            return "" if text.startswith("~") else text
        if node.type == "raw_string":
            return text_of(node)[1:-1]
        if node.type in {"string", "concatenation"}:
            return "".join(self._part(each, depth) for each in node.named_children)
        return self._part(node, depth)

    def _part(self, node: Node, depth: int) -> str:
        if node.type == "simple_expansion":
            return self._variable(text_of(node)[1:])
        if node.type == "expansion":
            return self._expansion(node, depth)
        if node.type == "command_substitution":
            return self._command(node, depth)
        known = self.of(node, depth + 1) if node.type in _PLAIN else ""
        return known or UNKNOWN

    def _variable(self, name: str) -> str:
        if name in ELSEWHERE:
            return "/"
        return FOLDERS.get(name) or self._variables.get(name) or UNKNOWN

    def _expansion(self, node: Node, depth: int) -> str:
        """Return what ``${name}``, ``${name%/*}`` or ``${name:-folder}`` gives."""
        text = text_of(node)
        if _ZSH_FOLDER.fullmatch(text):
            return OWN
        if _FILE_OF_ZSH.fullmatch(text):
            return SELF
        braced = _BRACED.fullmatch(text)
        known = self._variable(braced["name"]) if braced is not None else UNKNOWN
        rest = braced["rest"] if braced is not None else ":-"
        if not rest or rest.startswith(("?", ":?")):
            return known
        if _FOLDER_OF.fullmatch(rest):
            return folder_of(known)
        if rest.startswith((":-", ":=", "-")):
            children = node.named_children
            default = self.of(children[-1], depth + 1) if len(children) > 1 else ""
            return default if known == UNKNOWN and default.startswith((OWN, TOP)) else known
        return UNKNOWN

    def _command(self, node: Node, depth: int) -> str:
        """Return what ``$(dirname "$0")`` and ``$(cd folder && pwd)`` give."""
        inner = node.named_children[0] if node.named_child_count == 1 else None
        if inner is not None and inner.type == "list":
            first, last = inner.named_children[0], inner.named_children[-1]
            is_folder = len(inner.named_children) <= MOST_DEEP and command_name(last) == "pwd"
            return self._argument(first, depth) if is_folder and command_name(first) == "cd" else UNKNOWN
        name = command_name(inner) if inner is not None else ""
        if name == "dirname" and inner is not None:
            return folder_of(self._argument(inner, depth))
        if name in {"realpath", "readlink"} and inner is not None:
            return self._argument(inner, depth)
        if name == "git" and inner is not None and "--show-toplevel" in text_of(inner)[:MOST_CHARS]:
            return TOP
        return UNKNOWN

    def _argument(self, node: Node, depth: int) -> str:
        """Return the path in the last argument of a command."""
        words = [each for each in words_of(node) if not text_of(each).startswith("-")]
        return (self.of(words[-1], depth + 1) if words else "") or UNKNOWN


_PLAIN = frozenset(("word", "number", "string_content", "raw_string", "string", "concatenation"))


def command_of(node: Node) -> Node:
    """Return the command whose output is sent elsewhere."""
    return (node.child_by_field_name("body") or node) if node.type == "redirected_statement" else node


def command_name(node: Node) -> str:
    """Return the name of a command; empty where it is not a plain word."""
    name = command_of(node).child_by_field_name("name")
    inner = name.named_children[0] if name is not None and name.named_child_count == 1 else None
    return text_of(inner) if inner is not None and inner.type == "word" else ""


def words_of(node: Node) -> list[Node]:
    """Return the arguments of a command."""
    return command_of(node).children_by_field_name("argument")


def folder_of(path: str) -> str:
    """Return the folder of a path."""
    if path in {OWN, TOP, UNKNOWN}:
        return UNKNOWN if path == UNKNOWN else f"{path}/.."
    return _LAST_PART.sub("", path) if "/" in path else "."
