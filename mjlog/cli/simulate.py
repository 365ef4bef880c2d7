"""``mjlog simulate``: complete legal games by simple players."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from mjlog.formats import mjai_write
from mjlog.rulesets import load
from mjlog.simulate import simulate


@click.command
@click.option("--ruleset", default="tenhou", show_default=True, help="Preset or TOML file.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games.")
@click.option(
    "--output", "-o", default="-", metavar="FILE", help="File to write (.gz: compressed); - is stdout."
)
def command(ruleset: str, games: int, seed: int, output: str) -> None:
    """Play complete legal games by simple players, written in the action format.

    The players are sensible, not strong: they go for near and valuable hands, call for a yaku, declare
    riichi, and fold when an opponent does.  Game number n of a seed does not depend on how many are
    played, nor on the machine.

    \b
    Examples:
      mjlog simulate > game.jsonl
      mjlog simulate --ruleset tenhou_sanma --games 100 --seed 7 -o sanma.jsonl.gz
      mjlog simulate --ruleset my_club.toml --games 20 | mjlog audit -
    """
    rules = load(ruleset)
    bar = click.progressbar(length=games, label="games", file=sys.stderr, hidden=not sys.stderr.isatty())
    with _opened(output) as file, bar:
        for tables in simulate(rules, games, seed):
            file.writelines(mjai_write.games(tables))
            bar.update(len(tables.games))


@contextmanager
def _opened(output: str) -> Iterator[BinaryIO]:
    """Open the output; compressed files carry no time, so that equal games give equal files."""
    with click.open_file(output, "wb") as raw:
        if not output.endswith(".gz"):
            yield raw
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
            yield file
