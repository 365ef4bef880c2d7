"""Charts of statistics: each takes the table of a named statement and draws on an axes.

Every chart is ``f(table, ax=None) -> ax``, says how much it counts, and shows intervals.  Colours can be told
apart by colour-blind readers (Okabe and Ito 2008), and differ in marker, line or hatch too.  Text from logs
never shows as empty boxes: of `fonts.CJK_FONTS` any that is installed is used, else any font that has the
characters, and where there is none they are escaped and one warning tells what to install.
"""

from mjlog.plots.audit import audit_overview
from mjlog.plots.danger import danger_classes, danger_map, excess, push_or_fold, wait_outcomes, waits_by_class
from mjlog.plots.fonts import drawable
from mjlog.plots.games import rank_point_curve, ranks, score_curve
from mjlog.plots.rates import MAIN_RATES, comparison, ranking, rates, rolling
from mjlog.plots.rounds import game_scores, round_course
from mjlog.plots.style import COLOURS, LINES, MARKERS
from mjlog.plots.turns import LAST_TURN, deal_ins_by_turn, progress_by_turn, riichi_by_turn, shanten_by_turn
from mjlog.plots.values import points_by_cause, value_distribution, yaku_frequencies

__all__ = [
    "COLOURS",
    "LAST_TURN",
    "LINES",
    "MAIN_RATES",
    "MARKERS",
    "audit_overview",
    "comparison",
    "danger_classes",
    "danger_map",
    "deal_ins_by_turn",
    "drawable",
    "excess",
    "game_scores",
    "points_by_cause",
    "progress_by_turn",
    "push_or_fold",
    "rank_point_curve",
    "ranking",
    "ranks",
    "rates",
    "riichi_by_turn",
    "rolling",
    "round_course",
    "score_curve",
    "shanten_by_turn",
    "value_distribution",
    "wait_outcomes",
    "waits_by_class",
    "yaku_frequencies",
]
