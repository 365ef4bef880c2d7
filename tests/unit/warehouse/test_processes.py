"""Copies of this process that work: each answer is that of its batch, and nothing of them stays."""

from __future__ import annotations

import errno
import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from mjlog import collector
from mjlog.schema import REJECTS
from mjlog.tables import LogTables
from mjlog.warehouse.derive import Derived, derive
from mjlog.warehouse.processes import ARE_SAFE, Processes
from tests.unit.warehouse.conftest import batches_of

pytestmark = pytest.mark.skipif(not ARE_SAFE, reason="where threads do the work instead")
ROOT = Path(__file__).parents[3]


def first_game(tables: LogTables) -> str:
    name: str = tables.games["game_id"][0].as_py()
    return name


def told(*words: str) -> Derived:
    """A result that is only some words."""
    return {"rejects": REJECTS.empty()}, set(words)


def about_itself(_tables: LogTables) -> Derived:
    """What a process has open, and what it does with signals."""
    links = {str(n.readlink()) for n in Path("/proc/self/fd").iterdir() if n.exists() and int(n.name) > 2}
    handlers = {f"{n} {signal.getsignal(n)!r}" for n in (signal.SIGINT, signal.SIGTERM)}
    return told(
        *links, *handlers, f"threads {threading.active_count()}", f"masked {signal.pthread_sigmask(0, ())}"
    )


class Unportable(Exception):  # noqa: N818
    """Is not made again from what it was made of."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def failing(tables: LogTables) -> Derived:
    raise Unportable("cannot", "be sent") if len(tables.events) else KeyError("word")


def ending(tables: LogTables) -> Derived:
    if len(tables.games):
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)
    return told()


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """No open file, no process and no thread is left by a test."""
    before = set(Path("/proc/self/fd").iterdir()), threading.active_count()
    yield
    assert (set(Path("/proc/self/fd").iterdir()), threading.active_count()) == before
    assert children() == []


def children(parent: int | None = None) -> list[int]:
    """Ids of the processes of a parent, zombies included."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            own = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(own[1]) == (parent or os.getpid()):
            found.append(int(stat.parent.name))
    return found


def test_each_answer_is_that_of_its_batch(yonma: LogTables, sanma: LogTables) -> None:
    batches = [*batches_of(yonma), LogTables.empty(), *batches_of(sanma)] * 2
    pool = Processes(lambda tables: derive(tables, None), 3)
    try:
        results = [pool.submit(batch) for batch in batches]
        for result, batch in reversed([*zip(results, batches, strict=True)]):
            tables, failed = result()
            expected, failed_here = derive(batch, None)
            assert (list(tables), failed) == (list(expected), failed_here)
            assert {n for n in expected if not tables[n].equals(expected[n])} == set()
            assert tables["events"] is batch.events or not len(batch.events)  # which need not come back
    finally:
        pool.close()


def test_whichever_is_free_takes_the_next(yonma: LogTables) -> None:
    slow = yonma.games["game_id"].to_pylist()[0]

    def who(tables: LogTables) -> Derived:
        time.sleep(2 if first_game(tables) == slow else 0)
        return told(str(os.getpid()))

    first_slow = [*batches_of(yonma)]
    several = first_slow + first_slow[1:] * 4
    pool = Processes(who, 2)
    try:
        first, *more = [pool.submit(batch) for batch in several]
        one, other = first()[1], {name for result in more for name in result()[1]}
    finally:
        pool.close()
    assert len(other) == 1
    assert one != other


def test_nothing_of_the_parent_is_theirs(yonma: LogTables, tmp_path: Path) -> None:
    def handler(*_: object) -> None:
        raise AssertionError

    before = signal.signal(signal.SIGTERM, handler)
    try:
        with (tmp_path / "lock").open("w"):
            pool = Processes(about_itself, 2)
            try:
                told_of = [pool.submit(yonma)()[1] for _ in range(4)]
            finally:
                pool.close()
    finally:
        signal.signal(signal.SIGTERM, before)
    for words in told_of:
        files = {word for word in words if word.startswith("/") and not word.startswith("/proc")}
        assert {word for word in files if "memfd" not in word} == {os.devnull}
        assert len([word for word in words if word.startswith("socket:")]) == 2
        assert {"threads 1", "masked set()", f"2 {signal.SIG_IGN!r}", f"15 {signal.SIG_DFL!r}"} <= words


def test_errors_come_with_their_place(yonma: LogTables) -> None:
    pool = Processes(failing, 2)
    try:
        unportable, portable = pool.submit(yonma), pool.submit(LogTables.empty())
        with pytest.raises(KeyError, match="word") as caught:
            portable()
        assert "in failing" in caught.value.__notes__[0]
        with pytest.raises(RuntimeError, match="Unportable: cannot be sent"):
            unportable()
    finally:
        pool.close()


def test_one_that_is_killed_is_told(yonma: LogTables) -> None:
    pool = Processes(ending, 2)
    try:
        results = [pool.submit(batch) for batch in (LogTables.empty(), yonma)]
        with pytest.raises(ChildProcessError, match=r"ended by signal 9; .*jobs=1") as caught:
            results[0]()
        assert caught.value.errno == errno.ECHILD
    finally:
        pool.close()


def test_when_all_are_killed_no_batch_waits_for_ever(yonma: LogTables) -> None:
    pool = Processes(ending, 1)
    try:
        (child,) = children()
        os.kill(child, signal.SIGKILL)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        results = [pool.submit(yonma) for _ in range(3)]
        for result in results:
            with pytest.raises(ChildProcessError, match="ended"):
                result()
    finally:
        pool.close()


def test_when_all_are_killed_with_batches_waiting_it_is_told(yonma: LogTables) -> None:
    pool = Processes(ending, 1)
    try:
        results = [pool.submit(LogTables.empty()) for _ in range(3)]
        (child,) = children()
        os.kill(child, signal.SIGKILL)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        results.append(pool.submit(yonma))
        for result in results:
            with pytest.raises(ChildProcessError, match="ended"):
                result()
    finally:
        pool.close()


def test_those_at_work_are_ended(yonma: LogTables) -> None:
    begun = time.monotonic()
    pool = Processes(ending, 2)
    for _ in range(3):
        pool.submit(LogTables.empty())
    pool.close()
    assert time.monotonic() - begun < 30


def test_answers_that_nobody_takes_leave_nothing(yonma: LogTables) -> None:
    pool = Processes(lambda tables: derive(tables, None), 2)
    results = [pool.submit(batch) for batch in batches_of(yonma)]
    results[-1]()
    pool.close()


def test_it_does_not_matter_who_waits_for_children(yonma: LogTables) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system waits for them
    try:
        pool = Processes(lambda tables: derive(tables, None), 2)
        result = pool.submit(yonma)
        result()
        pool.close()
        pool = Processes(ending, 1)
        result = pool.submit(yonma)
        with pytest.raises(ChildProcessError, match="ended; where"):
            result()
        pool.close()
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_garbage_of_the_parent_is_not_cleared_up_by_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "folder"

    class Ring:
        def __init__(self) -> None:
            self.itself = self
            folder.mkdir()

        def __del__(self) -> None:
            folder.rmdir()

    def collecting(_tables: LogTables) -> Derived:
        gc.collect()
        return told()

    with collector.paused():
        Ring()
        pool = Processes(collecting, 1)
        try:
            pool.submit(LogTables.empty())()
            assert folder.is_dir()
        finally:
            pool.close()
    gc.collect()
    assert not folder.exists()


@pytest.fixture
def few_files() -> Iterator[Callable[[], None]]:
    """What makes this process take up all of the files that it may open."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    held: list[int] = []

    def take() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, limits[1]))
        with suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))

    yield take
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    for number in held:
        os.close(number)


def test_an_answer_that_cannot_be_opened_is_told(few_files: Callable[[], None]) -> None:
    pool = Processes(lambda _: told(), 1)
    try:
        pool.submit(LogTables.empty())()
        result = pool.submit(LogTables.empty())
        few_files()
        with pytest.raises(OSError, match="Too many open files"):
            result()
    finally:
        pool.close()


def test_a_process_that_can_open_no_answer_tells_why(few_files: Callable[[], None]) -> None:
    def and_take(_tables: LogTables) -> Derived:
        few_files()
        return told()

    pool = Processes(and_take, 1)
    try:
        result = pool.submit(LogTables.empty())
        with pytest.raises(ChildProcessError, match=r"by an error \(Too many open files\)"):
            result()
    finally:
        pool.close()


def test_no_process_is_left_where_one_more_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fork
    forks: list[int] = []

    def fork() -> int:
        if forks:
            raise BlockingIOError(errno.EAGAIN, "no more")
        forks.append(real())
        return forks[0]

    monkeypatch.setattr(os, "fork", fork)
    with pytest.raises(BlockingIOError):
        Processes(failing, 2)
    assert len(forks) == 1


def test_from_a_thread(yonma: LogTables) -> None:
    found: list[Derived] = []

    def derived() -> None:
        pool = Processes(lambda tables: derive(tables, None), 2)
        found.append(pool.submit(yonma)())
        pool.close()

    thread = threading.Thread(target=derived)
    thread.start()
    thread.join()
    assert found[0][0]["games"].equals(derive(yonma, None)[0]["games"])


# --- ends of the parent ---------------------------------------------------------------------------

SCRIPT = """
    import atexit, os, signal, sys, time
    from mjlog.simulate import simulate
    from mjlog.tables import LogTables
    from mjlog.warehouse.processes import Processes
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, as in a shell's background
    atexit.register(print, "the end")
    print("begin", end=" ")
    def work(tables):
        time.sleep(SECONDS)
        return {}, set()
    pool = Processes(work, 2)
    try:
        results = [pool.submit(LogTables.empty()) for _ in range(3)]
        print("ready", flush=True)
        for result in results:
            result()
    finally:
        pool.close()
"""


def started(seconds: float) -> subprocess.Popen[str]:
    """A script, in a group of its own, whose processes take some seconds for a batch."""
    code = textwrap.dedent(SCRIPT).replace("SECONDS", str(seconds))
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", "-c", code],
        cwd=ROOT,
        text=True,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
    )


def gone(processes: list[int]) -> bool:
    """Whether some processes have ended within seconds."""
    for _ in range(200):
        if not any(Path(f"/proc/{number}").exists() for number in processes):
            return True
        time.sleep(0.05)
    return False


def test_what_is_printed_is_printed_once() -> None:
    with started(0) as script:
        assert script.communicate(timeout=60) == ("begin ready\nthe end\n", "")
    assert script.returncode == 0


def test_an_interruption_of_all_is_the_parents() -> None:
    with started(600) as script:
        assert script.stdout is not None
        assert script.stdout.readline() == "begin ready\n"
        workers = children(script.pid)
        os.killpg(script.pid, signal.SIGINT)
        out, error = script.communicate(timeout=60)
    assert (len(workers), script.returncode) == (2, -signal.SIGINT)
    assert out == "the end\n"
    assert error.count("Traceback") == error.count("KeyboardInterrupt") == 1
    assert gone(workers)


def test_they_end_with_a_parent_that_is_killed() -> None:
    with started(0.5) as script:
        assert script.stdout is not None
        assert script.stdout.readline() == "begin ready\n"
        workers = children(script.pid)
        script.kill()
        assert script.communicate(timeout=60) == ("", "")
    assert len(workers) == 2
    assert gone(workers)


def test_they_end_with_a_parent_that_had_no_standard_streams(tmp_path: Path) -> None:
    told_in = tmp_path / "ready"
    code = textwrap.dedent(SCRIPT).replace("SECONDS", "0.5")
    code = code.replace('print("ready", flush=True)', f"open({str(told_in)!r}, 'w').close()")
    closed = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, code]
    with subprocess.Popen(closed, cwd=ROOT, start_new_session=True) as script:
        while not told_in.exists():
            assert script.poll() is None
            time.sleep(0.05)
        workers = children(script.pid)
        script.kill()
    assert len(workers) == 2
    assert gone(workers)
