"""What a record says twice: numbers, tiles and flags that repeat play, held against it.

Nothing is read from them, so that a round whose repetitions are wrong is kept; what is wrong with
them is told.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.mahjong_soul.play import Play
from mjlog.formats.mahjong_soul.records import (
    Record,
    RecordError,
    code_of,
    mapping,
    number,
    objects,
    points,
    shown,
    tiles,
)
from mjlog.formats.mahjong_soul.walls import DIGITS, is_hash
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.tiles import KIND, NO_TILE, UNKNOWN

_LEFT: Final[Mapping[int, int]] = MappingProxyType({4: 69, 3: 54, 2: 35})
"""Live tiles after the deal, the dealer's first draw among them, by number of players."""
_MOST: Final = 1 << 31
_WHOLE: Final = ("hand", "count")
"""Fields of a win that is told in full."""
_MELDS: Final = ("shunzi", "kezi", "minggang", "angang")
_HUNDRED: Final = 100


class Told(NamedTuple):
    """A round that was read, with the messages that tell it."""

    messages: Sequence[Record]
    """From the deal to the end."""
    play: Play
    dealer: int
    scores: Sequence[int] | None
    """At the deal."""
    sticks: int
    """At the deal."""
    has_ura: bool
    """Whether ura dora count in the room."""
    usual_sticks: bool
    """Whether a riichi costs what it usually does."""
    gains: Sequence[int] | None = None
    """What each seat has won with hands in the rounds before; None where a record of it is missing."""


Said = tuple[Record, str]
"""A message and what it contradicts."""


def contradictions(told: Told) -> Iterator[Said]:
    """What a round says twice and differently; of each kind the first."""
    for check in (_hashes, _left_tiles, _sticks, _old_scores, _wins, _tenpai_hands):
        try:
            yield from check(told)
        except RecordError as error:
            yield told.messages[0], str(error)


def _of(told: Told, name: str) -> Iterator[Record]:
    """Messages of a round by name, live or recorded."""
    return (r for r in told.messages if r.name in (f"Record{name}", f"Action{name}"))


def _hashes(told: Told) -> Iterator[Said]:
    """Hashes of the wall are hashes, and that of the salt is the salt's."""
    deal = told.messages[0]
    for name in DIGITS:
        if deal.data.get(name) and not is_hash(deal.data, name):
            yield deal, f"{name} {shown(deal.data[name])} is no hash"
    salt, stated = (str(deal.data.get(name) or "") for name in ("salt", "salt_sha256"))
    if salt and stated and hashlib.sha256(salt.encode("utf-8", "replace")).hexdigest() != stated.lower():
        yield deal, "salt_sha256 is not that of the salt"


def _left_tiles(told: Told) -> Iterator[Said]:
    """Every draw takes one live tile, a replacement tile too; the last leaves none, which is not written."""
    deal, draws = told.messages[0], list(_of(told, "DealTile"))
    drawn = sum(event.kind == KIND_CODE["draw"] for event in told.play.events)
    if drawn != len(draws) + 1 or deal.name.startswith("Action"):
        return  # live messages, or a deal without the dealer's first draw
    left = _LEFT[told.play.players]
    is_counted = any("left_tile_count" in record.data for record in draws)
    for record in (deal, *draws):
        left -= record is not deal
        stated = record.number("left_tile_count", _MOST)
        if stated != left and ("left_tile_count" in record.data or (is_counted and record is not deal)):
            yield record, f"left_tile_count {stated} where {left} tiles are left"
            return


def _sticks(told: Told) -> Iterator[Said]:
    """A riichi that stands is told with the score after its stick, and with all sticks on the table."""
    sticks = told.sticks
    for record in told.messages:
        liqi = mapping(record.data.get("liqi"))
        if not liqi or liqi.get("failed"):
            continue
        sticks += 1
        seat = number(liqi, "seat", told.play.players - 1)
        if told.scores is None or not told.usual_sticks:
            continue
        due = {"score": told.scores[seat] - RIICHI_STICK, "liqibang": sticks}
        for name, value in due.items():
            stated = number(liqi, name, _MOST, -_MOST)
            if name in liqi and stated != value:
                yield record, f"liqi: {name} {stated}, not {value}"
                return


def _old_scores(told: Told) -> Iterator[Said]:
    """Scores before the payments are those of the deal without the sticks that were paid."""
    if told.scores is None or not told.usual_sticks:
        return
    paid = Counter(e.seat for e in told.play.events if e.kind == KIND_CODE["riichi_accepted"])
    due = [score - RIICHI_STICK * paid[seat] for seat, score in enumerate(told.scores)]
    for record in (*_of(told, "Hule"), *_of(told, "NoTile")):
        rows = record.data.get("scores")
        first = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else record.data
        stated = points(first.get("old_scores"), told.play.players)
        if stated is not None and stated != due:
            yield record, f"old_scores {stated}, not {due}"


def _wins(told: Told) -> Iterator[Said]:
    """Flags, indicators, melds and the points of each kind of win."""
    accepted = {e.seat for e in told.play.events if e.kind == KIND_CODE["riichi_accepted"]}
    for record in _of(told, "Hule"):
        for win in objects(record.data, "hules"):
            seat = number(win, "seat", told.play.players - 1)
            is_whole = all(name in win for name in _WHOLE)
            flags = {"qinjia": seat == told.dealer, "liqi": seat in accepted}
            for name, is_so in flags.items():
                if (is_whole or name in win) and bool(win.get(name)) != is_so:
                    yield record, f"hules: {name} is {bool(win.get(name))} of seat {seat}"
            if not is_whole:
                continue
            missing = _indicators(told, win, in_riichi=seat in accepted)
            reasons = (missing, _melds(told, win, seat), _worth(told, win, seat), _gain(told, win, seat))
            for reason in reasons:
                if reason:
                    yield record, f"hules: {reason} (seat {seat})"


def _indicators(told: Told, win: Mapping[str, Any], *, in_riichi: bool) -> str:
    """What is missing of the tiles that a win is told with."""
    if not win.get("hu_tile"):
        return "a win without its tile"
    if not win.get("doras"):
        return "a win without its indicators"
    if in_riichi and told.has_ura and not win.get("li_doras"):
        return "a win in riichi without its ura indicators"
    return ""


def _melds(told: Told, win: Mapping[str, Any], seat: int) -> str:
    """How melds differ from the calls of a seat, by kinds of tiles; set-aside tiles are none."""
    texts = [text for text in win.get("ming") or () if isinstance(text, str)]
    split = [text.rstrip(")").partition("(") for text in texts]
    stated = sorted(_kinds(map(code_of, inner.split(","))) for name, _, inner in split if name in _MELDS)
    due = sorted(_called(told.play, seat))
    return "" if stated == due else f"ming {', '.join(texts)[:60] or 'empty'} is not what was called"


def _called(play: Play, seat: int) -> Iterator[tuple[int, ...]]:
    """Kinds of the tiles of each meld of a seat; an added kan is its pon with one tile more."""
    names = {KIND_CODE[name]: name for name in ("chi", "pon", "daiminkan", "kakan", "ankan")}
    own = [(names[e.kind], e) for e in play.events if e.seat == seat and e.kind in names]
    added = {int(KIND[e.tile]) for name, e in own if name == "kakan"}
    for name, event in own:
        if name == "kakan":
            continue
        kinds = _kinds((*event.consumed, *(() if name == "ankan" else (event.tile,))))
        yield kinds + kinds[:1] if name == "pon" and kinds[0] in added else kinds


def _kinds(codes: Any) -> tuple[int, ...]:
    return tuple(sorted(int(KIND[code]) for code in codes if code != NO_TILE))


def _worth(told: Told, win: Mapping[str, Any], seat: int) -> str:
    """Whether what a win is worth by ron and by tsumo comes from no base points at all.

    Each payment is its share of the base points, rounded up to hundreds; three players may share otherwise.
    No dealer pays a dealer: what one would is left out, or is what the others pay.
    """
    ron, dealer, other = (
        number(win, name, _MOST) for name in ("point_rong", "point_zimo_qin", "point_zimo_xian")
    )
    shares = [(ron, 6), (other, 2)] if seat == told.dealer else [(ron, 4), (dealer, 2), (other, 1)]
    if told.play.players != SEATS:
        return ""
    if seat == told.dealer and dealer not in (0, other):
        return f"point_zimo_qin {dealer}, which no dealer pays for a dealer's win"
    if not all(value for value, _ in shares):
        return ""
    most_base = min(value / times for value, times in shares)
    least_base = max((value - _HUNDRED) / times for value, times in shares)
    if least_base < most_base:
        return ""
    return f"point_rong {ron}, point_zimo_qin {dealer}, point_zimo_xian {other} are of no one hand"


def _gain(told: Told, win: Mapping[str, Any], seat: int) -> str:
    """Whether what a win brings, `dadian`, is its worth, and `point_sum` what all wins of the seat brought.

    Recorded games add up in `point_sum`; editors write the win's own worth, at tables of three or two
    that of a tsumo.  Of a tsumo `dadian` may be the worth by ron: recorded ones are equal.  Wins that
    somebody is liable for are left out.
    """
    gain, stated = (number(win, name, _MOST) for name in ("dadian", "point_sum"))
    ron, tsumo = _worths(told, win, seat)
    if win.get("baopai") or win.get("baopai_seats"):
        return ""
    due = sorted({ron, tsumo} if win.get("zimo") else {ron})
    if gain and gain not in due:
        return f"dadian {gain}, where the win is worth {' or '.join(map(str, due))}"
    may_be_tsumo = win.get("zimo") or told.play.players < SEATS
    own, sums = {ron, gain, tsumo if may_be_tsumo else 0} - {0}, _sums(told, win, seat)
    if not own or not stated or stated in own | sums or (gain and not sums and stated > gain):
        return ""
    return f"point_sum {stated}, not {' or '.join(map(str, sorted(sums or own)))}"


def _worths(told: Told, win: Mapping[str, Any], seat: int) -> tuple[int, int]:
    """What a win is worth by ron and by tsumo, as stated."""
    ron, dealer, other = (
        number(win, name, _MOST) for name in ("point_rong", "point_zimo_qin", "point_zimo_xian")
    )
    players = told.play.players
    return ron, other * (players - 1) if seat == told.dealer else dealer + other * (players - 2)


def _sums(told: Told, win: Mapping[str, Any], seat: int) -> set[int]:
    """What all wins of a seat up to this one may have brought; empty where nobody knows."""
    if told.gains is None or not win.get("dadian"):
        return set()
    ron, tsumo = _worths(told, win, seat)
    brought = {number(win, "dadian", _MOST), ron, *((tsumo,) if win.get("zimo") else ())}
    return {told.gains[seat] + worth for worth in brought if worth}


def gains_after(told: Told) -> list[int] | None:
    """What each seat has won with hands when the round is over; None where a record of it is missing."""
    gains = None if told.gains is None else [*told.gains]
    try:
        for record in _of(told, "Hule"):
            for win in objects(record.data, "hules"):
                seat, stated = number(win, "seat", told.play.players - 1), number(win, "point_sum", _MOST)
                sums = _sums(told, win, seat)
                if gains is None or not sums:
                    return None
                due = gains[seat] + number(win, "dadian", _MOST)
                gains[seat] = stated if stated in sums else due
    except RecordError:
        return None
    return gains


def _tenpai_hands(told: Told) -> Iterator[Said]:
    """Hands that are shown at an exhaustive draw are those that play leaves."""
    play = told.play
    for record in _of(told, "NoTile"):
        for seat, player in enumerate(objects(record.data, "players")[: play.players]):
            stated, held = tiles(player, "hand"), play.concealed(seat)
            if stated and UNKNOWN not in held and Counter(stated) != held:
                yield record, f"players: the hand of seat {seat} is not the one that was played"
