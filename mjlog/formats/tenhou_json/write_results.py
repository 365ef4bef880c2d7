"""How a round of log tables ended, as the last row of a tenhou.net/6 round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.rows import CannotSayError, RoundRows, Row
from mjlog.formats.tenhou_json.names import DRAWS, WINDS, YAKU
from mjlog.formats.worth import LIMIT_BASE, YAKUMAN_HAN, base_points, is_yakuman, ron_points
from mjlog.rulesets.standard import SEATS

_YAKUMAN: Final = MappingProxyType({YAKUMAN_HAN: "役満", 2 * YAKUMAN_HAN: "ダブル役満"})
_LIMITS: Final = MappingProxyType(
    {"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "yakuman": "役満"}
)


def result_row(told: RoundRows, players: int) -> list[Any]:
    """The last row of a round.

    Raises:
        CannotSayError: when the format cannot say how it ended.
    """
    if not told.wins:
        return _draw_row(told, players)
    row: list[Any] = ["和了"]
    for win in told.wins:
        row += [_changes(win["log_deltas"], players), _details(win, told.row, players)]
    return row


def _draw_row(told: RoundRows, players: int) -> list[Any]:
    kind = told.draw_type
    if kind is None or kind not in DRAWS:
        raise CannotSayError("how the round ended")
    changes, tenpai = told.draws[0]["log_deltas"], told.draws[0]["log_tenpai"]
    name = DRAWS[kind]
    if kind == "exhaustive" and tenpai is not None and not any(changes or ()):
        name = "全員聴牌" if all(tenpai) else "全員不聴" if not any(tenpai) else name
    return [name] if changes is None else [name, _changes(changes, players)]


def _changes(changes: Sequence[int] | None, players: int) -> list[int]:
    if changes is None:
        raise CannotSayError("the score changes of a win are not known")
    return [*changes, *[0] * (SEATS - players)]


def _details(win: Row, row: Row, players: int) -> list[Any]:
    """Winner, discarder, who is liable (else the winner), worth, and yaku."""
    if win["tile"] is None:
        raise CannotSayError("a win on no tile")
    liable = win["seat"] if win["log_pao_seat"] is None else win["log_pao_seat"]
    texts = [_worth(win, row, players), *_yaku(win, row)]
    return [win["seat"], win["from_seat"], liable, *(texts if texts[0] else ())]


def _yaku(win: Row, row: Row) -> list[str]:
    names, han = win["log_yaku"] or [], win["log_yaku_han"] or []
    winds = {
        "yakuhai_seat_wind": WINDS[(win["seat"] - row["dealer_seat"]) % SEATS],
        "yakuhai_round_wind": WINDS[row["round_wind"] % SEATS],
    }
    return [_yaku_text(slug, value, winds) for slug, value in zip(names, han, strict=False) if value]


def _yaku_text(slug: str, han: int, winds: Mapping[str, str]) -> str:
    """A yaku with its han, such as 立直(1飜) or 大三元(役満)."""
    name = f"{YAKU.get(slug, slug)} {winds.get(slug, '')}".strip()
    return f"{name}({_YAKUMAN[han] if is_yakuman(slug) and han in _YAKUMAN else f'{han}飜'})"


def _worth(win: Row, row: Row, players: int) -> str:
    """Fu, han, limit and points, such as 30符2飜2000点 or 40符4飜満貫2000-4000点."""
    points, han, fu = win["log_points"], win["log_han"], win["log_fu"]
    if points is None:
        return ""
    is_dealer = win["seat"] == row["dealer_seat"]
    limit = _LIMITS.get(_limit(win, is_dealer=is_dealer), "")
    counted = f"{fu}符{han}飜" if fu and han else ""
    if win["seat"] != win["from_seat"]:
        return f"{counted}{limit}{points}点"
    if is_dealer:
        return f"{counted}{limit}{points // (players - 1)}点∀"
    others, dealer = _shares(win, row, players)
    return f"{counted}{limit}{others}-{dealer}点"


def _limit(win: Row, *, is_dealer: bool) -> str:
    """The limit of a win as logged; else as han and fu give it, rounded up to mangan where paid so."""
    han, fu = win["log_han"], win["log_fu"]
    if win["log_limit"] is not None or not han or not fu:
        return win["log_limit"] or ""
    base, mangan = base_points(han, fu), min(LIMIT_BASE)
    if win["seat"] != win["from_seat"] and win["log_points"] == ron_points(mangan, is_dealer=is_dealer):
        base = max(base, mangan)
    return LIMIT_BASE.get(base, "")


def _shares(win: Row, row: Row, players: int) -> tuple[int, int]:
    """What another and what the dealer pay for a tsumo: as their score changes say, else by the rules.

    Both differ in payers only by the worth of the hand, since all pay the same for honba.  The dealer
    pays twice as much before both are rounded up to hundreds.
    """
    points, changes, dealer = win["log_points"], win["log_deltas"], row["dealer_seat"]
    others = {changes[s] for s in range(players) if s not in (win["seat"], dealer)}
    gap = max(others) - changes[dealer]
    if len(others) == 1 and gap >= 0 and win["log_pao_seat"] is None:
        share, rest = divmod(points - gap, players - 1)
        if rest == 0 and share >= 0:
            return share, share + gap
    share = -(-points // (100 * players)) * 100
    return share, points - (players - 2) * share
