"""Why games of some rules have no place for some defects."""

from __future__ import annotations

from mjlog.rulesets.words import Chombo, KanDora, Kuikae, ScoreSystem
from tests.corruption.registry import Never

ALWAYS_DISCARDS = Never(
    lambda r: r.players == 2, "with two players an own discard follows every tile that was let pass"
)
FOR_TWO = Never(lambda r: r.players == 2, "with two players nobody else could be taken for the payer")
NO_ABORTS = Never(
    lambda r: not r.abortive_draws and r.triple_ron == "all_win", "the rules have no abortive draws"
)
NO_BONUS = Never(lambda r: not r.bonus_payment, "the rules have no bonuses in the middle of a round")
NO_CHI = Never(lambda r: not r.chi, "the rules have no chi")
NO_CHOMBO = Never(lambda r: r.chombo is Chombo.NONE, "the rules have no chombo")
NO_CHOMBO_PAYMENT = Never(
    lambda r: r.chombo in (Chombo.NONE, Chombo.RESULT), "nobody pays for chombo before the game is over"
)
NO_DICE = Never(lambda r: not r.dice_pair_doubles, "the dice change nothing")
NO_FU = Never(lambda r: r.score_system is ScoreSystem.ADDITIVE, "the rules have no fu")
NO_KAN_DORA = Never(lambda r: r.kan_dora is KanDora.OFF, "no indicator is turned after a kan")
NO_HONBA = Never(lambda r: not r.honba_points, "nobody pays for honba")
NO_KUIKAE = Never(lambda r: r.kuikae is Kuikae.ALLOWED, "any tile may be discarded after a call")
NO_OPEN_RIICHI = Never(lambda r: not r.open_riichi, "the rules have no open riichi")
NO_PAO = Never(lambda r: not r.pao, "nobody is ever liable")
NO_SET_ASIDE = Never(lambda r: not r.set_aside, "no tiles are set aside")
NO_URA = Never(lambda r: not r.ura_dora, "nobody turns ura indicators")
NOBODY_AWAY = Never(lambda r: not r.sits_out, "everybody plays every round")
