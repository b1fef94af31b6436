"""Macros that only annotate a declaration of C or C++, recognized by the text around them.

``SHOP_API``, alone or with arguments, says how something is linked, locked, tested or warned about. A grammar
without a preprocessor takes it for a type, a name or nonsense, and loses the declaration. No library's names are
known here: a word in capitals is an annotation where the declaration has all that it needs without it. Inside
functions only pointers are looked at, so statements stay; so do enumerators, values, and what a body follows.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from indexer.languages.conditional_code import Directive, blanked
from indexer.languages.cpp.conditions import plain_code, without_conditions

_MARK = re.compile(rb"[{}]|\b[A-Z][A-Z0-9_]{2,}\b")
_OPENING = re.compile(rb"[ \t]*\(")
_PARENTHESIS = re.compile(rb"[()]")

_MOST_ARGUMENT_BYTES = 2000
_MOST_PARENTHESES = 60
_LOOK_BACK_BYTES = 300
_HEAD_BYTES = 1000
"""How far is looked around a macro or a brace, so that a hostile file takes no longer than another."""

_BACKWARDS = re.compile(rb"\s*(?:(\w+)|(\S))\s*(\w+|\S)?")
_FORWARDS = re.compile(rb"\s*(?:(\w+)(?:\s*::\s*~?\w+)*\s*(::|\S|\Z)|(::|->|\[\[|\S|\Z))")
_CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]{2,}")
_NAMED_TYPE = re.compile(
    rb"\s+(?:[A-Z][A-Z0-9_]{2,}\s+)?(?:\[\[[^\]]{0,200}\]\]\s*)?[A-Za-z_][\w:]*\s*(?:final\b\s*)?[:{<]"
)
_QUALIFIED_BEHIND = re.compile(rb"\s*\w+(?:\s+\w+\s*[;=,()\[{]|\s*[^\w\s])")
"""``FOO const name;`` and ``FOO const&``: here the word in capitals is the type."""

_ACCESS_ENDS = re.compile(rb"\b(?:public|private|protected)\s*:$")
_INSTANTIATED = re.compile(rb"\bextern(?=\s+template\b)")
_LABEL = re.compile(rb"\b(?:public|private|protected)\s+(\w+)\s*:(?!:)|[;{}:]\s*(signals\s*:)(?!:)")
"""``public slots:`` and ``signals:``, which Qt writes in small letters."""

_BEHIND_POINTER = re.compile(rb"[*&]\s*([A-Za-z_]\w*)\s+(?=(?:([A-Za-z_]\w*)\s*[,);=(\[{:]|operator\b))")
"""``char* nullable name``: of two words behind a star the first annotates, however it is written."""

_SCOPE_HEAD = re.compile(rb"^(?:inline\s+)?namespace\b|extern\s*\"_*\"$")
_TYPE_HEAD = re.compile(rb"\b(?:class|struct|union)\b(?:[^(]|\b(?:alignas|__\w+|[A-Z][A-Z0-9_]{2,})[ \t]*\(+)*$")
_ENUM_HEAD = re.compile(rb"\benum\b[^()]*$")


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


_TYPE_KEYS = _words("class struct union enum")
_ACCESS = _words("public private protected signals")
_SPECIFIERS = _words(
    "static inline extern const constexpr consteval constinit virtual friend explicit typedef mutable volatile"
    " register thread_local"
)
_BEHIND = _words("const noexcept override final volatile try requires throw")
_PRIMITIVES = _words("void bool char short int long float double unsigned signed auto")
_OTHER_KEYWORDS = _words(
    "using typename template operator return new delete case goto else namespace concept throw sizeof default do"
    " if and or not xor bitand bitor not_eq and_eq or_eq xor_eq restrict __restrict__ decltype public"
    " private protected"
)
_NO_TYPE = _SPECIFIERS | _TYPE_KEYS | _OTHER_KEYWORDS | _BEHIND
_KEYWORDS = _NO_TYPE | _PRIMITIVES
_ENDS_DECLARATOR = _words(", ) ; = { [ :")
_ENDS_HEAD = _words("{ ; = : -> [[")
_ENDS_ONLY_WORD = _words("( ; = , ) [ { > :")
_BEGINS_BEHIND = _words('; { } > " ( ,') | {b""}


class _Scope(NamedTuple):
    """The kind of an open brace (``scope``, ``enum`` or ``code``), and the brace that encloses it."""

    kind: str
    around: "_Scope | None" = None


class _Macro(NamedTuple):
    """A word in capitals, its arguments, and the text around both.

    Attributes:
        start, end: its bytes, with the arguments.
        has_arguments: whether it has any.
        word, sign: what stands before it, one of them empty; both at the beginning of a file.
        before: the word or sign before that.
        next_word, behind: the word (or path) behind it and the sign or letter behind that; or
        next_sign: the sign behind it, empty at the end.
    """

    start: int
    end: int
    has_arguments: bool
    word: bytes
    sign: bytes
    before: bytes
    next_word: bytes
    behind: bytes
    next_sign: bytes


def without_annotations(source: bytes) -> bytes:
    """Return C or C++ with blanks for macros that annotate a declaration and for conditions; all places stay."""
    code, directives = plain_code(source)
    plain, changed = bytearray(code), bytearray(source)
    for label in _LABEL.finditer(code):
        start, end = label.span(label.lastindex or 0)
        plain[start:end] = changed[start:end] = blanked(changed[start:end])
    for start, end, text in _annotations(plain, directives):
        for each in (plain, changed):
            each[start:end] = text + blanked(each[start + len(text) : end])
    for word in _INSTANTIATED.finditer(plain):
        changed[word.start() : word.end()] = b" " * len(word.group())
    for pointer in _BEHIND_POINTER.finditer(plain):
        if pointer.group(1) not in _KEYWORDS and pointer.group(2) not in _KEYWORDS:
            changed[pointer.start(1) : pointer.end(1)] = b" " * len(pointer.group(1))
    return without_conditions(bytes(changed), directives)


def _annotations(plain: bytearray, directives: list[Directive]) -> Iterator[tuple[int, int, bytes]]:
    """Yield each range of bytes to replace with its replacement, in order and without overlaps."""
    scope, saved, last, known = _Scope("scope"), list[_Scope](), 0, 0
    for mark in _MARK.finditer(plain):
        at = mark.start()
        while known < len(directives) and directives[known].start < at:
            scope = _place_behind(directives[known].word, scope, saved)
            known += 1
        sign = plain[at : at + 1]
        if sign == b"{":
            scope = _Scope(_kind_of(plain, last, at), scope)
            last = at + 1
        elif sign == b"}":
            scope = scope.around or scope
            last = at + 1
        elif scope.kind == "scope" and sign != b" ":  # a blank: it was an argument of the one before
            macro = _macro(plain, at, mark.end())
            if macro is not None and _annotates(macro, plain):
                ends_label = macro.next_sign == b":" and not (
                    macro.has_arguments or macro.word or macro.sign == b")"
                )
                end = plain.index(b":", macro.end) + 1 if ends_label else macro.end
                yield at, end, b"int" if _stands_for_type(macro) else b""


def _place_behind(word: bytes, scope: _Scope, saved: list[_Scope]) -> _Scope:
    """Let each branch of a condition begin in the place that the condition began in."""
    if word.startswith(b"if"):
        saved.append(scope)
    elif word.startswith(b"el") and saved:
        return saved[-1]
    elif word == b"endif" and saved:
        saved.pop()
    return scope


def _kind_of(plain: bytearray, last: int, at: int) -> str:
    """Return the kind of a block: declarations, enumerators, or anything else."""
    head = bytes(plain[max(last, plain.rfind(b";", last, at) + 1, at - _HEAD_BYTES) : at]).strip()
    if _ENUM_HEAD.search(head):
        return "enum"
    is_type = not head.endswith((b")", b"=")) and _TYPE_HEAD.search(head)
    return "scope" if is_type or _SCOPE_HEAD.search(head) else "code"


def _macro(plain: bytearray, start: int, end: int) -> _Macro | None:
    opening = _OPENING.match(plain, end)
    if opening:
        end = _closing(plain, opening.end() - 1)
        if not end:
            return None
    backwards = _BACKWARDS.match(bytes(plain[max(0, start - _LOOK_BACK_BYTES) : start])[::-1])
    word, sign, before = ((part or b"")[::-1] for part in backwards.groups()) if backwards else (b"", b"", b"")
    forwards = _FORWARDS.match(plain, end)
    next_word, behind, next_sign = (
        (bytes(part or b"") for part in forwards.groups()) if forwards else (b"", b"", b"")
    )
    return _Macro(start, end, opening is not None, word, sign, before, next_word, behind, next_sign)


def _closing(plain: bytearray, at: int) -> int:
    """Return the byte behind a closing parenthesis; 0 when there is none nearby."""
    depth = 0
    for sign in islice(_PARENTHESIS.finditer(plain, at, at + _MOST_ARGUMENT_BYTES), _MOST_PARENTHESES):
        depth += 1 if sign.group() == b"(" else -1
        if not depth:
            return sign.end()
    return 0


def _annotates(macro: _Macro, plain: bytearray) -> bool:
    if macro.word:
        return _annotates_behind_word(macro, plain)
    sign = macro.sign
    if sign == b")" and _goes_on_behind(macro, _ENDS_HEAD | {b",", b")"}):
        return True
    if sign == b"]" and macro.before != b"]":
        return macro.next_sign in _ENDS_DECLARATOR
    if sign in {b"*", b"&"}:
        return bool(macro.next_word) and macro.next_word not in _KEYWORDS
    is_packed = _is_behind_body(macro, plain) and macro.behind in {b";", b","}
    return is_packed or (_may_begin(macro, plain) and _begins_declaration(macro, plain))


def _is_behind_body(macro: _Macro, plain: bytearray) -> bool:
    """Return whether it is the first word in ``} PACKED Name;``."""
    return macro.sign == b"}" and b"\n" not in plain[plain.rindex(b"}", 0, macro.start) : macro.start]


def _may_begin(macro: _Macro, plain: bytearray) -> bool:
    """Return whether a declaration may begin behind the sign before a macro."""
    if macro.sign == b":":
        before = plain[max(0, macro.start - _LOOK_BACK_BYTES) : macro.start].rstrip()
        return _ACCESS_ENDS.search(before) is not None
    if macro.sign == b")":
        return bool(macro.next_word)
    return macro.sign in _BEGINS_BEHIND or macro.sign == b"]"


def _goes_on_behind(macro: _Macro, ends: frozenset[bytes]) -> bool:
    """Return whether what follows may follow the parameters of a function."""
    if not macro.next_word:
        return macro.next_sign in ends
    return macro.next_word in _BEHIND or _CAPITALS.fullmatch(macro.next_word) is not None


def _annotates_behind_word(macro: _Macro, plain: bytearray) -> bool:
    word, before = macro.word, macro.before
    if word in {b"noexcept", b"override", b"final"} or (word in _BEHIND and before == b")"):
        return _goes_on_behind(macro, _ENDS_HEAD)
    if word in _TYPE_KEYS:
        return _NAMED_TYPE.match(plain, macro.end) is not None
    if word in _SPECIFIERS:
        is_pointer = word == b"const" and before == b"*"
        return bool(macro.next_word) and (is_pointer or _begins_declaration(macro, plain))
    if word in _OTHER_KEYWORDS:
        return word in _ACCESS and macro.next_sign == b":"
    if macro.next_word:
        return macro.next_word not in _BEHIND
    return word not in _PRIMITIVES and macro.next_sign in _ENDS_DECLARATOR and _is_behind_name(macro)


def _is_behind_name(macro: _Macro) -> bool:
    """Return whether the word before a macro is already the declared name, from the tokens before that word."""
    before = macro.before
    if before in {b"&", b"*", b">", b"."} or (before.replace(b"_", b"a").isalnum() and before not in _NO_TYPE):
        return True
    ends = {b"using": b"=", b"namespace": b"{"}.get(before, b"{:" if before in _TYPE_KEYS else b"")
    return macro.next_sign in ends


def _begins_declaration(macro: _Macro, plain: bytearray) -> bool:
    """Return whether a declaration begins behind a macro that stands where one may begin."""
    next_word, behind = macro.next_word, macro.behind
    if macro.sign in {b"(", b","} and (macro.has_arguments or not next_word):
        return False
    if not next_word:
        is_label = macro.next_sign == b":" and not macro.has_arguments
        may_end = macro.sign != b">" and (is_label or macro.next_sign in {b"}", b"", b"~"})
        return may_end or macro.next_sign == b"[["
    if next_word == b"operator" or (next_word in _BEHIND and _QUALIFIED_BEHIND.match(plain, macro.end)):
        return False
    if behind == b"(" and _CAPITALS.fullmatch(next_word):
        return _goes_on_beyond(plain, plain.index(b"(", macro.end))
    return macro.has_arguments or behind not in _ENDS_ONLY_WORD or next_word in _KEYWORDS | _ACCESS


def _goes_on_beyond(plain: bytearray, opening: int) -> bool:
    """Return whether a declaration begins behind the arguments of a second macro."""
    closing = _closing(plain, opening)
    beyond = _FORWARDS.match(plain, closing) if closing else None
    return beyond is not None and (beyond.group(1) or b"const") not in _BEHIND


def _stands_for_type(macro: _Macro) -> bool:
    """``API(Type*) name(...)``: without a type it would be no function."""
    is_name = macro.next_word not in _KEYWORDS and not _CAPITALS.fullmatch(macro.next_word)
    begins = not macro.word or macro.word in _SPECIFIERS
    return macro.has_arguments and macro.behind == b"(" and is_name and begins
