"""What a record says twice: hands that results show, and ranks, held against play and scores.

Nothing is read from them, so that a round whose repetitions are wrong is kept; what is wrong with
them is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from mjlog.formats.concealed import concealed_hands, differing
from mjlog.formats.majiang.melds import KAKAN, PON, SEATS, Meld, MoveError, hand_of, meld_of
from mjlog.formats.majiang.rounds import Move, Round
from mjlog.tiles import KIND, UNKNOWN

_SHOWN: Final = 40


class _Shown(NamedTuple):
    """A hand that a result repeats."""

    move: str
    seat: int
    text: str
    is_new: bool
    """Whether no column holds its concealed tiles."""


def contradictions(told: Round, moves: Sequence[Move]) -> Iterator[str]:
    """What a round that was read says twice and differently."""
    shown = [*_shown(told, moves)]
    if not shown:
        return
    called = _called(told, moves)
    hands = concealed_hands(told.hands, told.events) if any(one.is_new for one in shown) else []
    for one in shown:
        where = f"{one.move}: shoupai of seat {one.seat}"
        try:
            closed, melds = hand_of(one.text).concealed, _melds(one.text)
        except MoveError as error:
            yield f"{where}: {error}"
            continue
        if melds != sorted(map(_told, called[one.seat])):
            stated = one.text.partition(",")[2][:_SHOWN] or "none"
            yield f"{where}: melds {stated} are not those that were called"
        if one.is_new and UNKNOWN not in closed and (reason := differing(closed, hands[one.seat])):
            yield f"{where}: {reason}"


def _shown(told: Round, moves: Sequence[Move]) -> Iterator[_Shown]:
    """Hands of the results; those of wins have a column, which the audit compares."""
    for move in moves[-SEATS:]:
        for name, fields in move.items():
            text = fields.get("shoupai")
            if name == "hule" and isinstance(text, str) and text:
                yield _Shown(name, told.seat(fields.get("l")), text, is_new=False)
            elif name == "pingju" and isinstance(text, list):
                for wind, own in enumerate(text):
                    if own:
                        yield _Shown(name, told.seat(wind), own, is_new=True)


def _called(told: Round, moves: Sequence[Move]) -> list[list[Meld]]:
    """Melds of each seat; an added kan stands for its pon."""
    melds: list[list[Meld]] = [[] for _ in range(SEATS)]
    for move in moves:
        fields = move.get("fulou") or move.get("gang")
        if not fields:
            continue
        seat, meld = told.seat(fields.get("l")), meld_of(fields.get("m"))
        kind = KIND[meld.tile]
        if meld.kind == KAKAN:
            melds[seat] = [own for own in melds[seat] if own.kind != PON or KIND[own.tile] != kind]
        melds[seat].append(meld)
    return melds


def _melds(text: str) -> list[tuple[int, int, bytes]]:
    """The melds of a hand; one that is not finished (a comma at the end) has none more.

    Raises:
        MoveError: when one is none.
    """
    return sorted(_told(meld_of(part)) for part in text.partition(",")[2].split(",") if part)


def _told(meld: Meld) -> tuple[int, int, bytes]:
    """What a meld is, however its tiles are ordered."""
    tiles = meld.consumed if meld.kind == KAKAN else bytes(sorted((*meld.consumed, meld.tile)))
    return meld.kind, meld.source, tiles


def rank_oddity(fields: Mapping[str, Any], scores: Sequence[float | None]) -> str:
    """How ranks contradict the scores at the end; empty where they do not, or one is not stated.

    Args:
        fields: the fields of the record, by player.
        scores: the scores by player.

    >>> rank_oddity({"rank": [2, 1, 3, 4]}, [30000, 25000, 25000, 20000])
    'rank [2, 1, 3, 4] is not that of defen [30000, 25000, 25000, 20000]'
    """
    ranks = fields.get("rank")
    if not isinstance(ranks, list) or len(ranks) != SEATS or not any(ranks) or None in scores:
        return ""
    try:
        placed = [(int(rank), score or 0) for rank, score in zip(ranks, scores, strict=True)]
    except (TypeError, ValueError, OverflowError):
        return f"rank {str(ranks)[:_SHOWN]} are no ranks"
    if any(one >= other and score > less for (one, score), (other, less) in permutations(placed, 2)):
        return f"rank {str(ranks)[:_SHOWN]} is not that of defen {list(scores)}"
    return ""
