"""Bash and other shells: functions, commands with their words, files that are sourced and scripts that are run."""

import re
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Call, FileFacts, Import, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.bash.paths import MOST_CHARS, UNKNOWN, Paths, command_name, words_of
from indexer.languages.outlined import OutlinedReader
from indexer.languages.source import read_source
from indexer.types import ParsedFile

SOURCE, LOAD, RUN = "source", "load", "run"
"""Kinds of imports: a file that is read into the script, one that a test reads, and a script that is run."""

RUNS = "$@"
"""In place of a type: the function runs the words that it is called with."""

HANDLER = "$"
"""In place of a type: a command is the value of a variable."""

BEGINNING = "*"
"""In place of a shape's receiver: any function that begins so."""

READING = frozenset(("source", "."))
LOADING = frozenset(("load", "bats_load_safe"))
SHELLS = frozenset(("bash", "sh", "zsh", "dash", "ksh", "python", "python3", "node", "ruby", "perl", "php", "lua"))
BEFORE = frozenset(
    ("exec", "sudo", "nohup", "env", "time", "nice", "command", "builtin", "run", "xargs", "timeout")
)
"""Commands whose arguments are a command; a function is run by few of them."""

KEEPING = frozenset(("run", "time", "eval", "!", "then", "else", "do", "if", "while"))
"""Commands that run a function of the script by its name."""

NAMING = {"type": 0, "trap": 0, "compdef": 0, "zle": -1, "add-zsh-hook": -1}
"""Commands that name a function in an argument, and which one."""

OWN_COMMANDS = frozenset(
    (
        *(
            ":",
            "[",
            "alias",
            "break",
            "cat",
            "cd",
            "chmod",
            "continue",
            "cp",
            "cut",
            "date",
            "declare",
            "echo",
            "eval",
        ),
        *(
            "exit",
            "export",
            "false",
            "getopts",
            "grep",
            "head",
            "let",
            "local",
            "ls",
            "mkdir",
            "mv",
            "popd",
            "printf",
        ),
        *(
            "pushd",
            "pwd",
            "read",
            "readonly",
            "return",
            "rm",
            "sed",
            "set",
            "shift",
            "shopt",
            "sleep",
            "sort",
            "tail",
        ),
        *("test", "touch", "tr", "true", "uniq", "unset", "wait", "wc"),
    )
)
"""Commands that nearly no script has as a function; what calls them is not noted."""

NAME = re.compile(r"[A-Za-z_][\w:.+-]*")
_COMMANDS = re.compile(r"(?:^|;|&&|\|\|?|\$\(|\n)[ \t]*(?:![ \t]*)?(?P<name>[A-Za-z_][\w:.+-]*)(?=$|[\s;&|)])")
_COMPOSED = re.compile(r"[\"']?(?P<beginning>[A-Za-z][\w:.-]*[_:.-])[\"']?\$[\w{@*(].*", re.DOTALL)
_PASSED = re.compile(r"\"?\$(?:[@*1]|\{[@*1]\})\"?")
_PARAMETER = re.compile(r"\"?\$(?:[1-9@]|\{[1-9@](?::?-[^{}]*)?\})\"?")
_VARIABLE = re.compile(r"\"?\$(?:(?P<plain>[A-Za-z_]\w*)|\{(?P<braced>[A-Za-z_]\w*)(?:\[[^\]]*\])?\})\"?")
_SCRIPT = re.compile(r"(?:.*/)?[^/]*\.(?:sh|bash|zsh|ksh|bats|py|js|rb|pl|php|lua)")

MOST_WORDS = 12
"""Arguments of a command that are noted."""


class BashReader(OutlinedReader):
    """Reads one script."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._variables: dict[str, str] = {}
        """Variable -> the path that it holds."""
        self._paths = Paths(self._variables)
        self._parameters: set[tuple[int, str]] = set()
        """Functions with those of their variables that hold a word which they are called with."""
        self._commands: dict[str, Callable[[Node, int], None]] = {
            **dict.fromkeys(READING, self._source),
            **dict.fromkeys(LOADING, self._load),
            "trap": self._trap,
            "eval": self._eval,
            "alias": self._alias,
            "complete": self._complete,
        }
        self._in_tests = parsed.path.endswith((".bats", ".bash"))
        self.handlers |= {"declared": self.on_declared, "assigned": self.on_assigned, "loop": self.on_loop}

    def short_name(self, match: Match, name: str) -> str:  # noqa: ARG002 - of the shared reader
        """Return the whole name of a function: a dot in it has no meaning."""
        return name

    def on_call(self, match: Match, owner: int) -> None:
        """Read a command."""
        node = match.node
        name = command_name(node)
        if not name:
            self._unnamed(node, owner)
            return
        handler = self._commands.get(name)
        if handler is not None and (name not in LOADING or self._in_tests):
            handler(node, owner)
        elif "/" in name or _SCRIPT.fullmatch(name):
            self._run(node.child_by_field_name("name"), owner)
        elif NAME.fullmatch(name) and name not in OWN_COMMANDS:
            self._call(name, node, owner)

    def _call(self, name: str, node: Node, owner: int) -> None:
        words = words_of(node)
        if name in SHELLS or name in BEFORE:
            self._run_behind(name, words, owner)
        if name in NAMING and words:
            self._name(text_of(words[NAMING[name]]), node, owner)
        elif name == "command" and words and text_of(words[0]) in {"-v", "-V"}:
            self._name(text_of(words[-1]), node, owner)
        plain = [text_of(each) for each in words[:MOST_WORDS] if each.type == "word"]
        arguments = " ".join(each for each in plain if NAME.fullmatch(each))
        self.calls.append(Call(owner, name, "bare", line_of(node), argument_types=arguments))

    def _run_behind(self, name: str, words: list[Node], owner: int) -> None:
        """Read the command that another one runs: ``sudo ./build.sh``, ``bash build.sh``, ``run build``."""
        for position, each in enumerate(words):
            text = text_of(each) if each.end_byte - each.start_byte < MOST_CHARS else ""
            if text.startswith("-") or "=" in text:
                if text in {"-c", "-m", "-e"}:
                    return
                continue
            if text in SHELLS or text in BEFORE:
                name = text
                continue
            if name in SHELLS or "/" in text or _SCRIPT.fullmatch(text):
                self._run(each, owner)
            elif name in KEEPING and NAME.fullmatch(text):
                plain = [text_of(word) for word in words[position + 1 :][:MOST_WORDS] if word.type == "word"]
                arguments = " ".join(word for word in plain if NAME.fullmatch(word))
                self.calls.append(Call(owner, text, "bare", line_of(each), argument_types=arguments))
            return

    def _unnamed(self, node: Node, owner: int) -> None:
        """Read a command that is no plain word: a path, a value, or a name that is put together."""
        name = node.child_by_field_name("name")
        text = text_of(name) if name is not None and name.end_byte - name.start_byte < MOST_CHARS else ""
        inner = name.named_children[0] if name is not None and name.named_child_count else None
        if _PASSED.fullmatch(text):
            if owner != NO_OWNER and self.signs:
                self.variables.append(Variable(owner, RUNS, RUNS, line=line_of(node)))
            return
        variable = _VARIABLE.fullmatch(text)
        if variable is not None and (owner, variable["plain"] or variable["braced"]) in self._parameters:
            self.variables.append(Variable(owner, RUNS, RUNS, line=line_of(node)))
            return
        composed = _COMPOSED.fullmatch(text)
        if variable is not None:
            known = variable["plain"] or variable["braced"]
            self.named.append(Call(owner, known, "path", line_of(node), HANDLER))
        if composed is not None:
            self.named.append(Call(owner, composed["beginning"], "path", line_of(node), BEGINNING))
        elif inner is not None and ("/" in text or variable is not None):
            self._run(inner, owner)

    def _run(self, node: Node | None, owner: int) -> None:
        """Note a script that is run."""
        if node is not None and node.type == "command_name":
            node = node.named_children[0] if node.named_child_count else None
        self._import(self._paths.of(node), RUN, node, owner)

    def _import(self, path: str, kind: str, node: Node | None, owner: int) -> None:
        if self.signs and node is not None and path and path != UNKNOWN and len(path) < MOST_CHARS:
            self.imports.append(Import(path, line_of(node), kind, owner=owner))

    def _source(self, node: Node, owner: int) -> None:
        """``source lib.sh``: the first word is the file, what follows are its arguments."""
        for word in words_of(node)[:1]:
            path = self._paths.of(word)
            self._import(path, SOURCE, word, owner)
            if path == UNKNOWN and self.signs:
                self.imports.append(Import(UNKNOWN, line_of(word), SOURCE, owner=owner))

    def _load(self, node: Node, owner: int) -> None:
        """``load test_helper`` of Bats looks beside the test."""
        for word in words_of(node)[:1]:
            self._import(self._paths.of(word), LOAD, word, owner)

    def _trap(self, node: Node, owner: int) -> None:
        """``trap cleanup EXIT`` and ``trap 'cleanup "$?"' EXIT`` run a function later."""
        self._name_commands(words_of(node)[:1], owner)

    def _eval(self, node: Node, owner: int) -> None:
        self._name_commands(words_of(node)[:1], owner)

    def _alias(self, node: Node, owner: int) -> None:
        """``alias gs='status --short'`` calls a function where the alias is used."""
        for word in words_of(node):
            _, _, value = text_of(word)[:MOST_CHARS].partition("=")
            self._name_text(value.strip("'\""), word, owner)

    def _complete(self, node: Node, owner: int) -> None:
        """``complete -F _shop shop`` names the function behind the option."""
        words = [text_of(each) for each in words_of(node)]
        for option, name in pairwise(words):
            if option == "-F":
                self._name(name, node, owner)

    def _name_commands(self, words: list[Node], owner: int) -> None:
        for word in words:
            text = text_of(word) if word.end_byte - word.start_byte < MOST_CHARS else ""
            self._name_text(text.strip("'\""), word, owner)

    def _name_text(self, text: str, node: Node, owner: int) -> None:
        """Note the commands in a text that is run later."""
        for each in _COMMANDS.finditer(text):
            self._name(each["name"], node, owner)

    def _name(self, name: str, node: Node, owner: int) -> None:
        if NAME.fullmatch(name) and name not in OWN_COMMANDS and self.signs:
            self.named.append(Call(owner, name, "bare", line_of(node)))

    def on_declared(self, match: Match, owner: int) -> None:
        """``export -f build`` and ``declare -f build`` name a function."""
        children = match.node.named_children
        options = [text_of(each) for each in children if each.type == "word"]
        if any(each.startswith("-") and "f" in each.lower() for each in options):
            for each in children:
                if each.type == "variable_name":
                    self._name(text_of(each), each, owner)

    def on_assigned(self, match: Match, owner: int) -> None:
        """Note the path that a variable holds, or the function of a name that it holds."""
        name, value = match.node.child_by_field_name("name"), match.node.child_by_field_name("value")
        if name is None or name.type != "variable_name" or not self.signs:
            return
        self._set(text_of(name), value)
        if value is not None and owner != NO_OWNER and _PARAMETER.fullmatch(text_of(value)[:MOST_CHARS]):
            self._parameters.add((owner, text_of(name)))
        for each in (value.named_children if value is not None and value.type == "array" else [value])[
            :MOST_WORDS
        ]:
            self._hold(text_of(name), each, owner)

    def _set(self, name: str, value: Node | None) -> None:
        path = self._paths.of(value)
        known = self._variables.get(name)
        self._variables[name] = path if path and known in {None, path} else UNKNOWN

    def _hold(self, name: str, value: Node | None, owner: int) -> None:
        """Note a word that a variable holds, which may be the name of a function."""
        if value is None or value.type not in _WORDS:
            return
        text = text_of(value).strip("'\"")
        if len(text) < MOST_CHARS and NAME.fullmatch(text):
            self.variables.append(Variable(owner, name, HANDLER, text, line=line_of(value)))

    def on_loop(self, match: Match, owner: int) -> None:
        """Note what the variable of a loop holds: a pattern of paths, or names."""
        variable = match.node.child_by_field_name("variable")
        values = match.node.children_by_field_name("value")
        if variable is None or not self.signs:
            return
        name = text_of(variable)
        self._set(name, values[0] if len(values) == 1 else None)
        for each in values[:MOST_WORDS]:
            self._hold(name, each, owner)

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts; of SQL only what is surely a statement: much that scripts print reads like one."""
        facts = super().facts(parsed, broken=broken)
        return replace(facts, sql=tuple(each for each in facts.sql if each.is_certain))


_WORDS = frozenset(("word", "string", "raw_string"))


def bash_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a script, or with ``outline`` its definitions."""
    return read_source(BashReader, parsed, "bash", outline=outline)
