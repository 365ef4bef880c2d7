"""``mjlog simulate``: complete legal games by simple players."""

from __future__ import annotations

import sys
from typing import Any

import click

from mjlog.cli.files import Outputs, force_option, output_option
from mjlog.cli.output import show_rows
from mjlog.formats.mjai import write as mjai_write
from mjlog.rulesets import Ruleset, load
from mjlog.simulate import simulate
from mjlog.simulate.rare import deals_for


@click.command
@click.option("--ruleset", default="tenhou", show_default=True, help="Preset or TOML file.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games.")
@click.option("--rare", is_flag=True, help="Play stacked deals: yakuman, pao, aborts, multiple ron ...")
@click.option(
    "--deal", "deals", multiple=True, metavar="NAME", help="Only this stacked deal (can be repeated)."
)
@click.option("--list-deals", is_flag=True, help="List the stacked deals that the rule set allows, and stop.")
@click.option(
    "--view", type=int, metavar="SEAT", help="Hide what this seat does not see, as logs of bots do."
)
@output_option
@force_option
def command(
    ruleset: str,
    rare: bool,
    deals: tuple[str, ...],
    list_deals: bool,
    output: str,
    force: bool,
    **played: Any,
) -> None:
    """Play complete legal games by simple players, written in the action format.

    The players are sensible, not strong: they go for near and valuable hands, call for a yaku, declare
    riichi, and fold when an opponent does.  Game number n of a seed does not depend on how many are
    played, nor on the machine.

    \b
    Examples:
      mjlog simulate > game.jsonl
      mjlog simulate --ruleset tenhou_sanma --games 100 --seed 7 -o sanma.jsonl.gz
      mjlog simulate --ruleset my_club.toml --games 20 | mjlog audit -
      mjlog simulate --rare --games 50 -o rare.jsonl
      mjlog simulate --list-deals --ruleset toutenkou
      mjlog simulate --deal chankan --deal double_ron
      mjlog simulate --view 0 -o seat0.jsonl
    """
    rules = load(ruleset)
    if list_deals:
        _list_deals(rules, deals)
        return
    bar = click.progressbar(
        length=played["games"], label="games", file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    with Outputs(force).opened(output) as file, bar:
        for tables in simulate(rules, rare=deals or rare, **played):
            file.write(mjai_write.write(tables))
            bar.update(len(tables.games))


def _list_deals(rules: Ruleset, names: tuple[str, ...]) -> None:
    """Name the stacked deals and what they give; a yaku, a kind of draw, or a word for what happens."""
    rows = [{"deal": deal.name, "gives": list(deal.gives)} for deal in deals_for(rules, names)]
    show_rows(rows, ("deal", "gives"), "text")
