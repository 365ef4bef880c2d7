"""WA: the wall, as recorded or shuffled again, against its hash, the rules, and every tile of the round.

A deal is proven by a log that has the wall, or the seed that it was shuffled from, published before the
round or with it: then every dealt hand, draw, replacement tile and indicator is where the wall has it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_rounds, rule
from mjlog.columns import ints_of, matrix_of
from mjlog.notation import MJAI
from mjlog.replay.batch import DORA, DRAW
from mjlog.tiles import HAND_TILES, NO_TILE, UNKNOWN, sort_hand
from mjlog.walls import recorded_walls, tile_set, tiles_at

Array = NDArray[Any]

_HASH: Final = re.compile(r"(md5|sha256):([0-9a-f]+)", re.IGNORECASE)
_MOST_NAMED: Final = 4
"""Tiles that a finding about many names."""


@rule(
    "WA001",
    "wall-hash-differs",
    "the logged wall has the hash {actual}; {expected} was published",
    columns=("rounds.wall_text", "rounds.wall_hash"),
)
def hash_differs(evidence: Evidence) -> Found:
    """The text of the wall has the hash that was published with the deal.

    A platform that publishes the hash before the round and the wall after it cannot change the wall in
    between.

    Needs: the text of the wall, and its published hash (MD5 or SHA-256).
    Why: what was dealt may not be what was shuffled.
    Example: two tiles of the text changed places.
    """
    texts, hashes = (evidence.tables.rounds[name] for name in ("wall_text", "wall_hash"))
    rows = np.flatnonzero(np.asarray(texts.is_valid()) & np.asarray(hashes.is_valid()))
    matches = [
        (row, _HASH.fullmatch(hashed), text)
        for row, hashed, text in zip(
            rows.tolist(), hashes.take(rows).to_pylist(), texts.take(rows).to_pylist(), strict=True
        )
    ]
    found = [
        (row, match[2].lower(), hashlib.new(match[1].lower(), text.encode()).hexdigest())
        for row, match, text in matches
        if match
    ]
    return at_rounds(
        np.array([row for row, _, _ in found], dtype=np.int64),
        np.array([published != made for _, published, made in found], dtype=bool),
        expected=lambda i: found[i][1],
        actual=lambda i: found[i][2],
        not_checkable=len(texts) - len(found),
    )


@rule(
    "WA002",
    "wall-tiles-wrong",
    "the wall holds {actual}; the rules put {expected} there",
    fields=("removed_tiles", "red_fives"),
    columns=("rounds.wall",),
)
def tiles_wrong(evidence: Evidence) -> Found:
    """The recorded wall is the tile set of the rules: each kind four times, so many fives of each suit red.

    Needs: the wall as recorded, and the rules of the game.
    Why: a wall that lacks a tile was not the one played with.
    Example: five 3p and three 4p.
    """
    batch, recorded = evidence.batch, recorded_walls(evidence.tables)
    has_wall = recorded[:, 0] != NO_TILE
    rounds = np.flatnonzero(has_wall & evidence.states("removed_tiles", "red_fives"))
    held = _counted(recorded[rounds])
    sets = np.stack([_counted(tile_set(batch.rules, rule)[None])[0] for rule in range(len(batch.rules))])
    wanted = sets[batch.rule[rounds]]
    return at_rounds(
        rounds,
        (held != wanted).any(axis=1),
        expected=lambda i: _differing(wanted[i], held[i]),
        actual=lambda i: _differing(held[i], wanted[i]),
        not_checkable=batch.n_rounds - len(rounds),
    )


def _counted(walls: Array) -> NDArray[np.int64]:
    """(k, 38) how many tiles of each code (k, w) `walls` hold."""
    at = np.arange(len(walls))[:, None] * 256 + walls
    return np.bincount(at.ravel(), minlength=256 * len(walls)).reshape(-1, 256)[:, : UNKNOWN + 1]


def _differing(counts: Array, others: Array) -> str:
    """The tiles of which there are not as many as in `others`, "3 of 4p, 5 of 3p"."""
    codes = np.flatnonzero(counts != others)
    more = ", ..." if len(codes) > _MOST_NAMED else ""
    return ", ".join(f"{counts[code]} of {tile(code)}" for code in codes[:_MOST_NAMED]) + more


@rule(
    "WA003",
    "wall-is-not-shuffled-so",
    "the recorded wall has {actual}; the shuffle gives {expected}",
    columns=("rounds.wall", "games.shuffle|rounds.shuffle"),
)
def not_shuffled_so(evidence: Evidence) -> Found:
    """The recorded wall is the one that the logged shuffle gives.

    Needs: both the wall and the seed that it was shuffled from, and the rules of the game.
    Why: then the wall comes from the seed, and nobody chose it.
    Example: the 53rd tile is 3p, and 4p by the seed.
    """
    walls = evidence.walls
    rounds = np.flatnonzero(walls.is_recorded & walls.is_shuffled)
    recorded, made = walls.recorded[rounds], walls.shuffled[rounds]
    differs = recorded[:, : made.shape[1]] != made
    first = differs.argmax(axis=1)

    def named(tiles: Array, i: int) -> str:
        return f"{tile(tiles[i, first[i]])} as tile {first[i] + 1}"

    return at_rounds(
        rounds,
        differs.any(axis=1),
        expected=lambda i: named(made, i),
        actual=lambda i: named(recorded, i),
        not_checkable=len(walls.size) - len(rounds),
    )


@rule(
    "WA004",
    "deal-differs",
    "seat {seat} is dealt {actual}; the wall deals {expected} instead",
    columns=("rounds.wall|games.shuffle|rounds.shuffle",),
)
def deal_differs(evidence: Evidence) -> Found:
    """Every dealt hand is the thirteen tiles that the wall has for its seat.

    Four tiles each from the dealer on, three times, then one each.  A deal is proven by this, the draws,
    the replacement tiles and the indicators (WA005 to WA008), when the wall is: by the hash that was
    published with the deal (WA001; Mahjong Soul, Riichi City), or by the seed that the platform shuffles
    it from again (Tenhou, all generations since 2009).

    Needs: the wall, recorded or shuffled from a logged seed, and a hand that the log shows.
    Why: a hand that was not dealt from the wall was chosen.
    Example: a hand with three haku, of which the wall deals it one.
    """
    batch, dealt = evidence.batch, evidence.places.dealt
    hands = batch.hands[:, :, :HAND_TILES]
    usable = (dealt[..., 0] >= 0) & (hands < UNKNOWN).all(axis=2) & batch.present
    rounds, seats = np.nonzero(usable)
    due, held = tiles_at(evidence.walls.tiles, np.maximum(dealt, 0))[usable], hands[usable]
    wrong = (due != held).any(axis=1)
    wrong[wrong] = (np.sort(due[wrong], axis=1) != np.sort(held[wrong], axis=1)).any(axis=1)
    return at_rounds(
        rounds,
        wrong,
        seats=seats,
        expected=lambda i: _without(due[i], held[i]),
        actual=lambda i: _without(held[i], due[i]),
        not_checkable=np.count_nonzero(batch.present) - len(rounds),
    )


def _without(tiles: Array, others: Array) -> str:
    """The tiles that are not among `others`."""
    rest = list((Counter(tiles.tolist()) - Counter(others.tolist())).elements())
    return MJAI.format_hand(sort_hand(np.array(rest, dtype=np.uint8)))


@rule(
    "WA005",
    "draw-differs",
    "seat {seat} draws {actual}; the wall has {expected} there",
    columns=("rounds.wall|games.shuffle|rounds.shuffle",),
)
def draw_differs(evidence: Evidence) -> Found:
    """Every tile drawn in a round is the next of the wall; told of the first that is not.

    Needs: the wall, recorded or shuffled from a logged seed, and draws that the log shows.
    Why: a tile that is not the next was chosen, or a draw is missing before it.
    Example: 3p is drawn where 4p is the next tile.
    """
    return _draws(evidence, evidence.replay.turns.is_replacement, wanted=False)


@rule(
    "WA006",
    "replacement-differs",
    "seat {seat} draws {actual} as replacement tile; the wall has {expected} there",
    columns=("rounds.wall|games.shuffle|rounds.shuffle",),
)
def replacement_differs(evidence: Evidence) -> Found:
    """Every replacement tile is the next of the dead wall; told of the first that is not.

    Needs: the wall, recorded or shuffled from a logged seed, and draws that the log shows.
    Why: as for draws; who wins on a replacement tile has rinshan kaihou.
    Example: the second kan is given the third replacement tile.
    """
    return _draws(evidence, evidence.replay.turns.is_replacement, wanted=True)


def _draws(evidence: Evidence, is_replacement: Array, *, wanted: bool) -> Found:
    """The first draw of each round, from the live or the dead wall, that is not what the wall has."""
    ev, place, walls = evidence.batch.events, evidence.places.drawn, evidence.walls.tiles
    of_kind = (ev.kind == DRAW) & (is_replacement == wanted)
    events = np.flatnonzero(of_kind & (place >= 0) & (ev.tile < UNKNOWN))
    due = walls.take(ev.round[events] * np.int32(walls.shape[1]) + place[events])
    rounds, checked = (
        int(np.count_nonzero(np.diff(np.searchsorted(some, evidence.batch.first_event))))
        for some in (np.flatnonzero(of_kind), events)
    )
    wrong = np.flatnonzero(due != ev.tile[events])
    first = wrong[np.unique(ev.round[events[wrong]], return_index=True)[1]]
    return Found(
        checked=checked,
        not_checkable=rounds - checked,
        round=ev.round[events[first]],
        event=events[first],
        seat=ev.seat[events[first]],
        expected=[tile(due[i]) for i in first],
        actual=[tile(ev.tile[events[i]]) for i in first],
    )


@rule(
    "WA007",
    "indicator-differs",
    "the indicator {actual} is turned; the wall has {expected} there",
    columns=("rounds.wall|games.shuffle|rounds.shuffle",),
)
def indicator_differs(evidence: Evidence) -> Found:
    """Every dora indicator is the one that the wall has; told of the first that is not.

    Needs: the wall, recorded or shuffled from a logged seed.
    Why: an indicator that is not of the wall was chosen, and dora with it.
    Example: the second indicator is 3p, and 4p in the wall.
    """
    batch = evidence.batch
    found, number = _indicators(evidence, batch.dora_indicators, 0)
    turned = np.flatnonzero(batch.events.kind == DORA)
    of_deal = (batch.dora_indicators != NO_TILE).sum(axis=1) - np.bincount(
        batch.events.round[turned], minlength=batch.n_rounds
    )
    at = np.searchsorted(batch.events.round[turned], found.round) + number - of_deal[found.round]
    event = np.where(number >= of_deal[found.round], np.append(turned, -1)[at], -1)
    return replace(found, event=event)


@rule(
    "WA008",
    "ura-indicator-differs",
    "under an indicator lies {actual}; the wall has {expected} there",
    columns=("rounds.wall|games.shuffle|rounds.shuffle", "rounds.ura_indicators"),
)
def ura_indicator_differs(evidence: Evidence) -> Found:
    """Every ura indicator shown is the one that the wall has; told of the first that is not.

    Needs: the wall, recorded or shuffled from a logged seed, and ura indicators as logged.
    Why: as for indicators; ura dora change the value of a win with riichi.
    Example: under the first indicator lies 3p, and 4p in the wall.
    """
    return _indicators(evidence, evidence.batch.ura_indicators, 1)[0]


def _indicators(evidence: Evidence, shown: Array, before: int) -> tuple[Found, Array]:
    """The first of (rounds, k) `shown` that is not what the wall has, and which of them it is.

    `before`: how many places before its indicator each lies.
    """
    place, walls = evidence.places.indicators, evidence.walls.tiles
    shown = shown[:, : place.shape[1]]
    place = place[:, : shown.shape[1]]
    logged = np.flatnonzero((shown != NO_TILE).any(axis=1))
    usable = (shown < UNKNOWN) & (place >= 0)
    rounds = np.flatnonzero(usable.any(axis=1))
    due = walls[rounds[:, None], place[rounds] - before]
    wrong = usable[rounds] & (due != shown[rounds])
    first = wrong.argmax(axis=1)
    found = at_rounds(
        rounds,
        wrong.any(axis=1),
        expected=lambda i: tile(due[i, first[i]]),
        actual=lambda i: tile(shown[rounds[i], first[i]]),
        not_checkable=len(logged) - len(rounds),
    )
    return found, first[wrong.any(axis=1)]


@rule(
    "WA009",
    "dice-differ",
    "the dice of the deal are {actual}; the shuffle throws {expected}",
    columns=("rounds.dice", "games.shuffle|rounds.shuffle"),
)
def dice_differ(evidence: Evidence) -> Found:
    """The dice of the deal are those that the shuffle throws after the wall.

    Needs: the dice, and the seed that the wall was shuffled from.
    Why: where the wall is broken does not change the deal of a shuffled wall, but a log that has other
        dice is not as it was written.
    Example: 3 and 4 where the seed throws 3 and 5.
    """
    thrown, dice = evidence.walls.dice, evidence.tables.rounds["dice"]
    known = ints_of(dice.combine_chunks().value_lengths(), 0) == 2
    rounds = np.flatnonzero(known & (thrown[:, 0] > 0))
    logged = matrix_of(dice.combine_chunks().take(rounds), 2, 0)
    return at_rounds(
        rounds,
        (logged != thrown[rounds]).any(axis=1),
        expected=lambda i: " ".join(map(str, thrown[rounds[i]])),
        actual=lambda i: " ".join(map(str, logged[i])),
        not_checkable=len(known) - len(rounds),
    )


@rule(
    "WA010",
    "not-dealt-from-the-wall",
    "{actual}",
    columns=("rounds.wall|games.shuffle|rounds.shuffle",),
)
def not_dealt_from_the_wall(evidence: Evidence) -> Found:
    """The rounds of a game are dealt from the walls that the log gives, the next wall each; told once a game.

    A wall that deals less than half of the tiles that were dealt is that of another round or game, and
    the tiles of the round are not held against it (WA004 to WA009).  Where a later wall of the shuffle
    fits, a round is missing before it.

    Needs: the walls, recorded or shuffled from a logged seed, and dealt hands that the log shows.
    Why: a wrong or damaged seed would make every tile differ.
    Example: one character of the seed is another.
    """
    walls, game = evidence.walls, evidence.batch.round_game
    foreign = walls.is_foreign | walls.is_unreadable
    known = foreign | (walls.size > 0)
    gaps = np.diff(walls.passed, prepend=0) * (np.diff(game, prepend=-1) == 0)
    skips = np.flatnonzero((gaps > 0) & ~foreign)
    games, first = np.unique(game[known], return_index=True)
    checked = np.flatnonzero(known)[first]
    number, wrong = (
        np.bincount(game[flags], minlength=len(evidence.tables.games)) for flags in (known, foreign)
    )
    lacking = np.isin(games, game[skips])

    def told(i: int) -> str:
        if walls.is_unreadable[checked[i]]:
            return "the seed of the wall cannot be read"
        if wrong[games[i]]:
            rounds = f"{wrong[games[i]]} of {number[games[i]]} rounds"
            return f"{rounds} are not dealt from the wall, or the shuffle, that the log gives"
        return "a round before this is missing: it is dealt from a later wall of the shuffle"

    at = checked.copy()
    at[lacking] = [skips[game[skips] == g][0] for g in games[lacking]]
    at = np.where(wrong[games] > 0, checked, at)
    return at_rounds(
        at,
        (wrong[games] > 0) | lacking,
        actual=told,
        not_checkable=len(evidence.tables.games) - len(games),
    )
