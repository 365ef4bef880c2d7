from __future__ import annotations

import re
from collections import Counter

import pytest

import mjlog
from mjlog import formats

RESUMED = {"444b3_2018-02-04_02_08_02.log", "444b3_2018-02-08_07_37_02.log"}
"""Transcripts that begin within a round, after a lost connection."""
CUT = {"444b3_2018-02-11_21_17_01.log"}
"""Transcripts that stop before the end of their game."""
NO_GAME = {"82093_2018-01-20_18_40_03.log"}
"""Waited in the lobby in vain."""


@pytest.fixture(scope="module")
def files(shared):
    found = sorted((shared / "corpus" / "tenhou-net" / "tenhou").glob("*_*.log"))
    assert found
    return found


@pytest.fixture(scope="module")
def tables(files):
    told = formats.read(files)
    assert told.rounds.num_rows > 0
    return told


def named(tables, column="source_path"):
    return [path.rsplit("/", 1)[-1] for path in tables[column].to_pylist()]


def test_all_that_was_dealt_is_read(files, tables):
    deals = [re.findall(rb"^Get:.*<INIT\b", path.read_bytes(), re.MULTILINE) for path in files]
    assert tables.rounds.num_rows == sum(map(len, deals))
    assert tables.games.num_rows == len(files) - len(NO_GAME)
    assert set(tables.games["source_format"].to_pylist()) == {"tenhou_transcript"}
    tables.validate()


def test_what_is_not_read_is_told(tables):
    told = Counter(named(tables.rejects))
    assert told == Counter(RESUMED | NO_GAME)


def test_games_are_complete_but_one(tables):
    complete = zip(named(tables.games), tables.games["is_complete"].to_pylist(), strict=True)
    assert {name for name, is_complete in complete if not is_complete} == CUT


def test_games_have_the_ids_that_the_table_states(tables):
    ids = dict(zip(named(tables.games), tables.games["log_id"].to_pylist(), strict=True))
    assert {name for name, id_ in ids.items() if id_ is None} == RESUMED
    known = [id_ for id_ in ids.values() if id_]
    assert len(known) == len(tables.games) - len(RESUMED) > 0
    assert all(re.fullmatch(r"2018\d{6}gm-00\d9-0000-[0-9a-f]{8}", id_) for id_ in known)


def test_one_hand_is_seen_in_every_round_and_the_first_dealer_is_seat_0(tables):
    rows = tables.rounds.to_pylist()
    hidden = [[row[f"hand_{seat}"] for seat in range(4)].count(["?"] * 13) for row in rows]
    assert set(hidden) == {3}
    assert {row["dealer_seat"] - row["round_number"] for row in rows} == {-1}


def test_the_audit_is_clean(files):
    report = mjlog.audit(files)
    assert report.findings.num_rows == 0
    assert report.counts.wins > 500
