"""`Processes`: copies of this process, made by fork, that work on batches.

They wait at one socket for descriptors of batches, so that whichever is free takes the next, and each has
a socket for its answers.  They end when their parent does, whichever way, and all other copies of it.
"""

from __future__ import annotations

import errno
import gc
import os
import pickle
import signal
import socket
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from functools import partial
from itertools import count
from multiprocessing.connection import wait
from pathlib import Path
from typing import Final

import pyarrow as pa

from mjlog import collector
from mjlog.tables import LogTables
from mjlog.warehouse.derive import Derived
from mjlog.warehouse.handover import put, taken

_OPEN_FILES: Final = Path("/proc/self/fd")
ARE_SAFE: Final = hasattr(os, "memfd_create") and _OPEN_FILES.is_dir()
"""Whether this is a Linux that has all it takes: where a copy of a process with threads can work."""
_NUMBER_BYTES: Final = 8


class Processes:
    """Processes that work on batches at the same time.

    Args:
        work: what is done with each batch.
        number: how many processes.

    Raises:
        OSError: when the system allows no more processes.
    """

    def __init__(self, work: Callable[[LogTables], Derived], number: int) -> None:
        self._numbers = count()
        self._answers: dict[int, int] = {}
        """Descriptors of answers that nobody has taken yet, by number of the batch."""
        self._children: dict[socket.socket, int] = {}
        """Ids of the processes by the socket that their answers come from."""
        self._batches, theirs = _socket_pair()
        try:
            with theirs, _signals_held():
                for _ in range(number):
                    self._add(theirs, work)
        except BaseException:
            self.close()
            raise

    def _add(self, batches: socket.socket, work: Callable[[LogTables], Derived]) -> None:
        """Begin one more process, which takes batches from a socket."""
        mine, answers = _socket_pair()
        with answers, ExitStack() as if_refused:
            if_refused.enter_context(mine)
            self._children[mine] = _forked(partial(_serve, batches, answers, work), batches, answers)
            if_refused.pop_all()

    def submit(self, tables: LogTables) -> Callable[[], Derived]:
        """Have a batch worked on.

        Returns:
            What waits for the result, or raises the error that came of it; `ChildProcessError` when a
            process was lost.
        """
        number = next(self._numbers)
        batch = put(_as_dict(tables), None)
        try:
            with suppress(ConnectionError):  # all are lost, which is said when the result is asked for
                socket.send_fds(self._batches, [number.to_bytes(_NUMBER_BYTES)], [batch])
        finally:
            os.close(batch)
        return partial(self._result, number, tables)

    def _result(self, number: int, tables: LogTables) -> Derived:
        """The result of a batch, once it is there."""
        while number not in self._answers:
            self._receive()
        made, about = taken(self._answers.pop(number))
        if isinstance(about, Exception):
            raise about
        names, ids = about
        return {name: made[name] if name in made else getattr(tables, name) for name in names}, ids

    def _receive(self) -> None:
        """Wait for answers.

        Raises:
            ChildProcessError: when a process is there no more.
            OSError: when this one can have no more open files.
        """
        if not self._children:
            raise _lost()
        ready = wait(list(self._children))
        for answers in [one for one in self._children if one in ready]:
            number, descriptor = _received(answers)
            if not number:
                answers.close()
                raise _lost(_end_of(self._children.pop(answers)))
            self._answers[int.from_bytes(number)] = descriptor

    def close(self) -> None:
        """End the processes; what they have not done is left undone."""
        self._batches.close()
        for answers, child in self._children.items():
            answers.close()
            with suppress(ProcessLookupError, ChildProcessError):  # somebody else waited for it
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        for answer in self._answers.values():
            os.close(answer)
        self._children, self._answers = {}, {}


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Two ends of a connection that keeps messages apart, and tells when the other end is closed."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Let signals wait, so that they find every process known or with handlers of its own."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _received(end: socket.socket) -> tuple[bytes, int]:
    """A message with the descriptor that it came with; no bytes when the other end is closed.

    Raises:
        OSError: when this process can have no more open files, so that the descriptor is lost.
    """
    number, descriptors, _, _ = socket.recv_fds(end, _NUMBER_BYTES, 1, socket.MSG_CMSG_CLOEXEC)
    if number and not descriptors:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    return number, descriptors[0] if descriptors else -1


def _as_dict(tables: LogTables) -> dict[str, pa.Table]:
    return {field.name: getattr(tables, field.name) for field in fields(tables)}


def _lost(how: str = "") -> ChildProcessError:
    """The error of a process that has ended in some way."""
    advice = "where memory or open files are short, one job (jobs=1, --jobs 1) needs the least"
    return ChildProcessError(errno.ECHILD, f"a process that derives games was ended{how}; {advice}")


def _end_of(child: int) -> str:
    """How a process has ended, as far as it can be known."""
    try:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except ChildProcessError:  # somebody else waited for it
        return ""
    if code < 0:
        return f" by signal {-code}"
    return f" by an error ({os.strerror(code)})" if code else ""


# --- in the other process -------------------------------------------------------------------------


def _forked(life: Callable[[], None], *kept: socket.socket) -> int:
    """Fork, while signals are held; the other process does no more than `life`.

    Args:
        life: is called in the other process.
        kept: all of the open files that it keeps, besides the standard streams.

    Returns:
        The id of the other process.
    """
    with collector.paused(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which do nothing in the copy
        child = os.fork()
        if child == 0:
            gc.freeze()
    if child == 0:
        os._exit(_lived(life, {one.fileno() for one in kept}))
    return child


def _lived(life: Callable[[], None], kept: set[int]) -> int:
    """Live in the other process, and return its exit code: 0, or the number of the error that ended it.

    Nothing of the parent's may be cleared up here, which would remove its temporary files: not what is
    garbage already, which is frozen, and nothing at the end, for the process just stops.
    """
    try:
        _forget_signals()
        _forget_files(kept)
        life()
    except OSError as error:
        return error.errno or errno.EIO
    except MemoryError:
        return errno.ENOMEM
    except BaseException:  # noqa: BLE001 - there is nobody to tell it to
        return errno.ECANCELED
    return 0


def _forget_signals() -> None:
    """Leave interruptions to the parent, and have other signals do what they do by default."""
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _forget_files(kept: set[int]) -> None:
    """Let go of the files, locks and sockets of the parent.

    Their descriptors lead nowhere then, but stay taken: objects of the parent may still close them.  Where
    the parent has no standard streams, other files may have their descriptors.
    """
    streams = {n for n, stream in enumerate((sys.__stdin__, sys.__stdout__, sys.__stderr__)) if stream}
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in [int(file.name) for file in _OPEN_FILES.iterdir()]:
        if number not in kept | streams:
            os.dup2(nowhere, number)


def _serve(batches: socket.socket, answers: socket.socket, work: Callable[[LogTables], Derived]) -> None:
    """Work on batches until there is no parent any more."""
    while True:
        number, batch = _received(batches)
        if not number:
            return
        answer = _answer(batch, work)
        socket.send_fds(answers, [number], [answer])
        os.close(answer)


def _answer(batch: int, work: Callable[[LogTables], Derived]) -> int:
    """The descriptor of the answer to that of a batch; tables of the batch itself are not sent back."""
    try:
        given, _ = taken(batch)
        made, ids = work(LogTables(**given))
        return put({n: table for n, table in made.items() if table is not given.get(n)}, (list(made), ids))
    except Exception as error:  # noqa: BLE001 - raised in the parent
        return put({}, _portable(error))


def _portable(error: Exception) -> Exception:
    """An error that can be pickled, with a note of where it was raised."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever keeps it
        return RuntimeError(*error.__notes__)
    return error
