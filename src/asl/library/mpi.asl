// Time in MPI over profiles and traces (after Periscope's properties). What ranked lists already tell as time in MPI has
// no impact here, so that it counts once; what explains a part of that time is told with it (parent).

property MpiTime(Experiment e) {
  let part = e.mpi / RB(e);
  in condition: part > threshold;
  severity: part;
  explain: "So much of the time of all locations is spent in MPI, work and waiting together.";
  causes: "Ranks wait for each other. Messages are many and small. There is too little work for so many ranks.";
  advice: "Look at the call sites below, and measure a trace: it tells waiting from work.";
}

property MpiCallSite(CallPath c, Experiment e) {
  let part = c.mpi / RB(e);
  in condition: part > 1 %;
  severity: part;
  at: c;
  explain: "So much of the time of all locations is spent in this call of MPI.";
  causes: "Its partners come late. It moves much data. It is called very often.";
  advice: "Compare the ranks: those with little time here are the ones that the others may wait for.";
}

property MpiFunction(Region r, Experiment e) {
  let inside = sum(c.mpi where c in e.callPaths and c.region == r);
  in condition: inside > 0;
  severity: inside / RB(e);
  explain: "So much of the time of all locations is spent in calls of this function of MPI, wherever they stand.";
  causes: "The function is called from many places, or one of them takes most of it.";
  advice: "Look at its call sites: the time by call path tells which one matters.";
}

property UnevenMpiTime(CallPath c, Experiment e) {
  let least = min(c.mpiP); uneven = sum(c.mpiP - least);
  in condition: uneven / RB(e) > threshold;
  severity: uneven / RB(e);
  impact: uneven;
  parent: mpi_cost;
  at: c;
  explain: "Ranks spend unlike times in this call: what they spend beyond the one that is there shortest is mostly waiting.";
  causes: "One rank has more work before the call than the others. Messages go through some ranks only.";
  advice: "Look at what the rank with the least time here does before it, and give it less of the work.";
}

property SmallMessages(CallPath c, Experiment e) {
  let mean = if (c.bytes_sent > 0 B) c.bytes_sent / c.visits else c.bytes_rcvd / c.visits;
  lost = if (mean > 0 B) c.mpi;
  in condition: mean < smallMessage and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  parent: mpi_cost;
  at: c;
  explain: "Messages of this call have fewer than 1000 bytes on average: their number costs time, not their size.";
  causes: "Values are sent one by one as they get known. Halos of several arrays are exchanged one after the other.";
  advice: "Put what goes to the same rank into one message, and send it once.";
}

property LargeMessages(CallPath c, Experiment e) {
  let mean = if (c.bytes_sent > 0 B) c.bytes_sent / c.visits else c.bytes_rcvd / c.visits;
  lost = if (mean > 0 B) c.mpi;
  in condition: mean > largeMessage and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  parent: mpi_cost;
  at: c;
  explain: "Messages of this call have more than a million bytes on average: moving them costs time.";
  causes: "Whole arrays are sent where others need parts of them. Data is gathered at one rank.";
  advice: "Send only what is needed, or compute while the message is under way (MPI_Isend, MPI_Irecv).";
}

property HotSpot(CallPath c, Experiment e) {
  let part = c.comp / RB(e);
  in condition: part > threshold;
  severity: part;
  at: c;
  explain: "So much of the time of all locations is spent in computation here, without what is called.";
  causes: "Most of the work is done here.";
  advice: "Make this code faster first: nothing else can gain as much.";
}
