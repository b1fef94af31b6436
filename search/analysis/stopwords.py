"""Words that are no index terms, because they occur everywhere and say nothing about the subject of a text."""

_FUNCTION_WORDS = """
    a about above after again against all also am an and any are as at be because been before being below between
    both but by can cannot could did do does doing done down during each few for from further had has have having
    he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once
    only or other our ours out over own same shall she should so some such than that the their theirs them then
    there these they this those through to too under until up us very was we were what when where which while who
    whom whose why will with would you your yours
"""

ENGLISH = frozenset(_FUNCTION_WORDS.split())
"""Function words. Contractions are split at the apostrophe, which leaves a single letter."""

CONTRACTIONS = frozenset(
    (
        *("arent", "cant", "couldnt", "didnt", "doesnt", "dont", "hadnt", "hasnt", "havent", "isnt", "mustnt"),
        *("shouldnt", "wasnt", "werent", "wont", "wouldnt"),
    )
)
"""Denials as many people type them, without the apostrophe; they are no misspelt words."""

CODE = frozenset({"self", "def", "elif", "endif", "fn", "func", "var"})
"""Keywords that are no words of a question.

Short on purpose: ``static``, ``public``, ``return`` or ``null`` mean something in "static files", "public key",
"return policy", "null reference", and their inverse document frequency keeps them small anyway.
"""

STOP_WORDS = ENGLISH | CODE
