from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.audit.baseline import MAX_FILE_BYTES, Accepted, BaselineError, load_baseline, split_accepted

ENTRY = """
[[accepted]]
source = "24.txt"
code = "PY005"
round = 3
reason = "a stick is left out"
"""


def found(*rows: tuple[str, str, str, int | None]) -> pa.Table:
    """Findings of (code, game, file, round)."""
    return pa.Table.from_pylist(
        [
            {
                "code": code,
                "severity": "error",
                "game_id": game,
                "source_path": path,
                "round_index": number,
                "message": "",
            }
            for code, game, path, number in rows
        ],
        schema=schema.FINDINGS.arrow,
    )


@pytest.fixture
def load(tmp_path: Path) -> Any:
    def write(text: str | bytes) -> tuple[Accepted, ...]:
        path = tmp_path / "baseline.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_baseline(path)

    return write


def test_entries_are_read(load: Any) -> None:
    other = '[[accepted]]\ngame = "2022010100gm"\ncode = "SC"\nreason = "no limits"\n'
    assert load(ENTRY + other) == (
        Accepted(code="PY005", reason="a stick is left out", source="24.txt", round=3),
        Accepted(code="SC", reason="no limits", game="2022010100gm"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds"),
        ("accepted = 5", "holds"),
        ('accepted = ["PY005"]', "entry 1: only code, game, reason, round, source are known"),
        (ENTRY + "\n[other]\n", "holds"),
        (ENTRY.replace("round = 3", "turn = 3"), "entry 1: only"),
        (ENTRY.replace("round = 3", 'round = "3"'), "entry 1: round is a number"),
        (ENTRY.replace("round = 3", "round = true"), "entry 1: round is a number"),
        (ENTRY.replace('"PY005"', "5"), "entry 1: round is a number"),
        (ENTRY.replace('"a stick is left out"', '""'), "entry 1: round is a number"),
        (ENTRY + ENTRY.replace('source = "24.txt"', ""), "entry 2: code, reason, and game or source"),
        (ENTRY.replace('code = "PY005"', ""), "entry 1: code, reason"),
        (ENTRY.replace('reason = "a stick is left out"', ""), "entry 1: code, reason"),
        ("[[accepted]", "baseline.toml: "),
        (b"\xff\xfe", "baseline.toml: "),
        (b"#" * (MAX_FILE_BYTES + 1), "larger than"),
    ],
)
def test_wrong_files_are_refused_with_the_place(load: Any, text: str | bytes, message: str) -> None:
    with pytest.raises(BaselineError, match=r"baseline\.toml") as refused:
        load(text)
    assert message in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BaselineError, match="no such"):
        load_baseline(tmp_path / "no such")


@pytest.mark.parametrize(
    ("entry", "covered"),
    [
        ({"source": "24.txt"}, True),
        ({"source": "4.txt"}, False),
        ({"source": "logs/24.txt"}, False),
        ({"game": "a"}, True),
        ({"game": "b"}, False),
        ({"game": "a", "source": "25.txt"}, False),
        ({"source": "24.txt", "round": 3}, True),
        ({"source": "24.txt", "round": 0}, False),
        ({"source": "24.txt", "code": "PY"}, True),
        ({"source": "24.txt", "code": "PY006"}, False),
        ({"source": "24.txt", "code": "005"}, False),
    ],
)
def test_what_an_entry_covers(entry: dict[str, Any], covered: bool) -> None:
    row = found(("PY005", "a", "logs/24.txt", 3)).to_pylist()[0]
    assert Accepted(**{"code": "PY005", "reason": "r", **entry}).covers(row) == covered


def test_findings_are_divided_and_entries_that_cover_none_told() -> None:
    findings = found(("PY005", "a", "24.txt", 3), ("PY005", "a", "24.txt", 4), ("SC003", "b", "25.txt", 3))
    used = Accepted(code="PY", reason="r", source="24.txt", round=3)
    twice = Accepted(code="PY005", reason="r", game="a", round=3)
    gone = Accepted(code="SC004", reason="r", game="b")
    new, accepted, left = split_accepted(findings, [used, twice, gone])
    assert [(r["code"], r["round_index"]) for r in new.to_pylist()] == [("PY005", 4), ("SC003", 3)]
    assert [(r["code"], r["round_index"]) for r in accepted.to_pylist()] == [("PY005", 3)]
    assert left == [gone]
    assert new.schema == accepted.schema == findings.schema


def test_without_a_baseline_everything_is_new() -> None:
    findings = found(("PY005", "a", "24.txt", 3))
    new, accepted, left = split_accepted(findings, [])
    assert (len(new), len(accepted), left) == (1, 0, [])


def test_without_findings_every_entry_is_gone() -> None:
    entry = Accepted(code="PY", reason="r", source="24.txt")
    new, accepted, left = split_accepted(schema.FINDINGS.empty(), [entry])
    assert (len(new), len(accepted), left) == (0, 0, [entry])


def test_findings_of_no_file_are_covered_by_their_game_only() -> None:
    row = found(("PY005", "a", "24.txt", 3)).to_pylist()[0] | {"source_path": None}
    assert not Accepted(code="PY", reason="r", source="24.txt").covers(row)
    assert Accepted(code="PY", reason="r", game="a").covers(row)
