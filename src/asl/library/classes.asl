// What properties can ask of a measured run. Members are views of columns: what was not measured is absent, not 0.
// Call paths, regions, locations and experiments also have every metric of the run by its unique name, such as
// mpi_latesender, with a T behind it the seconds at each location, and with a P those of the first thread of each
// process. Counters have names of their own here, whoever counted them (see counters.ts); counts are sums of locations.

// runTime: from begin to end, at least the longest time of a thread. usefulT: of each thread that recorded anything, the
// time outside of MPI, OpenMP and other run-time systems. idealTime: the critical path without its time in MPI.
class Experiment {
  String name; double<s> wall; double<s·loc> cpu; int locationC;
  Location locations[]; CallPath callPaths[]; Events trace;
  double<s> runTime; double<s> usefulT[]; double<s> idealTime;
}
class Region {
  String name; String file; int beginLine; int endLine; RegionType type; String paradigm;
  double<s> wall; double<s·loc> cpu;
}
class Location { String name; int process; int thread; double<s> useful; }
class CallPath {
  Region *region; CallPath *parent; int depth;
  double<s·loc> exec_time; int excl_instances; int nested_instances;
  double<cycle> cycles; double<cycle> stalledCycles; double<cycle> idleIssueCycles; double instructions;
  double l1Misses; double l2Misses; double l3Misses; double tlbMisses; double branchMisses; double<flop> flops;
}
// Fürlinger & Gerndt 2005, figure 2: a construct of OpenMP, with values by thread.
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

// Events (Wolf 2003, table 3.1). type: "Enter", "Receive"…; call: what kind of MPI call it happened in, or enters, such as "Recv"; operation: that of a
// collective, such as "Allreduce"; rootptr: the end of it at its root; earlier: receives that the same call completed
// before this one; postptr: the begin of the call that posted the receive.
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
// A message of which all is known: the calls that complete its send and its receive were left. completeptr: the begin of the
// call that completes the send, itself or MPI_Wait; until: when that was left; received: what it received; before: messages
// that it sent, too, and of which all was known earlier.
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
// The event before one in the trace; functions that call themselves go on with it, as `f(e) = … f(PRED(e)) …`.
Event PRED(Event e);
// Whether the region that an event enters is still open after another one.
bool isOpen(Enter e, Event after);

// Performance dynamics (Oleynik 2014, 5.4 and 6.4): of runs whose main loop is known. Property: a metric at a call path on
// ranks that change alike, rankC of them, with what was found in their mean, iteration by iteration; total: its seconds on
// all ranks; risesExcess, fallsExcess: what all of them cost together; moving: what is lost because the slowest rank is
// another one in each iteration. phaseContext: the loop. DC: iterations, of the loop or of a change; they count from 0.
// Change: kind is peak, step, trend or improvement; excess: seconds beyond the level before (of a peak, beyond the line
// between its feet; of an improvement, beyond the level after); before, after: seconds an iteration of all its ranks.
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

param threshold = 0.05 "share of the time from which something is a problem (Periscope's 5 %)";
param thresholdTime = 0.05 "share of the phase's time from which a degradation is one";
param thresholdEnergy = 0.05 "share of the energy of a signal from which it varies";
param thresholdStability = 1 "octaves of scale over which a peak must last";
param double<s·loc> prol_ovhd = 0 "what entering or leaving a region costs before its time is read";
param double<s·loc> req_ovhd = 0 "what a request of a measurement costs";
param popFair = 0.8 "efficiency from which POP calls a program fair";
param double<B> smallMessage = 1000 B "messages of fewer bytes cost their latency (Periscope's limit)";
param double<B> largeMessage = 1000000 B "messages of more bytes cost their bandwidth (Periscope's limit)";
param double<B> smallTransfer = 65536 B "reads and writes of fewer bytes are small: the least stripe of a parallel file system";
param stalledShare = 0.1 "share of the cycles from which a call path is stalled (Oleynik 2014, 4.4)";
param stallCause = 0.3 "share of the stalled cycles from which something is their cause (Oleynik 2014, 4.4)";
param poorIpc = 1 "instructions a cycle below which a processor mostly waits";
param double<cycle> l1Penalty = 10 cycle "what a miss of the first cache costs that the second answers; differs by processor";
param double<cycle> l2Penalty = 40 cycle "what a miss of the second cache costs that the third answers; differs by processor";
param double<cycle> l3Penalty = 200 cycle "what a miss of the last cache costs; differs by processor";
param double<cycle> tlbPenalty = 30 cycle "what a miss of the table of pages costs; differs by processor";
param double<cycle> branchPenalty = 15 cycle "what a mispredicted branch costs; differs by processor";
param double<B> cacheLine = 64 B "what a miss of the last cache brings in from memory";
param double<flop/s> peakFlops = 0 "floating-point operations a second that one location can do; 0: not known";
param double<B/s> peakBandwidth = 0 "bytes of memory a second that one location can have; 0: not known";
