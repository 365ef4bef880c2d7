"""The tables of danger: what discards meet, and what riichi wait for."""

from __future__ import annotations

import pyarrow as pa

from mjlog.schema.model import ROUND_INDEX, TILE, TILES, Column, TableSchema, keyed, vocabulary
from mjlog.schema.words import (
    CHANCES,
    OUTSIDES,
    RANK_GROUPS,
    RIVER_PARTS,
    SHAPES,
    SUJI_SOURCES,
    THREATS,
    TILE_CLASSES,
    WAIT_SHAPES,
    YAKU,
)
from mjlog.tiles import TILE_NAMES

_CLASS = Column(
    "tile_class",
    vocabulary(TILE_CLASSES),
    "the tile against that player's river, and for riichi what passed since",
    words=TILE_CLASSES,
    nullable=False,
)
_VISIBLE = Column(
    "visible",
    pa.int8(),
    "copies that everybody sees, at most four: rivers, melds, indicators",
    "tiles",
    nullable=False,
)

DISCARD_THREATS = TableSchema(
    "discard_threats",
    "discard and opponent who is a threat: in riichi, or with two or more chi, pon or daiminkan, and "
    "the hand not dead",
    keyed(
        ROUND_INDEX,
        Column("seq", pa.int16(), "the discard", nullable=False),
        Column("seat", pa.int8(), "who discards", nullable=False),
        Column("opponent", pa.int8(), "seat of the threat", nullable=False),
        Column("threat", vocabulary(THREATS), "why", words=THREATS, nullable=False),
        Column("turn", pa.int16(), "place among the own discards, from 1", "turns", nullable=False),
        Column("tile", TILE, "tile discarded", words=TILE_NAMES),
        _CLASS,
        _VISIBLE,
        Column(
            "unseen",
            pa.int8(),
            "copies that the discarder sees nowhere, the own hand included in what is seen; null where it is "
            "not known",
            "tiles",
        ),
        Column(
            "chance",
            vocabulary(CHANCES),
            "what the discarder sees left of the two-sided waits on the tile that suji does not close; null "
            "for honours, lone terminals, genbutsu and suji, and where the hand is not known",
            words=CHANCES,
        ),
        Column(
            "suji_source",
            vocabulary(SUJI_SOURCES),
            "the genbutsu that makes it suji or half suji, the later of two; null without riichi",
            words=SUJI_SOURCES,
        ),
        Column(
            "held_suji",
            pa.int8(),
            "copies in the discarder's hand of the kind at the other end of a two-sided wait on the tile "
            "that suji leaves open, the most of two; null where there is no such wait, or the hand is not "
            "known",
            "tiles",
        ),
        Column(
            "outside",
            vocabulary(OUTSIDES),
            "when the opponent discarded a tile of the suit nearer to the middle; null for never",
            words=OUTSIDES,
        ),
        Column(
            "ura_suji",
            vocabulary(RIVER_PARTS),
            "the part of the river, up to riichi, with a tile right beyond an end of a two-sided wait on the "
            "tile that suji leaves open; of several the last word; null for none",
            words=RIVER_PARTS,
        ),
        Column(
            "matagi_suji",
            vocabulary(RIVER_PARTS),
            "likewise with a tile between the ends of such a wait",
            words=RIVER_PARTS,
        ),
        Column(
            "is_aida_yonken",
            pa.bool_(),
            "both tiles right beyond the ends of such a wait are in the river",
            nullable=False,
        ),
        Column("is_suit_cut", pa.bool_(), "the river has another number tile of the suit", nullable=False),
        Column("is_dora", pa.bool_(), "of a kind that a turned indicator makes dora, or red", nullable=False),
        Column("is_beside_dora", pa.bool_(), "next to such a kind in its suit", nullable=False),
        Column(
            "live_suji",
            pa.int8(),
            "two-sided waits, of the 18 of a full set, neither end of which is genbutsu",
            nullable=False,
        ),
        Column(
            "river_points",
            pa.int16(),
            "thickness of the opponent's river, up to and with the declaration tile: 1 for each 2, 3, 7 or "
            "8, 2 for each 4, 5 or 6",
            nullable=False,
        ),
        Column(
            "is_declaration_tsumogiri",
            pa.bool_(),
            "the tile of the riichi was the one just drawn; null without riichi",
        ),
        Column("opponent_turn", pa.int16(), "the opponent's own discards so far", "turns", nullable=False),
        Column("opponent_melds", pa.int8(), "its chi, pon and daiminkan", "melds", nullable=False),
        Column(
            "opponents_in_riichi",
            pa.int8(),
            "opponents in riichi whose hand is not dead, this one included where it is in riichi",
            "players",
            nullable=False,
        ),
        Column("is_opponent_dealer", pa.bool_(), "it deals the round", nullable=False),
        Column("is_opponent_tenpai", pa.bool_(), "it waits; null where its hand is not known"),
        Column("is_in_riichi", pa.bool_(), "the discarder has declared riichi earlier", nullable=False),
        Column(
            "shanten_before", pa.int8(), "own shanten with the tile drawn; null where the hand is not known"
        ),
        Column("shanten", pa.int8(), "own shanten after the discard; null where the hand is not known"),
        Column(
            "has_genbutsu",
            pa.bool_(),
            "a genbutsu was in the hand that was discarded from; null where it is not known",
        ),
        Column(
            "would_deal_in",
            pa.bool_(),
            "this opponent waits for the tile and is not furiten, yaku or not; null where its hand is hidden",
        ),
        Column("did_deal_in", pa.bool_(), "this opponent won on it", nullable=False),
    ),
)

_RIICHI = (
    ROUND_INDEX,
    Column("seat", pa.int8(), "who declares", nullable=False),
)

RIICHIS = TableSchema(
    "riichis",
    "riichi declared",
    keyed(
        *_RIICHI,
        Column("seq", pa.int16(), "the declaration", nullable=False),
        Column(
            "turn", pa.int16(), "place of its tile among the own discards, from 1", "turns", nullable=False
        ),
        Column(
            "table_turn",
            pa.float32(),
            "discards of the whole table before the declaration / players + 1",
            "turns",
            nullable=False,
        ),
        Column(
            "riichi_order",
            pa.int8(),
            "1 for the first riichi of the round, 2 for the second ...",
            nullable=False,
        ),
        Column("chasers", pa.int8(), "opponents who declared later in the round", "players", nullable=False),
        Column("is_dealer", pa.bool_(), "deals the round", nullable=False),
        Column("is_double_riichi", pa.bool_(), "on the first, uninterrupted turn", nullable=False),
        Column("tile", TILE, "declaration tile; null where the log lacks it", words=TILE_NAMES),
        Column("is_tsumogiri", pa.bool_(), "the tile just drawn; null where the log does not say"),
        Column("waits", TILES, "kinds waited for; null where the hand is not known", words=TILE_NAMES),
        Column(
            "wait_tiles",
            pa.int8(),
            "copies of them outside of the own hand, rivers, melds and indicators",
            "tiles",
        ),
        Column(
            "wait_shape",
            vocabulary(WAIT_SHAPES),
            "shape that the kinds waited for share, of several the last word; null where the hand is not "
            "known or waits for nothing",
            words=WAIT_SHAPES,
        ),
        Column(
            "is_good_shape",
            pa.bool_(),
            "a two-sided wait, or one for three or more kinds; null where the hand is not known",
        ),
        Column("is_kokushi", pa.bool_(), "waits for kokushi musou; null where the hand is not known"),
        Column(
            "is_furiten", pa.bool_(), "a wait is among the own discards; null where the hand is not known"
        ),
        Column(
            "dora", pa.int8(), "dora and red fives in the hand and melds; null where it is not known", "tiles"
        ),
        Column(
            "sure_yaku",
            pa.list_(vocabulary(YAKU)),
            "yaku, besides riichi, that the hand has by ron on every wait; null where it is not known",
            words=YAKU,
        ),
        Column(
            "has_ankan_after",
            pa.bool_(),
            "the player made a concealed kan later in the round",
            nullable=False,
        ),
    ),
)

RIICHI_WAITS = TableSchema(
    "riichi_waits",
    "riichi and kind that it waits for",
    keyed(
        *_RIICHI,
        Column("tile", TILE, "kind waited for", words=TILE_NAMES, nullable=False),
        _CLASS,
        _VISIBLE,
        Column("unseen", pa.int8(), "copies that the player in riichi sees nowhere", "tiles", nullable=False),
        Column(
            "wait_shape",
            vocabulary(SHAPES),
            "what the tile completes in the reading that pays most by ron, dora aside",
            words=SHAPES,
            nullable=False,
        ),
        *(
            Column(f"is_{shape}", pa.bool_(), f"a reading of the hand completes {shape}", nullable=False)
            for shape in SHAPES
        ),
    ),
)

RIICHI_CLASSES = TableSchema(
    "riichi_classes",
    "riichi and class of tiles, as the table lies after the declaration tile",
    keyed(
        *_RIICHI,
        _CLASS,
        Column(
            "rank_group", vocabulary(RANK_GROUPS), "honour, or numbers", words=RANK_GROUPS, nullable=False
        ),
        Column(
            "visible",
            pa.int8(),
            "copies of an honour that everybody sees, at most four; null for number tiles",
            "tiles",
        ),
        Column("kinds", pa.int8(), "kinds of that class", "kinds", nullable=False),
        Column(
            "wait_kinds",
            pa.int8(),
            "how many of them the riichi waits for; null where its hand is not known",
            "kinds",
        ),
    ),
)
