"""The tables that mjlog derives from the logs."""

from __future__ import annotations

import pyarrow as pa

from mjlog.schema.model import ROUND_INDEX, SEAT, TILE, TILES, Column, TableSchema, keyed, vocabulary
from mjlog.schema.words import CALLS, DRAW_TYPES, HAND_STATES, OUTCOMES, SEVERITIES, WIN_STATES
from mjlog.tiles import TILE_NAMES

FINDINGS = TableSchema(
    "findings",
    "audit finding",
    (
        Column("code", pa.string(), "stable code, e.g. SC003", nullable=False),
        Column(
            "severity", vocabulary(SEVERITIES), "error, warning or info", words=SEVERITIES, nullable=False
        ),
        Column("game_id", pa.string(), "game"),
        Column("source_path", pa.string(), "file"),
        Column("round_index", pa.int16(), "round; null for findings about the game"),
        Column("seq", pa.int16(), "event; null for findings about the round"),
        Column("seat", pa.int8(), "seat concerned"),
        Column("expected", pa.string(), "what the rules give"),
        Column("actual", pa.string(), "what the log says"),
        Column("message", pa.string(), "the finding in one sentence", nullable=False),
        Column(
            "explained_by",
            pa.list_(pa.string()),
            "presets, and single changes of the rules as lines of a rule set's file, under which the round "
            "has no such finding; null where rules make no difference",
        ),
    ),
)

STATES = TableSchema(
    "states",
    "event and seat: the seat's state right after the event",
    keyed(
        ROUND_INDEX,
        Column("seq", pa.int16(), "event", nullable=False),
        SEAT,
        Column("hand", TILES, "concealed tiles by kind; null where the log hides some", words=TILE_NAMES),
        Column("melds", pa.int8(), "melds, kans counted once"),
        Column("shanten", pa.int8(), "shanten, -1 complete, 0 tenpai; null where the hand is not known"),
        Column("waits", TILES, "kinds that complete the hand; empty when it is not tenpai", words=TILE_NAMES),
        Column("is_riichi", pa.bool_(), "riichi declared", nullable=False),
        Column("live_tiles", pa.int16(), "live tiles left", "tiles", nullable=False),
        Column("is_discard_furiten", pa.bool_(), "a wait is among the own discards", nullable=False),
        Column(
            "is_temporary_furiten",
            pa.bool_(),
            "a winning tile passed since the own last discard",
            nullable=False,
        ),
        Column("is_riichi_furiten", pa.bool_(), "a winning tile passed since riichi", nullable=False),
        Column("furiten_tiles", TILES, "waits among the own discards", words=TILE_NAMES),
        Column("passed_seq", pa.int16(), "last event of the round that showed a winning tile to the seat"),
    ),
)

ROUND_PLAYERS = TableSchema(
    "round_players",
    "round and seat",
    keyed(
        ROUND_INDEX,
        SEAT,
        Column("seat_wind", pa.int8(), "0 East (dealer) to 3 North", nullable=False),
        Column("is_dealer", pa.bool_(), "deals the round", nullable=False),
        Column("start_score", pa.int32(), "score at the deal", "points"),
        Column("start_rank", pa.int8(), "rank at the deal, equal scores by seat"),
        Column("end_rank", pa.int8(), "rank after the round, equal scores by seat"),
        Column("dealt_shanten", pa.int8(), "shanten of the dealt hand; null where the hand is not known"),
        Column("dealt_dora", pa.int8(), "dora in the dealt hand, red fives not counted", "tiles"),
        Column("dealt_aka", pa.int8(), "red fives in the dealt hand", "tiles"),
        Column("discards", pa.int16(), "own discards in the round", "tiles", nullable=False),
        Column(
            "tenpai_turn",
            pa.int16(),
            "own discards when first tenpai, 0 as dealt; null for never or not known",
            "turns",
        ),
        Column(
            "is_riichi",
            pa.bool_(),
            "declared riichi, also when the declaration tile was won on",
            nullable=False,
        ),
        Column("is_riichi_accepted", pa.bool_(), "paid the stick", nullable=False),
        Column("is_double_riichi", pa.bool_(), "declared on the first, uninterrupted turn", nullable=False),
        Column(
            "riichi_turn", pa.int16(), "place of the declaration tile among the own discards, from 1", "turns"
        ),
        Column(
            "riichi_table_turn",
            pa.float32(),
            "discards of the whole table before the declaration / players + 1",
            "turns",
        ),
        Column(
            "riichi_order", pa.int8(), "1 for the first riichi of the round, 2 for the first that chases, ..."
        ),
        Column(
            "riichi_wait_kinds", pa.int8(), "kinds of winning tiles right after the declaration tile", "kinds"
        ),
        Column("open_melds", pa.int16(), "chi, pon and daiminkan", "melds", nullable=False),
        Column(
            "first_call_turn", pa.int16(), "own discards before the first chi, pon or daiminkan, + 1", "turns"
        ),
        Column("daiminkans", pa.int16(), "kans of a called discard", "melds", nullable=False),
        Column("kakans", pa.int16(), "tiles added to a pon", "melds", nullable=False),
        Column("ankans", pa.int16(), "concealed kans", "melds", nullable=False),
        Column("kitas", pa.int16(), "bonus tiles set aside", "tiles", nullable=False),
        Column(
            "outcome",
            vocabulary(OUTCOMES),
            "how the round ended; null where the log stops before",
            words=OUTCOMES,
        ),
        Column(
            "draw_type",
            vocabulary(DRAW_TYPES),
            "kind of draw, as logged or else by the rules; null after a win",
            words=DRAW_TYPES,
        ),
        Column(
            "is_tenpai_at_draw",
            pa.bool_(),
            "tenpai at the exhaustive draw, as logged or else by the replay; null otherwise",
        ),
        Column(
            "has_yaku_at_draw",
            pa.bool_(),
            "tenpai at the exhaustive draw with a yaku by ron on some wait (false: keishiki tenpai); null "
            "when not tenpai or not known",
        ),
        Column(
            "is_nagashi_mangan",
            pa.bool_(),
            "was paid for an own river of terminals and honours",
            nullable=False,
        ),
        Column("is_chombo", pa.bool_(), "ended the round by chombo", nullable=False),
        Column("is_win", pa.bool_(), "won", nullable=False),
        Column("is_tsumo", pa.bool_(), "won on an own draw", nullable=False),
        Column("win_state", vocabulary(WIN_STATES), "the winner's hand", words=WIN_STATES),
        Column("win_turn", pa.int16(), "own discards before the win, + 1", "turns"),
        Column(
            "win_table_turn",
            pa.float32(),
            "discards of the whole table before the win / players + 1",
            "turns",
        ),
        Column("is_ippatsu", pa.bool_(), "won with ippatsu", nullable=False),
        Column("win_han", pa.int16(), "han, as logged or else recomputed", "han"),
        Column(
            "win_points",
            pa.int32(),
            "value of the winning hand without honba and sticks, as logged or else recomputed",
            "points",
        ),
        Column(
            "ura_dora",
            pa.int8(),
            "ura dora of a hand won in riichi; null otherwise, and where hand or indicators are not known",
            "tiles",
        ),
        Column(
            "expected_ura",
            pa.float32(),
            "what its indicators bring on average, each a tile that nobody holds or has shown; null where "
            "ura_dora is, and where a hand at the table is not known",
            "tiles",
        ),
        Column("is_tsumo_loss", pa.bool_(), "another won on an own draw", nullable=False),
        Column("is_deal_in", pa.bool_(), "another won on a tile of this player", nullable=False),
        Column("deal_ins", pa.int16(), "winners on that tile", "wins", nullable=False),
        Column("deal_in_points", pa.int32(), "value of their hands without honba and sticks", "points"),
        Column("deal_in_state", vocabulary(HAND_STATES), "the own hand when dealing in", words=HAND_STATES),
        Column("deal_in_turn", pa.int16(), "own discards up to and with the one that dealt in", "turns"),
        Column(
            "deal_in_table_turn",
            pa.float32(),
            "discards of the whole table before the one that dealt in / players + 1",
            "turns",
        ),
        Column("deal_in_shanten", pa.int8(), "own shanten after that tile"),
        Column("is_deal_in_to_riichi", pa.bool_(), "a winner on that tile was in riichi", nullable=False),
        Column("is_deal_in_to_open", pa.bool_(), "a winner on that tile had called", nullable=False),
        Column(
            "is_deal_in_to_dama",
            pa.bool_(),
            "a winner on that tile had a closed hand without riichi",
            nullable=False,
        ),
        Column("is_deal_in_to_dealer", pa.bool_(), "a winner on that tile was the dealer", nullable=False),
        Column(
            "is_pao",
            pa.bool_(),
            "paid for another's win as the liable player, not as the discarder",
            nullable=False,
        ),
        Column("score_delta", pa.int32(), "score change of the round: the sum of the parts below", "points"),
        Column("win_delta", pa.int32(), "gained by winning, honba and all sticks included", "points"),
        Column("deal_in_delta", pa.int32(), "paid for dealing in, honba included", "points"),
        Column("tsumo_loss_delta", pa.int32(), "paid for another's tsumo, honba included", "points"),
        Column("draw_delta", pa.int32(), "gained or paid at a draw or chombo", "points"),
        Column(
            "riichi_delta", pa.int32(), "paid as riichi stick; 0 after chombo, which gives it back", "points"
        ),
        Column("pao_delta", pa.int32(), "paid as liable player", "points"),
        Column("bonus_delta", pa.int32(), "gained or paid as bonus in the middle of the round", "points"),
        Column("penalty_delta", pa.int32(), "paid to the table as penalty", "points"),
        Column(
            "other_delta",
            pa.int32(),
            "what the logged scores change besides; 0 where they are not logged",
            "points",
        ),
    ),
)

DISCARDS = TableSchema(
    "discards",
    "discard",
    keyed(
        ROUND_INDEX,
        Column("seq", pa.int16(), "event", nullable=False),
        Column("seat", pa.int8(), "who discards", nullable=False),
        Column("turn", pa.int16(), "place among the own discards, from 1", "turns", nullable=False),
        Column("tile", TILE, "tile discarded", words=TILE_NAMES),
        Column("is_tsumogiri", pa.bool_(), "the tile just drawn; null where the log does not say"),
        Column("is_riichi_tile", pa.bool_(), "discarded with the riichi declaration", nullable=False),
        Column("is_in_riichi", pa.bool_(), "declared riichi on an earlier discard", nullable=False),
        Column("open_melds", pa.int16(), "own chi, pon and daiminkan so far", "melds", nullable=False),
        Column(
            "shanten_before", pa.int8(), "own shanten with the tile drawn; null where the hand is not known"
        ),
        Column("shanten", pa.int8(), "own shanten after the discard; null where the hand is not known"),
        Column(
            "opponents_in_riichi", pa.int8(), "opponents who have declared riichi", "players", nullable=False
        ),
        Column(
            "opponents_open", pa.int8(), "opponents with a chi, pon or daiminkan", "players", nullable=False
        ),
        Column("live_tiles", pa.int16(), "live tiles left", "tiles", nullable=False),
        Column(
            "would_deal_in",
            pa.bool_(),
            "an opponent waits for the tile, is not furiten and the hand not dead, yaku or not; null where "
            "hands are hidden",
        ),
        Column("did_deal_in", pa.bool_(), "somebody won on it", nullable=False),
    ),
)

MELDS = TableSchema(
    "melds",
    "call or concealed kan",
    keyed(
        ROUND_INDEX,
        Column("seq", pa.int16(), "event", nullable=False),
        Column("seat", pa.int8(), "who makes it", nullable=False),
        Column("kind", vocabulary(CALLS), "chi, pon or kind of kan", words=CALLS, nullable=False),
        Column("from_seat", pa.int8(), "whose tile was called; null for kakan and ankan"),
        Column("turn", pa.int16(), "own discards before it, + 1", "turns", nullable=False),
        Column(
            "open_meld",
            pa.int8(),
            "1 for the first chi, pon or daiminkan of the player in the round, 2 for the second ...; null "
            "for kakan and ankan",
        ),
        Column(
            "is_first_of_table",
            pa.bool_(),
            "no opponent had as many chi, pon and daiminkan before; false for kakan and ankan",
            nullable=False,
        ),
        Column("tile", TILE, "kind of the lowest tile", words=TILE_NAMES, nullable=False),
        Column("shanten_before", pa.int8(), "own shanten before it; null where the hand is not known"),
        Column(
            "shanten", pa.int8(), "own shanten after it, with the discard to come; null where it is not known"
        ),
        Column(
            "dora",
            pa.int8(),
            "dora and red fives in hand and melds after it, and after the discard that follows a chi or pon; "
            "null where the hand is not known",
            "tiles",
        ),
        Column(
            "is_yakuhai",
            pa.bool_(),
            "of three or four equal honours that are worth a yaku to the player",
            nullable=False,
        ),
        Column(
            "has_yakuhai",
            pa.bool_(),
            "three or four of an honour that is worth a yaku to the player are in hand or melds, the discard "
            "that follows a chi or pon being made; null where the hand is not known",
        ),
        Column(
            "has_tanyao",
            pa.bool_(),
            "all tiles are simples then, and the rules let that win; null where the hand is not known",
        ),
        Column(
            "has_sure_yaku",
            pa.bool_(),
            "either of these, or all tiles are of one suit with or without honours; null where the hand is "
            "not known",
        ),
        Column(
            "cancels_ippatsu",
            pa.int8(),
            "opponents whose ippatsu it ends; none where it is robbed, or ippatsu does not count",
            "players",
            nullable=False,
        ),
    ),
)
