"""python3 readAll.py tau|hatchet|hatchet-tree FOLDER ROUNDS: the same as readAll.ts with TAU's own reader in Python
(src/python/tau_profile_parser.py of TAU) or Hatchet's, which python3 must find, with pandas. `hatchet-tree` is what
Hatchet does before it makes its table, without that."""
import json
import resource
import sys
import time
import warnings

warnings.simplefilter("ignore")
which, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
if which == "tau":
    from tau_profile_parser import TauProfileParser

    def read():
        return TauProfileParser.parse(path).interval_data()

    def total(table):
        names = table.index.get_level_values("Timer")
        return float(table["Exclusive"][[" => " not in name for name in names]].sum()) / 1e6

else:
    from hatchet.readers.tau_reader import TAUReader

    def read():
        reader = TAUReader(path)
        return reader.create_graph() if which == "hatchet-tree" else reader.read()

    def total(_):
        return None


seconds, found = [], None
for _ in range(rounds):
    before = time.process_time()
    found = read()
    seconds.append(time.process_time() - before)
whole = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "whole": whole, "time": total(found), "peakMegabytes": peak}))
