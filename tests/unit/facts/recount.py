"""The facts of a round once more, event by event with the reference replayer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.reference.model import Moment, RoundInput, SeatView, kind_of
from tests.reference.replayer import deal, replay

Row = dict[str, Any]


def rounds_of(tables: LogTables, given: list[RoundInput]) -> Iterator[tuple[RoundInput, list[Moment], Row]]:
    """Each round with its moments, the one before the first event too, and its row of the log."""
    for round_, row in zip(given, tables.rounds.to_pylist(), strict=True):
        yield round_, [deal(round_), *replay(round_)], row


def state(view: SeatView, closed: str = "closed") -> str:
    """Riichi, open or closed."""
    if view.riichi_seq is not None:
        return "riichi"
    return closed if view.is_closed else "open"


def opened(view: SeatView) -> list[int]:
    """Events of the seat's called melds."""
    return [m.seq for m in view.melds if m.is_open]


def player_rows(given: RoundInput, moments: list[Moment], wins: list[Row]) -> list[Row]:
    """What `round_players` should say of each seat that plays, deltas aside."""
    rows = [_hand_facts(given, moments, seat) for seat in given.playing]
    won = {w["seat"]: w for w in wins}
    riichi_seqs = sorted(v.riichi_seq for v in moments[-1].seats if v.riichi_seq is not None)
    for row, view in zip(rows, (moments[-1].seats[seat] for seat in given.playing), strict=True):
        declared = view.riichi_seq
        row["riichi_order"] = None if declared is None else riichi_seqs.index(declared) + 1
        row.update(_win_facts(view, won.get(view.seat)))
        row["is_tsumo_loss"] = any(w["seat"] == w["from_seat"] != view.seat for w in wins)
        row.update(_deal_in_facts(given, moments, view, wins))
    return rows


def _hand_facts(given: RoundInput, moments: list[Moment], seat: int) -> Row:
    views = [m.seats[seat] for m in moments]
    last = views[-1]
    waiting = [len(v.river) for v in views if v.shanten == 0 and v.tiles % 3 == 1]
    calls = opened(last)
    kinds = [e["kind"] for e in given.events if e["seat"] == seat]
    thrown = [v for v in views if v.river and v.river[-1].is_riichi]
    return {
        "seat": seat,
        "seat_wind": given.seat_wind(seat),
        "is_dealer": seat == given.dealer,
        "start_score": given.scores[seat],
        "start_rank": sorted(given.playing, key=lambda s: (-given.scores[s], s)).index(seat) + 1,
        "dealt_shanten": views[0].shanten,
        "discards": len(last.river),
        "tenpai_turn": waiting[0] if waiting else None,
        "is_riichi": last.riichi_seq is not None,
        "is_riichi_accepted": "riichi_accepted" in kinds,
        "is_double_riichi": last.is_double_riichi,
        "riichi_turn": last.riichi_turn,
        "riichi_wait_kinds": len(thrown[0].waits) if thrown else None,
        "open_melds": len(calls),
        "first_call_turn": 1 + sum(d.seq < min(calls) for d in last.river) if calls else None,
        "daiminkans": kinds.count("daiminkan"),
        "kakans": kinds.count("kakan"),
        "ankans": kinds.count("ankan"),
        "kitas": kinds.count("kita"),
    }


def _win_facts(view: SeatView, win: Row | None) -> Row:
    return {
        "is_win": win is not None,
        "is_tsumo": win is not None and win["seat"] == win["from_seat"],
        "win_state": None if win is None else state(view, "dama"),
        "win_turn": None if win is None else len(view.river) + 1,
        "is_ippatsu": win is not None and "ippatsu" in win["log_yaku"],
        "win_han": win and win["log_han"],
        "win_points": win and win["log_points"],
    }


def _deal_in_facts(given: RoundInput, moments: list[Moment], view: SeatView, wins: list[Row]) -> Row:
    paid = [w for w in wins if w["from_seat"] == view.seat != w["seat"]]
    winners = [moments[-1].seats[w["seat"]] for w in paid]
    states = [state(v, "dama") for v in winners]
    by_kan = bool(paid) and given.events[-1 - len(wins)]["kind"] != "discard"
    return {
        "is_deal_in": bool(paid),
        "deal_ins": len(paid),
        "deal_in_points": sum(w["log_points"] for w in paid) if paid else None,
        "deal_in_state": state(view) if paid else None,
        "deal_in_turn": len(view.river) + by_kan if paid else None,
        "deal_in_shanten": None if not paid or by_kan else view.shanten,
        **{f"is_deal_in_to_{s}": s in states for s in ("riichi", "open", "dama")},
        "is_deal_in_to_dealer": any(v.seat == given.dealer for v in winners),
    }


def discard_rows(moments: list[Moment], wins: list[Row]) -> Iterator[Row]:
    """What `discards` should say of every discard of a round."""
    last = [m.seq for m in moments if m.event and m.event["kind"] in ("discard", "kakan", "ankan", "kita")][
        -1:
    ]
    won_on = last if any(w["seat"] != w["from_seat"] for w in wins) else []
    for before, after in pairwise(moments):
        event = after.event
        if event is None or event["kind"] != "discard":
            continue
        view = after.seats[event["seat"]]
        others = [v for v in before.seats if v.seat != view.seat]
        yield {
            "seq": after.seq,
            "seat": view.seat,
            "turn": len(view.river),
            "tile": TILE_NAMES[event["tile"]],
            "is_tsumogiri": event["is_tsumogiri"],
            "is_riichi_tile": view.river[-1].is_riichi,
            "is_in_riichi": view.riichi_seq is not None and not view.river[-1].is_riichi,
            "open_melds": len(opened(view)),
            "shanten_before": before.seats[view.seat].shanten,
            "shanten": view.shanten,
            "opponents_in_riichi": sum(v.riichi_seq is not None for v in others),
            "opponents_open": sum(not v.is_closed for v in others),
            "live_tiles": after.wall_left,
            "would_deal_in": any(
                kind_of(event["tile"]) in v.waits and not v.is_furiten and not v.is_dead for v in others
            ),
            "did_deal_in": after.seq in won_on,
        }
