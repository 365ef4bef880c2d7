"""``mjlog explain``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from mjlog.audit.registry import FAMILIES
from mjlog.audit.run import selected_rules
from mjlog.rulesets.values import field_types
from mjlog.schema import YAKU

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_without_a_code_every_rule_is_listed(mjlog: Run) -> None:
    rows = mjlog("explain", "--format", "json").json
    assert [row["code"] for row in rows] == [rule.code for rule in selected_rules()]


@pytest.mark.parametrize("rule", selected_rules(), ids=lambda rule: rule.code)
def test_every_rule_says_what_it_checks_and_why_with_an_example(mjlog: Run, rule: object) -> None:
    page = mjlog("explain", rule.code).out  # type: ignore[attr-defined]
    assert all(f"\n  {heading}:" in page for heading in ("Checks", "Why", "Example", "Finding"))


def test_a_family_is_listed_rule_by_rule(mjlog: Run) -> None:
    rows = mjlog("explain", "ft", "--format", "json").json
    assert rows
    assert all(row["code"].startswith("FT") for row in rows)


@pytest.mark.parametrize(
    ("code", "hint"),
    [("SX003", "SC003"), ("zzz", ", ".join(FAMILIES)), ("S", "did you mean SC"), ("karazu", "karasu")],
)
def test_an_unknown_code_is_refused_with_a_hint(mjlog: Run, code: str, hint: str) -> None:
    shown = mjlog("explain", code)
    assert (shown.code, hint in shown.err) == (2, True)


@pytest.mark.parametrize("slug", YAKU)
def test_every_yaku_and_bonus_is_explained(mjlog: Run, slug: str) -> None:
    page = mjlog("explain", slug).out
    assert page.startswith(f"{slug} ")
    assert all(f"\n  {heading}:" in page for heading in ("What", "Source", "Worth", "Rule fields"))


def test_a_local_yaku_is_told_with_its_worth_and_what_changes_it(mjlog: Run) -> None:
    page = mjlog("explain", "Karasu").out
    assert "karasu カラス (local yaku)\n" in page
    assert "Won without any set-aside tile." in page
    assert "10 points, open 5 (toutenkou)" in page
    assert "does not allow a win without another yaku (toutenkou)" in " ".join(page.split())
    assert "yaku_han.karasu, yakuman.karasu, yaku_points.karasu" in page


def test_codes_and_yaku_are_told_together(mjlog: Run) -> None:
    lines = mjlog("explain", "karasu", "SC003").out.splitlines()
    assert [line[:6] for line in lines if line[:1] > " "] == ["karasu", "SC003 "]
    yaku, rule = mjlog("explain", "karasu", "SC003", "--format", "json").json
    assert (rule["code"], rule["yaku"], yaku["code"], yaku["yaku"]) == ("SC003", None, None, "karasu")
    assert yaku["worth"] == ["10 points, open 5: toutenkou"]
    (alone,) = mjlog("explain", "karasu", "--format", "json").json
    assert "code" not in alone


def test_the_yaku_are_listed(mjlog: Run) -> None:
    rows = mjlog("rules", "yaku", "--format", "json").json
    assert [row["yaku"] for row in rows] == list(YAKU)
    lines = mjlog("rules", "yaku").out.splitlines()
    assert [line for line in lines if line.split()[:2] == ["daisharin", "大車輪"]]


def test_a_field_of_rule_sets_is_explained(mjlog: Run) -> None:
    page = " ".join(mjlog("explain", "kiriage-mangan", "start_score").out.split())
    assert "kiriage_mangan (field of rule sets) What: Whether 4 han 30 fu" in page
    assert "SC005" in page
    assert "start_score (field of rule sets)" in page
    (field,) = mjlog("explain", "kiriage_mangan", "--format", "json").json
    assert [value.split(":")[0] for value in field["values"]] in (["true", "false"], ["false", "true"])


def test_a_yaku_is_found_by_its_japanese_name_and_however_its_words_are_joined(mjlog: Run) -> None:
    page = mjlog("explain", "sanrenkou").out
    for word in ("三連刻", "san renkou", "San-Renkou"):
        assert mjlog("explain", word).out == page


def test_each_source_stands_below_the_worth_that_it_gives(mjlog: Run) -> None:
    lines = [line.strip() for line in mjlog("explain", "daisuushii").out.splitlines()]
    heads = [line.split(":")[0] for line in lines if line.startswith(("Worth:", "From:"))]
    assert heads == ["Worth", "From", "From", "Worth", "From", "From", "From", "Worth", "From"]
    page = " ".join(lines)
    assert "RiichiEnv, docs/RULES.md: four yakuman count double (mahjong_soul, mahjong_soul_sanma)" in page
    (row,) = mjlog("explain", "karasu", "--format", "json").json
    assert row["from"] == ["東天紅ルール詳細: 役・得点一覧: toutenkou"]


def test_families_rules_yaku_and_fields_are_told_one_after_another(mjlog: Run) -> None:
    parts = mjlog("explain", "PA", "WA001", "riichi", "kazoe").out.split("\n\n")
    assert [part.split()[0] for part in parts] == ["code", "WA001", "riichi", "kazoe"]
    assert not any(line.startswith("-") for line in parts[0].splitlines())


def test_a_word_that_is_a_yaku_and_a_field_is_told_as_both(mjlog: Run) -> None:
    yaku, field = mjlog("explain", "nagashi_mangan").out.split("\n\n")
    assert yaku.startswith("nagashi_mangan 流し満貫")
    assert field.startswith("nagashi_mangan (field of rule sets)")


def test_a_page_names_the_fields_that_are_most_of_its_rule(mjlog: Run) -> None:
    page = " ".join(mjlog("explain", "SC005").out.split())
    assert "double_wind_pair_fu, rinshan_tsumo_fu" in page
    assert "more (--format json)" in page


@pytest.mark.parametrize("field", ["yaku_han", "yakuman", "yaku_points"])
def test_an_entry_of_a_field_is_told_as_its_yaku(mjlog: Run, field: str) -> None:
    shown = mjlog("explain", f"{field}.riichi")
    assert (shown.code, shown.out) == (0, mjlog("explain", "riichi").out)
    assert "1 han, closed hands only" in shown.out


def test_an_entry_of_a_field_that_is_no_yaku_is_told_as_the_field(mjlog: Run) -> None:
    assert mjlog("explain", "bound_tiles.1m").out == mjlog("explain", "bound_tiles").out
    assert mjlog("explain", "nothing.riichi").code == 2


def test_near_misses_name_fields_too(mjlog: Run) -> None:
    shown = mjlog("explain", "kiriage_mangn")
    assert (shown.code, "did you mean kiriage_mangan?" in shown.err) == (2, True)


def test_a_field_of_rule_sets_is_told_with_the_words_that_it_may_hold(mjlog: Run) -> None:
    page = " ".join(mjlog("explain", "pao").out.split())
    assert "(pao). Any of daisangen, daisuushii, suukantsu." in page
    assert "One of yakuman, sanbaiman." in " ".join(mjlog("explain", "kazoe").out.split())


@pytest.mark.parametrize("field", field_types())
def test_no_page_shows_names_of_the_source(mjlog: Run, field: str) -> None:
    assert not re.search(r"`[A-Z_.]+`", mjlog("explain", field).out)


@pytest.mark.parametrize(
    ("word", "heading", "meaning"),
    [
        ("suji", "suji スジ (word of mjlog danger)", "1 and 7 are suji where 4 is genbutsu"),
        ("half_suji_46a", "half_suji_46a 片スジ46A", "A 4 with the 1, or a 6 with the 9"),
        ("half suji 46b", "half_suji_46b 片スジ46B", "A 4 with the 7, or a 6 with the 3"),
        ("yakuhai_3", "yakuhai_3", "sees 1 of four copies, the one discarded included"),
        ("現物", "genbutsu 現物", "cannot win on by ron"),
    ],
)
def test_words_of_danger_are_explained(mjlog: Run, word: str, heading: str, meaning: str) -> None:
    page = mjlog("explain", word).out
    assert page.startswith(heading)
    assert meaning in " ".join(page.split())


def test_a_word_of_danger_is_told_to_programs(mjlog: Run) -> None:
    (row,) = mjlog("explain", "no_suji_46", "--format", "json").json
    assert (row["term"], row["words"]) == ("no_suji_46", "no suji 4/6")


@pytest.mark.parametrize("word", ["deal_in_rate", "houjuu", "副露率"])
def test_statistics_are_explained_elsewhere(mjlog: Run, word: str) -> None:
    shown = mjlog("explain", word)
    assert (shown.code, shown.out) == (2, "")
    assert f"`mjlog stats list {word}`" in shown.err
    assert mjlog("stats", "list", word).code == 0
