"""A process that derives the tables of batches for another one, until that closes the pipe."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import sys
from dataclasses import fields

from mjlog.schema import SCHEMA_VERSION
from mjlog.tables import LogTables
from mjlog.warehouse.derive import derive
from mjlog.warehouse.wire import receive, send


def serve() -> None:
    """Answer batches from standard input on standard output, one after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks is told, and closes the pipe
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    with contextlib.suppress(EOFError, OSError), answers:
        while True:
            head, tables = receive(requests)
            names = [field.name for field in fields(LogTables)]
            batch = LogTables(**dict(zip(names, tables, strict=True)))
            made, failed = derive(batch, pickle.loads(head))  # noqa: S301 - from the process that began this
            about = {"version": SCHEMA_VERSION, "tables": list(made), "failed": sorted(failed)}
            send(answers, json.dumps(about).encode(), made.values())
