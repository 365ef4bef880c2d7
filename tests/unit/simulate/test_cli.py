"""``mjlog simulate``, and the sample logs that it makes."""

from __future__ import annotations

import gzip
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.audit.assess import audit_batches
from mjlog.cli import group
from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.rulesets import presets

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "data"
MAX_BYTES = 3_000_000


def run(*arguments: str):
    return CliRunner().invoke(group, ["simulate", *arguments], catch_exceptions=False)


def test_equal_seeds_give_equal_output():
    first, second, other = (run("--seed", seed).stdout_bytes for seed in ("3", "3", "4"))
    assert first == second != other
    assert first.startswith(b'{"type":"start_game"')
    assert first.rstrip().splitlines()[-1].startswith(b'{"type":"end_game"')


def test_nothing_is_said_on_stderr_when_it_is_no_terminal():
    assert run("--seed", "3").stderr == ""


def test_files_ending_in_gz_are_compressed(tmp_path):
    run("--seed", "3", "-o", str(tmp_path / "game.jsonl.gz"))
    content = (tmp_path / "game.jsonl.gz").read_bytes()
    assert gzip.decompress(content) == run("--seed", "3").stdout_bytes


def test_a_rule_set_of_ones_own(tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('extends = "tenhou"\nlength = "east"\nred_fives = [0, 0, 0]\n')
    output = run("--ruleset", str(club), "--games", "2").stdout
    assert '"name":"club"' in output
    assert '"length":"east"' in output
    assert "5mr" not in output


def test_stacked_deals_are_listed():
    listed = run("--list-deals", "--ruleset", "toutenkou").stdout.splitlines()
    assert listed[0].split() == ["deal", "gives"]
    assert [line for line in listed if line.split() == ["twelve_man", "twelve_man", "tsumo"]]
    assert not [line for line in listed if line.startswith("suufon_renda")]


def test_stacked_deals_are_chosen_by_name():
    output = run("--deal", "chankan").stdout
    assert '"chankan"' in output
    assert output.count("start_kyoku") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ruleset", "tenho"), "did you mean 'tenhou'"),
        (("--deal", "chankn"), "did you mean 'chankan'"),
        (("--view", "4"), "no seat 4"),
    ],
)
def test_wrong_options_are_explained(arguments, message):
    with pytest.raises(ValueError, match=message):
        run(*arguments)


def test_help_has_examples():
    assert "mjlog simulate --ruleset tenhou_sanma" in run("--help").stdout


# --- data/samples -----------------------------------------------------------------------------------


def sources() -> dict[str, list[str]]:
    """File name and options of each sample by data/SOURCES.md."""
    text = (DATA / "SOURCES.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\S+\.jsonl)` \| `([^`]+)`", text, re.MULTILINE)
    return {name: shlex.split(options) for name, options in rows}


def test_every_preset_has_a_sample():
    used = {options[options.index("--ruleset") + 1] for options in sources().values()}
    assert used == set(presets())


def test_every_sample_has_its_source_and_together_they_are_small():
    files = {path.name: path.stat().st_size for path in (DATA / "samples").iterdir()}
    assert set(files) == set(sources())
    assert sum(files.values()) <= MAX_BYTES


@pytest.mark.parametrize("name", sources())
def test_samples_are_what_their_source_says(name):
    assert run(*sources()[name]).stdout_bytes == (DATA / "samples" / name).read_bytes()


@pytest.mark.parametrize("name", sources())
def test_samples_audit_clean(name):
    tables = mjai.read([Document(name, (DATA / "samples" / name).read_bytes())])
    report = audit_batches([tables])
    assert report.is_clean
    assert report.counts.rounds > 0


def test_make_samples_runs_the_commands_of_the_sources():
    made = re.findall(
        r"\$\(MJLOG\) simulate (.*) --force -o data/samples/(\S+)", (ROOT / "Makefile").read_text()
    )
    assert {name: shlex.split(options) for options, name in made} == sources()
