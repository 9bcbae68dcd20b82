// File I/O, for profiles and traces. In traces, Small I/O evaluates each call separately; this text uses means of calls.

property FileTime(Experiment e) {
  let part = e.io_time / RB(e);
  in condition: part > threshold;
  severity: part;
  explain: "This share of the time of all locations is spent in calls that read, write, name or query files.";
  causes: "Results or checkpoints are written often. Input is read by every rank.";
  advice: "Write less often, write in parallel (MPI-IO, parallel HDF5), or let one rank read and broadcast small input.";
}

property FileCallSite(CallPath c, Experiment e) {
  let part = c.io_time / RB(e);
  in condition: part > 1 %;
  severity: part;
  at: c;
  explain: "This share of the time of all locations is spent in this file call.";
  causes: "It moves much data, is called often, or the file system is busy with other programs.";
  advice: "Check the amount of data per call and the number of calls.";
}

property SmallTransfers(CallPath c, Experiment e) {
  let bytes = if (c.io_bytes_written > 0 B) c.io_bytes_written else c.io_bytes_read; mean = bytes / c.visits;
  lost = if (mean > 0 B) c.io_time;
  in condition: mean < smallTransfer and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  parent: io_cost;
  at: c;
  explain: "These calls read or write less than 64 KiB each on average. File systems are slow with small requests.";
  causes: "Values are written one by one. The buffer of a stream is small.";
  advice: "Collect related data and transfer it in one call, or give the stream a larger buffer (setvbuf).";
}
