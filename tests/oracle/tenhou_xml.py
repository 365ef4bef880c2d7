"""Wins of Tenhou XML logs, read without mjlog's own readers."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mjlog.notation import codes_from_tenhou136
from mjlog.scoring.hands import Meld
from tests.oracle.wins import Hand

_NAMES = (
    "menzen_tsumo riichi ippatsu chankan rinshan_kaihou haitei houtei pinfu tanyao iipeikou "
    "yakuhai_seat_wind yakuhai_seat_wind yakuhai_seat_wind yakuhai_seat_wind "
    "yakuhai_round_wind yakuhai_round_wind yakuhai_round_wind yakuhai_round_wind "
    "yakuhai_haku yakuhai_hatsu yakuhai_chun double_riichi chiitoitsu chanta ittsuu sanshoku_doujun "
    "sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou ryanpeikou junchan honitsu chinitsu "
    "renhou tenhou chiihou daisangen suuankou suuankou_tanki tsuuiisou ryuuiisou chinroutou "
    "chuuren_poutou junsei_chuuren_poutou kokushi_musou kokushi_musou_13_wait daisuushii shousuushii "
    "suukantsu dora ura_dora aka_dora"
)
YAKU = _NAMES.split()
BONUS = {"dora", "ura_dora", "aka_dora"}
NO_RED, NO_OPEN_TANYAO, SANMA = 0x02, 0x04, 0x10
_TAG = re.compile(rb"<(GO|INIT|REACH|AGARI)\b([^>]*)>")
_ATTRIBUTE = re.compile(rb'(\w+)="([^"]*)"')


@dataclass
class Win:
    """One AGARI with what its round says of the table."""

    path: Path
    hand: Hand
    game_type: int
    yaku: set[str]
    han: int
    fu: int
    points: int
    yakuman: int
    seat: int
    from_seat: int
    dealer: int
    pao: int
    honba: int
    sticks: int
    paid_stick: bool
    deltas: list[int]
    round: int

    @property
    def players(self) -> int:
        return 3 if self.game_type & SANMA else 4


def wins_of(path: Path) -> Iterator[Win]:
    """Yield the wins of a log."""
    text = path.read_bytes()
    text = gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    game_type, number, table = 0, 0, {}
    for tag, attributes in _TAG.findall(text):
        fields = {k.decode(): v.decode() for k, v in _ATTRIBUTE.findall(attributes)}
        if tag == b"GO":
            game_type = int(fields["type"])
        elif tag == b"INIT":
            seed = [int(x) for x in fields["seed"].split(",")]
            number += 1
            table = {"wind": seed[0] // 4, "dealer": int(fields["oya"]), "sticks": seed[2], "honba": seed[1]}
            table["riichi"] = set()
        elif tag == b"REACH" and fields["step"] == "2" and table:
            table["riichi"].add(int(fields["who"]))
        elif tag == b"AGARI" and table:
            yield _win(path, fields, table, game_type, number)


def _win(path: Path, fields: dict, table: dict, game_type: int, number: int) -> Win:
    numbers = _ints(fields.get("yaku"))
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    yakuman = _ints(fields.get("yakuman"))
    slugs = {YAKU[i] for i, _ in pairs} | {YAKU[i] for i in yakuman}
    fu, points, _ = _ints(fields["ten"])
    seat, from_seat = int(fields["who"]), int(fields["fromWho"])
    return Win(
        path=path,
        hand=_hand(fields, table, game_type, slugs),
        game_type=game_type,
        yaku=slugs - BONUS,
        han=sum(han for _, han in pairs) or 13 * len(yakuman),
        fu=0 if yakuman else fu,
        points=points,
        yakuman=len(yakuman),
        seat=seat,
        from_seat=from_seat,
        dealer=table["dealer"],
        pao=int(fields.get("paoWho", -1)),
        honba=table["honba"],
        sticks=table["sticks"] + len(table["riichi"]),
        paid_stick=seat in table["riichi"],
        deltas=[100 * d for d in _ints(fields["sc"])[1::2]],
        round=number,
    )


def _hand(fields: dict, table: dict, game_type: int, slugs: set[str]) -> Hand:
    """The winner's hand, won as its yaku tell."""
    seat, players = int(fields["who"]), 3 if game_type & SANMA else 4
    red = (0, 0, 0) if game_type & NO_RED else (1, 1, 1)

    def codes(tiles: list[int]) -> list[int]:
        return codes_from_tenhou136(tiles, red).tolist()

    concealed, won = codes(_ints(fields["hai"])), codes(_ints(fields["machi"]))
    decoded = [decode_meld(code) for code in _ints(fields.get("m"))]
    melds = [(meld, codes(tiles)) for meld, tiles in decoded]
    sets = [meld for meld in melds if meld[0] is not Meld.NONE]
    # Logs of 2009 leave the winning tile out of the hand.
    if len(concealed) + 3 * len(sets) == 13:
        concealed += won
    return Hand(
        concealed=concealed,
        win=won[0],
        melds=sets,
        kita=sum(meld is Meld.NONE for meld, _ in melds),
        dora=codes(_ints(fields["doraHai"])),
        ura=codes(_ints(fields.get("doraHaiUra"))),
        columns={
            "is_tsumo": seat == int(fields["fromWho"]),
            "riichi": 2 if "double_riichi" in slugs else int("riichi" in slugs),
            "ippatsu": "ippatsu" in slugs,
            "rinshan": "rinshan_kaihou" in slugs,
            "chankan": "chankan" in slugs,
            "haitei": "haitei" in slugs,
            "houtei": "houtei" in slugs,
            "first_turn": not slugs.isdisjoint({"tenhou", "chiihou"}),
            "seat_wind": (seat - table["dealer"]) % players,
            "round_wind": table["wind"],
        },
    )


def decode_meld(code: int) -> tuple[Meld, list[int]]:
    """Read a meld number; a set-aside North is `Meld.NONE`."""
    if code & 4:
        low = (code >> 10) // 3
        first = low // 7 * 9 + low % 7
        return Meld.CHI, [4 * (first + i) + (code >> (3 + 2 * i) & 3) for i in range(3)]
    if code & 8 or code & 16:
        kind = (code >> 9) // 3
        unused = code >> 5 & 3
        tiles = [4 * kind + i for i in range(4) if i != unused]
        return (Meld.PON, tiles) if code & 8 else (Meld.OPEN_KAN, [*tiles, 4 * kind + unused])
    kind = code >> 8 >> 2
    if code & 32:
        return Meld.NONE, [code >> 8]
    return (Meld.OPEN_KAN if code & 3 else Meld.ANKAN), [4 * kind + i for i in range(4)]


def _ints(text: str | None) -> list[int]:
    return [int(float(part)) for part in text.split(",")] if text else []
