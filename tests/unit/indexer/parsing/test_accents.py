"""Accents that stand alone in a text: which of them belong to the letter behind, and which are other signs."""

import pytest

from indexer.parsing.accents import with_accents

SIGNS = str.maketrans(
    {
        "'": "\N{ACUTE ACCENT}",
        "*": "\N{DIAERESIS}",
        "^": "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}",
        "~": "\N{SMALL TILDE}",
        "<": "\N{CARON}",
        "&": "\N{CEDILLA}",
        "=": "\N{DOUBLE ACUTE ACCENT}",
        "@": "\N{RING ABOVE}",
        "!": "\N{LATIN SMALL LETTER DOTLESS I}",
    }
)
"""Signs of this file that each stand for an accent of its own."""


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("Br*oker", "Bröker"),
        ("M*unchen", "München"),
        ("J*urgen f*ur BR*UCKE", "Jürgen für BRÜCKE"),
        ("St * ohr", "Stöhr"),
        ("idee*en, Lo*!c, D*anischen *ubertragen", "ideeën, Loïc, Dänischen übertragen"),
        ("Timoth'ee", "Timothée"),
        ("Timoth ' ee", "Timothée"),
        ("Pe~na", "Peña"),
        ("P'eter Szab'o, Juh'asz", "Péter Szabó, Juhász"),
        ("r'eseau, g'en'eral", "réseau, général"),
        ("D'!az, Mikul'!k", "Díaz, Mikulík"),
        ("'etudes \u2019'etat ('El'ements)", "études \u2019état (Éléments)"),
        ("Halil<cevi'c, Wi'sniewski, Gda'nsk, Ja'zwi'nski", "Halilčević, Wiśniewski, Gdańsk, Jaźwiński"),
        ("Fran&cois, Erd=os, Bjørn @Adlandsvik", "François, Erdős, Bjørn Ådlandsvik"),
        ("dipl^ome", "diplôme"),
        ("Magalh~aes, Jo~ao, Espa~na", "Magalhães, João, España"),
    ],
)
def test_an_accent_and_the_letter_behind_it_are_one_letter(drawn: str, text: str) -> None:
    assert with_accents(drawn.translate(SIGNS)) == text


@pytest.mark.parametrize(
    "line",
    ["x\N{SMALL TILDE}", "p\N{SMALL TILDE}(z)", "`name' \\`O 1`a", "q\N{CARON}q", "a \N{ACUTE ACCENT} b1"],
)
def test_an_accent_without_a_letter_that_it_makes_another_of_stays(line: str) -> None:
    assert with_accents(line) == line


@pytest.mark.parametrize(
    "line",
    [
        *("Côte d'Ivoire", "l'Italia", "D'Angelo", "O'Connor", "C'est", "c'est la vie", "d'accord", "s'il"),
        *("o'clock", "30'Others"),
        *("qu'il", "jusqu'au", "Qu'une", "dell'arte", "all'inizio", "un'altra", "quest'anno"),
        *("it's", "wie geht's", "Jung's", "Kant'sche", "I'm", "we're", "they're", "I'll", "don't", "did'nt"),
        *("so 'ne Sache", "rock 'n 'roll", "rock'n'roll", "'alt'", "'old man'", "16°22'E", "5 'E"),
        *("d ' Ivoire", "it ' s", "x ' y", "Go 'rski"),
    ],
)
def test_an_acute_accent_typed_as_an_apostrophe_stays(line: str) -> None:
    drawn = line.translate(SIGNS)
    assert with_accents(drawn) == drawn


@pytest.mark.parametrize(
    "line",
    [
        *("[^a-z]", "[^A-Z]+", "(^ab|c)", "s^i is 2", "x^i", "x ^ i", "n ^ e", "value^Expected"),
        *("lm(y~age)", "lm(y ~ x)", "y~a", "weight~age", "weight ~ age", "y ~ u + v", "A ~ E", "cd ~a", "~user/x"),
        *("dell`arte", "l`amore", "sql`update x`", r"\font`e", "a * b", "a * a", "key*Other"),
    ],
)
def test_a_sign_of_code_or_of_a_formula_stays(line: str) -> None:
    drawn = line.translate(SIGNS)
    assert with_accents(drawn) == drawn
