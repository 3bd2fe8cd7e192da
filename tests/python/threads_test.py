"""Threads, processes and pickles."""

import multiprocessing
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from systems import solve_pendulum

import kreisel


def long_run(t_end=1.5):
    return kreisel.solve("heavy_top", t_end, step=2e-6, method="generalized_alpha", t_eval=[t_end])


def test_other_threads_run_during_a_compiled_run():
    done = threading.Event()
    results = []

    def compute():
        results.append(long_run())
        done.set()

    thread = threading.Thread(target=compute)
    longest, last, ticks = 0.0, time.monotonic(), 0
    begin = last
    thread.start()
    while not done.is_set():
        time.sleep(0.001)
        now = time.monotonic()
        longest, last, ticks = max(longest, now - last), now, ticks + 1
    whole = time.monotonic() - begin
    thread.join()
    assert results[0].success and whole > 0.1, "too short to tell"
    assert longest < 0.5 * whole, f"the interpreter stood still for {longest:.2f} s of {whole:.2f} s"
    assert ticks > 20


def test_two_compiled_runs_overlap():
    """Both are in their time loops at once: each begins before the other ends, and neither waits for the other."""
    def timed():
        begin = time.thread_time()
        long_run(0.5)
        return time.thread_time() - begin

    intervals = []

    def compute():
        begin = time.monotonic()
        long_run(0.5)
        intervals.append((begin, time.monotonic()))

    threads = [threading.Thread(target=compute) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (a, b), (c, d) = intervals
    overlap = min(b, d) - max(a, c)
    assert overlap > 0.5 * min(b - a, d - c)
    assert timed() > 0.0


def test_many_runs_in_threads_give_what_one_gives():
    alone = [kreisel.solve("heavy_top", 0.2, rtol=1e-6, parameters={"spin": spin}).q[:, -1] for spin in range(100, 108)]
    with ThreadPoolExecutor(4) as pool:
        runs = pool.map(lambda spin: kreisel.solve("heavy_top", 0.2, rtol=1e-6, parameters={"spin": spin}), range(100, 108))
        assert all(np.array_equal(run.q[:, -1], one) for run, one in zip(runs, alone))


def test_own_systems_in_threads_give_what_one_gives():
    alone = solve_pendulum(0.5, rtol=1e-7).q
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: solve_pendulum(0.5, rtol=1e-7, events=lambda t, q, v: q[0] - 0.5), range(8)))
    assert all(np.array_equal(run.q, alone) for run in runs)


def test_exceptions_in_threads_stay_in_their_thread():
    from systems import pendulum

    def run(number):
        def force(t, q, v):
            if t > 0.1 and number % 2:
                raise ValueError(number)
            return [0.0, -9.81]

        try:
            return solve_pendulum(0.3, pendulum(force=force), rtol=1e-6).success
        except ValueError as error:
            return error.args[0]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(run, range(6))) == [True, 1, True, 3, True, 5]


def end_of(spin):
    return kreisel.solve("heavy_top", 0.1, rtol=1e-6, parameters={"spin": spin}).q[:, -1]


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_processes(start):
    expected = [end_of(spin) for spin in (100, 120)]
    with multiprocessing.get_context(start).Pool(2) as pool:
        found = pool.map_async(end_of, (100, 120)).get(timeout=60)
    assert all(np.array_equal(a, b) for a, b in zip(found, expected))


def run_of(spin):
    return kreisel.solve("heavy_top", 0.1, rtol=1e-6, parameters={"spin": spin}, dense_output=True, events=lambda t, q, v: q[2])


def test_results_cross_processes():
    here = run_of(100)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        there = pool.map_async(run_of, [100]).get(timeout=60)[0]
    for name in ("t", "q", "v", "a", "lam", "values"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name
    assert there.columns == here.columns and there.success and there.stats["accepted"] == here.stats["accepted"]
    assert np.array_equal(there["top"].position, here["top"].position) and there.sol is None
    assert np.array_equal(there.joint["tip"].lam, here.joint["tip"].lam) and np.array_equal(there.t_events[0], here.t_events[0])


def failing_call(_):
    return kreisel.solve("hevy_top", 1)


def test_errors_cross_processes():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        with pytest.raises(kreisel.UnknownName, match="heavy_top"):
            pool.map_async(failing_call, [0]).get(timeout=60)


def errors_of_every_kind():
    for kind in (kreisel.Error, kreisel.OptionError, kreisel.UnknownName, kreisel.FileError, kreisel.StartError, kreisel.ModelError):
        yield kind("the fact", "the place", "the remedy")
    yield kreisel.ShapeError("force", "3 numbers", "6 numbers")


@pytest.mark.parametrize("error", errors_of_every_kind(), ids=lambda error: type(error).__name__)
def test_errors_can_be_pickled(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and str(copy) == str(error)
    assert (copy.fact, copy.where, copy.hint, copy.exit_code) == (error.fact, error.where, error.hint, error.exit_code)


def test_errors_are_what_python_expects():
    assert issubclass(kreisel.OptionError, ValueError) and issubclass(kreisel.UnknownName, KeyError)
    assert issubclass(kreisel.ModelError, ValueError) and issubclass(kreisel.SolveWarning, RuntimeWarning)
    assert str(kreisel.UnknownName("fact", "place", "remedy")) == "place: fact\n  hint: remedy"


def test_an_error_of_a_code_that_has_no_class_keeps_it():
    from kreisel._errors import error_of

    copy = pickle.loads(pickle.dumps(error_of(6, "fact", "", "")))
    assert copy.exit_code == 6 and str(copy) == "fact"
