// The data of a measured run that properties can use. Members are views of columns: values that were not measured are
// absent, not 0. Call paths, regions, locations and experiments also have every metric of the run by its unique name, such
// as mpi_latesender. With the suffix T, it is the seconds at each location; with P, those of the first thread of each
// process. Counters have the names below, independent of the tool (see counters.ts); counts are sums over locations.

// runTime: from start to end, at least the longest time of a thread. usefulT: for each thread with records, the time outside
// MPI, OpenMP and other run-time systems. idealTime: the critical path without its time in MPI. networkSaves, teamsSaves,
// balanceSaves, halfSaves: the predicted gain in run time (trimtab whatif) if communication took no time, threads shared their
// work, a region were balanced over ranks, or took half its time; absent for changes that the analysis did not predict.
class Experiment {
  String name; double<s> wall; double<s·loc> cpu; int locationC;
  Location locations[]; CallPath callPaths[]; Events trace;
  double<s> runTime; double<s> usefulT[]; double<s> idealTime;
  double<s> networkSaves; double<s> teamsSaves;
}
class Region {
  String name; String file; int beginLine; int endLine; RegionType type; String paradigm;
  double<s> wall; double<s·loc> cpu;
  double<s> balanceSaves; double<s> halfSaves;
}
class Location { String name; int process; int thread; double<s> useful; }
class CallPath {
  Region *region; CallPath *parent; int depth;
  double<s·loc> exec_time; int excl_instances; int nested_instances;
  double<cycle> cycles; double<cycle> stalledCycles; double<cycle> idleIssueCycles; double instructions;
  double l1Misses; double l2Misses; double l3Misses; double tlbMisses; double branchMisses; double<flop> flops;
}
// Fürlinger & Gerndt 2005, figure 2: an OpenMP construct, with values per thread.
class ParPerf {
  Region *reg; Experiment *exp; CallPath *path; int threadC;
  double<s> execT[]; int execC[];
  double<s> bodyT[]; double<s> bodyOwnT[]; double<s> exitBarT[]; int exitBarC[];
  double<s> singleBodyT[]; int singleBodyC[];
  double<s> enterT[]; int enterC[]; double<s> exitT[]; int exitC[];
  double<s> sectionT[]; int sectionC[];
  double<s> startupT[]; double<s> shutdownT[]; double<s> taskT[]; int taskC[];
}
class SeqPerf { Region *reg; Experiment *exp; CallPath *path; double<s> mpiT; double<s> execT; }

// Events (Wolf 2003, table 3.1). type: "Enter", "Receive"…; call: the kind of MPI call that contains the event, or that it
// enters, such as "Recv"; operation: the collective operation, such as "Allreduce"; rootptr: its end at its root; earlier:
// receives that the same call completed before this one; postptr: the start of the call that posted the receive.
class Events { int count; }
class Event {
  String type; double<s> time; double<s> timestamp; Location *location; Location *process_id; Region *region; Region *reg;
  Enter *enterptr; Enter *callerptr; CallPath *path; Enter Rs[]; String call;
}
class Enter extends Event { Enter *cnodeptr; Enter *cedgeptr; }
class Exit extends Event {}
class Send extends Event { int<B> len; int tag; Event *requestptr; }
class Receive extends Event {
  Send *sendptr; int<B> len; int tag; Event *requestptr; Enter *postptr; Receive earlier[];
}
// A complete message: the calls that complete its send and its receive have ended. completeptr: the start of the call that
// completes the send, the send itself or MPI_Wait; until: the end of that call; received: the messages that it received;
// before: other messages that it sent and that were complete earlier.
class Message extends Receive { Enter *completeptr; double<s> until; Receive received[]; Message before[]; }
class MPICExit extends Event {
  MPICExit mpicoll[]; MPICExit *rootptr; String operation; int<B> sent; int<B> recvd;
}
class OMPCExit extends Event { OMPCExit ompcoll[]; }
class Fork extends Event {}
class Join extends Event {}
class AcquireLock extends Event { Event *lockptr; int lock; }
class ReleaseLock extends Event { Event *lockptr; int lock; }
setof Enter Rs(Event e, Location l);
// The previous event in the trace; recursive functions continue with it, as `f(e) = … f(PRED(e)) …`.
Event PRED(Event e);
// True if the region that an event enters is still open after another event.
bool isOpen(Enter e, Event after);

// Performance dynamics (Oleynik 2014, 5.4 and 6.4), for runs with a known main loop. Property: a metric at a call path on
// ranks that change alike (rankC is their number), with the changes of their mean over iterations; total: its seconds on all
// ranks; risesExcess, fallsExcess: the total cost of all rises or falls; moving: the time lost because the slowest rank
// differs between iterations. phaseContext: the loop. DC: iterations of the loop or of a change, counted from 0. Change: kind
// is peak, step, trend or improvement; excess: seconds above the level before (of a peak, above the line between its feet; of
// an improvement, above the level after); before, after: seconds per iteration of all its ranks.
class DC { String name; int from; int to; }
class StaticContext { Region *region; Location *location; CallPath *path; }
class Property {
  String name; StaticContext *staticContext; StaticContext *phaseContext; MetricType id; Property *sP;
  qualSequence *sequence;
  String metric; CallPath *path; int rankC; bool isJudged; double<s·loc> total;
  Change peaks[]; Change rises[]; Change falls[]; double<s·loc> risesExcess; double<s·loc> fallsExcess;
  double<s·loc> moving; double recursEvery;
}
class DegradationPeak extends Property {}
class DegradationTrend extends Property {}
class qualSequence { String name; double<s·loc> sum; DC *dynamicContext; Property *sP; }
class Change extends qualSequence { String kind; double<s·loc> excess; double<s·loc> before; double<s·loc> after; }
class SSF { SSF *mSL; }
class DWT { double dynEnergy; double totalEnergy; double shortScalesEnergy; double wideScalesEnergy; }
class pdb {}
DWT getDWT(pdb data, StaticContext context, DC dc, MetricType metric);
SSF getSSF(pdb data, StaticContext context, DC dc, MetricType metric);
double<s·loc> getSum(pdb data, StaticContext context, DC dc, MetricType metric);
setof qualSequence searchSequence(SSF f, String primitives, double stability);
setof qualSequence searchSequence(SSF f, String one, String two, String three);

param threshold = 0.05 "share of the time above which something is a problem (5 %, as in Periscope)";
param thresholdTime = 0.05 "share of the time of the phase above which a degradation is reported";
param thresholdEnergy = 0.05 "share of the energy of a signal above which it varies";
param thresholdStability = 1 "octaves of scale over which a peak must last";
param double<s·loc> prol_ovhd = 0 "cost of entering or leaving a region before its time is read";
param double<s·loc> req_ovhd = 0 "cost of a measurement request";
param popFair = 0.8 "efficiency from which on POP rates a program as fair";
param double<B> smallMessage = 1000 B "below this size, the latency determines the cost of messages (limit of Periscope)";
param double<B> largeMessage = 1000000 B "above this size, the bandwidth determines the cost of messages (limit of Periscope)";
param double<B> smallTransfer = 65536 B "reads and writes below this size are small: the smallest stripe of a parallel file system";
param stalledShare = 0.1 "share of the cycles above which a call path is stalled (Oleynik 2014, 4.4)";
param stallCause = 0.3 "share of the stalled cycles above which something is their cause (Oleynik 2014, 4.4)";
param poorIpc = 1 "instructions per cycle below which a processor mostly waits";
param double<cycle> l1Penalty = 10 cycle "cost of a miss in the first cache that hits the second one; differs by processor";
param double<cycle> l2Penalty = 40 cycle "cost of a miss in the second cache that hits the third one; differs by processor";
param double<cycle> l3Penalty = 200 cycle "cost of a miss in the last cache; differs by processor";
param double<cycle> tlbPenalty = 30 cycle "cost of a TLB miss; differs by processor";
param double<cycle> branchPenalty = 15 cycle "cost of a mispredicted branch; differs by processor";
param double<B> cacheLine = 64 B "bytes that a miss in the last cache loads from memory";
param double<flop/s> peakFlops = 0 "peak floating-point operations per second of one location; 0: unknown";
param double<B/s> peakBandwidth = 0 "peak memory bandwidth of one location; 0: unknown";
