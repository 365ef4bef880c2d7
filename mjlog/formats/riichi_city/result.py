"""How a Riichi City round ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.riichi_city.play import Play
from mjlog.formats.riichi_city.records import End, Profit, RecordError, Win
from mjlog.formats.riichi_city.tiles import codes_of
from mjlog.formats.riichi_city.yaku import NAGASHI, has_slug, is_known, yaku_columns
from mjlog.rulesets.standard import RIICHI_STICK

_RON, _TSUMO = 0, 1
_WINS: Final = MappingProxyType({_RON: "ron", _TSUMO: "tsumo"})
_EXHAUSTIVE, _WRONG_WIN, _WRONG_TENPAI = 7, 9, 10
_ABORTS: Final = MappingProxyType(
    {2: "suufon_renda", 3: "suukaikan", 4: "suucha_riichi", 5: "sanchahou", 6: "kyuushu_kyuuhai"}
)
_STOPPED: Final = MappingProxyType({8: "by vote", 11: "by force"})
"""Ends of the game in the middle of a round."""
_ACCEPTED, _WIN = KIND_CODE["riichi_accepted"], KIND_CODE["win"]


@dataclass(slots=True)
class Outcome:
    """The end of a round."""

    outcome: str | None = None
    """Word of `schema.OUTCOMES`; None where the round was not played to its end."""
    wins: list[dict[str, Any]] = field(default_factory=list)
    """Columns of `wins`."""
    bases: list[int] = field(default_factory=list)
    """Base points of each win."""
    draw: dict[str, Any] | None = None
    """Columns of `draws`."""
    ura: list[int] | None = None
    end_scores: list[int] | None = None
    has_local_yaku: bool = False


def outcome_of(play: Play) -> Outcome:
    """Read the end of a round; its last event, if it is no win, is added to the play.

    Raises:
        RecordError: when the end is not known, or does not fit the play.
    """
    end = play.end
    if end is None or end.end_type in _STOPPED:
        if end is not None:
            stopped = {"end_type": end.end_type, "stopped": _STOPPED[end.end_type]}
            play.keep("end_kyoku", stopped)
        return Outcome()
    play.now = play.ended
    profits = _by_seat(play, end)
    outcome = Outcome(end_scores=_scores(profits))
    if end.end_type in _WINS:
        _read_wins(play, end, profits, outcome)
    elif end.end_type == _EXHAUSTIVE:
        _read_exhaustive(play, end, profits, outcome)
    elif end.end_type in _ABORTS:
        play.drop(_WIN)  # three rons
        outcome.outcome = "abortive_draw"
        outcome.draw = {"log_type": _ABORTS[end.end_type], "log_deltas": _deltas(profits)}
        play.add("abortive_draw")
    elif end.end_type in (_WRONG_WIN, _WRONG_TENPAI):
        _read_chombo(play, end, profits, outcome)
    else:
        raise RecordError(f"unknown end_type {end.end_type}")
    return outcome


def _by_seat(play: Play, end: End) -> list[Profit | None]:
    """What each seat gets; None where that is not said."""
    by_seat: dict[int, Profit] = {}
    for profit in end.user_profit or ():
        if profit.user_id not in play.seat_of:
            raise RecordError(f"the end pays {profit.user_id!r}, who does not sit at the table")
        by_seat[play.seat_of[profit.user_id]] = profit
    return [by_seat.get(seat) for seat in range(len(play.seat_of))]


def _deltas(profits: Sequence[Profit | None]) -> list[int] | None:
    stated = [profit.point_profit for profit in profits if profit is not None]
    return stated if len(stated) == len(profits) else None


def _scores(profits: Sequence[Profit | None]) -> list[int] | None:
    scores = [profit.user_point for profit in profits if profit is not None and profit.user_point is not None]
    return scores if len(scores) == len(profits) else None


def _seat(play: Play, win: Win) -> int:
    if win.user_id not in play.seat_of:
        raise RecordError(f"{win.user_id!r}, who does not sit at the table, ends the round")
    return play.seat_of[win.user_id]


# --- wins ---------------------------------------------------------------------------------------------


def _read_wins(play: Play, end: End, profits: Sequence[Profit | None], outcome: Outcome) -> None:
    declared = {row.seat: row for row in play.rows if row.kind == _WIN}
    infos = {_seat(play, info): info for info in end.win_info or ()}
    if not infos or set(infos) != set(declared):
        raise RecordError(f"seats {sorted(declared)} win, but the end names seats {sorted(infos)}")
    outcome.outcome = _WINS[end.end_type]
    deltas = _win_deltas(play, declared, profits)
    liable = [s for s, profit in enumerate(profits) if profit is not None and profit.is_bao_pai]
    for seat, row in declared.items():
        if (row.target_seat == seat) != (end.end_type == _TSUMO):
            by = f"seat {seat} wins on seat {row.target_seat}'s tile"
            raise RecordError(f"the end is a {outcome.outcome}, but {by}")
        info = infos[seat]
        fangs = info.fang_info or ()
        unknown = [fang.fang_type for fang in fangs if not has_slug(fang.fang_type)]
        if unknown:
            outcome.has_local_yaku = True
            for fang in unknown:
                if not is_known(fang):
                    play.doubt(f"unknown yaku {fang} of seat {seat}")
            yaku = {str(fang.fang_type): fang.fang_num for fang in fangs}
            play.keep("hora", {"fang_info": yaku}, play.rows.index(row))
        outcome.wins.append(
            {
                "seat": seat,
                "from_seat": row.target_seat,
                "tile": row.tile,
                "log_pao_seat": liable[0] if len(liable) == 1 else None,
                "log_hand": _hand(info, row.tile, is_tsumo=end.end_type == _TSUMO),
                "log_han": info.all_fang_num,
                "log_fu": info.all_fu,
                "log_points": info.all_point,
                "log_riichi_sticks": _sticks(play, seat, profits[seat]),
                "log_deltas": deltas.get(seat),
                **yaku_columns(fangs),
            }
        )
        outcome.bases.append(info.bash_points)
        if info.li_bao_card:
            outcome.ura = codes_of(info.li_bao_card)
    outcome.ura = outcome.ura or []


def _hand(info: Win, tile: int, *, is_tsumo: bool) -> list[int] | None:
    """The concealed tiles of a win: those listed, and on a ron the tile won on."""
    if info.user_cards is None:
        return None
    hand = codes_of(info.user_cards)
    if len(hand) % 3 != (2 if is_tsumo else 1):
        raise RecordError(f"a {'tsumo' if is_tsumo else 'ron'} with {len(hand)} tiles in the hand")
    return hand if is_tsumo else [*hand, tile]


def _sticks(play: Play, seat: int, profit: Profit | None) -> int | None:
    """Sticks that a win takes: those that it is said to gain, and the winner's own."""
    if profit is None:
        return None
    own = sum(row.kind == _ACCEPTED and row.seat == seat for row in play.rows)
    return max(profit.li_zhi_profit // RIICHI_STICK + own, 0)


def _win_deltas(
    play: Play, declared: Mapping[int, Any], profits: Sequence[Profit | None]
) -> dict[int, list[int]]:
    """Score changes by winner.

    Several winners are paid by the discarder, each what it gains less sticks; where somebody is liable
    for one of them, who pays what is not said.
    """
    total = _deltas(profits)
    if total is None:
        return {}
    if len(declared) == 1:
        return dict.fromkeys(declared, total)
    if any(profit is not None and profit.is_bao_pai for profit in profits):
        return {}
    deltas = {}
    for seat, row in declared.items():
        gain, sticks = total[seat], _sticks(play, seat, profits[seat]) or 0
        deltas[seat] = [0] * len(total)
        deltas[seat][seat] = gain
        deltas[seat][row.target_seat] = RIICHI_STICK * sticks - gain
    return deltas


# --- rounds without a winner --------------------------------------------------------------------------


def _read_exhaustive(play: Play, end: End, profits: Sequence[Profit | None], outcome: Outcome) -> None:
    if winners := [row.seat for row in play.rows if row.kind == _WIN]:
        raise RecordError(f"seats {winners} win, but the end is a draw")
    infos = {_seat(play, info): info for info in end.win_info or ()}
    nagashi = [s for s, info in infos.items() if any(f.fang_type == NAGASHI for f in info.fang_info or ())]
    tenpai = [bool(s in infos and (infos[s].ting_card_list or s not in nagashi)) for s in range(len(profits))]
    outcome.outcome = "exhaustive_draw"
    outcome.draw = {
        "log_type": "nagashi_mangan" if nagashi else "exhaustive",
        "log_tenpai": tenpai,
        "log_deltas": _deltas(profits),
    }
    play.add("exhaustive_draw")


def _read_chombo(play: Play, end: End, profits: Sequence[Profit | None], outcome: Outcome) -> None:
    """A wrong win, or riichi without tenpai: by whom the end lists, else by who alone pays."""
    named = [info.get("user_id") for info in end.cheat_info_list or () if isinstance(info, dict)]
    offenders = {seat for user, seat in play.seat_of.items() if user in named}
    deltas = _deltas(profits)
    if not offenders and deltas is not None:
        offenders = {seat for seat, delta in enumerate(deltas) if delta < 0}
    if len(offenders) != 1:
        raise RecordError(f"the round ends by a fault of seats {sorted(offenders)}")
    play.drop(_WIN)
    outcome.outcome = "chombo"
    outcome.draw = {"log_type": "chombo", "log_deltas": deltas}
    play.add("chombo", offenders.pop())
    play.keep_last({"end_type": end.end_type, "cheat_info_list": end.cheat_info_list})
