"""The catalogue: every statistic defined, and every mistake in it told."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from mjlog.stats import catalogue as catalogues
from mjlog.stats.catalogue import HOUSE, PROFILES, SYSTEMS, Statistic, catalogue, chosen
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

ALL = list(catalogue().values())
UNION = [
    name
    for line in (
        "rank_1_rate rank_2_rate rank_3_rate rank_4_rate top2_rate last_avoid_rate avg_rank bust_rate",
        "avg_final_score avg_game_delta avg_point_uma avg_pt pt_efficiency last_keep_top last_reach_top",
        "last_avoid_4th last_multi avg_hands_per_game avg_turns_per_hand win_rate tsumo_win_share",
        "ron_win_share deal_in_rate win_minus_deal_in tsumoed_rate sideways_rate draw_rate abortive_rate",
        "draw_tenpai_rate draw_delta keiten_share dealer_win_rate win_as_dealer_share",
        "dealt_in_to_dealer_share dealer_tsumoed_rate dealer_tsumoed_pts hand_balance win_efficiency",
        "deal_in_loss net_win_efficiency avg_win_value avg_deal_in_value mangan_plus_rate avg_win_turn",
        "avg_deal_in_turn riichi_rate riichi_win_rate riichi_deal_in_rate_a riichi_deal_in_rate_b",
        "riichi_draw_rate riichi_balance riichi_income riichi_expense avg_riichi_turn first_riichi_rate",
        "chasing_rate chased_rate ippatsu_rate ura_rate avg_ura furiten_riichi_rate",
        "riichi_good_wait_rate riichi_multi_wait_rate call_rate avg_calls call_win_rate",
        "call_deal_in_rate call_draw_rate call_balance kan_rate daiminkan_rate kakan_rate ankan_rate",
        "deal_in_while_riichi deal_in_while_open deal_in_closed deal_in_to_riichi deal_in_to_open",
        "deal_in_to_dama start_shanten",
    )
    for name in line.split()
]
"""Names that several systems show."""


@pytest.mark.parametrize("name", UNION)
def test_what_others_show_is_there(name: str) -> None:
    assert name in catalogue()


@pytest.mark.parametrize("statistic", ALL, ids=lambda s: s.name)
def test_an_entry_is_whole(statistic: Statistic) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", statistic.name)
    assert statistic.title[0].isupper() or statistic.title[0].isdigit()
    assert statistic.definition.endswith(".")
    assert statements()[statistic.totals].layer == "totals"
    assert set(statistic.shown_by) <= set(SYSTEMS)
    assert "'" not in statistic.name + statistic.per


@pytest.mark.parametrize("profile", [HOUSE, *PROFILES])
def test_a_definition_is_one_sentence(profile: str) -> None:
    for statistic in ALL:
        definition = statistic.under(profile).definition
        assert re.fullmatch(r"[A-Z0-9](\S| (?! ))*[^.\s]\.", definition), statistic.name
        assert ". " not in definition, statistic.name


def test_the_files_are_as_wide_as_the_code() -> None:
    for file in files(catalogues.__package__).joinpath("catalogue").iterdir():
        assert all(len(line) <= 110 for line in file.read_text("utf-8").splitlines()), file.name


def test_titles_tell_statistics_apart() -> None:
    titles = [(s.section, s.title) for s in ALL]
    assert len(titles) == len(set(titles))


def test_no_section_is_called_like_a_statistic() -> None:
    assert not {s.section for s in ALL} & catalogue().keys()


def test_every_formula_can_be_computed() -> None:
    formulas: dict[str, set[str]] = {}
    for statistic in ALL:
        for one in (statistic, *map(statistic.under, PROFILES)):
            formulas.setdefault(one.totals, set()).update((one.numerator, one.denominator))
    with Warehouse() as empty:
        for totals, some in formulas.items():
            sums = ", ".join(f"sum({formula})" for formula in sorted(some))
            assert len(empty.query(f"select {sums} from {totals}")) == 1


@pytest.mark.parametrize("statistic", [s for s in ALL if s.profiles], ids=lambda s: s.name)
def test_a_profile_defines_something_otherwise(statistic: Statistic) -> None:
    for profile in statistic.profiles:
        other = statistic.under(profile)
        assert other.profile == profile
        formulas = {(s.numerator, s.denominator, s.kind) for s in (statistic, other)}
        assert len(formulas) == 2, profile
        assert other.definition != statistic.definition, profile


def test_where_a_profile_says_nothing_the_house_counts() -> None:
    (statistic,) = chosen(["riichi_rate"], "kobalab")
    assert (statistic.profile, statistic.name) == (HOUSE, "riichi_rate")


ENTRY: dict[str, Any] = {
    "name": "x",
    "title": "X",
    "kind": "rate",
    "totals": "outcome_totals",
    "numerator": "wins",
    "denominator": "rounds",
    "per": "round",
    "definition": "Y.",
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "median"}, "x: kind is rate or mean, not median"),
        ({"shown_by": ["nobody"]}, "x: nobody is not known"),
        ({"profiles": {"nobody": {}}}, "x: nobody is not known"),
        ({"profiles": {"amae": {"title": "Z"}}}, "x: title is not known"),
        ({"color": "red"}, "x: .*unexpected keyword argument 'color'"),
    ],
)
def test_a_mistake_is_told_with_the_name(change: dict[str, Any], message: str) -> None:
    assert catalogues._statistic(ENTRY, "s").section == "s"
    with pytest.raises(ValueError, match=message):
        catalogues._statistic({**ENTRY, **change}, "s")


def test_names_come_in_the_order_of_the_catalogue_and_once() -> None:
    assert [s.name for s in chosen()] == list(catalogue())
    assert [s.name for s in chosen(["win_rate", "win_rate"])] == ["win_rate"]
