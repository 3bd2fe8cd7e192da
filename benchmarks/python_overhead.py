#!/usr/bin/env python3
"""What `kreisel.solve` costs beside the program: the heavy top with the same options, in turn, medians.

  PYTHONPATH=build/python python_overhead.py build/bin/kreisel [--repeat N]

loop       seconds in the time loop, as both report them (`statistics.wall_seconds`)
whole      the call of kreisel.solve; the process of `kreisel run … --json` with its start, reading and writing
outside    whole less loop of the same run
processor  whole in processor time, which other programs on the machine disturb less
every step without t_eval, every step is kept, as scipy has it; otherwise 200 samples, as the program has them
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import kreisel  # noqa: E402

CASES = [
    ("generalized_alpha 1e-6, 1 s", 1.0, {"method": "generalized_alpha", "rtol": 1e-6}),
    ("generalized_alpha h = 1e-5, 1 s", 1.0, {"method": "generalized_alpha", "step": 1e-5}),
    ("bliedf 1e-8, 4 s", 4.0, {"method": "bliedf", "rtol": 1e-8}),
    ("radau 1e-8, 4 s", 4.0, {"method": "radau", "rtol": 1e-8}),
    ("dop853 1e-8, 4 s", 4.0, {"method": "dop853", "rtol": 1e-8}),
]


def run_program(program, t_end, options):
    arguments = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run([program, "run", "heavy_top", "--t-end", str(t_end), *arguments, "--json"],
                          check=True, capture_output=True)  # fmt: skip
    whole = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout)["statistics"]["wall_seconds"], whole, processor


def run_here(t_end, options, t_eval):
    begin, begin_processor = time.perf_counter(), time.process_time()
    result = kreisel.solve("heavy_top", t_end, t_eval=t_eval, **options)
    whole, processor = time.perf_counter() - begin, time.process_time() - begin_processor
    return result.stats["wall_seconds"], whole, processor


def measure(program, t_end, options, repeat):
    """Medians in milliseconds; what is compared takes turns, so that other load hits all of it alike."""
    samples = np.linspace(0.0, t_end, 201)
    times = {"program": [], "200 samples": [], "every step": []}
    for _ in range(repeat):
        times["program"].append(run_program(program, t_end, options))
        times["200 samples"].append(run_here(t_end, options, samples))
        times["every step"].append(run_here(t_end, options, None))
    outside = {who: [(*found, found[1] - found[0]) for found in runs] for who, runs in times.items()}
    return {who: [1e3 * statistics.median(column) for column in zip(*runs)] for who, runs in outside.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--repeat", type=int, default=31)
    arguments = parser.parse_args()
    print(f"heavy top, medians of {arguments.repeat} runs each in turn [ms]; {os.cpu_count()} cores, load at the start "
          f"{os.getloadavg()[0]:.1f}")  # fmt: skip
    print("overhead: the whole call beside the time loop of the program, and processor time beside its process\n")
    print(f"{'':32} {'':11} {'loop':>8} {'whole':>8} {'outside':>8} {'processor':>9}   overhead")
    for title, t_end, options in CASES:
        found = measure(arguments.program, t_end, options, arguments.repeat)
        loop, _, process, _ = found["program"]
        for who, (own, whole, processor, outside) in found.items():
            overhead = f"{100 * (whole / loop - 1):+6.1f} % {100 * (processor / process - 1):+6.1f} %"
            print(f"{title:32} {who:11} {own:8.2f} {whole:8.2f} {outside:8.2f} {processor:9.2f}  {'' if who == 'program' else overhead}")
            title = ""


if __name__ == "__main__":
    main()
