// Reading and writing files, over profiles and traces. Traces judge each call by itself (Small I/O); here is its mean.

property FileTime(Experiment e) {
  let part = e.io_time / RB(e);
  in condition: part > threshold;
  severity: part;
  explain: "So much of the time of all locations is spent in calls that read, write or name files.";
  causes: "Results or checkpoints are written often. Input is read by every rank.";
  advice: "Write less often, write in parallel (MPI-IO, parallel HDF5), or let one rank read and broadcast small input.";
}

property FileCallSite(CallPath c, Experiment e) {
  let part = c.io_time / RB(e);
  in condition: part > 1 %;
  severity: part;
  at: c;
  explain: "So much of the time of all locations is spent in this call that reads, writes or names files.";
  causes: "It moves much data, is called often, or the file system is busy with others.";
  advice: "Look at how much each call moves, and how often it is called.";
}

property SmallTransfers(CallPath c, Experiment e) {
  let bytes = if (c.io_bytes_written > 0 B) c.io_bytes_written else c.io_bytes_read; mean = bytes / c.visits;
  lost = if (mean > 0 B) c.io_time;
  in condition: mean < smallTransfer and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  parent: io_cost;
  at: c;
  explain: "These calls read or write less than 64 KiB each on average: file systems are slow with small parts.";
  causes: "Values are written one by one. The buffer of a stream is small.";
  advice: "Collect what belongs together and move it at once, or give the stream a larger buffer (setvbuf).";
}
