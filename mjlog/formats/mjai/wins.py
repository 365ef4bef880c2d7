"""What a `hora` says about the win, in all dialects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from mjlog.formats.mjai.actions import Hora
from mjlog.formats.mjai.fields import HoraMeta, MajsoulPoints, NamedYaku, Score, why_not
from mjlog.formats.mjai.yaku import YAKU_NAMES, slugs_of_names
from mjlog.formats.worth import YAKUMAN_HAN, is_yakuman
from mjlog.formats.yaku_numbers import MAHJONG_SOUL_YAKU
from mjlog.schema import YAKU
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

_PLAIN_HAN: Final = _LEGACY_YAKUMAN - 1
"""The most han that mean the same in all dialects."""
_PAIR: Final = 2
_YAKU: Final = {name: YAKU.index(slug) for name, slug in YAKU_NAMES.items()}
"""Code of a yaku, its place in `schema.YAKU`, by name."""

YakuAndHan = tuple[bytes, tuple[int | None, ...]]
"""Codes of yaku and the han of each."""
Worth = tuple[int | None, int | None, int | None]
"""Han, fu and points."""


class UnreadYakuError(ValueError):
    """The yaku of a win cannot be named; the rest of the win can be read."""


class Win(msgspec.Struct, gc=False):
    """A win as it was read."""

    number: int
    """Number of its action."""
    hora: Hora
    from_seat: int
    tile: int
    """Code of the winning tile."""
    worth: Worth
    yaku: bytes | None
    """Codes of its yaku."""
    yaku_han: tuple[int | None, ...] | None
    deltas: Sequence[int] | None = None

    def hand(self) -> bytes | None:
        """Concealed tiles with the winning tile, which most dialects leave out on a ron."""
        tehais, tile = self.hora.hora_tehais, self.tile
        if not tehais:
            return None
        hand = coded(tehais)
        return hand + bytes([tile]) if len(hand) % 3 == 1 and tile != NO_TILE else hand


def coded(tiles: Sequence[str]) -> bytes:
    """Tile names as codes."""
    return bytes(map(CODE.__getitem__, tiles))


def ura_of(hora: Hora) -> bytes | None:
    """Ura indicators, under the name of whichever dialect; None where the log has no such field."""
    for field in (hora.uradora_markers, hora.ura_markers, hora.ura_dora_markers, hora.uradora_marker):
        if field is not None:
            return coded([field] if isinstance(field, str) else field)
    return None


def worth_of(hora: Hora, score: Score, *, is_tsumo: bool, is_dealer: bool, players: int) -> Worth:
    """Han, fu and points that the win of a dialect states.

    Args:
        hora: the win.
        score: its value as `score_of` has it.
        is_tsumo: whether the winning tile was drawn.
        is_dealer: whether the winner is the dealer.
        players: players at the table.
    """
    han, fu = _first(hora.fan, hora.han, score.han), _first(hora.fu, score.fu)
    if han == 0:  # engines that do not score write zeros
        return None, None, None
    states_only_fan = hora.yakus is None and hora.deltas is None and hora.hora_points is None
    points = _points(hora, score, is_tsumo=is_tsumo, is_dealer=is_dealer, players=players)
    return (
        None if han is None else _han(han),
        _rounded(fu) if states_only_fan and fu else fu,
        points or None,
    )


def yaku_of(
    hora: Hora, score: Score, held_dragons: Callable[[], Sequence[int]], *, is_exact: bool
) -> YakuAndHan | None:
    """Codes of yaku and the han of each; None where the log names none.

    Args:
        hora: the win.
        score: its value as `score_of` has it.
        held_dragons: gives the kinds of dragons that the winner holds three or more of.
        is_exact: whether the action is of mjlog's own format, whose numbers mean what they say.

    Raises:
        UnreadYakuError: when a name or number is not known.
    """
    numbers = hora.yaku_ids or score.yaku
    listed = None if numbers else _listed(hora.yakus, _POINT_LIMIT if is_exact else _PLAIN_HAN)
    return listed or _yaku_at_length(hora, numbers, held_dragons, is_exact=is_exact)


def _listed(yakus: Any, most: int) -> YakuAndHan | None:
    """Yaku whose names stand for one each, with 0 to `most` han, as nearly all do; None for all others.

    What `_yaku_at_length` makes of them, too.
    """
    if type(yakus) is not list or not yakus:
        return None
    codes: list[int] = []
    values: list[int | None] = []
    for pair in yakus:
        if type(pair) is not list or len(pair) != _PAIR:
            return None
        name, han = pair
        code = _YAKU.get(name) if type(name) is str else None
        if code is None or not (han is None or (type(han) is int and 0 <= han <= most)):
            return None
        codes.append(code)
        values.append(han)
    return bytes(codes), tuple(values)


def _yaku_at_length(
    hora: Hora, numbers: Sequence[int] | None, held_dragons: Callable[[], Sequence[int]], *, is_exact: bool
) -> YakuAndHan | None:
    """`yaku_of` for names and numbers of any kind."""
    try:
        pairs = msgspec.convert({"value": hora.yakus}, NamedYaku).value if hora.yakus else []
    except msgspec.ValidationError as error:
        raise UnreadYakuError(f"yakus: {why_not(error)}") from None
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
        return (b"", ()) if is_exact and hora.yakus is not None else None
    limit = _POINT_LIMIT if is_exact else _HAN_LIMIT
    if any(value is not None and not 0 <= value <= limit for _, value in named):
        raise UnreadYakuError("yakus with impossible han")
    return bytes(_YAKU[slug] for slug, _ in named), tuple(value for _, value in named)


def score_of(hora: Hora) -> Score:
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
