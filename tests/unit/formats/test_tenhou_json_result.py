from __future__ import annotations

import pytest

from mjlog.formats.tenhou_json.order import Finish
from mjlog.formats.tenhou_json.result import result_of
from mjlog.formats.tenhou_json.rows import RoundError
from mjlog.formats.tenhou_json.words import DRAWS, LIMITS, YAKU, fold
from mjlog.schema import DRAW_TYPES
from mjlog.schema import LIMITS as SCHEMA_LIMITS
from mjlog.schema import YAKU as SCHEMA_YAKU


def win(text: str, *yaku: str, tsumo: bool = False, players: int = 4):
    source = 1 if tsumo else 2
    deltas = [0] * players
    result = result_of(["和了", deltas, [1, source, 1, text, *yaku]], players)
    return result.wins[0], result.notes


@pytest.mark.parametrize(
    ("text", "tsumo", "fu", "han", "limit", "points"),
    [
        ("30符2飜2000点", False, 30, 2, "none", 2000),
        ("30符4飜2000-3900点", True, 30, 4, "none", 7900),
        ("40符3飜2600点∀", True, 40, 3, "none", 7800),
        ("満貫8000点", False, None, None, "mangan", 8000),
        ("満貫2000-4000点", True, None, None, "mangan", 8000),
        ("跳満6000点∀", True, None, None, "haneman", 18000),
        ("倍満16000点", False, None, None, "baiman", 16000),
        ("三倍満24000点", False, None, None, "sanbaiman", 24000),
        ("役満8000-16000点", True, None, None, "yakuman", 32000),
        ("数え役満32000点", False, None, None, "yakuman", 32000),
        ("2倍役満64000点", False, None, None, "yakuman", 64000),
        ("切り上げ満貫8000点", False, None, None, "mangan", 8000),
        ("滿貫8000点", False, None, None, "mangan", 8000),
        ("30符5飜満貫8000点", False, 30, 5, "mangan", 8000),
        ("30Fu2Han2000点", False, 30, 2, "none", 2000),
        ("30 fu 2 han 500-1000 points", True, 30, 2, "none", 2000),
        ("Mangan 8000点", False, None, None, "mangan", 8000),
        ("Haneman 3000-6000点", True, None, None, "haneman", 12000),
        ("Kazoe Yakuman 32000点", False, None, None, "yakuman", 32000),
        ("Counted Yakuman 32000 points", False, None, None, "yakuman", 32000),
        ("Yakuman 16000点∀", True, None, None, "yakuman", 48000),
        ("8000点", False, None, None, None, 8000),
    ],
)
def test_points_are_read_in_japanese_and_english(text, tsumo, fu, han, limit, points):
    row, notes = win(text, tsumo=tsumo)
    assert notes == []
    assert (row.get("log_fu"), row.get("log_han")) == (fu, han)
    assert (row["log_limit"], row["log_points"]) == (limit, points)


@pytest.mark.parametrize(("text", "points"), [("1000-2000点", 3000), ("2000点∀", 4000)])
def test_three_players_pay_two_shares_of_a_tsumo(text, points):
    assert win(f"30符3飜{text}", tsumo=True, players=3)[0]["log_points"] == points


@pytest.mark.parametrize(
    ("text", "slug", "han"),
    [
        ("立直(1飜)", "riichi", 1),
        ("両立直(2飜)", "double_riichi", 2),
        ("役牌 白(1飜)", "yakuhai_haku", 1),
        ("役牌 發(1飜)", "yakuhai_hatsu", 1),
        ("場風 東(1飜)", "yakuhai_round_wind", 1),
        ("自風 南(1飜)", "yakuhai_seat_wind", 1),
        ("役牌:自風牌(1飜)", "yakuhai_seat_wind", 1),
        ("役牌:場風牌(1飜)", "yakuhai_round_wind", 1),
        ("混一色(2飜)", "honitsu", 2),
        ("混一色(3翻)", "honitsu", 3),
        ("一気通貫(1飜)", "ittsuu", 1),
        ("断么九(1飜)", "tanyao", 1),
        ("赤ドラ(2飜)", "aka_dora", 2),
        ("裏ドラ(1飜)", "ura_dora", 1),
        ("抜きドラ(3飜)", "kita", 3),
        ("大三元(役満)", "daisangen", 13),
        ("四暗刻単騎(ダブル役満)", "suuankou_tanki", 26),
        ("国士無双１３面(役満)", "kokushi_musou_13_wait", 13),
        ("国士無双十三面待ち(役満)", "kokushi_musou_13_wait", 13),
        ("純正九蓮宝燈(役満)", "junsei_chuuren_poutou", 13),
        ("Riichi(1飜)", "riichi", 1),
        ("Fully Concealed Hand(1飜)", "menzen_tsumo", 1),
        ("White Dragon(1飜)", "yakuhai_haku", 1),
        ("Prevalent Wind(1飜)", "yakuhai_round_wind", 1),
        ("All Simples(1飜)", "tanyao", 1),
        ("Pure Straight (2 han)", "ittsuu", 2),
        ("Twice Pure Double Sequence(3飜)", "ryanpeikou", 3),
        ("Thirteen-wait Thirteen Orphans(役満)", "kokushi_musou_13_wait", 13),
        ("Big Three Dragons(Yakuman)", "daisangen", 13),
        ("Red Five(1飜)", "aka_dora", 1),
        ("Kita(2飜)", "kita", 2),
        ("Sanshoku Dōjun(2飜)", "sanshoku_doujun", 2),
        ("sanshoku dojun(2飜)", "sanshoku_doujun", 2),
        ("Chitoitsu(2飜)", "chiitoitsu", 2),
        ("Toitoiho(2飜)", "toitoi", 2),
    ],
)
def test_yaku_are_read_in_japanese_english_and_romaji(text, slug, han):
    row, notes = win("満貫8000点", text)
    assert (row["log_yaku"], row["log_yaku_han"], notes) == ([slug], [han], [])


def test_han_of_a_limit_hand_are_those_of_its_yaku():
    row, _ = win("満貫8000点", "立直(1飜)", "清一色(6飜)", "裏ドラ(0飜)")
    assert (row["log_han"], row["log_yaku"]) == (7, ["riichi", "chinitsu"])


def test_han_of_a_yakuman_are_not_stated():
    assert win("役満32000点", "大三元(役満)")[0]["log_han"] is None


def test_unknown_texts_are_noted_and_their_columns_stay_null():
    row, notes = win("燕返し8000点", "立直(1飜)", "九連荘(役満)")
    assert notes == ["unknown points '燕返し8000点'", "unknown yaku '九連荘(役満)'"]
    assert "log_points" not in row
    assert "log_yaku" not in row


def test_a_win_without_texts_states_its_seats_only():
    result = result_of(["和了", [-3200, 0, 3200, 0], [1, 0, 0]], 4)
    assert result.wins == [{"seat": 1, "from_seat": 0, "log_pao_seat": 0, "log_deltas": [-3200, 0, 3200, 0]}]


def test_a_double_ron_has_a_pair_of_entries_for_each_winner():
    row = [
        "和了",
        [13000, 0, 0, -12000],
        [0, 3, 0, "跳満12000点"],
        [0, 0, 2000, -2000],
        [2, 3, 2, "30符2飜2000点"],
    ]
    result = result_of(row, 4)
    assert [(w["seat"], w["from_seat"], w["log_points"]) for w in result.wins] == [
        (0, 3, 12000),
        (2, 3, 2000),
    ]
    assert [w["log_deltas"] for w in result.wins] == [[13000, 0, 0, -12000], [0, 0, 2000, -2000]]
    assert (result.outcome, result.finish) == ("ron", Finish(on_draw=False, seat=3))


def test_the_third_seat_is_liable_when_it_is_not_the_winner():
    ron = result_of(["和了", [0, 32000, -16000, -16000], [1, 2, 3, "役満32000点", "大三元(役満)"]], 4)
    tsumo = result_of(["和了", [0, 0, 33300, -32300], [2, 2, 3, "役満8000-16000点", "大三元(役満)"]], 4)
    assert [r.wins[0]["log_pao_seat"] for r in (ron, tsumo)] == [3, 3]
    assert tsumo.finish == Finish(on_draw=True, seat=2)


@pytest.mark.parametrize(
    ("name", "kind", "outcome"),
    [
        ("流局", "exhaustive", "exhaustive_draw"),
        ("Ryuukyoku", "exhaustive", "exhaustive_draw"),
        ("Exhaustive Draw", "exhaustive", "exhaustive_draw"),
        ("全員聴牌", "exhaustive", "exhaustive_draw"),
        ("流し満貫", "nagashi_mangan", "exhaustive_draw"),
        ("Mangan at Draw", "nagashi_mangan", "exhaustive_draw"),
        ("九種九牌", "kyuushu_kyuuhai", "abortive_draw"),
        ("Kyuushu Kyuuhai", "kyuushu_kyuuhai", "abortive_draw"),
        ("kyushukyuhai", "kyuushu_kyuuhai", "abortive_draw"),
        ("四風連打", "suufon_renda", "abortive_draw"),
        ("Suufon Renda", "suufon_renda", "abortive_draw"),
        ("四家立直", "suucha_riichi", "abortive_draw"),
        ("Four Riichi Abortion", "suucha_riichi", "abortive_draw"),
        ("四槓散了", "suukaikan", "abortive_draw"),
        ("四開槓", "suukaikan", "abortive_draw"),
        ("三家和了", "sanchahou", "abortive_draw"),
        ("三家和", "sanchahou", "abortive_draw"),
        ("Sanchahou", "sanchahou", "abortive_draw"),
    ],
)
def test_draws_are_read_in_japanese_english_and_romaji(name, kind, outcome):
    result = result_of([name], 4)
    assert (result.draw["log_type"], result.outcome) == (kind, outcome)


@pytest.mark.parametrize(
    ("row", "tenpai"),
    [
        (["流局", [1500, -1500, 1500, -1500]], [True, False, True, False]),
        (["流局", [0, 0, 0, 0]], None),
        (["流局"], None),
        (["全員聴牌"], [True] * 4),
        (["全員不聴"], [False] * 4),
        (["流し満貫", [-2000, -2000, 8000, -4000]], None),
        (["九種九牌"], None),
    ],
)
def test_tenpai_is_known_only_from_payments_or_the_name(row, tenpai):
    assert result_of(row, 4).draw["log_tenpai"] == tenpai


def test_the_empty_seat_of_three_players_has_no_score_change():
    assert result_of(["流局", [2000, -1000, -1000, 0]], 3).draw["log_deltas"] == [2000, -1000, -1000]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ([], "does not begin with its name"),
        ([[1], 2], "does not begin with its name"),
        (["引き分け"], "unknown result"),
        (["和了"], "a pair for each winner"),
        (["和了", [0, 0, 0, 0]], "a pair for each winner"),
        (["和了", [0, 0, 0], [1, 1, 1]], "score changes of 4 players"),
        (["和了", [0, 0, 0, "a"], [1, 1, 1]], "score changes of 4 players"),
        (["和了", [0, 0, 0, 10**12], [1, 1, 1]], "score changes of 4 players"),
        (["和了", [0, 0, 0, 0], [4, 1, 1]], "three seats"),
        (["和了", [0, 0, 0, 0], [1, 1]], "three seats"),
        (["和了", [0, 0, 0, 0], "x"], "three seats"),
        (["和了", [0, 0, 0, 0], [1, 2, 1, 8000]], "not texts"),
        (["和了", [0] * 4, [1, 2, 1], [0] * 4, [3, 0, 3]], "not all on one discard"),
        (["和了", [0] * 4, [1, 2, 1], [0] * 4, [2, 2, 2]], "not all on one discard"),
        (["流局", [0, 0, 0, 0], [0, 0, 0, 0]], "has 3 entries"),
    ],
)
def test_a_malformed_result_is_refused(row, reason):
    with pytest.raises(RoundError, match=reason):
        result_of(row, 4)


def test_the_tables_of_words_name_only_words_of_the_schema():
    assert set(YAKU.values()) == set(SCHEMA_YAKU)
    assert set(LIMITS.values()) == set(SCHEMA_LIMITS) - {"none"}
    assert set(DRAWS.values()) == set(DRAW_TYPES) - {"chombo"}


def test_folding_keeps_different_yaku_apart():
    assert (
        len({fold(w) for w in ("三暗刻", "四暗刻", "四暗刻単騎", "sanankou", "suuankou", "suuankou tanki")})
        == 6
    )
