"""The frame that every command shares: help, errors, start-up."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING

import click
import pytest

from mjlog.cli import BROKEN_PIPE, COMMANDS, INTERRUPTED

if TYPE_CHECKING:
    from tests.cli.conftest import Run

HEAVY = ("numpy", "pyarrow", "pandas", "duckdb", "matplotlib", "rich")


def leaves(command: click.Command) -> list[click.Command]:
    """A command, or the commands of a group."""
    if isinstance(command, click.Group):
        return [leaf for sub in command.commands.values() for leaf in leaves(sub)]
    return [command]


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_help_names_every_command(mjlog: Run) -> None:
    shown = mjlog("--help")
    assert shown.code == 0
    assert all(f"  {name} " in shown.out for name in COMMANDS)


def test_help_loads_nothing_heavy() -> None:
    code = f"""
import sys
from mjlog.cli import main
try:
    main(["--help"])
finally:
    print([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)
"""
    assert python(code).stderr == "[]\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_of_itself_what_the_list_says_of_it(name: str) -> None:
    command = import_module(f"mjlog.cli.{name}").command
    assert (command.help or "").splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_examples(name: str) -> None:
    for command in leaves(import_module(f"mjlog.cli.{name}").command):
        assert "Examples:\n  mjlog " in cleandoc(command.help or ""), command.name


def test_without_a_command_the_help_is_shown(mjlog: Run) -> None:
    shown = mjlog()
    assert (shown.code, shown.out) == (2, "")
    assert "Commands:" in shown.err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["rulse"], "Did you mean 'rules'?"),
        (["rules", "shw"], "Did you mean 'show'?"),
        (["rules", "list", "--fromat", "json"], "'mjlog rules list --help'"),
        (["rules", "list", "--format", "yaml"], "'text', 'json', 'csv'"),
        (["rules", "show"], "RULESET"),
        (["rules", "show", "tenho"], "did you mean 'tenhou'?"),
        (["rules", "show", "/"], "Is a directory"),
    ],
)
def test_a_mistake_is_one_helpful_line_and_exit_code_2(mjlog: Run, arguments: list[str], hint: str) -> None:
    shown = mjlog(*arguments)
    assert (shown.code, shown.out) == (2, "")
    assert hint in shown.err
    assert shown.err.count("\n") == 1


def test_a_mistake_is_shown_without_its_control_characters(mjlog: Run) -> None:
    shown = mjlog("rules", "show", "\x1b[2J\nx")
    assert "\x1b" not in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--debug", "rules", "list"], ["rules", "list", "--debug"]])
def test_debug_shows_where_an_error_comes_from(
    mjlog: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr("mjlog.cli.rules.presets", lambda: 1 / 0)
    plain = mjlog(*[a for a in arguments if a != "--debug"])
    assert plain.err == "mjlog: unexpected ZeroDivisionError: division by zero (--debug shows where)\n"
    assert (plain.code, "Traceback" in mjlog(*arguments).err) == (2, True)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), RuntimeError("Query interrupted")], ids=["of Python", "of DuckDB"]
)
def test_an_interrupt_is_told_by_its_exit_code(
    mjlog: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def interrupt() -> None:
        raise error

    monkeypatch.setattr("mjlog.cli.rules.presets", interrupt)
    done = mjlog("rules", "list")
    assert (done.code, done.err) == (INTERRUPTED, "mjlog: interrupted\n")


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = [sys.executable, "-c", "from mjlog.cli import main; main(['rules', 'show', 'tenhou'])"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == BROKEN_PIPE


@pytest.mark.parametrize("closed", ["2>&-", ">&-", "<&-", "<&- >&- 2>&-", "2>/dev/full", ">/dev/full"])
def test_what_could_not_run_says_so_by_its_code_whatever_stream_is_closed(closed: str) -> None:
    code = "from mjlog.cli import main; main(['rules', 'show', 'no such rules'])"
    command = f'"{sys.executable}" -c "{code}" {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_told() -> None:
    code = "from mjlog.cli import main; main(['rules', 'list'])"
    command = f'"{sys.executable}" -c "{code}" >/dev/full'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "mjlog: No space left on device\n")


def test_endless_names_are_cut(mjlog: Run) -> None:
    shown = mjlog("rules", "show", "x" * 5000)
    assert (shown.code, len(shown.err) < 400, "x" * 150 in shown.err) == (2, True, True)
    shown = mjlog("stats", "y" * 5000)
    assert (shown.code, len(shown.err) < 400) == (2, True)


def test_the_version_is_that_of_the_package(mjlog: Run) -> None:
    assert mjlog("--version").out.startswith("mjlog ")


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "mjlog", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("mjlog ")
