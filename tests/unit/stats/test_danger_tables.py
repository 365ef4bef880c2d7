"""The tables of danger agree with a plain count of the facts, row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, Final

import pytest

from mjlog.schema import TILE_CLASSES
from mjlog.simulate import simulate
from mjlog.stats import danger
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

Rows = list[dict[str, Any]]
Count = Counter[tuple[Any, ...]]
HONOURS: Final = ("yakuhai", "guest_wind")


@pytest.fixture(scope="module")
def warehouse() -> Iterator[Warehouse]:
    """Games of four and of three players."""
    with Warehouse() as made:
        made.add(simulate("tenhou", games=12, seed=3))
        made.add(simulate("tenhou_sanma", games=8, seed=4))
        yield made


@pytest.fixture(scope="module")
def facts(warehouse: Warehouse) -> dict[str, Rows]:
    names = (
        "discard_threats",
        "riichis",
        "riichi_waits",
        "riichi_classes",
        "wins",
        "rounds",
        "round_players",
    )
    return {name: warehouse.query(name).to_pylist() for name in names}


CHOICES: Final = {
    "everything": Selection(),
    "four players": Selection(player_count=4),
    "seats": Selection(seats=(0, 2)),
    "dealers": Selection(seat_winds=(0,)),
    "east rounds of three": Selection(player_count=3, rounds=("E",)),
}


@pytest.fixture(params=CHOICES)
def choice(request: pytest.FixtureRequest) -> Selection:
    return CHOICES[request.param]


def chosen(rows: Rows, choice: Selection, warehouse: Warehouse) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number of players and row of what a choice takes, by its seat."""
    players = {r["game_id"]: r["player_count"] for r in warehouse.query("games").to_pylist()}
    seats = {
        (r["game_id"], r["round_index"], r["seat"]): r for r in warehouse.query("player_rounds").to_pylist()
    }
    for row in rows:
        seat = seats[row["game_id"], row["round_index"], row["seat"]]
        number = players[row["game_id"]]
        if (
            choice.player_count in (None, number)
            and (choice.seats is None or row["seat"] in choice.seats)
            and (choice.seat_winds is None or seat["seat_wind"] in choice.seat_winds)
            and (choice.rounds is None or "ESWN"[seat["round_wind"]] in choice.rounds)
        ):
            yield number, row


def key(row: dict[str, Any], *more: str) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("game_id", "round_index", "seat", *more))


def danger_class(row: dict[str, Any]) -> str:
    name: str = row["tile_class"]
    return f"{name}_{row['unseen']}" if name in HONOURS and row["unseen"] is not None else name


def standing(row: dict[str, Any]) -> str:
    name: str = row["tile_class"]
    if name in HONOURS:
        return f"visible_{row['visible']}"
    return {"no": "no_suji", "half": "half_suji", "suji": "suji", "double": "suji"}.get(
        name.partition("_")[0], name
    )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    z = 1.959963984540054
    middle = (successes + z * z / 2) / (trials + z * z)
    width = z / (trials + z * z) * sqrt(successes * (trials - successes) / trials + z * z / 4)
    return max(0.0, middle - width), min(1.0, middle + width)


def counts(table: Any, keys: tuple[str, ...], *sums: str) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Sums by key of a table's rows."""
    return {tuple(r[k] for k in keys): tuple(r[s] for s in sums) for r in table.to_pylist()}


def recounted(number: Count, *parts: Count) -> dict[tuple[Any, ...], tuple[int, ...]]:
    return {k: (n, *(part[k] for part in parts)) for k, n in number.items()}


# --- deal-ins -------------------------------------------------------------------------------------


def test_deal_ins_by_class_and_turn(warehouse: Warehouse, facts: dict[str, Rows], choice: Selection) -> None:
    discards, deal_ins, dora, dora_hits, by_turn, hits = (Counter() for _ in range(6))
    for number, row in chosen(facts["discard_threats"], choice, warehouse):
        if row["is_in_riichi"]:
            continue
        name = (number, row["threat"], danger_class(row))
        discards[name] += 1
        deal_ins[name] += row["did_deal_in"]
        dora[name] += row["is_dora"]
        dora_hits[name] += row["is_dora"] and row["did_deal_in"]
        by_turn[*name, min(row["turn"], 19)] += 1
        hits[*name, min(row["turn"], 19)] += row["did_deal_in"]
    keys = ("player_count", "threat", "danger_class")
    whole = danger.table(warehouse, "deal_ins_by_class", choice)
    sums = ("discards", "deal_ins", "dora_discards", "dora_deal_ins")
    assert counts(whole, keys, *sums) == recounted(discards, deal_ins, dora, dora_hits)
    turns = danger.table(warehouse, "deal_ins_by_class_and_turn", choice)
    assert counts(turns, (*keys, "turn"), "discards", "deal_ins") == recounted(by_turn, hits)
    assert sum(deal_ins.values()) > 0


# What one grouping after another counts, of a discard against riichi; None leaves it out.
GROUPINGS: Final[dict[str, Callable[[dict[str, Any]], str | None]]] = {
    "kind": lambda r: r["kind"],
    "honour": lambda r: f"visible_{r['visible']}" if r["kind"] == "honour" else None,
    "suji": lambda r: r["suji_source"] if r["kind"] == "suji" else None,
    "half_suji": lambda r: r["suji_source"] if r["kind"] == "half_suji" else None,
    "no_suji": lambda r: (
        {"46": "456", "5": "456"}.get(end := r["tile_class"].split("_")[-1], end)
        if r["kind"] == "no_suji"
        else None
    ),
    "chance": lambda r: r["chance"] if r["is_open"] else None,
    "outside": lambda r: (r["outside"] or "no") if r["is_open"] else None,
    "ura_suji": lambda r: (r["ura_suji"] or "no") if r["kind"] == "no_suji" else None,
    "matagi_suji": lambda r: (r["matagi_suji"] or "no") if r["kind"] == "no_suji" else None,
    "aida_yonken": lambda r: ("no", "yes")[r["is_aida_yonken"]] if r["kind"] == "no_suji" else None,
    "held_suji": lambda r: (
        (str(r["held_suji"]) if r["held_suji"] < 3 else "3_and_more")
        if r["kind"] == "no_suji" and r["held_suji"] is not None
        else None
    ),
    "suit": lambda r: ("untouched", "cut")[r["is_suit_cut"]] if r["kind"] == "no_suji" else None,
    "dora": lambda r: (
        None
        if r["kind"] == "genbutsu"
        else "dora"
        if r["is_dora"]
        else "beside_dora"
        if r["is_beside_dora"]
        else "no"
    ),
    "live_suji": lambda r: (
        None
        if not r["is_open"]
        else ("01_to_05", "01_to_05", "06_to_08", "09_to_11", "12_to_14", "15_to_18", "15_to_18")[
            r["live_suji"] // 3
        ]
    ),
    "river": lambda r: (
        ("0_to_3" if r["river_points"] < 4 else "4_to_6" if r["river_points"] < 7 else "7_and_more")
        if r["is_open"]
        else None
    ),
    "declaration": lambda r: (
        {True: "drawn", False: "from_hand"}.get(r["is_declaration_tsumogiri"]) if r["is_open"] else None
    ),
    "opponent": lambda r: ("dealer" if r["is_opponent_dealer"] else "not_dealer") if r["is_open"] else None,
}


def test_deal_ins_by_group(warehouse: Warehouse, facts: dict[str, Rows], choice: Selection) -> None:
    discards, deal_ins = Counter(), Counter()
    for number, row in chosen(facts["discard_threats"], choice, warehouse):
        if row["is_in_riichi"] or row["threat"] != "riichi":
            continue
        kind = "honour" if row["tile_class"] in HONOURS else standing(row)
        told = {**row, "kind": kind, "is_open": kind in ("no_suji", "half_suji")}
        for grouping, group_of in GROUPINGS.items():
            name = (number, grouping, group_of(told))
            if name[2] is not None:
                discards[name] += 1
                deal_ins[name] += row["did_deal_in"]
    answer = danger.table(warehouse, "deal_ins_by_group", choice)
    keys = ("player_count", "grouping", "group")
    assert counts(answer, keys, "discards", "deal_ins") == recounted(discards, deal_ins)


def test_push_or_fold(warehouse: Warehouse, facts: dict[str, Rows], choice: Selection) -> None:
    riichi = [r for r in facts["discard_threats"] if r["threat"] == "riichi" and not r["is_in_riichi"]]
    facing = Counter(key(r, "seq") for r in riichi)
    discards, deal_ins, held, passed = (Counter() for _ in range(4))
    for number, row in chosen(riichi, choice, warehouse):
        if facing[key(row, "seq")] > 1:
            continue
        shanten = min(max(row["shanten_before"], 0), 3)
        if row["tile_class"] == "genbutsu":
            action = "genbutsu"
        else:
            action = "retreat" if row["shanten"] > row["shanten_before"] else "push"
        discards[number, shanten, action] += 1
        deal_ins[number, shanten, action] += row["did_deal_in"]
        held[number, shanten] += row["has_genbutsu"]
        passed[number, shanten] += row["has_genbutsu"] and action != "genbutsu"
    pushes = danger.table(warehouse, "push_or_fold", choice)
    keys = ("player_count", "shanten")
    assert counts(pushes, (*keys, "action"), "discards", "deal_ins") == recounted(discards, deal_ins)
    for row in pushes.to_pylist():
        here = [r["share"] for r in pushes.to_pylist() if all(r[k] == row[k] for k in keys)]
        assert sum(here) == pytest.approx(1)
    genbutsu = danger.table(warehouse, "genbutsu_held", choice)
    assert counts(genbutsu, keys, "discards", "not_played") == recounted(held, passed)


def test_rounds_by_the_first_answer_to_a_riichi(
    warehouse: Warehouse, facts: dict[str, Rows], choice: Selection
) -> None:
    riichi = [r for r in facts["discard_threats"] if r["threat"] == "riichi" and not r["is_in_riichi"]]
    facing = Counter(key(r, "seq") for r in riichi)
    first: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in sorted(riichi, key=lambda r: r["seq"]):
        if facing[key(row, "seq")] == 1:
            first.setdefault(key(row), row)
    ends = {key(r): r for r in facts["round_players"]}
    parts: list[Count] = [Counter() for _ in range(5)]
    for number, row in chosen(list(first.values()), choice, warehouse):
        grew = row["shanten"] > row["shanten_before"]
        action = "genbutsu" if row["tile_class"] == "genbutsu" else "retreat" if grew else "push"
        end = ends[key(row)]
        told = (1, end["is_win"], end["is_deal_in"], end["is_tsumo_loss"], end["score_delta"])
        for part, value in zip(parts, told, strict=True):
            part[number, min(max(row["shanten_before"], 0), 3), action] += value
    answer = danger.table(warehouse, "push_or_fold_outcomes", choice)
    keys, sums = ("player_count", "shanten", "action"), ("rounds", "wins", "deal_ins", "tsumo_losses")
    assert counts(answer, keys, *sums) == recounted(*parts[:4])
    for row in answer.to_pylist():
        group = tuple(row[k] for k in keys)
        assert row["avg_score_delta"] == pytest.approx(parts[4][group] / parts[0][group])


# --- what riichi wait for -------------------------------------------------------------------------


def test_waits_by_class(warehouse: Warehouse, facts: dict[str, Rows], choice: Selection) -> None:
    riichis = {key(r): r for r in facts["riichis"]}
    shapes = ("tanki", "shanpon", "kanchan", "penchan", "ryanmen")
    kinds, waits, of_shape = Counter(), Counter(), Counter()
    groups: dict[tuple[Any, ...], str] = {}
    for number, row in chosen(facts["riichi_classes"], choice, warehouse):
        riichi = riichis[key(row)]
        if riichi["is_furiten"] or riichi["is_kokushi"] or row["tile_class"] == "genbutsu":
            continue
        groups[*key(row), row["tile_class"]] = row["rank_group"]
        for name in ((number, row["rank_group"], "all"), (number, row["rank_group"], standing(row))):
            kinds[name] += row["kinds"]
            waits[name] += row["wait_kinds"]
    for number, row in chosen(facts["riichi_waits"], choice, warehouse):
        riichi = riichis[key(row)]
        if not (riichi["is_furiten"] or riichi["is_kokushi"]):
            of_shape[number, groups[*key(row), row["tile_class"]], standing(row), row["wait_shape"]] += 1
    answer = danger.table(warehouse, "waits_by_class", choice)
    keys = ("player_count", "rank_group", "standing")
    assert counts(answer, keys, "kinds", "wait_kinds") == recounted(kinds, waits)
    for row in answer.to_pylist():
        assert sum(row[f"{shape}_rate"] for shape in shapes) == pytest.approx(row["wait_rate"])
        if row["standing"] != "all":
            name = tuple(row[k] for k in keys)
            counted = {shape: round(row[f"{shape}_rate"] * row["kinds"]) for shape in shapes}
            assert counted == {shape: of_shape[*name, shape] for shape in shapes}


def test_wait_outcomes(warehouse: Warehouse, facts: dict[str, Rows], choice: Selection) -> None:
    riichis = {key(r): r for r in facts["riichis"]}
    won = {key(r): r["tile"].replace("r", "") for r in facts["wins"]}
    ended = {(r["game_id"], r["round_index"]) for r in facts["rounds"] if r["outcome"]}
    parts: list[Count] = [Counter() for _ in range(5)]
    for number, row in chosen(facts["riichi_waits"], choice, warehouse):
        riichi = riichis[key(row)]
        if riichi["is_kokushi"] or key(row)[:2] not in ended:
            continue
        group = row["tile_class"].split("_")[-1]
        name = standing(row) + "_" + (group if group in ("19", "28", "37") else "456")
        if row["tile_class"] in HONOURS:
            name = "honour_shanpon" if row["is_shanpon"] else "honour_tanki"
        if row["tile_class"] == "lone_terminal":
            name = "lone_terminal"
        if riichi["is_furiten"]:
            name = "furiten"
        turns = "1_to_5" if riichi["turn"] < 6 else "6_to_10" if riichi["turn"] < 11 else "11_and_later"
        tile, single = won.get(key(row)), len(riichi["waits"]) == 1
        told = (1, tile == row["tile"], tile is not None, single, single and tile is not None)
        for part, value in zip(parts, told, strict=True):
            part[number, turns, name, row["unseen"]] += value
    answer = danger.table(warehouse, "wait_outcomes", choice)
    sums = ("waits", "wins", "riichi_wins", "single_waits", "single_wins")
    assert counts(answer, ("player_count", "turns", "wait_class", "unseen"), *sums) == recounted(*parts)
    assert sum(parts[1].values()) > 0


# --- what all have in common ----------------------------------------------------------------------


RATES: Final = {
    "deal_ins_by_class": ("deal_ins", "discards", "deal_in_rate", "low", "high"),
    "deal_ins_by_class_and_turn": ("deal_ins", "discards", "deal_in_rate", "low", "high"),
    "deal_ins_by_group": ("deal_ins", "discards", "deal_in_rate", "low", "high"),
    "waits_by_class": ("wait_kinds", "kinds", "wait_rate", "low", "high"),
    "wait_outcomes": ("single_wins", "single_waits", "single_win_rate", "single_low", "single_high"),
    "push_or_fold": ("deal_ins", "discards", "deal_in_rate", "deal_in_low", "deal_in_high"),
    "push_or_fold_outcomes": ("wins", "rounds", "win_rate", "win_low", "win_high"),
    "genbutsu_held": ("not_played", "discards", "not_played_rate", "low", "high"),
}


@pytest.mark.parametrize("name", danger.TABLES)
def test_rates_stand_with_wilsons_interval(name: str, warehouse: Warehouse) -> None:
    for row in danger.table(warehouse, name).to_pylist():
        successes, trials, rate, low, high = (row[column] for column in RATES[name])
        if trials:
            assert rate == pytest.approx(successes / trials)
            assert (low, high) == pytest.approx(wilson(successes, trials))
        else:
            assert (rate, low, high) == (None, None, None)


def test_numbers_of_players_are_never_mixed(warehouse: Warehouse) -> None:
    for name in danger.TABLES:
        answer = danger.table(warehouse, name)
        assert answer.column_names[0] == "player_count"
        assert set(answer["player_count"].to_pylist()) == {3, 4}
        for number in (3, 4):
            alone = danger.table(warehouse, name, Selection(player_count=number))
            assert alone.to_pylist() == [r for r in answer.to_pylist() if r["player_count"] == number]


def test_classes_are_those_of_the_schema_with_unseen_copies_of_honours(warehouse: Warehouse) -> None:
    bare = {
        name.rsplit("_", 1)[0] if name.startswith(HONOURS) and name[-1].isdigit() else name
        for name in danger.CLASSES
    }
    assert bare == set(TILE_CLASSES)
    places = warehouse.query("select danger_place(unnest($names)) as place", names=list(danger.CLASSES))
    assert places["place"].to_pylist() == [*range(1, len(danger.CLASSES) + 1)]


def test_honours_whose_copies_nobody_knows_have_a_class_of_their_own(warehouse: Warehouse) -> None:
    sql = "select danger_class('yakuhai', null) as a, danger_class('guest_wind', 2) as b, "
    (row,) = warehouse.query(sql + "danger_class('suji_19', 3) as c").to_pylist()
    assert list(row.values()) == ["yakuhai", "guest_wind_2", "suji_19"]


def test_classes_stand_in_their_order(warehouse: Warehouse) -> None:
    for threat in ("riichi", "open"):
        rows = danger.table(warehouse, "deal_ins_by_class", Selection(player_count=4)).to_pylist()
        names = [r["danger_class"] for r in rows if r["threat"] == threat]
        assert names == sorted(names, key=danger.CLASSES.index)


def test_tables_are_named_statements() -> None:
    for name in danger.TABLES:
        assert statements()[name].layer == "rates"


def test_an_unknown_table_is_refused_with_the_nearest(warehouse: Warehouse) -> None:
    with pytest.raises(ValueError, match="did you mean push_or_fold"):
        danger.table(warehouse, "push_fold")
    with pytest.raises(ValueError, match="there are waits_by_class, "):
        danger.table(warehouse, "x")


def test_a_choice_of_nobody_has_no_rows(warehouse: Warehouse) -> None:
    for name in danger.TABLES:
        assert len(danger.table(warehouse, name, Selection(players=("nobody",)))) == 0
