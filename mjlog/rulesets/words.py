"""Words of the rules: every field of `Ruleset` that is a choice among named ways."""

from __future__ import annotations

from enum import StrEnum


class ScoreSystem(StrEnum):
    """How the worth of a hand comes about."""

    HAN_FU = "han_fu"  # han double the fu, up to limits
    ADDITIVE = "additive"  # points of all yaku and bonuses are added up


class Shares(StrEnum):
    """How many times its base points each payer pays for a hand."""

    DEALER_DOUBLE = "dealer_double"  # the dealer pays and gets double; a discarder pays for the whole table
    EQUAL = "equal"  # every payer pays them once, a discarder too


class Kuikae(StrEnum):
    """What may be discarded right after a chi or pon."""

    ALLOWED = "allowed"
    SAME_TILE_FORBIDDEN = "same_tile_forbidden"
    FORBIDDEN = "forbidden"  # the called tile and, after a chi, the other end of the run


class AnkanInRiichi(StrEnum):
    """When a concealed kan may be declared in riichi."""

    FORBIDDEN = "forbidden"
    SAME_WAITS = "same_waits"  # with the tile just drawn, and the waits stay what they are
    SAME_READINGS = "same_readings"  # and its three tiles are a triplet in every reading of the hand


class FuritenRiichi(StrEnum):
    """Whether riichi may be declared in furiten."""

    ALLOWED = "allowed"
    OPEN_ONLY = "open_only"  # as open riichi only
    FORBIDDEN = "forbidden"


class Kazoe(StrEnum):
    """What 13 or more han without a yakuman are worth."""

    YAKUMAN = "yakuman"
    SANBAIMAN = "sanbaiman"


class RenhouLimit(StrEnum):
    """What a ron before the first own draw is worth at least."""

    NONE = "none"  # no such limit
    MANGAN = "mangan"
    YAKUMAN = "yakuman"


class KanDora(StrEnum):
    """When the indicator of an open or added kan is turned."""

    OFF = "off"
    IMMEDIATE = "immediate"
    BEFORE_DISCARD = "before_discard"  # stands for the discard after the kan, not for its replacement draw


class TripleRon(StrEnum):
    """What three rons on one tile do."""

    ALL_WIN = "all_win"
    ABORT = "abort"


class NotenPayment(StrEnum):
    """Who pays the noten payment."""

    IN_ALL = "in_all"  # the noten players together
    EACH = "each"  # every noten player, shared by those who are tenpai


class PaoScope(StrEnum):
    """How much of a hand with several yakuman the liable player answers for."""

    WHOLE_HAND = "whole_hand"
    YAKUMAN_ONLY = "yakuman_only"


class PaoHonba(StrEnum):
    """Who pays the honba of a win under pao that others pay for too."""

    LIABLE = "liable"
    DISCARDER = "discarder"  # on a tsumo: everybody, as without pao
    SPLIT = "split"  # on a ron half by each; on a tsumo everybody


class AbsentShare(StrEnum):
    """What becomes of the share of a tsumo that a missing fourth (or third) player would pay."""

    LOST = "lost"
    SPLIT = "split"  # evenly among those who pay, so that a tsumo brings as much as a ron
    SPLIT_HAND = "split_hand"  # and so is all of the hand: the dealer pays no more than others


class TemporaryFuriten(StrEnum):
    """What ends the furiten of a passed winning tile (outside riichi)."""

    OWN_DISCARD = "own_discard"
    OWN_DRAW_OR_CALL = "own_draw_or_call"
    OWN_DRAW = "own_draw"


class Tenpai(StrEnum):
    """Which hands are tenpai at an exhaustive draw."""

    SHAPE = "shape"  # a winning tile exists outside the own hand and melds
    WINNABLE = "winnable"  # a winning tile is still unseen, and with it the hand has a yaku


class Nagashi(StrEnum):
    """What a river of uncalled terminals and honours is."""

    NONE = "none"
    DRAW = "draw"  # replaces the noten payment; the round stays a draw
    WIN = "win"  # a tsumo of its worth: with honba and sticks, and the deal goes as after a win


class Chombo(StrEnum):
    """What a grave fault costs."""

    NONE = "none"  # the rules know no chombo
    MANGAN = "mangan"  # a mangan tsumo the other way round
    EACH = "each"  # `chombo_points` to every opponent
    RESULT = "result"  # `chombo_points` off the result, after uma


class Deal(StrEnum):
    """Who deals when the dealer does not stay."""

    NEXT = "next"  # the next player in turn
    WINNER = "winner"  # the winner of the round, after a draw the next in turn


class Bust(StrEnum):
    """When a low score ends the game."""

    NONE = "none"
    BELOW_ZERO = "below_zero"
    AT_ZERO = "at_zero"  # at zero or below


class DealerStop(StrEnum):
    """What happens when a dealer leads with the target score after staying in the last round."""

    NEVER = "never"  # the game goes on
    OPTIONAL = "optional"  # the dealer may end it
    AUTOMATIC = "automatic"  # it ends


class Length(StrEnum):
    """Last scheduled round wind, in the order of the winds: its `code` less one is the wind (0 East)."""

    ONE_ROUND = "one_round"  # no wind at all: the game ends with its first round
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"
    OPEN = "open"  # always East, until the players stop


class LeftoverSticks(StrEnum):
    """Where sticks left on the table go at the end of the game."""

    FIRST = "first"
    LOST = "lost"


class Ties(StrEnum):
    """How equal final scores are ranked."""

    SEAT_ORDER = "seat_order"
    SPLIT = "split"
