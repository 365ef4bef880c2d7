"""Wins of Tenhou's XML (``AGARI``) as columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import Array
from mjlog.formats.tenhou_xml.rounds import Scores
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import Markup
from mjlog.formats.tenhou_xml.tiles import LAST_ID, NO_ID
from mjlog.formats.worth import YAKUMAN_HAN

_SEAT_WIND, _ROUND_WIND = ("yakuhai_seat_wind",) * 4, ("yakuhai_round_wind",) * 4
YAKU: Final = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan_kaihou", "haitei", "houtei", "pinfu",
    "tanyao", "iipeikou", *_SEAT_WIND, *_ROUND_WIND, "yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun",
    "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun", "sanshoku_doukou",
    "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu",
    "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou",
    "ryuuiisou", "chinroutou", "chuuren_poutou", "junsei_chuuren_poutou", "kokushi_musou",
    "kokushi_musou_13_wait", "daisuushii", "shousuushii", "suukantsu", "dora", "ura_dora", "aka_dora",
)  # fmt: skip
"""Slugs by Tenhou's yaku number."""

_NONE: Final = 255
_YAKU_CODE: Final = np.append(np.array([schema.YAKU_BIT[slug] for slug in YAKU], dtype=np.uint8), _NONE)
_NO_YAKU: Final = 1 << 10
_MOST_PLAIN: Final = 20
_MOST_YAKU: Final = 28
"""Yaku and, behind them, yakuman."""
_MOST_HAND: Final = 14
_MOST_INDICATORS: Final = 8
_MOST_HAN: Final = 127
_MOST_FU: Final = 1000
_MOST_POINTS: Final = 1 << 28
_MOST_COUNTERS: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Wins:
    """What k ``AGARI`` tags say, in order."""

    tag: NDArray[np.int64]
    """(k,) number of the tag in the batch."""
    seat: NDArray[np.int64]
    from_seat: NDArray[np.int64]
    pao_seat: NDArray[np.int64]
    """(k,) liable seat, -1 for nobody."""
    tile_id: NDArray[np.uint8]
    hand: NDArray[np.uint8]
    """(k, 14) concealed tile ids, winning tile included, padded with `NO_ID`."""
    value: NDArray[np.int64]
    """(k, 3) fu, points, limit."""
    yaku: NDArray[np.uint8]
    """(k, 28) index in `schema.YAKU`, padded with 255."""
    han: NDArray[np.int64]
    """(k, 28) han of each entry of `yaku`."""
    is_yakuman: NDArray[np.bool_]
    """(k,) whether yakuman are listed, without han."""
    counters: NDArray[np.int64]
    """(k, 2) honba and sticks, -1 where not stated."""
    dora: NDArray[np.uint8]
    """(k, 8) tile ids of the indicators, padded with `NO_ID`."""
    ura: NDArray[np.uint8]
    """(k, 8) tile ids of the ura indicators, padded with `NO_ID`."""
    scores: Scores

    @classmethod
    def blank(cls, k: int) -> Wins:
        """Room for `k` wins."""
        return cls(
            tag=np.zeros(k, dtype=np.int64),
            seat=np.zeros(k, dtype=np.int64),
            from_seat=np.zeros(k, dtype=np.int64),
            pao_seat=np.full(k, -1, dtype=np.int64),
            tile_id=np.zeros(k, dtype=np.uint8),
            hand=np.full((k, _MOST_HAND), NO_ID, dtype=np.uint8),
            value=np.zeros((k, 3), dtype=np.int64),
            yaku=np.full((k, _MOST_YAKU), _NONE, dtype=np.uint8),
            han=np.zeros((k, _MOST_YAKU), dtype=np.int64),
            is_yakuman=np.zeros(k, dtype=bool),
            counters=np.full((k, 2), -1, dtype=np.int64),
            dora=np.full((k, _MOST_INDICATORS), NO_ID, dtype=np.uint8),
            ura=np.full((k, _MOST_INDICATORS), NO_ID, dtype=np.uint8),
            scores=Scores.blank(k),
        )

    def take(self, rows: Array) -> Wins:
        """Some `rows` of these."""
        taken: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        scores = taken.pop("scores").take(rows)
        return Wins(**{name: column[rows] for name, column in taken.items()}, scores=scores)


def decode_wins(markup: Markup, sheet: Sheet) -> Wins:
    """Decode the wins; what is missing or out of range breaks its round."""
    wins = Wins.blank(len(sheet.tag))
    wins.tag[:] = sheet.tag
    _put_who(wins, markup, sheet)
    _put_tiles(wins, markup, sheet)
    _put_yaku(wins, markup, sheet)
    wins.scores.put(markup, sheet)
    return wins


def _put_who(wins: Wins, markup: Markup, sheet: Sheet) -> None:
    wins.seat[:] = sheet.column(markup, "who", 3)
    wins.from_seat[:] = sheet.column(markup, "fromWho", 3)
    wins.value[:] = sheet.rows(markup, "ten", 3, _MOST_POINTS)
    sheet.blame(markup, wins.value[:, 0] > _MOST_FU, "no such fu")
    sheet.blame(markup, wins.value[:, 2] >= len(schema.LIMITS), "no such limit")
    if sheet.count("paoWho").any():
        wins.pao_seat[:] = sheet.padded(markup, "paoWho", 1, 3, fill=-1)[:, 0]
    if sheet.count("ba").any():
        wins.counters[:] = sheet.padded(markup, "ba", 2, _MOST_COUNTERS, fill=-1)


def _put_tiles(wins: Wins, markup: Markup, sheet: Sheet) -> None:
    """Hands and indicators; a winning tile that is not listed in the hand is added to it."""
    tile, count = sheet.column(markup, "machi", LAST_ID), sheet.count("hai")
    hand = sheet.padded(markup, "hai", _MOST_HAND, LAST_ID, fill=NO_ID)
    sheet.blame(markup, count == 0, "no hai")
    sheet.blame(markup, (count % 3 == 0) & (count <= _MOST_HAND), "hai is not the hand of a win")
    lacks = np.flatnonzero((count % 3 == 1) & (count < _MOST_HAND))
    hand[lacks, count[lacks]] = tile[lacks]
    wins.tile_id[:], wins.hand[:] = tile, hand
    for name, column in (("doraHai", wins.dora), ("doraHaiUra", wins.ura)):
        if sheet.count(name).any():
            column[:] = sheet.padded(markup, name, _MOST_INDICATORS, LAST_ID, fill=NO_ID)


def _put_yaku(wins: Wins, markup: Markup, sheet: Sheet) -> None:
    """Yaku and their han; ura dora that were looked at in vain (0 han) are left out."""
    ids = np.full((len(sheet.tag), _MOST_YAKU), _NO_YAKU, dtype=np.int64)
    han = np.zeros(ids.shape, dtype=np.int64)
    plain, limit = sheet.count("yaku"), sheet.count("yakuman")
    if plain.any():
        pairs = sheet.padded(markup, "yaku", 2 * _MOST_PLAIN, _MOST_HAN, fill=_NO_YAKU)
        ids[:, :_MOST_PLAIN], han[:, :_MOST_PLAIN] = pairs[:, ::2], pairs[:, 1::2]
        sheet.blame(markup, plain % 2 > 0, "yaku is not made of pairs")
    if limit.any():
        ids[:, _MOST_PLAIN:] = sheet.padded(
            markup, "yakuman", _MOST_YAKU - _MOST_PLAIN, _MOST_HAN, fill=_NO_YAKU
        )
        han[:, _MOST_PLAIN:] = YAKUMAN_HAN
        wins.is_yakuman[:] = limit > 0
    sheet.blame(markup, plain + limit == 0, "a win without yaku")
    sheet.blame(markup, ((ids >= len(YAKU)) & (ids != _NO_YAKU)).any(axis=1), "no such yaku")
    listed = (ids < len(YAKU)) & (han > 0)
    wins.yaku[:] = np.where(listed, _YAKU_CODE[np.minimum(ids, len(YAKU))], _NONE)
    wins.han[:] = np.where(listed, han, 0)
