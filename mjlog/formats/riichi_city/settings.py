"""Settings of a table that its host chooses and that a record shows by its numbers only.

Records of tournaments and friends' games do not say how results, limits, honba and noten payments
are set; but they state base points, payments and results.  What these show alike in all rounds is the
table's rule.  Ranked games have none of it, so that their records are held to the preset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mjlog.formats.riichi_city.records import Results
from mjlog.formats.riichi_city.result import Outcome
from mjlog.rulesets import Ruleset
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.rulesets.words import AbsentShare

_HUNDRED: Final = 100
_MANGAN: Final = 2000
_NEARLY_MANGAN: Final = ((4, 30), (3, 60))
"""Han and fu of hands that some tables round up to mangan."""
_MOST_PAYMENT: Final = 10_000
_MOST_RETURN: Final = 1_000_000
"""What rules may have at most."""


class Ended(NamedTuple):
    """A round that came to its end."""

    dealer: int
    honba: int
    players: int
    outcome: Outcome


def shown_rules(rounds: Sequence[Ended], preset: Ruleset, *, are_doubled: bool) -> dict[str, Any]:
    """Rules that the numbers of a game show and that are not those of `preset`.

    Args:
        rounds: the rounds of the game.
        preset: the rules of ranked games.
        are_doubled: whether some payments are doubled (wareme), so that they show nothing.
    """
    rules: dict[str, Any] = {}
    if _rounds_up(rounds):
        rules["kiriage_mangan"] = True
    if not are_doubled:
        for name, points in (("honba_points", _honba(rounds)), ("noten_payment", _noten(rounds))):
            shown = _all_alike(points)
            if shown not in (None, getattr(preset, name)) and 0 <= shown <= _MOST_PAYMENT:
                rules[name] = shown
    found = _ways_to_share(rounds, rules.get("honba_points", preset.honba_points))
    ways = [way for way in AbsentShare if all(way in possible for possible in found)]
    if found and ways and preset.tsumo_absent_share not in ways:
        rules["tsumo_absent_share"] = ways[0].value
    return rules


def shares_in_no_rule(rounds: Sequence[Ended], preset: Ruleset) -> bool:
    """Whether a tsumo among three players is paid in a way that no rule set can say, and none as usual."""
    found = _ways_to_share(rounds, preset.honba_points)
    return not all(found) and not any(preset.tsumo_absent_share in possible for possible in found)


def _all_alike(values: Iterable[Any]) -> Any:
    """The value that is alike everywhere; None where there is none."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def _rounds_up(rounds: Sequence[Ended]) -> bool:
    nearly = [
        base
        for ended in rounds
        for win, base in zip(ended.outcome.wins, ended.outcome.bases, strict=True)
        if (win["log_han"], win["log_fu"]) in _NEARLY_MANGAN
    ]
    return bool(nearly) and all(base == _MANGAN for base in nearly)


def _ways_to_share(rounds: Sequence[Ended], honba_points: int) -> list[set[AbsentShare]]:
    """What can have become of the absent player's share of each tsumo among three; empty where nothing fits.

    The points of the win tell, and what each has paid where several ways come to the same points.
    """
    found = []
    for ended in rounds:
        if ended.players != 3 or ended.outcome.outcome != "tsumo":
            continue
        for win, base in zip(ended.outcome.wins, ended.outcome.bases, strict=True):
            if base <= 0:
                continue
            payers = [seat for seat in range(ended.players) if seat != win["seat"]]
            shares = _shares(base, win["seat"], payers, ended.dealer)
            by_points = {way for way, paid in shares.items() if sum(paid) == win["log_points"]}
            honba = ended.honba * honba_points
            by_payers = {way for way in by_points if _are_paid(shares[way], payers, honba, win)}
            found.append(by_payers or by_points)
    return found


def _shares(base: int, seat: int, payers: Sequence[int], dealer: int) -> dict[AbsentShare, list[int]]:
    """What each payer pays for a tsumo, by what becomes of the absent player's share."""
    usual: list[float] = [2 if dealer in (seat, payer) else 1 for payer in payers]
    absent, whole = (2, 6) if seat == dealer else (1, 4)
    split, half = (part / len(payers) for part in (absent, whole))
    shares = {
        AbsentShare.LOST: usual,
        AbsentShare.SPLIT: [share + split for share in usual],
        AbsentShare.SPLIT_HAND: [half] * len(payers),
    }
    return {way: [_hundreds(base * share) for share in each] for way, each in shares.items()}


def _are_paid(shares: Sequence[int], payers: Sequence[int], honba: int, win: Mapping[str, Any]) -> bool:
    """Whether every payer has paid a share and honba, or both twice (wareme)."""
    deltas = win["log_deltas"]
    return deltas is not None and all(
        -deltas[payer] in (share + honba, 2 * (share + honba))
        for payer, share in zip(payers, shares, strict=True)
    )


def _hundreds(points: float) -> int:
    return -int(-points // _HUNDRED) * _HUNDRED


def _honba(rounds: Sequence[Ended]) -> Iterable[int]:
    """Points per honba from each payer, of wins by one player for whom nobody is liable; -1 for odd ones."""
    for ended in rounds:
        wins = ended.outcome.wins
        if not ended.honba or len(wins) != 1 or wins[0]["log_deltas"] is None:
            continue
        win = wins[0]
        if win["log_pao_seat"] is None and win["log_riichi_sticks"] is not None:
            gain = win["log_deltas"][win["seat"]] - RIICHI_STICK * win["log_riichi_sticks"]
            payments = _HUNDRED * ended.honba * (ended.players - 1)
            each, rest = divmod(gain - win["log_points"], payments)
            yield -1 if rest else _HUNDRED * each


def _noten(rounds: Sequence[Ended]) -> Iterable[int]:
    """What the noten players pay in all."""
    for ended in rounds:
        draw = ended.outcome.draw
        if draw is not None and draw["log_type"] == "exhaustive" and any(draw["log_deltas"] or ()):
            yield sum(delta for delta in draw["log_deltas"] if delta > 0)


def settlement(results: Results, preset: Ruleset) -> dict[str, Any]:
    """Uma and return score as the results show them, where they are not those of `preset`.

    What a result has more than the score is the uma less the return score, for the first with the oka.
    Which of both it is makes no difference to any result; uma are taken to be even around the middle.
    """
    ranked = results.user_data
    if len(ranked) != preset.players:
        return {}
    more = [round(standing.score - standing.point_num / 100) for standing in ranked]
    middle = more[1:-1]
    returned = -100 * sum(middle) // len(middle)
    below = [(value + returned / 100) / 10 for value in more[1:]]
    uma = [-sum(below), *below]
    if (returned == preset.return_score and uma == list(preset.uma)) or not 0 <= returned <= _MOST_RETURN:
        return {}
    return {"return_score": returned, "uma": uma}
