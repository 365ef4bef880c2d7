"""The tables that readers fill; replay and scoring complete their ``calc_*`` columns."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from mjlog.schema.model import ROUND_INDEX, SCORES, SEAT, TILE, TILES, Column, TableSchema, keyed, vocabulary
from mjlog.schema.words import DRAW_TYPES, EVENT_KINDS, HOUSE_OPTIONS, LENGTHS, LIMITS, OUTCOMES, SHAPES, YAKU
from mjlog.tiles import TILE_NAMES

GAMES = TableSchema(
    "games",
    "game",
    keyed(
        Column("source_path", pa.string(), "file the game was read from", nullable=False),
        Column("source_format", pa.string(), "name of the format it was read as", nullable=False),
        Column("source_offset", pa.int64(), "where the game begins in the (decompressed) file", "bytes"),
        Column("platform", pa.string(), "platform that hosted the game; null where the log does not say"),
        Column("log_id", pa.string(), "the platform's own id of the log"),
        Column(
            "content_hash",
            pa.string(),
            "hash of deals and scores: equal for one game in any format",
            nullable=False,
        ),
        Column(
            "rules", pa.string(), "rules the log states or its lobby implies, as a JSON object over a preset"
        ),
        Column("ruleset_id", pa.string(), "rule set that the game was replayed and scored under"),
        Column("player_count", pa.int8(), "players at the table", "players", nullable=False),
        Column("room", pa.string(), "room or level of the platform"),
        Column("lobby", pa.string(), "lobby number or tournament"),
        Column("length", vocabulary(LENGTHS), "scheduled length", words=LENGTHS),
        Column(
            "house_options",
            pa.list_(vocabulary(HOUSE_OPTIONS)),
            "options in force at the table that no rule set can say, as stated; null where none is",
            words=HOUSE_OPTIONS,
        ),
        Column("shuffle", pa.string(), "generator and seed of all walls of the game, as logged"),
        Column("started_at", pa.timestamp("s"), "start of the game in UTC, as precise as the log says"),
        Column(
            "is_complete",
            pa.bool_(),
            "whether the log reaches the end of the game and its last round could be read",
            nullable=False,
        ),
    ),
)

GAME_PLAYERS = TableSchema(
    "game_players",
    "game and seat",
    keyed(
        SEAT,
        Column("name", pa.string(), "name as logged"),
        Column("account_id", pa.string(), "account on the platform"),
        Column("level", pa.string(), "rank (dan, level) as logged"),
        Column("rating", pa.float64(), "rating as logged"),
        Column("log_final_score", pa.int32(), "score at the end, as logged", "points"),
        Column("log_final_points", pa.float64(), "result with uma and oka, as logged", "thousand points"),
        Column("calc_final_score", pa.int32(), "score at the end, recomputed", "points"),
        Column("calc_final_rank", pa.int8(), "final rank, recomputed, 1 is best"),
        Column("calc_final_points", pa.float64(), "result with uma and oka, recomputed", "thousand points"),
    ),
)

ROUNDS = TableSchema(
    "rounds",
    "round",
    keyed(
        ROUND_INDEX,
        Column("round_wind", pa.int8(), "0 East, 1 South, 2 West, 3 North", nullable=False),
        Column("round_number", pa.int8(), "number within the wind, from 1", nullable=False),
        Column("dealer_seat", pa.int8(), "seat of the dealer", nullable=False),
        Column("away_seat", pa.int8(), "player of the game who sits this round out"),
        Column("dice", pa.list_(pa.int8()), "dice of the deal"),
        Column("honba", pa.int16(), "honba counters", "counters", nullable=False),
        Column("riichi_sticks", pa.int16(), "sticks on the table at the deal", "sticks", nullable=False),
        Column("start_scores", SCORES, "scores at the deal, by seat", "points"),
        Column("hand_0", TILES, "dealt hand of seat 0, without the first draw", words=TILE_NAMES),
        Column("hand_1", TILES, "dealt hand of seat 1", words=TILE_NAMES),
        Column("hand_2", TILES, "dealt hand of seat 2", words=TILE_NAMES),
        Column("hand_3", TILES, "dealt hand of seat 3", words=TILE_NAMES),
        Column(
            "dora_indicators",
            TILES,
            "indicators turned by the end of the round, first to last",
            words=TILE_NAMES,
        ),
        Column(
            "ura_indicators",
            TILES,
            "indicators under them; null where not recorded, empty where none shown",
            words=TILE_NAMES,
        ),
        Column(
            "outcome",
            vocabulary(OUTCOMES),
            "how the round ended; null where the log stops before",
            words=OUTCOMES,
        ),
        Column("log_end_scores", SCORES, "scores after the round where the log states them", "points"),
        Column(
            "calc_deltas", SCORES, "score changes of the whole round, sticks included, recomputed", "points"
        ),
        Column(
            "wall",
            TILES,
            "all tiles in the order in which the round takes them: deals (four each from the dealer on, "
            "three times, then one each), draws, and from its end backwards five indicators (fewer where the "
            "draws leave no room for them), each before the one under it, then the replacement tiles",
            words=TILE_NAMES,
        ),
        Column("wall_text", pa.string(), "wall as logged: the text that its hash was made of"),
        Column("wall_hash", pa.string(), "published hash of the wall: algorithm, colon, hexadecimal digits"),
        Column(
            "shuffle", pa.string(), "generator and seed of the wall where each deal has its own, as logged"
        ),
        Column("source_offset", pa.int64(), "where the round begins in the source", "bytes"),
    ),
)

EVENTS = TableSchema(
    "events",
    "event of a round",
    keyed(
        ROUND_INDEX,
        Column("seq", pa.int16(), "0-based position of the event in its round", nullable=False),
        Column("kind", vocabulary(EVENT_KINDS), "what happened", words=EVENT_KINDS, nullable=False),
        Column("seat", pa.int8(), "who acted; null for dora and draws of the round"),
        Column("target_seat", pa.int8(), "whose tile was called or won on; the winner's own seat on a tsumo"),
        Column(
            "tile",
            TILE,
            "tile drawn, discarded, called, added, set aside, turned or won on; lowest tile of an ankan",
            words=TILE_NAMES,
        ),
        Column(
            "consumed",
            TILES,
            "tiles that leave the concealed hand: 2 for chi and pon, 3 daiminkan, 4 ankan, 1 kakan and kita",
            words=TILE_NAMES,
        ),
        Column("is_tsumogiri", pa.bool_(), "discard of the tile just drawn; null where the log does not say"),
        Column(
            "points",
            pa.int32(),
            "what each opponent pays at a bonus, or the seat to the table at a penalty, as logged",
            "points",
        ),
        Column("elapsed", pa.int32(), "time since the game began", "milliseconds"),
        Column("source_offset", pa.int64(), "where the event stands in the source", "bytes"),
    ),
)

WINS = TableSchema(
    "wins",
    "win (several on a multiple ron, in the log's order)",
    keyed(
        ROUND_INDEX,
        Column("win_index", pa.int8(), "0-based order of the win in the round", nullable=False),
        Column("seat", pa.int8(), "winner", nullable=False),
        Column("from_seat", pa.int8(), "discarder; the winner's own seat on a tsumo", nullable=False),
        Column("tile", TILE, "winning tile", words=TILE_NAMES),
        Column("log_pao_seat", pa.int8(), "liable player as logged"),
        Column(
            "log_hand", TILES, "concealed tiles at the win as logged, winning tile included", words=TILE_NAMES
        ),
        Column("log_han", pa.int16(), "han as logged, with bonus tiles; points where they add up", "han"),
        Column("log_fu", pa.int16(), "fu as logged", "fu"),
        Column("log_points", pa.int32(), "value of the hand as logged, without honba and sticks", "points"),
        Column("log_limit", vocabulary(LIMITS), "limit as logged", words=LIMITS),
        Column("log_yaku", pa.list_(vocabulary(YAKU)), "yaku and bonus tiles as logged", words=YAKU),
        Column("log_yaku_han", pa.list_(pa.int16()), "han of each entry of log_yaku (13 per yakuman)", "han"),
        Column("log_dora_indicators", TILES, "dora indicators as logged with the win", words=TILE_NAMES),
        Column("log_honba", pa.int16(), "honba paid on this win as logged", "counters"),
        Column("log_riichi_sticks", pa.int16(), "sticks taken by this win as logged", "sticks"),
        Column("log_deltas", SCORES, "score changes of this win as logged", "points"),
        Column("calc_pao_seat", pa.int8(), "liable player by the rules"),
        Column(
            "calc_han",
            pa.int16(),
            "han with bonus tiles, 13 per yakuman; points where they add up",
            "han",
        ),
        Column("calc_fu", pa.int16(), "fu, rounded; 0 for a yakuman", "fu"),
        Column("calc_points", pa.int32(), "value without honba and sticks", "points"),
        Column("calc_limit", vocabulary(LIMITS), "limit", words=LIMITS),
        Column("calc_yakuman", pa.int8(), "yakuman counted (0 for an ordinary hand)"),
        Column("calc_yaku", pa.list_(vocabulary(YAKU)), "yaku and bonus tiles", words=YAKU),
        Column("calc_yaku_han", pa.list_(pa.int16()), "han of each entry of calc_yaku", "han"),
        Column(
            "calc_wait",
            vocabulary(SHAPES),
            "what the winning tile completes in the reading that counts, or in any that is worth as "
            "much: tanki for chiitoitsu and kokushi musou; null for gathered tiles",
            words=SHAPES,
        ),
        Column("calc_deltas", SCORES, "score changes of this win with honba and sticks", "points"),
        Column("source_offset", pa.int64(), "where the win stands in the source", "bytes"),
    ),
)

DRAWS = TableSchema(
    "draws",
    "round that ended without a win",
    keyed(
        ROUND_INDEX,
        Column("log_type", vocabulary(DRAW_TYPES), "kind of draw as logged", words=DRAW_TYPES),
        Column("log_tenpai", pa.list_(pa.bool_()), "who showed a tenpai hand as logged, by seat"),
        Column("log_deltas", SCORES, "score changes as logged, by seat", "points"),
        Column("calc_type", vocabulary(DRAW_TYPES), "kind of draw by the rules", words=DRAW_TYPES),
        Column("calc_tenpai", pa.list_(pa.bool_()), "who is tenpai by the replay, by seat"),
        Column("calc_deltas", SCORES, "score changes by the rules, by seat", "points"),
        Column("source_offset", pa.int64(), "where the draw stands in the source", "bytes"),
    ),
)

EXTRAS = TableSchema(
    "extras",
    "logged action with fields that mjlog does not know",
    keyed(
        Column("round_index", pa.int16(), "0-based position of the round in the game; null outside rounds"),
        Column("seq", pa.int16(), "position of the event; null for the start and end of a round or game"),
        Column("action", pa.string(), "type of the action", nullable=False),
        Column("fields", pa.string(), "the unknown fields as a JSON object", nullable=False),
    ),
)

REJECTS = TableSchema(
    "rejects",
    "piece of input that could not be read, or only in part",
    (
        Column("source_path", pa.string(), "file", nullable=False),
        Column("source_offset", pa.int64(), "where the piece begins", "bytes"),
        Column("source_line", pa.int64(), "line of it, from 1; null where lines say little"),
        Column("reason", pa.string(), "why it could not be read", nullable=False),
        Column("excerpt", pa.string(), "the first characters of the piece"),
    ),
)

LOG_TABLES: Final = (GAMES, GAME_PLAYERS, ROUNDS, EVENTS, WINS, DRAWS, EXTRAS, REJECTS)
"""The tables that readers fill."""
