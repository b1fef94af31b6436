"""Recognises questions in other languages than English by their function words, which are then not searched.

Single words and English questions have no language here: ``die``, ``war``, ``des`` and ``oder`` are names in code.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from search.analysis.stopwords import ENGLISH

_SURE_BY_NUMBER = 3
"""Function words of a language that are enough even if each of them is also a word of English or of code."""
_LEAST_EVIDENCE = 2
"""Function words, or one and a letter of the language, from which a question is in that language."""
_SHORT = 2
"""Words of that many letters are names of commands, countries and modules too: ``du``, ``de``, ``os``."""

_NAMES_AS_WELL = """
    alle also ante bin com come comment como con cosa dado dan das dat dem den der des die dies dont door dove
    entre era est esta fast fra fui hat hem het hier ist kan les lo mag man mas men mes met mine mir mit mon non
    oder par para pas per plus por pour quand que quo sans sei ser sera seria ses sin sob sobre solo son sono
    sta su sua sub sur tal tan tes todo todos toe ton tot tous tout tra tras uno van vers via want war waren was
    will
    """

_ALSO_NAMES = frozenset(_NAMES_AS_WELL.split())
"""Function words that are words of English or names in code as well: they count only beside surer ones."""

SENTENCE_SIGNS = (
    "\"'`.,;:!?()[]«»„“”¿¡…"
    "\N{SINGLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
)
"""Signs around a word of a sentence."""
_APOSTROPHES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": " ", "'": " "})


@dataclass(frozen=True, slots=True)
class Language:
    """A language other than English.

    Attributes:
        code: of ISO 639-1; empty for none.
        function_words: its articles, pronouns, auxiliaries and the like.
        letters: those that English lacks.
    """

    code: str = ""
    function_words: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()


UNKNOWN = Language()
"""The language of a question that may be English."""


def _language(code: str, letters: str, words: str) -> Language:
    return Language(code, frozenset(words.split()), frozenset(letters))


_GERMAN = _language(
    "de",
    "äöüß",
    """
    ab aber alle allem allen aller als also am an ans auch auf aus bei beide beiden beides beim bin bis da
    dabei dadurch dafür damit dann daran darauf darf darüber das dass davon dazu dein deine dem den denen denn
    der deren des deshalb dessen die dies diese diesem diesen dieser dieses doch dort du durch dürfen durfte
    ein eine einem einen einer eines entweder er es etwas euch euer fuer für gibt habe haben habt hast hat
    hatte hätte hätten hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
    jeden jeder jedes jene jener kann kein keine keinem keinen keiner koennen können konnte könnte konnten
    könnten man mein meine meinem meinen meiner mich mir mit möchte möchten muessen muss müssen müsste musste
    mussten nach nicht noch nur ob oder oft ohne schon sehr sein seine seinem seinen seiner sich sie sind so
    sobald soll sollen sollte sollten sowie über ueber um und uns unser unsere unserem unseren unserer unter
    viel viele vom von vor wann war waren warum was weder weil welche welchem welchen welcher welches wem wen
    wenn wer werde werden wessen wie wieder wieso wieviel will wir wird wo wofür woher wohin wollen wollte
    wollten womit würde wurde wurden zu zum zur zwischen
    """,
)
_FRENCH = _language(
    "fr",
    "àâæçéèêëîïôœùûÿ",
    """
    afin ai alors as au aucun aucune aussi autre autres aux avant avec avoir avons c car ce cela celle celles
    celui ces cet cette ceux chaque chez combien comme comment d dans de depuis des dois doit donc dont du elle
    elles en encore entre es est et eu eux fait faut il ils j je l la laquelle le lequel les lesquels leur leurs
    lors lui m ma mais me mes moi mon même n ne ni non nos notre nous on ont ou où par pas pendant peut peuvent
    plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont
    sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y à ça été être
    """,
)
_SPANISH = _language(
    "es",
    "áéíñóúü¿¡",
    """
    a ahora al algo alguna algunas algunos algún allí ante antes aquel aquella aquí así aunque aún cada como con
    contra cual cuales cuando cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo de debe deben del desde
    donde dos durante dónde e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estas este
    esto estos está están fue fueron ha había han hasta hay la las le les lo los me mi mientras mis muy más nada
    ni no nos nosotros nuestra nuestro o para pero poco por porque puede pueden pues que quien quienes quién qué
    se sea según ser si sido sin sobre son su sus sí también tan te tiene tienen todas todo todos tras tu tus u
    un una unas uno unos usted ustedes y ya yo él
    """,
)
_ITALIAN = _language(
    "it",
    "àèéìíîòóù",
    """
    a abbiamo ad agli ai al alla alle allo anche ancora avere c che chi ci ciò coi col come con contro cosa così
    cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello deve devono di dopo dove due e
    ed era erano essere fa fino fra fu gli ha hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia
    mie miei mio molto ne negli nei nel nell nella nelle nello no noi non nostra nostro o ogni per perché però
    più possono prima può qual quale quali quando quanta quante quanti quanto quella quelle quelli quello questa
    queste questi questo qui se sei senza si sia siamo sono sta stata stato su sua sue sugli sui sul sulla sulle
    suo suoi tra tu tutta tutte tutti tutto un una uno vengono vi viene voi è
    """,
)
_DUTCH = _language(
    "nl",
    "ëïéèöü",
    """
    aan al alle als altijd andere ben bij daar dan dat de deze die dit doen door dus een en er geen had hadden
    heb hebben heeft hem het hier hij hoe hoeveel hun ik in is ja je jij jou jouw jullie kan kunnen maar mag me
    meer men met mij mijn moet moeten na naar naast niet niets nog nu of om omdat ons onze ook op over sinds te
    tegen tijdens toch toen tot tussen u uit uw vaak van veel via volgens voor waar waarmee waarom waarvoor
    wanneer want waren was wat we wel welk welke werd wie wij worden wordt zal ze zeer zelf zich zij zijn zo
    zonder zou zullen één
    """,
)
_PORTUGUESE = _language(
    "pt",
    "ãõáâàçéêíóôú",
    """
    a ainda algum alguma ante antes ao aos apenas após aquela aquele as até cada com como contra da das de dela
    dele deles depois desde deve devem do dos e ela elas ele eles em entre então era essa essas esse esses esta
    estas este estes está estão eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no
    nos nossa nosso num numa não nós o onde os ou para pela pelas pelo pelos pode podem por porque porquê quais
    qual quando quanta quantas quanto quantos que quem quê se seja sem ser seu seus sob sobre sua suas são
    também tem tinha toda todas todo todos tu tua têm um uma umas uns você vocês à às é
    """,
)
LANGUAGES = (_GERMAN, _FRENCH, _SPANISH, _ITALIAN, _DUTCH, _PORTUGUESE)


def language_of(question: str) -> Language:
    """Return the language of a question; it has no code if the question may be English.

    It is in a language if it has at least two function words of it, or one and a letter that English lacks, and
    more than of English. One of these must be no word of English or code, unless there are three.
    """
    text = unicodedata.normalize("NFC", question)
    words = {word for token in text.split() for word in words_of(token)}
    letters = frozenset(text.lower()) if len(text.split()) > 1 else frozenset()
    best: tuple[int, Language] = len(words & ENGLISH), UNKNOWN
    for language in LANGUAGES:
        known = words & language.function_words
        if len(known) > best[0] and _is_evidence(known - ENGLISH, has_letter=bool(letters & language.letters)):
            best = len(known), language
    return best[1]


def without_words(text: str, words: frozenset[str]) -> str:
    """Return a text without these words; ``text`` itself if there are none to leave out."""
    if not words:
        return text
    return " ".join(remaining for token in text.split() if (remaining := _without(token, words)))


def _is_evidence(known: set[str], *, has_letter: bool) -> bool:
    words = {word for word in known if len(word) > 1 or not word.isascii()}
    is_sure = has_letter or any(len(word) > _SHORT and word not in _ALSO_NAMES for word in words)
    is_enough = bool(words) and len(words) + has_letter >= _LEAST_EVIDENCE
    return is_enough and (is_sure or len(words) >= _SURE_BY_NUMBER)


def words_of(token: str) -> Iterator[str]:
    """Yield the words of a part of a sentence, ``l`` and ``eau`` of ``l'eau``; none of code and of acronyms."""
    for word in token.strip(SENTENCE_SIGNS).translate(_APOSTROPHES).split():
        if not word.isalpha() or word not in {word.lower(), word.capitalize()}:
            return
        yield word.lower()


def _without(token: str, words: frozenset[str]) -> str:
    plain = unicodedata.normalize("NFC", token)
    pieces = list(words_of(plain))
    if words.isdisjoint(pieces):
        return token
    spaced = plain.strip(SENTENCE_SIGNS).translate(_APOSTROPHES).split()
    return " ".join(piece for piece in spaced if piece.lower() not in words)
