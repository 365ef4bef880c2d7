"""What the tags of a round say in Tenhou's XML: ``INIT``, ``AGARI`` and ``RYUUKYOKU``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mjlog import schema

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

_DRAW_TYPES: Final = {
    "yao9": "kyuushu_kyuuhai",
    "kaze4": "suufon_renda",
    "reach4": "suucha_riichi",
    "kan4": "suukaikan",
    "ron3": "sanchahou",
    "nm": "nagashi_mangan",
}
_PLAYED_OUT: Final = ("exhaustive", "nagashi_mangan")
_HUNDRED: Final = 100


def numbers(attributes: Mapping[str, str], name: str) -> list[int]:
    """The integers of a comma-separated attribute.

    Raises:
        ValueError: when it is absent or not made of integers.
    """
    text = attributes.get(name)
    if not text:
        raise ValueError(f"no {name}")
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f'{name}="{text[:60]}" is not a list of integers') from None


def seat(attributes: Mapping[str, str], name: str, players: int) -> int:
    """The seat that an attribute names.

    Raises:
        ValueError: when it is absent or no seat of the table.
    """
    text = attributes.get(name, "")
    if text not in ("0", "1", "2", "3")[:players]:
        raise ValueError(f'{name}="{text[:20]}" is not a seat')
    return int(text)


def tile_id(attributes: Mapping[str, str], name: str) -> int:
    """The one tile id of an attribute.

    Raises:
        ValueError: when it is absent or no tile.
    """
    ids = numbers(attributes, name)
    if len(ids) != 1 or not 0 <= ids[0] < 136:
        raise ValueError(f"{name} is not a tile")
    return ids[0]


def tiles(attributes: Mapping[str, str], name: str, codes: bytes) -> bytes:
    """Tile codes of a list of tile ids; `codes` translates ids to codes.

    Raises:
        ValueError: when the list is absent or holds anything but tile ids.
    """
    ids = numbers(attributes, name)
    if min(ids) < 0 or max(ids) > 135:
        raise ValueError(f"{name} names a tile that does not exist")
    return bytes(ids).translate(codes)


def deal(attributes: Mapping[str, str], doras: Sequence[str], codes: bytes, players: int) -> dict[str, Any]:
    """Columns of `rounds` that an ``INIT`` tag states; the ``DORA`` tags' `doras` add indicators.

    Raises:
        ValueError: when the tag misses or garbles what a round needs.
    """
    a = attributes
    seed = numbers(a, "seed")
    if len(seed) != 6 or min(seed) < 0 or seed[0] >= 16 or seed[5] >= 136:
        raise ValueError(f'INIT: seed="{a["seed"][:60]}" is no round')
    scores = numbers(a, "ten")
    hands = [tiles(a, f"hai{s}", codes) for s in range(players)]
    if any(len(hand) != 13 for hand in hands) or len(scores) < players:
        raise ValueError("INIT: not 13 tiles and a score for each player")
    wind, number = divmod(seed[0], 4)
    return {
        "round_wind": wind,
        "round_number": number + 1,
        "dealer_seat": seat(a, "oya", players),
        "honba": seed[1],
        "riichi_sticks": seed[2],
        "start_scores": [100 * score for score in scores[:players]],
        "hands": hands,
        "dora_indicators": bytes([seed[5], *map(int, doras)]).translate(codes),
    }


def win(attributes: Mapping[str, str], codes: bytes, players: int, *, first: bool) -> dict[str, Any]:
    """Columns of `wins` that an ``AGARI`` tag states.

    Of a multiple ron only the `first` win, nearest to the discarder, takes the honba (Tenhou
    manual), though every tag repeats the counters.

    Raises:
        ValueError: when the tag misses or garbles what a win needs.
    """
    seat_, from_seat = seat(attributes, "who", players), seat(attributes, "fromWho", players)
    tile = tiles(attributes, "machi", codes)[0]
    hand = tiles(attributes, "hai", codes)
    fu, points, limit = _three(attributes, "ten")
    if not 0 <= limit < len(schema.LIMITS):
        raise ValueError(f"no limit has the number {limit}")
    yaku, han = _yaku(attributes)
    honba, sticks = _counters(attributes)
    deltas, _ = score_changes(attributes, players)
    return {
        "seat": seat_,
        "from_seat": from_seat,
        "tile": tile,
        "log_pao_seat": seat(attributes, "paoWho", players) if "paoWho" in attributes else None,
        "log_hand": hand if len(hand) % 3 == 2 else hand + bytes([tile]),
        "log_han": sum(han) if attributes.get("yaku") else None,
        "log_fu": fu or None,
        "log_points": points,
        "log_limit": schema.LIMITS[limit],
        "log_yaku": yaku,
        "log_yaku_han": han,
        "log_dora_indicators": tiles(attributes, "doraHai", codes) if attributes.get("doraHai") else None,
        "log_honba": honba if first else 0,
        "log_riichi_sticks": sticks,
        "log_deltas": deltas,
    }


def _three(attributes: Mapping[str, str], name: str) -> list[int]:
    values = numbers(attributes, name)
    if len(values) != 3:
        raise ValueError(f"{name} has {len(values)} numbers, not 3")
    return values


def _counters(attributes: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Honba and sticks (``ba``), where stated."""
    if "ba" not in attributes:
        return None, None
    values = numbers(attributes, "ba")
    if len(values) != 2:
        raise ValueError(f"ba has {len(values)} numbers, not 2")
    return values[0], values[1]


def _yaku(attributes: Mapping[str, str]) -> tuple[list[str], list[int]]:
    """Yaku and their han; ura dora that were looked at in vain (0 han) are left out."""
    pairs: list[tuple[int, int]] = []
    if attributes.get("yaku"):
        flat = numbers(attributes, "yaku")
        if len(flat) % 2:
            raise ValueError("yaku is not made of pairs")
        pairs += [(y, h) for y, h in zip(flat[::2], flat[1::2], strict=True) if h]
    if attributes.get("yakuman"):
        pairs += [(y, 13) for y in numbers(attributes, "yakuman")]
    if not pairs:
        raise ValueError("a win without yaku")
    strange = [y for y, _ in pairs if not 0 <= y < len(YAKU)]
    if strange:
        raise ValueError(f"no yaku has the number {strange[0]}")
    return [YAKU[y] for y, _ in pairs], [h for _, h in pairs]


def score_changes(attributes: Mapping[str, str], players: int) -> tuple[list[int] | None, list[int] | None]:
    """Score changes and scores afterwards (``sc``: hundreds before and change, by seat), where stated.

    Parlour rooms add chips before and change, which are not scores.
    """
    if not attributes.get("sc"):
        return None, None
    values = numbers(attributes, "sc")
    if len(values) not in (2 * players, 8, 16):
        raise ValueError(f"sc has {len(values)} numbers for {players} players")
    before, change = values[0 : 2 * players : 2], values[1 : 2 * players : 2]
    after = [_HUNDRED * (b + c) for b, c in zip(before, change, strict=True)]
    return [_HUNDRED * c for c in change], after


def draw(attributes: Mapping[str, str], players: int) -> dict[str, Any]:
    """Columns of `draws` that a ``RYUUKYOKU`` tag states.

    Raises:
        ValueError: when the tag garbles its type or scores.
    """
    deltas, _ = score_changes(attributes, players)
    word = attributes.get("type")
    if word is not None and word not in _DRAW_TYPES:
        raise ValueError(f'type="{word[:20]}" is no kind of draw')
    kind = _DRAW_TYPES[word] if word else "unknown" if deltas is None else "exhaustive"
    shown = [bool(attributes.get(f"hai{s}")) for s in range(players)]
    return {
        "log_type": kind,
        "log_tenpai": shown if kind in _PLAYED_OUT else None,
        "log_deltas": deltas,
    }


def draw_event(log_type: str) -> str:
    """The event kind and outcome of a draw of `log_type`."""
    return "exhaustive_draw" if log_type in _PLAYED_OUT else "abortive_draw"


def final_result(attributes: Mapping[str, str], players: int) -> list[tuple[int, float]]:
    """Final score and points by seat (``owari``), empty when the tag does not end a game.

    Raises:
        ValueError: when the attribute is garbled.
    """
    text = attributes.get("owari")
    if not text:
        return []
    parts = text.split(",")
    if len(parts) < 2 * players:
        raise ValueError(f"owari has {len(parts)} numbers for {players} players")
    try:
        return [(_HUNDRED * int(parts[2 * s]), float(parts[2 * s + 1])) for s in range(players)]
    except ValueError:
        raise ValueError(f'owari="{text[:60]}" is not made of numbers') from None
