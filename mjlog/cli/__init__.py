"""The `mjlog` command: a group whose commands load only when they are called."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Final

import click
from click.exceptions import Exit, NoArgsIsHelpError, NoSuchCommand

from mjlog.cli.text import brief, printable

COMMANDS: Final = {
    "audit": "Check logs against the rules: play, furiten, scoring, payments, ends of games.",
    "compare": "Compare the statistics of two selections of players, games and rounds.",
    "convert": "Convert logs of any format that is read to another.",
    "danger": "Show how often tiles deal in, and deal-ins of players against what they cost on average.",
    "explain": "Explain a check of the audit, a yaku, a bonus, a field of rules or a word of danger.",
    "export": "Write tables or statistics to files: Parquet, CSV or JSON Lines.",
    "formats": "List the log formats that are read, or tell the formats of files.",
    "ingest": "Bring logs into a warehouse: Parquet tables and a DuckDB file.",
    "rules": "List, show and compare rule sets, or find out by which ones logs were played.",
    "schema": "Print the schema of the action format, or of the tables.",
    "score": "Score one hand: yaku, han, fu (or points, where rules add them up) and payments.",
    "show": "Show games, or rounds event by event.",
    "simulate": "Play complete legal games by simple players, written in the action format.",
    "sql": "Ask a question in SQL, of a warehouse or of logs.",
    "stats": "Show statistics of players, from a warehouse or from logs.",
}
"""Every command, in the order of the help, with the first line of its own help."""

COULD_NOT_RUN: Final = 2
"""Exit code of every failure; 1 is for findings, and for a hand that cannot win."""
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
_ENDED: Final = 128
"""Exit code of what a signal ends, less the signal's number."""

DEBUG: Final = "--debug"
"""Option that stands anywhere on the command line."""


class LazyGroup(click.Group):
    """A group that imports ``mjlog.cli.NAME`` when command NAME is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"mjlog.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of `args`; an unknown one fails with the nearest name."""
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as error:
            raise NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Run 'mjlog COMMAND --help' for the options of a command, with examples.",
)
@click.version_option(package_name="mjlog", message="%(prog)s %(version)s")
@click.option(
    "--reader",
    "modules",
    multiple=True,
    metavar="MODULE",
    help="Read a format of your own, too: a module or Python file with its reader.",
)
@click.option(DEBUG, is_flag=True, expose_value=False, help="Show where an error comes from.")
def group(modules: Sequence[str]) -> None:
    """Read riichi mahjong game logs, re-score and audit them, and count what happened.

    Exit codes: 0 done and clean; 1 the audit has findings, the scored hand cannot win, `rules fit` leaves
    rounds unexplained, `convert` leaves games out, or nothing fits what statistics are asked of; 2 it could
    not run.

    \b
    Examples:
      mjlog audit my_logs/
      mjlog --reader club.py audit sheets.txt
    """
    if modules:
        _register(modules)


def _register(names: Sequence[str]) -> None:
    """Make formats of one's own known, by the names of their modules or files.

    Raises:
        click.ClickException: when one is no reader.
    """
    from mjlog.formats.installed import module_of  # noqa: PLC0415 - commands load only what they need
    from mjlog.formats.registry import readers, register  # noqa: PLC0415

    for name in names:
        module = module_of(name)
        if module not in readers():
            try:
                register(module, name)
            except TypeError as error:
                raise click.ClickException(str(error)) from None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code; an error is one line on stderr."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        with _clearing_up(), group.make_context("mjlog", [a for a in given if a != DEBUG]) as context:
            code = group.invoke(context)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001  nobody is shown a traceback unasked
        if DEBUG in given:
            traceback.print_exc()
        code = _failed(error)
    sys.exit(code if isinstance(code, int) else 0)


class _Ended(BaseException):
    """A signal asks for an end: what is half done is cleared away, as after an interruption."""


@contextmanager
def _clearing_up() -> Iterator[None]:
    """Have signals that ask for an end raise `_Ended`, but those that the caller ignores or takes."""
    taken = []
    if threading.current_thread() is threading.main_thread():
        asking = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))  # Windows lacks the second
        taken = [s for s in asking if s is not None and signal.getsignal(s) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # clearing away is not to be cut short
    raise _Ended(number)


def _open_streams() -> None:
    """Let standard streams that the caller closed lead nowhere, so that nothing fails for want of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _let_go(stream: IO[str]) -> None:
    """Let what is still buffered in a stream lead nowhere: it must not fail again when Python shuts down."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _failed(error: BaseException) -> int:
    """Say in one line why nothing came of the command; the exit code."""
    match error:
        case Exit():
            return error.exit_code
        case BrokenPipeError():
            _let_go(sys.stdout)
            return BROKEN_PIPE
        case _Ended(args=(int(number),)):
            return _ENDED + number
        # A signal that comes while DuckDB is at work is that RuntimeError.
        case click.Abort() | KeyboardInterrupt() | RuntimeError(args=("Query interrupted",)):
            _complain("interrupted")
            return INTERRUPTED
        case NoArgsIsHelpError():
            error.show()
        case click.UsageError():
            command = error.ctx.command_path if error.ctx else "mjlog"
            _complain(error.format_message(), f"Try '{command} --help'.")
        case click.ClickException():
            _complain(error.format_message())
        case OSError(strerror=str(reason)):
            _let_go(sys.stdout)
            _complain(f"{error.filename}: {reason}" if error.filename else reason)
        case ValueError():
            _complain(str(error))
        case Exception():
            _complain(f"unexpected {type(error).__name__}: {error} ({DEBUG} shows where)")
        case _:
            raise error
    return COULD_NOT_RUN


def _complain(message: str, advice: str = "") -> None:
    try:
        click.echo(printable(f"mjlog: {brief(message)} {advice}".rstrip()), err=True)
    except OSError:  # a full disk or a closed pipe: the exit code has to do
        _let_go(sys.stderr)
