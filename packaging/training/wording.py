"""How people ask: rules that turn what a programmer wrote into what somebody would type who searches for it."""

import random
import re

_THIRD_PERSON = re.compile(r"^([A-Z]?[a-z]+?)(ies|sses|shes|ches|xes|zes|s)$")
_FIX = re.compile(
    r"^(?:hot)?(?:fix(?:e[sd]|ing)?|resolve[sd]?|address(?:es|ed)?|correct(?:s|ed)?|solve[sd]?)"
    r"(?: (?:up|for|the|an?|some|(?:(?:rare|possible|potential|edge) )?"
    r"(?:bug|issue|problem|error|case|regression)s?"
    r"|where|when|with|in which|that|of))*\s+",
    re.IGNORECASE,
)
_ADD = re.compile(
    r"^(?:add(?:s|ed|ing)?|implement(?:s|ed)?|introduce[sd]?|support(?:s|ed)?|provide[sd]?|enable[sd]?|allow(?:s|ed)?)"
    r"(?: (?:support (?:for|of|to)|an?|the|new|some|more|ability to|initial|basic|option(?:al)? to|to|for))*\s+",
    re.IGNORECASE,
)
_REMOVE = re.compile(
    r"^(?:remove[sd]?|drop(?:s|ped)?|delete[sd]?|get rid of|dump)(?: (?:the|an?))?\s+", re.IGNORECASE
)
_RENAME = re.compile(r"^rename[sd]?(?: (?:the|an?))?\s+(.+?) (?:in)?to (.+)$", re.IGNORECASE)
_PREVENT = re.compile(
    r"^(?:do not|don'?t|avoid(?:s|ed)?|prevent(?:s|ed)?|stop(?:s|ped)?|never|no longer)(?: (?:the|an?))?\s+",
    re.IGNORECASE,
)
_ENSURE = re.compile(
    r"^(?:make(?:s)? sure|ensure[sd]?|guarantee[sd]?|verif(?:y|ies|ied)|check(?:s|ed)?)(?: (?:that|if|the))*\s+",
    re.IGNORECASE,
)
_SETS = re.compile(
    r"^(?:gets? or sets?|gets?|sets?|returns?|retrieves?|fetch(?:es)?)(?: or sets?)?\s+", re.IGNORECASE
)


def _lowered(text: str) -> str:
    """Return the text as people type it: a small letter in front, unless the word is a name."""
    first = text.split(" ", 1)[0]
    return text if not text or first[1:] != first[1:].lower() or first == "I" else text[0].lower() + text[1:]


def asked_change(subject: str, chance: random.Random) -> str:
    """Return a commit's subject as a question, a symptom or a plan; in a third of the cases as it stands."""
    if chance.random() < 0.34:
        return _lowered(subject)
    renamed = _RENAME.match(subject)
    if renamed:
        return _chosen(chance, f"what has to change when {renamed[1]} becomes {renamed[2]}", _lowered(subject))
    for pattern, forms in _FORMS:
        rest = pattern.sub("", subject, count=1)
        if rest != subject and len(rest.split()) >= 2:
            return chance.choice(forms).format(_lowered(rest))
    return _lowered(subject)


_FORMS = (
    (_FIX, ("{}", "{}", "why {}", "{} is wrong")),
    (_PREVENT, ("{}", "where is it decided not to {}", "it should not {}")),
    (_ENSURE, ("{}", "where is it made sure that {}", "does it check that {}")),
    (_ADD, ("how does {} work", "where is {} done", "{}", "which code handles {}", "i want to change {}")),
    (_REMOVE, ("dropping {}", "what has to go if {} is removed", "who uses {}", "{}")),
)


def _chosen(chance: random.Random, *forms: str) -> str:
    return forms[chance.randrange(len(forms))]


def asked_comment(sentence: str, chance: random.Random) -> str:
    """Return the first sentence of a documentation comment as a question, or empty where it is none."""
    text = sentence.strip().rstrip(".:")
    first, _, rest = text.partition(" ")
    if len(rest.split()) < 3:
        return ""
    noun = _SETS.sub("", text, count=1)
    if noun != text:
        noun = _lowered(noun)
        return chance.choice(("{}", "where does {} come from", "how is {} determined", "get {}")).format(noun)
    verb = _base(first)
    if verb and rest.split()[0] not in _AFTER_NOUNS:
        forms = ("how does it {} {}", "where does it {} {}", "{} {}", "how to {} {}")
        return chance.choice(forms).format(verb, rest)
    return _lowered(text)


_AFTER_NOUNS = frozenset(
    ["for", "of", "that", "which", "used", "and", "is", "are", "with", "in", "can", "like", "needs"]
)


def _base(word: str) -> str:
    """Return the base form of a verb in the third person, empty for any other word."""
    matched = None if word.endswith("ss") else _THIRD_PERSON.match(word)
    if not matched or word.lower() in {"this", "is", "has", "was", "its", "as", "does", "class", "always", "us"}:
        return ""
    stem, ending = matched[1].lower(), matched[2]
    if ending == "ies":
        return stem + "y"
    return stem + ending.removesuffix("es") if len(ending) > 2 else stem
