"""What a `hora` says about the win, in all dialects, as columns of `wins`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from mjlog.formats.mjai.actions import Hora
from mjlog.formats.mjai.fields import HoraMeta, MajsoulPoints, NamedYaku, Score
from mjlog.formats.mjai.yaku import slugs_of_names
from mjlog.formats.worth import YAKUMAN_HAN, is_yakuman
from mjlog.formats.yaku_numbers import MAHJONG_SOUL_YAKU
from mjlog.tiles import NO_TILE, TILE_NAMES

CODE: Final[dict[str | None, int]] = {**{name: code for code, name in enumerate(TILE_NAMES)}, None: NO_TILE}
"""Tile code by mjai name; 255 for no tile."""

_META: Final = msgspec.json.Decoder(HoraMeta | None)
_POINTS: Final = re.compile(r"(\d{3,6})(?: all|/(\d{3,6}))?")
_LEGACY_YAKUMAN: Final = 100
"""Han that the original dialect gives to a yakuman."""
_HAN_LIMIT: Final = 127
_POINT_LIMIT: Final = 10_000
"""Worth of a yaku where points add up."""

YakuAndHan = tuple[list[str], list[int | None]]


class UnreadYakuError(ValueError):
    """The yaku of a win cannot be named; the rest of the win can be read."""


def codes(tiles: Sequence[str] | None) -> list[int] | None:
    """Tile names as codes; None stays None."""
    return None if tiles is None else list(map(CODE.__getitem__, tiles))


def coded(tiles: Sequence[str]) -> bytearray:
    """Tile names as codes, of which there may be many."""
    return bytearray(map(CODE.__getitem__, tiles))


def ura_of(hora: Hora) -> list[int] | None:
    """Ura indicators, under the name of whichever dialect; None where the log has no such field."""
    for field in (hora.uradora_markers, hora.ura_markers, hora.ura_dora_markers, hora.uradora_marker):
        if field is not None:
            return codes([field] if isinstance(field, str) else field)
    return None


def win_columns(
    hora: Hora, *, tile: int, is_tsumo: bool, is_dealer: bool, players: int, is_exact: bool
) -> dict[str, Any]:
    """Columns of `wins` that the action states, without seats, yaku and deltas.

    Args:
        hora: the win.
        tile: code of the winning tile.
        is_tsumo: whether it was drawn.
        is_dealer: whether the winner is the dealer.
        players: players at the table.
        is_exact: whether the action is of mjlog's own format, whose numbers mean what they say.
    """
    columns: dict[str, Any] = {
        "tile": tile,
        "log_hand": _hand(hora.hora_tehais, tile),
        "log_dora_indicators": codes(hora.dora_markers),
        "log_pao_seat": hora.pao,
        "log_limit": hora.limit,
        "log_honba": hora.honba,
        "log_riichi_sticks": hora.kyotaku,
    }
    if is_exact:
        return {**columns, "log_han": hora.fan, "log_fu": hora.fu, "log_points": hora.hora_points}
    score = _score(hora)
    han, fu = _first(hora.fan, hora.han, score.han), _first(hora.fu, score.fu)
    if han != 0:  # engines that do not score write zeros
        columns["log_han"] = None if han is None else _han(han)
        states_only_fan = hora.yakus is None and hora.deltas is None and hora.hora_points is None
        columns["log_fu"] = _rounded(fu) if states_only_fan and fu else fu
        points = _points(hora, score, is_tsumo=is_tsumo, is_dealer=is_dealer, players=players)
        columns["log_points"] = points or None
    return columns


def yaku_of(hora: Hora, held_dragons: Callable[[], Sequence[int]], *, is_exact: bool) -> YakuAndHan | None:
    """Yaku slugs and the han of each; None where the log names none.

    Args:
        hora: the win.
        held_dragons: gives the kinds of dragons that the winner holds three or more of.
        is_exact: as for `win_columns`.

    Raises:
        UnreadYakuError: when a name or number is not known.
    """
    score = Score() if is_exact else _score(hora)
    try:
        pairs = msgspec.convert({"value": hora.yakus}, NamedYaku).value if hora.yakus else []
    except msgspec.ValidationError as error:
        raise UnreadYakuError(f"yakus: {str(error).replace('$.value', '$')}") from None
    numbers = hora.yaku_ids or score.yaku
    if numbers:
        slugs = _slugs_of_numbers(numbers)
        values = [value for _, value in pairs] if len(pairs) == len(slugs) else [None] * len(slugs)
        named = [(slug, _times_yakuman(slug, value)) for slug, value in zip(slugs, values, strict=True)]
    elif pairs:
        try:
            found = slugs_of_names(pairs, held_dragons)
        except ValueError as error:
            raise UnreadYakuError(str(error)) from None
        named = found if is_exact else [(slug, None if han is None else _han(han)) for slug, han in found]
    else:
        return ([], []) if is_exact and hora.yakus is not None else None
    limit = _POINT_LIMIT if is_exact else _HAN_LIMIT
    if any(value is not None and not 0 <= value <= limit for _, value in named):
        raise UnreadYakuError("yakus with impossible han")
    return [slug for slug, _ in named], [value for _, value in named]


def _score(hora: Hora) -> Score:
    """The value that `meta` tells, where it is like RiichiEnv's."""
    try:
        meta = _META.decode(hora.meta) if isinstance(hora.meta, msgspec.Raw) else None
    except msgspec.ValidationError:
        meta = None
    return (meta.score if meta else None) or Score()


def _first(*values: int | None) -> int | None:
    return next((v for v in values if v is not None), None)


def _han(han: int) -> int:
    """Han with yakuman as 13 each, where the original dialect says 100."""
    return han if han % _LEGACY_YAKUMAN else han // _LEGACY_YAKUMAN * YAKUMAN_HAN


def _times_yakuman(slug: str, value: int | None) -> int | None:
    """Han of a yaku; Mahjong Soul writes how many yakuman a yakuman counts."""
    return value if value is None or not is_yakuman(slug) or value >= YAKUMAN_HAN else value * YAKUMAN_HAN


def _rounded(fu: int) -> int:
    """Fu rounded up to tens; 25 stays.  akochan, which states only fan and fu, logs them unrounded."""
    return fu if fu == 25 else -(-fu // 10) * 10


def _hand(tehais: Sequence[str] | None, tile: int) -> list[int] | None:
    """Concealed tiles with the winning tile, which most dialects leave out on a ron."""
    hand = codes(tehais or None)
    is_short = hand is not None and len(hand) % 3 == 1 and tile != NO_TILE
    return [*hand, tile] if hand is not None and is_short else hand


def _slugs_of_numbers(numbers: Sequence[int]) -> list[str]:
    unknown = [n for n in numbers if n not in MAHJONG_SOUL_YAKU]
    if unknown:
        raise UnreadYakuError(f"yaku numbers {unknown} are unknown")
    return [MAHJONG_SOUL_YAKU[n] for n in numbers]


def _points(hora: Hora, score: Score, *, is_tsumo: bool, is_dealer: bool, players: int) -> int | None:
    """Value of the hand: what the discarder pays, or the sum of what all pay."""
    if hora.hora_points is not None:
        return hora.hora_points
    if hora.majsoul_points is not None:
        return _majsoul_points(hora.majsoul_points, is_tsumo=is_tsumo, is_dealer=is_dealer, players=players)
    if not isinstance(score.points, str):
        return score.points
    match = _POINTS.fullmatch(score.points)
    if match is None:
        return None
    share = int(match[1])
    if match[2]:
        return share * (players - 2) + int(match[2])
    return share * (players - 1) if score.points.endswith("all") else share


def _majsoul_points(points: MajsoulPoints, *, is_tsumo: bool, is_dealer: bool, players: int) -> int:
    if not is_tsumo:
        return points.ron
    if is_dealer:
        return points.tsumo_non_dealer * (players - 1)
    return points.tsumo_dealer + points.tsumo_non_dealer * (players - 2)
