// What properties can ask of a measured run. Members are views of columns: what was not measured is absent, not 0.
// Call paths, regions, locations and experiments also have every metric of the run by its unique name, such as
// mpi_latesender, and with a T behind it the seconds at each location.

class Experiment {
  String name; double<s> wall; double<s·loc> cpu; int locationC;
  Location locations[]; CallPath callPaths[]; Events trace;
}
class Region {
  String name; String file; int beginLine; int endLine; RegionType type; String paradigm;
  double<s> wall; double<s·loc> cpu;
}
class Location { String name; int process; int thread; double<s> useful; }
class CallPath {
  Region *region; CallPath *parent; int depth;
  double<s·loc> exec_time; int excl_instances; int nested_instances;
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

// Events (Wolf 2003, table 3.1).
class Events { int count; }
class Event {
  double<s> time; double<s> timestamp; Location *location; Location *process_id; Region *region; Region *reg;
  Enter *enterptr; Enter *callerptr; CallPath *path; Enter Rs[];
}
class Enter extends Event { Enter *cnodeptr; Enter *cedgeptr; }
class Exit extends Event {}
class Send extends Event { int<B> len; int tag; Event *requestptr; }
class Receive extends Event { Send *sendptr; int<B> len; int tag; Event *requestptr; }
class MPICExit extends Event { MPICExit mpicoll[]; int<B> sent; int<B> recvd; }
class OMPCExit extends Event { OMPCExit ompcoll[]; }
class Fork extends Event {}
class Join extends Event {}
class AcquireLock extends Event { Event *lockptr; int lock; }
class ReleaseLock extends Event { Event *lockptr; int lock; }
setof Enter Rs(Event e, Location l);
Event PRED(Event e);

// Performance dynamics (Oleynik 2014, 5.4 and 6.4). Runs with phases fill them.
class DC { int from; int to; }
class StaticContext { Region *region; Location *location; }
class Property {
  StaticContext *staticContext; StaticContext *phaseContext; MetricType id; Property *sP; qualSequence *sequence;
}
class DegradationPeak extends Property {}
class DegradationTrend extends Property {}
class qualSequence { double<s·loc> sum; DC *dynamicContext; }
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
