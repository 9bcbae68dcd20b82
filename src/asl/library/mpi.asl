// Time in MPI, for profiles and traces (after Periscope's properties). Time that ranked lists already report as time in MPI
// has no impact here, so it counts once. Properties that explain a part of that time are reported with it (parent).

property MpiTime(Experiment e) {
  let part = e.mpi / RB(e);
  in condition: part > threshold;
  severity: part;
  explain: "This share of the time of all locations is spent in MPI, including waiting.";
  causes: "Ranks wait for each other. There are many small messages. There is too little work for this number of ranks.";
  advice: "Look at the call sites below, and record a trace: it separates waiting from communication.";
}

property MpiCallSite(CallPath c, Experiment e) {
  let part = c.mpi / RB(e);
  in condition: part > 1 %;
  severity: part;
  at: c;
  explain: "This share of the time of all locations is spent in this MPI call.";
  causes: "Its partners are late. It moves much data. It is called very often.";
  advice: "Compare the ranks: the others may wait for those with little time here.";
}

property MpiFunction(Region r, Experiment e) {
  let inside = sum(c.mpi where c in e.callPaths and c.region == r);
  in condition: inside > 0;
  severity: inside / RB(e);
  explain: "This share of the time of all locations is spent in calls of this MPI function, over all call sites.";
  causes: "The function has many call sites, or one call site takes most of the time.";
  advice: "Look at the time of its call paths to find the important call sites.";
}

property UnevenMpiTime(CallPath c, Experiment e) {
  let least = min(c.mpiP); uneven = sum(c.mpiP - least);
  in condition: uneven / RB(e) > threshold;
  severity: uneven / RB(e);
  impact: uneven;
  parent: mpi_cost;
  at: c;
  explain: "Ranks spend different amounts of time in this call. Time above the fastest rank is mostly waiting.";
  causes: "One rank has more work before the call than the others. Messages pass through some ranks only.";
  advice: "Find the work of the rank with the least time here before the call, and reduce it.";
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
  causes: "Values are sent one by one when they are computed. Halos of several arrays are exchanged one after the other.";
  advice: "Combine data for the same rank into one message.";
}

property LargeMessages(CallPath c, Experiment e) {
  let mean = if (c.bytes_sent > 0 B) c.bytes_sent / c.visits else c.bytes_rcvd / c.visits;
  lost = if (mean > 0 B) c.mpi;
  in condition: mean > largeMessage and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  parent: mpi_cost;
  at: c;
  explain: "Messages of this call have more than a million bytes on average: their transfer costs time.";
  causes: "Whole arrays are sent although other ranks need only parts of them. Data is gathered at one rank.";
  advice: "Send only the necessary data, or compute during the transfer (MPI_Isend, MPI_Irecv).";
}

property HotSpot(CallPath c, Experiment e) {
  let part = c.comp / RB(e);
  in condition: part > threshold;
  severity: part;
  at: c;
  explain: "This share of the time of all locations is spent in computation here, excluding called functions.";
  causes: "Most of the work is done here.";
  advice: "Optimize this code first: it has the largest potential.";
}
