"""Settings of a table that its host chooses and that a record shows by its numbers only.

Records of tournaments and friends' games do not say how results, limits, honba and noten payments
are set; but they state base points, payments and results.  What these show alike in all rounds is the
table's rule.  Ranked games have none of it, so that their records are held to the preset.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from mjlog.formats.riichi_city.records import Results
from mjlog.formats.riichi_city.result import Outcome
from mjlog.rulesets import Ruleset
from mjlog.rulesets.standard import RIICHI_STICK

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
    if _all_alike(_shares(rounds)) == "split":
        rules["tsumo_absent_share"] = "split"
    if not are_doubled:
        for name, points in (("honba_points", _honba(rounds)), ("noten_payment", _noten(rounds))):
            shown = _all_alike(points)
            if shown not in (None, getattr(preset, name)) and 0 <= shown <= _MOST_PAYMENT:
                rules[name] = shown
    return rules


def shares_in_no_rule(rounds: Sequence[Ended]) -> bool:
    """Whether every tsumo among three players is paid in a way that no rule set can say.

    Dealer and other pay the same half, for instance; of a dealer's tsumo that is the split of
    `Ruleset.tsumo_absent_share`.
    """
    ways = set(_shares(rounds))
    return None in ways and "lost" not in ways


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


def _shares(rounds: Sequence[Ended]) -> list[str | None]:
    """How the points of each tsumo among three players come about from its base points.

    The share of the absent player is lost, or split; None where neither gives the points.
    """
    ways = []
    for ended in rounds:
        if ended.players != 3 or ended.outcome.outcome != "tsumo":
            continue
        for win, base in zip(ended.outcome.wins, ended.outcome.bases, strict=True):
            shares = (2, 2) if win["seat"] == ended.dealer else (2, 1)
            absent = shares[1] / 2
            lost = sum(_hundreds(base * share) for share in shares)
            split = sum(_hundreds(base * (share + absent)) for share in shares)
            by_points = {split: "split", lost: "lost"}
            ways.append(by_points.get(win["log_points"]) if base > 0 else "lost")
    return ways


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
