"""Types that comments of YARD and signatures of Sorbet give to the parameters and the result of a Ruby method."""

import re
from dataclasses import dataclass, field

from indexer.facts.containers import LIST
from indexer.languages.ruby.syntax import dotted_path

MOST_LINES = 60
"""Of a comment above a definition that are read."""

MOST_SIGNATURE_CHARS = 1_000
"""Of a signature; a longer one is not read."""

MOST_SIGNATURE_LINES = 30

NOTHING = frozenset(("nil", "false", "NilClass", "FalseClass"))
"""Parts of a union that say only that a value may be missing."""

_TAG = re.compile(
    r"\s*#+\s*@(?P<kind>param|return)\s+(?P<name>[\w*&]+\s+)?\[(?P<type>[^\[\]\n]{1,200})\](?P<rest>\s+\w+)?"
)
_MANY = re.compile(
    r"(?:Array|Set|Enumerable|Enumerator|T::Array|T::Set|T::Enumerable)\s*[<(\[]\s*(?P<type>[\w:]+)\s*[>)\]]"
)
_SIGNATURE = re.compile(r"\s*sig\s*(?:\{|do\b)")
_NILABLE = re.compile(r"T\.nilable\((?P<type>.*)\)")
_SIGNED = re.compile(r"\b(?P<name>\w+):\s*(?P<type>(?:T\.nilable\()?[\w:]+(?:\[[\w:]+\])?)")
_PARAMS = re.compile(r"\bparams\((?P<all>(?:[^()]|\([^()]*\))*)\)")
_RETURNS = re.compile(r"\breturns\((?P<type>(?:[^()]|\([^()]*\))*)\)")


@dataclass(slots=True)
class Documented:
    """What is said of a method: dotted classes, with `LIST` before that of which a value holds any number."""

    parameters: dict[str, str] = field(default_factory=dict)
    returned: str = ""


def documented(above: list[str]) -> Documented:
    """Return what is said of a method by the lines directly above it, of which the nearest is the last."""
    result = Documented()
    signature = signature_lines(above)
    _sign(result, "\n".join(signature))
    for line in comment_lines(above[: len(above) - len(signature)]):
        tag = _TAG.match(line)
        if tag is not None and tag["kind"] == "return":
            result.returned = result.returned or type_of(tag["type"])
        elif tag is not None and (name := (tag["name"] or tag["rest"] or "").strip(" *&\t")):
            result.parameters.setdefault(name, type_of(tag["type"]))
    return result


def signature_lines(above: list[str]) -> list[str]:
    """Return the lines of a signature of Sorbet that ends with the last of these lines: ``sig { ... }``."""
    is_block = bool(above) and above[-1].strip() in {"end", "}"}
    for count in range(1, min(len(above), MOST_SIGNATURE_LINES if is_block else 1) + 1):
        if _SIGNATURE.match(above[-count]):
            lines = above[-count:]
            return lines if sum(map(len, lines)) < MOST_SIGNATURE_CHARS else []
    return []


def comment_lines(above: list[str]) -> list[str]:
    """Return the lines of a comment that ends with the last of these lines."""
    start = len(above)
    while start and len(above) - start < MOST_LINES and above[start - 1].lstrip().startswith("#"):
        start -= 1
    return above[start:]


def _sign(result: Documented, text: str) -> None:
    """Note what ``sig { params(cart: Cart).returns(T.nilable(Order)) }`` says."""
    parameters, returned = _PARAMS.search(text), _RETURNS.search(text)
    for each in _SIGNED.finditer(parameters["all"] if parameters else ""):
        result.parameters[each["name"]] = type_of(each["type"].removeprefix("T.nilable("))
    result.returned = type_of(returned["type"]) if returned else ""


def type_of(written: str) -> str:
    """Return the only class that a type names, dotted; empty for any other type."""
    nilable = _NILABLE.fullmatch(written.strip())
    text = nilable["type"] if nilable else written
    many = _MANY.fullmatch(text.strip())
    if many:
        path = dotted_path(many["type"])
        return f"{LIST}{path}" if path else ""
    parts = [part for each in re.split(r"[,|]", text) if (part := each.strip()) not in NOTHING]
    return dotted_path(parts[0]) if len(parts) == 1 else ""
