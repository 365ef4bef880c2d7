"""Feed damaged logs to the readers in a process of its own; keep what makes it fail, hang or grow.

``python -m tests.fuzz.fuzz --seconds 60``: seeds are the samples of the tests and what ``--logs`` names.
Equal seeds give equal inputs.  Finds are written to ``build/fuzz``, as small as they can quickly be made;
a find of the samples becomes a case by moving it to ``tests/fuzz/cases``.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing as mp
import os
import resource
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from mjlog.formats import Document, open_documents
from tests.fuzz.check import trouble_of
from tests.fuzz.mutate import mutated
from tests.unit.formats.samples import samples

SECONDS_EACH = 10.0
"""Time of the processor that an input may take, and"""
HANGS_AFTER = 120.0
"""time after which it hangs, on a machine that does other things, too."""
MEMORY_EACH = 600 << 20
"""Bytes that the process may grow by over its start."""
LARGEST_LOG = 100_000
MOST_LOGS = 400
SHRINK_SECONDS = 20.0
THOROUGH = 8
"""Of so many inputs one is audited and written, too."""
FINDS = Path("build/fuzz")


def work(pipe: Connection) -> None:
    """Try inputs as they come; answer with what is wrong and the peak of memory."""
    while True:
        data, thorough = pipe.recv()
        start = time.process_time()
        trouble = trouble_of(data, thorough=thorough)
        if not trouble and time.process_time() - start > SECONDS_EACH:
            trouble = f"takes more than {SECONDS_EACH:.0f} seconds"
        pipe.send((trouble, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10))


@dataclass
class Worker:
    """A process that tries inputs, replaced when it dies, hangs or grows."""

    process: mp.process.BaseProcess | None = None
    pipe: Connection | None = None
    start: int = 0

    def trouble(self, data: bytes, *, thorough: bool) -> str:
        if self.process is None or self.pipe is None:
            self.pipe, other = mp.get_context("spawn").Pipe()
            self.process = mp.get_context("spawn").Process(target=work, args=(other,), daemon=True)
            self.process.start()
            other.close()
            self.pipe.send((b"", False))
            self.start = self.pipe.recv()[1]
        self.pipe.send((data, thorough))
        try:
            if not self.pipe.poll(HANGS_AFTER):
                self.end()
                return "hangs"
            trouble, peak = self.pipe.recv()
        except EOFError:
            self.end()
            return "the process died"
        if peak - self.start > MEMORY_EACH:
            self.end()
            return trouble or "takes too much memory"
        return str(trouble)

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.process = None


@dataclass
class Fuzz:
    """A run: what was tried and found."""

    logs: list[bytes]
    worker: Worker = field(default_factory=Worker)
    finds: dict[str, int] = field(default_factory=dict)
    tried: int = 0

    def run(self, seed: int, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            rng = Random(f"{seed}/{self.tried}")
            data = mutated(self.logs, rng)
            thorough = self.tried % THOROUGH == 0
            self.tried += 1
            trouble = self.worker.trouble(data, thorough=thorough)
            if trouble:
                self._keep(trouble, data, thorough=thorough)
        self.worker.end()

    def _keep(self, trouble: str, data: bytes, *, thorough: bool) -> None:
        kind = _kind(trouble)
        self.finds[kind] = self.finds.get(kind, 0) + 1
        if self.finds[kind] > 1:
            return
        small = self._shrunk(kind, data, thorough=thorough)
        name = hashlib.sha256(small).hexdigest()[:12]
        FINDS.mkdir(parents=True, exist_ok=True)
        (FINDS / name).write_bytes(small)
        _say(f"{FINDS / name} ({len(small)} bytes): {trouble}")

    def _shrunk(self, kind: str, data: bytes, *, thorough: bool) -> bytes:
        """`data` without what the trouble does not need, as far as there is time."""
        end, size = time.monotonic() + SHRINK_SECONDS, max(1, len(data) // 2)
        while size and time.monotonic() < end:
            at, smaller = 0, False
            while at < len(data) and time.monotonic() < end:
                less = data[:at] + data[at + size :]
                if _kind(self.worker.trouble(less, thorough=thorough)) == kind:
                    data, smaller = less, True
                else:
                    at += size
            size = size if smaller and size > 1 else size // 2
        return data


def _kind(trouble: str) -> str:
    return trouble.partition(": ")[0]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def logs_of(paths: Iterable[str]) -> list[bytes]:
    """The samples and small logs of `paths`."""
    given = [d.data for d in open_documents(paths) if isinstance(d, Document) and len(d.data) <= LARGEST_LOG]
    Random(0).shuffle(given)
    return [*samples().values(), *given[:MOST_LOGS]]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--logs", nargs="*", default=[])
    given = options.parse_args()
    os.nice(15)
    fuzz = Fuzz(logs_of(given.logs))
    fuzz.run(given.seed, given.seconds)
    found = ", ".join(f"{kind} {count}" for kind, count in fuzz.finds.items()) or "nothing"
    _say(f"seed {given.seed}: {fuzz.tried:,} inputs of {len(fuzz.logs)} logs; found: {found}")
    return bool(fuzz.finds)


if __name__ == "__main__":
    sys.exit(main())
