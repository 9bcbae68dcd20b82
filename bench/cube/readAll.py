"""python3 readAll.py FILE ROUNDS: the same as readAll.ts with pycubexr, which must be found by python3."""
import json
import logging
import resource
import sys
import time
import warnings

from pycubexr import CubexParser
from pycubexr.utils.exceptions import MissingMetricError

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


def read(path):
    sums = {}
    with CubexParser(path) as cubex:
        nodes = list(cubex.all_cnodes())
        for metric in cubex.get_metrics():
            try:
                values = cubex.get_metric_values(metric)
            except MissingMetricError:
                continue
            if metric.data_type in ("MINDOUBLE", "MAXDOUBLE", "TAU_ATOMIC"):
                continue
            own = whole = 0.0
            for node in nodes:
                own += float(values.cnode_values(node, convert_to_exclusive=True).sum())
                whole += float(values.cnode_values(node, convert_to_inclusive=True).sum())
            if own != 0:
                sums[metric.name] = own
                sums[metric.name + " inclusive"] = whole
    return sums


path, rounds = sys.argv[1], int(sys.argv[2])
seconds, sums = [], {}
for _ in range(rounds):
    before = time.process_time()
    sums = read(path)
    seconds.append(time.process_time() - before)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
# With starting the interpreter and its libraries.
whole = time.process_time()
print(json.dumps({"seconds": seconds, "whole": whole, "sums": sums, "peakMegabytes": peak}))
