"""Tables as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from mjlog.cli.output import show_rows
from mjlog.cli.text import folded, printable

ROWS = [
    {"name": "ドラ", "rate": 0.25, "games": 12, "tiles": ["1m", "2m"]},
    {"name": "\x1b[31m[red]x[/red]", "rate": float("nan"), "games": None, "tiles": []},
]
COLUMNS = ("name", "rate", "games", "tiles")


def test_text_is_aligned_by_the_width_of_characters(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows([{"a": "ドラ", "b": "x"}, {"a": "dora", "b": "x"}, {"a": "d", "b": "x"}], ("a", "b"), "text")
    assert capsys.readouterr().out == "a     b\nドラ  x\ndora  x\nd     x\n"


def test_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows([{"n": 1}, {"n": None}, {"n": 1000}], ("n",), "text")
    assert capsys.readouterr().out == "   n\n   1\n   -\n1000\n"


def test_json_keeps_values_and_turns_what_is_no_number_into_null(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, COLUMNS, "json")
    rows = json.loads(capsys.readouterr().out)
    assert rows == [ROWS[0], ROWS[1] | {"rate": None}]


def test_csv_is_read_back_as_it_was_but_for_what_steers(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, COLUMNS, "csv")
    rows = list(csv.reader(capsys.readouterr().out.splitlines()))
    assert rows == [list(COLUMNS), ["ドラ", "0.25", "12", "1m 2m"], [r"\x1b[31m[red]x[/red]", "nan", "", ""]]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ('=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'),
        ("+cmd|'/c calc'!A1", "'+cmd|'/c calc'!A1"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", r"\t=1"),
        (["=1", "2"], "'=1 2"),
        ("-", "'-"),
        ("a=b", "a=b"),
        (-1500, "-1500"),
        (-0.5, "-0.5"),
        ("-2500", "-2500"),
        ("+20.5", "+20.5"),
        ([-3000, 1000], "-3000 1000"),
    ],
)
def test_no_cell_of_csv_is_a_formula(capsys: pytest.CaptureFixture[str], value: object, cell: str) -> None:
    show_rows([{"a": value, "b": 1}], ("a", "b"), "csv")
    assert list(csv.reader(capsys.readouterr().out.splitlines()))[1] == [cell, "1"]


@pytest.mark.parametrize("terminal", [False, True])
def test_names_from_logs_cannot_steer_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    show_rows(ROWS, COLUMNS, "text")
    out = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert r"\x1b[31m[red]x[/red]" in out
    assert "\x1b" not in out


@pytest.fixture
def on_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """Show rows on a terminal of some width; the lines without colours."""

    def show(rows: list[dict[str, Any]], width: int) -> list[str]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("COLUMNS", str(width))
        show_rows(rows, tuple(rows[0]), "text")
        return re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out).splitlines()

    return show


@pytest.mark.parametrize("width", [80, 120])
def test_a_terminal_table_folds_texts_to_fit(on_terminal: Callable[..., list[str]], width: int) -> None:
    lines = on_terminal([{"long_word": "x" * 30, "text": "many words " * 30, "n": 1234567}], width)
    assert width - 12 < max(map(len, lines)) <= width
    assert lines[2].endswith("1234567")


def test_long_words_are_folded_where_a_table_would_be_too_wide_else(
    on_terminal: Callable[..., list[str]],
) -> None:
    row = {f"column_{i}": f"{'word' * 5} and others" for i in range(6)}
    assert max(map(len, on_terminal([row], 150))) <= 150
    lines = on_terminal([row], 100)
    assert len(lines) > 1
    assert max(map(len, lines)) <= 100


def test_a_terminal_too_narrow_for_a_table_loses_no_column(on_terminal: Callable[..., list[str]]) -> None:
    row = {f"column_{i}": 1000 + i for i in range(20)}
    lines = on_terminal([row], 80)
    assert lines[0].split() == list(row)
    assert lines[1].split() == list(map(str, row.values()))


@pytest.mark.parametrize("bad", ["\x07", "\r", "\u202e", "\u2066", "\ud800", "\x9b"])
def test_characters_that_steer_or_cannot_be_encoded_are_escaped(bad: str) -> None:
    assert printable(f"a{bad}b").isascii()


def test_lines_are_folded_in_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "40")
    line = "left out: platform, date and time, walls, seeds of walls, dice"
    assert folded(line, io.StringIO(), indent="  ") == f"  {line}"
    assert folded(line, Terminal(), indent="  ").splitlines() == [
        "  left out: platform, date and time,",
        "    walls, seeds of walls, dice",
    ]
