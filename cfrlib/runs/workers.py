"""Tasks on other processors, of this machine or of a Dask cluster. A worker that dies costs its task, nothing else.

A task is a call of a function that a worker can import, with arguments that are plain data. It may begin more than
once, so it works in a folder of its own and returns what it has come to; whoever asked keeps that, once.
"""

import os
import secrets
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from threading import Thread

from cfrlib._util.arguments import refuse, whole
from cfrlib._util.imports import from_extras

TRIES = 5
"""Processes that a task may take with it before it is given up."""
DEATHS = 20
"""The same on a cluster, where a worker that dies may be innocent, and its tasks, too."""
MOST_WORKERS = 1024


class Lost(RuntimeError):
    """No worker survives a task."""


def checked(executor, workers=None):
    """Return how tasks are done, a function of (function, jobs), or raise an error before any of them begins."""
    takes = "None, 'processes' or 'dask://HOST:PORT'"
    kind, _, address = str(executor).partition("://")
    if workers is not None and executor != "processes":
        refuse("workers", workers, "None, but with executor='processes'", right_type=True)
    if executor is None:
        return in_turn
    if executor == "processes":
        workers = whole("workers", os.cpu_count() if workers is None else workers, 1, MOST_WORKERS)
        return lambda function, jobs: by_processes(function, jobs, workers)
    if kind != "dask" or not address:
        refuse("executor", executor, takes, isinstance(executor, str))
    with from_extras():
        # What only the extra `cluster` brings; that it is missing is said before anything begins.
        import distributed  # noqa: F401
    return lambda function, jobs: by_dask(function, jobs, f"tcp://{address}")


def in_turn(function, jobs):
    """Yield (key, what comes out) of jobs, {key: arguments}, one after the other in this process."""
    for key, arguments in jobs.items():
        yield key, function(*arguments)


def by_processes(function, jobs, workers):
    """Yield (key, what comes out) of jobs as they are done, in so many processes: each is a pool of its own."""
    context = get_context("spawn")
    ear, mouth = context.Pipe(duplex=False)
    pools = []

    def pool():
        pools.append(ProcessPoolExecutor(1, context, _listen, (ear,)))
        return pools[-1]

    waiting, idle = deque(jobs), [pool() for _ in range(min(workers, len(jobs)))]
    running, deaths = {}, Counter()
    try:
        while waiting or running:
            while waiting and idle:
                worker, key = idle.pop(), waiting[0]
                try:
                    running[worker.submit(function, *jobs[key])] = worker, key
                    waiting.popleft()
                except BrokenProcessPool:  # it died between two tasks
                    idle.append(pool())
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                worker, key = running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    deaths[key] += 1
                    if deaths[key] == TRIES:
                        raise Lost(f"{jobs[key]}: {TRIES} processes died of this task; was memory short?") from None
                    waiting.append(key)
                    worker = pool()
                else:
                    yield key, result
                idle.append(worker)
        for worker in idle:
            worker.shutdown()
    finally:
        mouth.close()
        for worker in pools:  # also one that has not come to listen yet: it does so first of all, and ends
            worker.shutdown(cancel_futures=True)


def _listen(ear):
    """Let a worker end when the one that asked has gone, or wants no more; a Ctrl-C of the terminal is for that one."""

    def end():
        ear.poll(None)
        os._exit(1)

    signal(SIGINT, SIG_IGN)
    Thread(target=end, daemon=True).start()


def by_dask(function, jobs, address):
    """Yield (key, what comes out) of jobs as they are done by the workers of a scheduler; what is yielded is let go."""
    # What only the extra `cluster` brings.
    from distributed import Client, as_completed

    def forgive(dask_scheduler):
        dask_scheduler.allowed_failures = max(dask_scheduler.allowed_failures, DEATHS)

    try:
        client = Client(address)
    except OSError as error:
        raise ConnectionError(f"executor='dask://{address.removeprefix('tcp://')}': {error}") from None
    with client:
        client.run_on_scheduler(forgive)
        once = secrets.token_hex(4)  # two runs of one cluster share nothing
        keys = {f"cfrlib-{once}-{number}": key for number, key in enumerate(jobs)}
        waiting = as_completed(client.submit(function, *jobs[keys[k]], key=k, pure=False) for k in keys)
        for future in waiting:
            yield keys[future.key], future.result()
            future.release()
