"""Why figures of the Houou games of January 2022 lie outside of those of the published table.

The table counts 1.2 million games from 2009 to 2019; what its program counts was read in its source
(MajsoulPaipuAnalyzer, analyzer.cpp and PAADData.json), and the profile ``mpa`` counts the same, but for two
things that move figures by less than a tenth of their interval: the program gives honba and sticks to each
winner of a double ron (8 points per win), and looks for dora and value tiles at a call before the discard.
What is left is the time between, and chance.  The figures form a tree: each follows from something that
players do otherwise in 2022, which is a figure itself, and is inside when the rounds of the sample are
weighted so that they have that as the table has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Step(NamedTuple):
    """Something that players do otherwise in 2022."""

    why: str
    means: Mapping[str, Any]
    """What of the published table gives the mean per round and seat, by the SQL of ours."""


def _per_open_win(name: str) -> Any:
    return lambda b: b[name] * b["FULUHULER"] * b["HULER"]


STEPS: Final = {
    "riichi_and_calls": Step(
        "Riichi is declared more often, and less is called.",
        {"r.riichi": lambda b: b["REACHR"], "c.called": lambda b: b["FULUR"]},
    ),
    "chasing": Step(
        "Riichi is met with riichi, more than more riichi alone would bring.",
        {"r.chasing_riichi": lambda b: b["ZHUILIR"] * b["REACHR"]},
    ),
    "open_wins": Step(
        "Hands that call are dearer: the cheap ones are no longer called.",
        {
            "v.valued_open_wins": lambda b: b["FULUHULER"] * b["HULER"],
            "v.gross_open_wins_3900": _per_open_win("FULUHULE3900R1"),
            "v.gross_open_wins_7700": _per_open_win("FULUHULE7700R1"),
        },
    ),
    "first_call": Step(
        "The first call comes later, and is more often of a value tile.",
        {
            "c.first_turns - c.called": lambda b: b["FULUCC1"] * b["FULUR"],
            "c.yakuhai_calls": lambda b: b["FULUYAKUHAIR1"] * b["FULUR"],
        },
    ),
}
"""Each with those before it."""

OUTSIDE: Final = {
    "SOUTH": {
        "riichi_and_calls": {
            "REACHR": 9.6, "FULUR": -8.4, "FULUR2": -9.6, "FULUR3": -13.9, "FULUFIRSTR1": 5.1,
            "FULUFIRSTR2": 10.6, "FULUFIRSTR3": 16.4, "REACHINHULER": 9.0, "HULEYAKU.REACH": 9.0,
            "HULEYAKU.TANYAO": -6.6, "CHONGLEYAKU.TANYAO": -7.5, "CHONGLEREACHR": 13.5,
            "CHONGLEFULUR": -7.0, "CHONGLEYIPATSUR": 16.3, "FULUCHONGR": -9.1, "HULEP": 3.9, "HULESU": 3.3,
            "HULE7700R": 6.0, "CHONG11600R": 15.8, "FULUHULEPOINT2": 5.3,
        },
        "chasing": {
            "FIRSTREACHR": -3.4, "ZHUILIR": 16.9, "BEIZHUILIR": 18.2, "FULUHULER": -5.4,
            "REACHINCHONGR": 20.1, "CHONGINREACHR": 9.9, "REACHGOODCHONGR": 11.5, "REACHPROFIT": -8.0,
        },
        "open_wins": {
            "FULUHULE3900R1": 7.4, "FULUHULE7700R1": 9.2, "FULUHULEPOINT1": 4.7, "FULUHULESUDIAN1": 4.4,
            "FULURANSHOUHULER1": 18.3, "FULUYAKUHAIR1": 4.5, "HULEINFULUR2": 7.2, "FULUPROFIT1": 51.2,
            "FULUPROFIT2": 38.0, "HULE3900R": 5.3, "CHONGP": 5.9, "CHONGSU": 6.2, "CHONG3900R": 7.6,
            "CHONG7700R": 11.9, "REACHGOODPROFIT": -9.8,
        },
        "first_call": {"FULUCC1": 2.4, "HULECC": 1.0, "CHONGMYCC": 1.5, "CHONGHISCC": 1.6},
        "chance": {"REACHGOODCHONGP": 10.7},
    },
    "EAST": {
        "riichi_and_calls": {
            "REACHR": 13.8, "FULUR": -5.9, "REACHINCHONGR": 34.0, "CHONGSHANTEN": -14.2
        },
    },
}  # fmt: skip
"""How many percent figures outside of the 99 % interval are above the table, by the step that explains them:
the first whose weights bring them inside."""


class Between(NamedTuple):
    """A figure of years between those of the table and the sample, published elsewhere."""

    figure: str
    years: str
    value: float
    count: float
    """Of what it is told: rounds and seats, or wins."""
    source: str


KOBALAB: Final = "blog.kobalab.net 2018-01-13"
LURKER: Final = "mahjong-lurker.xyz, tenhou-2018-data-1"
HAND_SCORE: Final = "github.com/chienshyong/houou-statistics, HandScore.csv: wins but yakuman"
BETWEEN: Final = (
    Between("REACHR", "2016", 1_166_027 / 6_842_580, 6_842_580, KOBALAB),
    Between("FULUR", "2016", 2_356_214 / 6_842_580, 6_842_580, KOBALAB),
    Between("HULESU", "2016", 8_148_454_300 / 1_442_983, 1_442_983, KOBALAB),
    Between("HULEYAKU.REACH", "2016", 561_156 / 1_442_983, 1_442_983, KOBALAB),
    Between("HULEYAKU.REACH", "2018", 622_192 / 1_560_585, 1_560_585, LURKER),
    Between("REACHINHULER", "2016", 563_982 / 1_442_983, 1_442_983, KOBALAB),
    Between("REACHINHULER", "2018", 625_217 / 1_560_585, 1_560_585, LURKER),
    Between("HULEYAKU.TANYAO", "2016", 327_980 / 1_442_983, 1_442_983, KOBALAB),
    Between("HULEYAKU.TANYAO", "2018", 355_680 / 1_560_585, 1_560_585, LURKER),
    Between("FULUHULER", "2016-20", 103_042 / 222_466, 222_466, HAND_SCORE),
    Between("FULUHULESUDIAN1", "2016-20", 435_792_500 / 103_042, 103_042, HAND_SCORE),
    # Without those that are all simples, too: at least.
    Between("FULURANSHOUHULER1", "2016-20", 10_238 / 103_042, 103_042, HAND_SCORE),
)
FROM_EAST_2: Final = {"riichi": 215_106 / 1_276_028, "called": 444_560 / 1_276_028}
"""Riichi, and hands with a call or any kan, from East 2 to South 4 in 2016-20 (the same, HandsWon.csv)."""
