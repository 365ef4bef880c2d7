"""What a record says twice: the round and its other deals, the rest of the wall, hands shown at a draw.

Nothing is read from them, so that a round whose repetitions are wrong is kept; what is wrong with
them is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.concealed import concealed_hands, differing
from mjlog.formats.riichi_city.play import Play
from mjlog.formats.riichi_city.records import DEAL, Deal, RecordError, message_of
from mjlog.formats.riichi_city.seats import Head
from mjlog.formats.riichi_city.tiles import codes_of
from mjlog.tiles import HAND_TILES

_ROUND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "quanFeng": "quan_feng",
        "changCi": "chang_ci",
        "benChangNum": "ben_chang_num",
        "handCardsSHA256": "hand_cards_sha_256",
    }
)
"""Field of the deal by the field of the round that says the same."""
_ALIKE: Final = (
    "dealer_pos",
    "bao_pai_card",
    "quan_feng",
    "chang_ci",
    "ben_chang_num",
    "li_zhi_bang_num",
    "dices",
    "hand_cards_sha_256",
)
"""What every player's deal says alike, besides the scores."""
_SHOWN: Final = 40


class Said(NamedTuple):
    """What contradicts, and where."""

    offset: int
    """In the text of the round, in bytes."""
    reason: str


def contradictions(head: Head, play: Play, wall: Sequence[int] | None) -> Iterator[Said]:
    """What a round says twice and differently.

    Args:
        head: the round.
        play: its events as they were read.
        wall: its wall in the platform's order, if it has one.
    """
    yield from _round(head)
    yield from _deals(head)
    yield from _rest_of_wall(head, wall)
    yield from _tenpai_hands(play)


def _shown(value: Any) -> str:
    return repr(value)[:_SHOWN]


def _round(head: Head) -> Iterator[Said]:
    """The round repeats what its deals say of it."""
    for name, of_deal in _ROUND.items():
        stated, due = getattr(head.round, name), getattr(head.deal, of_deal)
        if stated not in (None, "") and due not in (None, "") and str(stated).lower() != str(due).lower():
            yield Said(0, f"{name} {_shown(stated)}, but {of_deal} {_shown(due)} in the deal")
    scores = {stake.user_id: stake.hand_points for stake in head.deal.user_info_list}
    for player in head.round.players:
        due = scores[player.userId]
        if player.points not in (None, due):
            yield Said(0, f"points {player.points} of {player.userId!r}, but {due} in the deal")


def _deals(head: Head) -> Iterator[Said]:
    """The deals say the same to all players, but for the hand."""
    for number, (event, offset) in enumerate(zip(head.events, head.offsets, strict=True), 1):
        message = message_of(event)[0] if event.eventType == DEAL else None
        if not isinstance(message, Deal) or message == head.deal:
            continue
        where = f"event {number} (eventPos {event.eventPos})"
        for name in _ALIKE:
            stated, due = getattr(message, name), getattr(head.deal, name)
            if stated != due:
                yield Said(offset, f"{where}: {name} {_shown(stated)}, but {_shown(due)} in the first deal")
        scores = [{s.user_id: s.hand_points for s in deal.user_info_list} for deal in (message, head.deal)]
        if scores[0] != scores[1]:
            reason = f"hand_points {list(scores[0].values())}, but {list(scores[1].values())}"
            yield Said(offset, f"{where}: {reason} in the first deal")


def _rest_of_wall(head: Head, wall: Sequence[int] | None) -> Iterator[Said]:
    """The tiles that are left after the deal are the end of the wall."""
    if wall is None or not head.round.paiShan:
        return
    try:
        rest = codes_of(head.round.paiShan)
    except (RecordError, TypeError):
        yield Said(0, "paiShan has what is no tile")
        return
    due = list(wall[HAND_TILES * head.players + 1 :])
    if rest == due:
        return
    pairs = enumerate(zip(rest, due, strict=False))
    place = next((at for at, (one, other) in pairs if one != other), min(len(rest), len(due)))
    yield Said(0, f"paiShan of {len(rest)} tiles is not the {len(due)} left of the wall from tile {place} on")


def _tenpai_hands(play: Play) -> Iterator[Said]:
    """Hands that are shown at an exhaustive draw are those that play leaves; those of wins have a column."""
    infos = (play.end.win_info if play.end is not None else None) or ()
    shown = [info for info in infos if info.user_cards and not info.fang_info]
    hands = concealed_hands(play.hands, play.rows) if shown else []
    for info in shown:
        seat = play.seat_of.get(info.user_id)
        if seat is None:
            continue
        try:
            reason = differing(codes_of(info.user_cards), hands[seat])
        except RecordError as error:
            reason = str(error)
        if reason:
            yield Said(play.ended[1], f"win_info: user_cards of seat {seat} are {reason}")
