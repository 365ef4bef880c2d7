"""Every table of mjlog, declared once: name, type, unit, meaning.

Readers fill the ``log_*`` columns (what the record says); replay and scoring fill the
``calc_*`` columns (what the rules say).  Columns with a closed vocabulary are Arrow
dictionaries over that vocabulary, so that codes in memory are ``uint8`` and users see names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from mjlog.tiles import TILE_NAMES

SCHEMA_VERSION: Final = 1
"""Version written into every stored table; it grows when a column changes meaning."""

EVENT_KINDS: Final = (
    "draw",
    "discard",
    "chi",
    "pon",
    "daiminkan",
    "kakan",
    "ankan",
    "kita",
    "riichi",
    "riichi_accepted",
    "dora",
    "win",
    "exhaustive_draw",
    "abortive_draw",
    "leave",
    "return",
)
"""What can happen in a round.  ``riichi`` is the declaration, ``riichi_accepted`` the payment
of the stick, ``dora`` a new indicator, ``leave``/``return`` a lost and restored connection."""

YAKU: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "menzen_tsumo",
    "pinfu",
    "tanyao",
    "iipeikou",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat_wind",
    "yakuhai_round_wind",
    "rinshan_kaihou",
    "chankan",
    "haitei",
    "houtei",
    "chiitoitsu",
    "sanshoku_doujun",
    "ittsuu",
    "chanta",
    "toitoi",
    "sanankou",
    "sankantsu",
    "sanshoku_doukou",
    "honroutou",
    "shousangen",
    "ryanpeikou",
    "junchan",
    "honitsu",
    "chinitsu",
    "renhou",
    "tenhou",
    "chiihou",
    "kokushi_musou",
    "kokushi_musou_13_wait",
    "suuankou",
    "suuankou_tanki",
    "daisangen",
    "shousuushii",
    "daisuushii",
    "tsuuiisou",
    "chinroutou",
    "ryuuiisou",
    "chuuren_poutou",
    "junsei_chuuren_poutou",
    "suukantsu",
    "nagashi_mangan",
    "dora",
    "aka_dora",
    "ura_dora",
    "kita",
)
"""Canonical yaku slugs.  The position is the bit of a yaku in a ``uint64`` yaku mask."""

YAKU_BIT: Final = {slug: bit for bit, slug in enumerate(YAKU)}
FIRST_YAKUMAN: Final = YAKU_BIT["tenhou"]
LAST_YAKUMAN: Final = YAKU_BIT["suukantsu"]
BONUS_TILES: Final = ("dora", "aka_dora", "ura_dora", "kita")
"""Bonus han that are not yaku: a hand needs one yaku besides them."""

LIMITS: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
OUTCOMES: Final = ("tsumo", "ron", "exhaustive_draw", "abortive_draw")
DRAW_TYPES: Final = (
    "exhaustive",
    "nagashi_mangan",
    "kyuushu_kyuuhai",
    "suufon_renda",
    "suucha_riichi",
    "suukaikan",
    "sanchahou",
    "unknown",
)
"""How a round ends without a win; ``unknown``: the record says only that it ended."""

LENGTHS: Final = ("one_round", "east", "south", "west", "north")
SEVERITIES: Final = ("error", "warning", "info")


def vocabulary(words: tuple[str, ...]) -> pa.DictionaryType:
    """The Arrow type of a column whose values come from `words` (at most 255)."""
    if len(words) > 255:
        raise ValueError("a closed vocabulary has at most 255 words")
    return pa.dictionary(pa.uint8(), pa.string())


TILE: Final = vocabulary(TILE_NAMES)
TILES: Final = pa.list_(TILE)
SCORES: Final = pa.list_(pa.int32())
GAME_ID: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its Arrow type, unit, meaning, and (if closed) vocabulary."""

    name: str
    type: pa.DataType
    meaning: str
    unit: str = ""
    words: tuple[str, ...] = ()
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table: its grain ("one row per ...") and columns."""

    name: str
    grain: str
    columns: tuple[Column, ...]

    @property
    def arrow(self) -> pa.Schema:
        """The Arrow schema, with the schema version in its metadata."""
        fields = [
            pa.field(c.name, c.type, nullable=c.nullable, metadata={"meaning": c.meaning})
            for c in self.columns
        ]
        return pa.schema(
            fields, metadata={"mjlog_table": self.name, "mjlog_schema_version": str(SCHEMA_VERSION)}
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in order."""
        return tuple(c.name for c in self.columns)

    def empty(self) -> pa.Table:
        """A table of this schema without rows."""
        return self.arrow.empty_table()


def _key(*columns: Column) -> tuple[Column, ...]:
    game = Column("game_id", GAME_ID, "the game's stable id", nullable=False)
    return (game, *columns)


_ROUND_INDEX = Column("round_index", pa.int16(), "0-based position of the round in the game", nullable=False)
_SEAT = Column("seat", pa.int8(), "0-based seat; seat 0 is dealer of the first round", nullable=False)

GAMES = TableSchema(
    "games",
    "game",
    _key(
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
        Column("started_at", pa.timestamp("s"), "start of the game, as precise as the log says"),
        Column("is_complete", pa.bool_(), "whether the log reaches the end of the game", nullable=False),
    ),
)

GAME_PLAYERS = TableSchema(
    "game_players",
    "game and seat",
    _key(
        _SEAT,
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
    _key(
        _ROUND_INDEX,
        Column("round_wind", pa.int8(), "0 East, 1 South, 2 West, 3 North", nullable=False),
        Column("round_number", pa.int8(), "number within the wind, from 1", nullable=False),
        Column("dealer_seat", pa.int8(), "seat of the dealer", nullable=False),
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
        Column("source_offset", pa.int64(), "where the round begins in the source", "bytes"),
    ),
)

EVENTS = TableSchema(
    "events",
    "event of a round",
    _key(
        _ROUND_INDEX,
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
            "tiles that leave the caller's concealed hand: 2 for chi and pon, 3 daiminkan, 4 ankan, 1 kakan and kita",
            words=TILE_NAMES,
        ),
        Column("is_tsumogiri", pa.bool_(), "discard of the tile just drawn; null where the log does not say"),
        Column("source_offset", pa.int64(), "where the event stands in the source", "bytes"),
    ),
)

WINS = TableSchema(
    "wins",
    "win (several on a multiple ron, in the log's order)",
    _key(
        _ROUND_INDEX,
        Column("win_index", pa.int8(), "0-based order of the win in the round", nullable=False),
        Column("seat", pa.int8(), "winner", nullable=False),
        Column("from_seat", pa.int8(), "discarder; the winner's own seat on a tsumo", nullable=False),
        Column("tile", TILE, "winning tile", words=TILE_NAMES),
        Column("log_pao_seat", pa.int8(), "liable player as logged"),
        Column(
            "log_hand", TILES, "concealed tiles at the win as logged, winning tile included", words=TILE_NAMES
        ),
        Column("log_han", pa.int16(), "han as logged, bonus tiles included", "han"),
        Column("log_fu", pa.int16(), "fu as logged", "fu"),
        Column("log_points", pa.int32(), "value of the hand as logged, without honba and sticks", "points"),
        Column("log_limit", vocabulary(LIMITS), "limit as logged", words=LIMITS),
        Column("log_yaku", pa.list_(vocabulary(YAKU)), "yaku and bonus tiles as logged", words=YAKU),
        Column("log_yaku_han", pa.list_(pa.int8()), "han of each entry of log_yaku (13 per yakuman)", "han"),
        Column("log_dora_indicators", TILES, "dora indicators as logged with the win", words=TILE_NAMES),
        Column("log_honba", pa.int16(), "honba paid on this win as logged", "counters"),
        Column("log_riichi_sticks", pa.int16(), "sticks taken by this win as logged", "sticks"),
        Column("log_deltas", SCORES, "score changes of this win as logged", "points"),
        Column("calc_pao_seat", pa.int8(), "liable player by the rules"),
        Column("calc_han", pa.int16(), "han, bonus tiles included; 13 per yakuman", "han"),
        Column("calc_fu", pa.int16(), "fu, rounded; 0 for a yakuman", "fu"),
        Column("calc_points", pa.int32(), "value without honba and sticks", "points"),
        Column("calc_limit", vocabulary(LIMITS), "limit", words=LIMITS),
        Column("calc_yakuman", pa.int8(), "yakuman counted (0 for an ordinary hand)"),
        Column("calc_yaku", pa.list_(vocabulary(YAKU)), "yaku and bonus tiles", words=YAKU),
        Column("calc_yaku_han", pa.list_(pa.int8()), "han of each entry of calc_yaku", "han"),
        Column("calc_deltas", SCORES, "score changes of this win with honba and sticks", "points"),
        Column("source_offset", pa.int64(), "where the win stands in the source", "bytes"),
    ),
)

DRAWS = TableSchema(
    "draws",
    "round that ended without a win",
    _key(
        _ROUND_INDEX,
        Column("log_type", vocabulary(DRAW_TYPES), "kind of draw as logged", words=DRAW_TYPES),
        Column("log_tenpai", pa.list_(pa.bool_()), "who showed a tenpai hand as logged, by seat"),
        Column("log_deltas", SCORES, "score changes as logged, by seat", "points"),
        Column("calc_type", vocabulary(DRAW_TYPES), "kind of draw by the rules", words=DRAW_TYPES),
        Column("calc_tenpai", pa.list_(pa.bool_()), "who is tenpai by the replay, by seat"),
        Column("calc_deltas", SCORES, "score changes by the rules, by seat", "points"),
        Column("source_offset", pa.int64(), "where the draw stands in the source", "bytes"),
    ),
)

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
            "presets under which the round has no such finding; null where rules make no difference",
        ),
    ),
)

REJECTS = TableSchema(
    "rejects",
    "piece of input that could not be read",
    (
        Column("source_path", pa.string(), "file", nullable=False),
        Column("source_offset", pa.int64(), "where the piece begins", "bytes"),
        Column("reason", pa.string(), "why it could not be read", nullable=False),
        Column("excerpt", pa.string(), "the first characters of the piece"),
    ),
)

STATES = TableSchema(
    "states",
    "event and seat: the seat's state right after the event",
    _key(
        _ROUND_INDEX,
        Column("seq", pa.int16(), "event", nullable=False),
        _SEAT,
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

HAND_STATES: Final = ("riichi", "open", "closed")
"""A player's hand when it deals in: riichi declared, with a called meld, or neither."""
WIN_STATES: Final = ("riichi", "open", "dama")
"""A winner's hand: riichi declared, with a called meld, or closed without riichi."""

ROUND_PLAYERS = TableSchema(
    "round_players",
    "round and seat",
    _key(
        _ROUND_INDEX,
        _SEAT,
        Column("seat_wind", pa.int8(), "0 East (dealer) to 3 North", nullable=False),
        Column("is_dealer", pa.bool_(), "deals the round", nullable=False),
        Column("start_score", pa.int32(), "score at the deal", "points"),
        Column("start_rank", pa.int8(), "rank at the deal, equal scores by seat"),
        Column("dealt_shanten", pa.int8(), "shanten of the dealt hand; null where the hand is not known"),
        Column("discards", pa.int16(), "own discards in the round", "tiles", nullable=False),
        Column("tenpai_turn", pa.int16(), "own discards when first tenpai, 0 as dealt; null for never or not known", "turns"),
        Column("is_riichi", pa.bool_(), "declared riichi, also when the declaration tile was won on", nullable=False),
        Column("is_riichi_accepted", pa.bool_(), "paid the stick", nullable=False),
        Column("is_double_riichi", pa.bool_(), "declared on the first, uninterrupted turn", nullable=False),
        Column("riichi_turn", pa.int16(), "place of the declaration tile among the own discards, from 1", "turns"),
        Column("riichi_table_turn", pa.float32(), "discards of the whole table before the declaration / players + 1", "turns"),
        Column("riichi_order", pa.int8(), "1 for the first riichi of the round, 2 for the first that chases, ..."),
        Column("riichi_wait_kinds", pa.int8(), "kinds of winning tiles right after the declaration tile", "kinds"),
        Column("open_melds", pa.int16(), "chi, pon and daiminkan", "melds", nullable=False),
        Column("first_call_turn", pa.int16(), "own discards before the first chi, pon or daiminkan, + 1", "turns"),
        Column("daiminkans", pa.int16(), "kans of a called discard", "melds", nullable=False),
        Column("kakans", pa.int16(), "tiles added to a pon", "melds", nullable=False),
        Column("ankans", pa.int16(), "concealed kans", "melds", nullable=False),
        Column("kitas", pa.int16(), "Norths set aside", "tiles", nullable=False),
        Column("outcome", vocabulary(OUTCOMES), "how the round ended; null where the log stops before", words=OUTCOMES),
        Column("draw_type", vocabulary(DRAW_TYPES), "kind of draw, as logged or else by the rules; null after a win", words=DRAW_TYPES),
        Column("is_tenpai_at_draw", pa.bool_(), "tenpai at the exhaustive draw, as logged or else by the replay; null otherwise"),
        Column("is_win", pa.bool_(), "won", nullable=False),
        Column("is_tsumo", pa.bool_(), "won on an own draw", nullable=False),
        Column("win_state", vocabulary(WIN_STATES), "the winner's hand", words=WIN_STATES),
        Column("win_turn", pa.int16(), "own discards before the win, + 1", "turns"),
        Column("win_table_turn", pa.float32(), "discards of the whole table before the win / players + 1", "turns"),
        Column("is_ippatsu", pa.bool_(), "won with ippatsu", nullable=False),
        Column("win_han", pa.int16(), "han, as logged or else recomputed", "han"),
        Column("win_points", pa.int32(), "value of the winning hand without honba and sticks, as logged or else recomputed", "points"),
        Column("is_tsumo_loss", pa.bool_(), "another won on an own draw", nullable=False),
        Column("is_deal_in", pa.bool_(), "another won on a tile of this player", nullable=False),
        Column("deal_ins", pa.int16(), "winners on that tile", "wins", nullable=False),
        Column("deal_in_points", pa.int32(), "value of their hands without honba and sticks", "points"),
        Column("deal_in_state", vocabulary(HAND_STATES), "the own hand when dealing in", words=HAND_STATES),
        Column("deal_in_turn", pa.int16(), "own discards up to and with the one that dealt in", "turns"),
        Column("deal_in_table_turn", pa.float32(), "discards of the whole table before the one that dealt in / players + 1", "turns"),
        Column("deal_in_shanten", pa.int8(), "own shanten after that tile"),
        Column("is_deal_in_to_riichi", pa.bool_(), "a winner on that tile was in riichi", nullable=False),
        Column("is_deal_in_to_open", pa.bool_(), "a winner on that tile had called", nullable=False),
        Column("is_deal_in_to_dama", pa.bool_(), "a winner on that tile had a closed hand without riichi", nullable=False),
        Column("is_deal_in_to_dealer", pa.bool_(), "a winner on that tile was the dealer", nullable=False),
        Column("is_pao", pa.bool_(), "paid for another's win as the liable player, not as the discarder", nullable=False),
        Column("score_delta", pa.int32(), "score change of the round: the sum of the parts below", "points"),
        Column("win_delta", pa.int32(), "gained by winning, honba and all sticks included", "points"),
        Column("deal_in_delta", pa.int32(), "paid for dealing in, honba included", "points"),
        Column("tsumo_loss_delta", pa.int32(), "paid for another's tsumo, honba included", "points"),
        Column("draw_delta", pa.int32(), "gained or paid at a draw", "points"),
        Column("riichi_delta", pa.int32(), "paid as riichi stick", "points"),
        Column("pao_delta", pa.int32(), "paid as liable player", "points"),
        Column("other_delta", pa.int32(), "what the logged scores change besides; 0 where they are not logged", "points"),
    ),
)

DISCARDS = TableSchema(
    "discards",
    "discard",
    _key(
        _ROUND_INDEX,
        Column("seq", pa.int16(), "event", nullable=False),
        Column("seat", pa.int8(), "who discards", nullable=False),
        Column("turn", pa.int16(), "place among the own discards, from 1", "turns", nullable=False),
        Column("tile", TILE, "tile discarded", words=TILE_NAMES),
        Column("is_tsumogiri", pa.bool_(), "the tile just drawn; null where the log does not say"),
        Column("is_riichi_tile", pa.bool_(), "discarded with the riichi declaration", nullable=False),
        Column("is_in_riichi", pa.bool_(), "declared riichi on an earlier discard", nullable=False),
        Column("open_melds", pa.int16(), "own chi, pon and daiminkan so far", "melds", nullable=False),
        Column("shanten", pa.int8(), "own shanten after the discard; null where the hand is not known"),
        Column("opponents_in_riichi", pa.int8(), "opponents who have declared riichi", "players", nullable=False),
        Column("opponents_open", pa.int8(), "opponents with a chi, pon or daiminkan", "players", nullable=False),
        Column("live_tiles", pa.int16(), "live tiles left", "tiles", nullable=False),
        Column("would_deal_in", pa.bool_(), "an opponent waits for the tile and is not furiten, yaku or not; null where hands are hidden"),
        Column("did_deal_in", pa.bool_(), "somebody won on it", nullable=False),
    ),
)

LOG_TABLES: Final = (GAMES, GAME_PLAYERS, ROUNDS, EVENTS, WINS, DRAWS, REJECTS)
"""The tables that readers fill."""

TABLES: Final = {t.name: t for t in (*LOG_TABLES, STATES, ROUND_PLAYERS, DISCARDS, FINDINGS)}
"""Every table by name."""
