"""What the tables of danger call things, in words: classes of tiles, and the terms that they are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mjlog.stats.danger.tables import CLASSES


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the tables of danger."""

    japanese: str
    """The word of Japanese texts; empty where there is none."""
    meaning: str
    """What it means here, in sentences."""


_WORDS: Final = {
    "open": "two or more calls",
    "honour": "honours",
    "half_suji_46a": "half suji 4/6, 1/9 safe",
    "half_suji_46b": "half suji 4/6, 3/7 safe",
}
"""Names that are no words, or too short ones."""
_UNSEEN: Final = ("yakuhai", "guest_wind")
"""Classes that are told apart by the copies that the discarder does not see."""


def danger_words(name: str) -> str:
    """A class of tiles, a threat or a group of tiles in words.

    >>> danger_words("half_suji_46a"), danger_words("yakuhai_2"), danger_words("no_suji_456")
    ('half suji 4/6, 1/9 safe', 'yakuhai, 2 unseen', 'no suji 4/5/6')
    >>> danger_words("riichi"), danger_words("lone_terminal")
    ('riichi', 'lone terminal')
    """
    if name in _WORDS:
        return _WORDS[name]
    kind, _, last = name.rpartition("_")
    if kind in _UNSEEN and last.isdigit():
        return f"{kind.replace('_', ' ')}, {last} unseen"
    return f"{kind.replace('_', ' ')} {'/'.join(last)}" if last.isdigit() else name.replace("_", " ")


TERMS: Final = {
    "genbutsu": Term(
        "現物",
        "A kind that the opponent cannot win on by ron: it lies in the opponent's river, or passed while the "
        "opponent's hand stayed as it is (since the riichi, or since the last discard of an open hand).",
    ),
    "suji": Term(
        "スジ",
        "A number tile whose two-sided waits are all closed: whoever waits on it so waits on the other end, "
        "three away, too, and that is genbutsu.  So 1 and 7 are suji where 4 is genbutsu, 2 and 8 where 5 "
        "is, 3 and 9 where 6 is; 4, 5 and 6 have two such waits (double_suji, half_suji).  Closed and "
        "one-sided waits, pairs and triplets can still be on it.",
    ),
    "double_suji": Term(
        "両スジ", "A 4, 5 or 6 with both other ends genbutsu: 1 and 7 of 4, 2 and 8 of 5, 3 and 9 of 6."
    ),
    "half_suji": Term(
        "片スジ", "A 4, 5 or 6 of whose two two-sided waits one is closed by a genbutsu and one is open."
    ),
    "no_suji": Term("無スジ", "A number tile none of whose two-sided waits is closed by a genbutsu."),
    "half_suji_46a": Term(
        "片スジ46A", "A 4 with the 1, or a 6 with the 9, genbutsu; the inner side is open."
    ),
    "half_suji_46b": Term(
        "片スジ46B", "A 4 with the 7, or a 6 with the 3, genbutsu; the outer side is open."
    ),
    "yakuhai": Term(
        "役牌",
        "An honour that is worth a yaku to the opponent: dragons, the round wind and its seat wind.  A "
        "number behind it (yakuhai_2) is how many copies the discarder sees nowhere: 3 when only the one "
        "that is discarded is seen.",
    ),
    "guest_wind": Term(
        "客風牌", "A wind that is worth no yaku to the opponent; a number behind it as with yakuhai."
    ),
    "lone_terminal": Term(
        "",
        "A 1 or 9 that no run can hold, as in the characters of three players, who have no 2 to 8 of them.",
    ),
    "no_chance": Term(
        "ノーチャンス",
        "A tile whose two-sided waits, as far as suji leaves them open, are impossible: the discarder sees "
        "all four copies of a kind that each needs.",
    ),
    "one_chance": Term(
        "ワンチャンス",
        "The same with three of four copies seen: one copy is left of a kind that each wait needs.",
    ),
    "open_threat": Term(
        "", "An opponent who has made two or more of chi, pon and daiminkan, and has not declared riichi."
    ),
    "outside": Term(
        "外側",
        "A tile nearer to the end of its suit than one that the opponent discarded: early is among the first "
        "four discards, before_riichi later.",
    ),
    "ura_suji": Term(
        "裏スジ",
        "A tile at an end of a two-sided wait, open by suji, right beyond an end of which the opponent "
        "discarded: of a 5 these are 1-4 and 6-9.",
    ),
    "matagi_suji": Term(
        "またぎスジ",
        "A tile at an end of a two-sided wait, open by suji, between whose ends the opponent discarded: of a "
        "5 these are 3-6 and 4-7.",
    ),
    "aida_yonken": Term(
        "間四軒",
        "A tile at an end of a two-sided wait, open by suji, right beyond both ends of which the opponent "
        "discarded: of 1 and 6 this is 2-5.",
    ),
    "held_suji": Term(
        "自分の手の筋",
        "Copies in the own hand of the tile three away from the one discarded, where suji leaves the "
        "two-sided wait for both open: of two such tiles the one held more often.",
    ),
    "live_suji": Term("", "Of the 18 two-sided waits of a full set, those neither end of which is genbutsu."),
    "retreat": Term("", "No genbutsu, but a discard that takes the own hand further from tenpai."),
    "push": Term("押し", "A discard that is neither genbutsu nor takes the own hand further from tenpai."),
}
"""The terms of the tables of danger."""


def explained(name: str) -> Term | None:
    """What a term or a class of tiles means; None for a word that is neither.

    >>> explained("suji_28").meaning[:25]
    '2 or 8, which is suji.  A'
    """
    if name in TERMS:
        return TERMS[name]
    kind, _, last = name.rpartition("_")
    if name not in CLASSES or kind not in TERMS:
        return None
    term = TERMS[kind]
    if kind in _UNSEEN:
        seen = f"the discarder sees {4 - int(last)} of four copies, the one discarded included"
        first = f"{kind.replace('_', ' ').capitalize()} of which {seen}."
    else:
        first = f"{' or '.join(last)}, which is {kind.replace('_', ' ')}."
    return Term("", f"{first}  {term.meaning}")
