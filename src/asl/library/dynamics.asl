// How performance changes from iteration to iteration (after Oleynik 2014, 6.4). Series of the main loop are cut into
// pieces by their shape first, which finds peaks, rises and falls (Property, Change in classes.asl); what of it is a
// problem, and how severe it is, is said here. Severities are shares of the time of the loop on all ranks, and the time is
// that of the static property which changes: it counts for no sum.

param changeShare = 1 % "share of the time of the loop from which on a change is told";
param scaleEnergy = 0.0025 "share of the energy of a series from which on its scales count (a variation of 5 %)";
param variableEnergy = 0.01 "share of the energy of a series from which on it varies (a variation of 10 %)";

property SignificantVariability(Property sp, DC dc) {
  let series = sp.name; w = pdb.getDWT(sp.staticContext, dc, sp.id); varying = w.dynEnergy / w.totalEnergy;
  loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.isJudged and sp.total / loop > changeShare and varying > variableEnergy;
  severity: 0;
  next: DegradationPeaks(sp, dc), DegradationTrends(sp, dc), ImprovementTrends(sp, dc);
  at: sp.path;
  extent: dc;
  explain: "The time taken here differs from iteration to iteration.";
  causes: "Data differ from iteration to iteration. Ranks wait for others that are disturbed.";
  advice: "Compare the shortest and the longest iteration in the timeline.";
}

property DegradationPeaks(Property sp, DC dc) {
  let series = sp.name; lost = sum(p.excess where p in sp.peaks); w = pdb.getDWT(sp.staticContext, dc, sp.id);
  loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.total / loop > changeShare and lost / loop > changeShare and
    w.shortScalesEnergy / w.totalEnergy > scaleEnergy;
  severity: lost / loop;
  impact: lost;
  parent: SignificantVariability;
  next: DegradationPeak(p) for p in sp.peaks;
  at: sp.path;
  extent: dc;
  explain: "Some iterations take much longer here than their neighbours, and then it is as before.";
  causes: "Something is done every so many iterations, such as writing files. Other programs disturb the machine.";
  advice: "Look at the iteration at the top in the timeline: what it does that its neighbours do not.";
}

property DegradationTrends(Property sp, DC dc) {
  let series = sp.name; lost = sp.risesExcess; w = pdb.getDWT(sp.staticContext, dc, sp.id);
  loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.total / loop > changeShare and lost / loop > changeShare and
    w.wideScalesEnergy / w.totalEnergy > scaleEnergy;
  severity: lost / loop;
  impact: lost;
  parent: SignificantVariability;
  next: DegradationTrend(c) for c in sp.rises;
  at: sp.path;
  extent: dc;
  explain: "From some iteration on it takes longer here than before.";
  causes: "Data grow, or gather on some ranks. Memory becomes scarce. A processor becomes slower.";
  advice: "Look at which ranks it begins on, and compare an iteration before with one after.";
}

property ImprovementTrends(Property sp, DC dc) {
  let series = sp.name; lost = sp.fallsExcess; w = pdb.getDWT(sp.staticContext, dc, sp.id);
  loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.total / loop > changeShare and lost / loop > changeShare and
    w.wideScalesEnergy / w.totalEnergy > scaleEnergy;
  severity: lost / loop;
  impact: lost;
  parent: SignificantVariability;
  next: Improvement(c) for c in sp.falls;
  at: sp.path;
  extent: dc;
  explain: "It becomes faster than it ever was: the iterations before could have been as fast.";
  causes: "Caches, pages or tables are filled first. Work is balanced, or shared out in another way, only later.";
  advice: "Find out what is better from then on, and have it from the begin.";
}

property MovingImbalance(Property sp, DC dc) {
  let series = sp.name; lost = sp.moving; loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.total / loop > changeShare and lost / loop > changeShare;
  severity: lost / loop;
  impact: lost;
  at: sp.path;
  extent: dc;
  explain: "In each iteration another rank takes longest: sums over the run are even, and time is lost in every iteration.";
  causes: "Work wanders from rank to rank. Tasks are handed out by chance. The operating system disturbs ranks in turn.";
  advice: "Share out work within the iteration, or give up a synchronisation in every iteration.";
}

// Single changes: those of the properties above that are large enough by themselves.
property DegradationPeak(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: p.kind == "peak" and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: DegradationPeaks;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "These iterations take longer than those before and after them.";
  causes: "They do something that the others do not, or were disturbed.";
  advice: "Look at them in the timeline, beside one of their neighbours.";
}

property DegradationTrend(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: (p.kind == "trend" or p.kind == "step") and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: DegradationTrends;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "Here it becomes slower, and the iterations after it cost more.";
  causes: "Data grow, or gather on some ranks. Memory becomes scarce. A processor becomes slower.";
  advice: "Compare an iteration before with one after in the timeline.";
}

property Improvement(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: p.kind == "improvement" and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: ImprovementTrends;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "Here it becomes faster: the iterations before it took this much more.";
  causes: "Something is filled, balanced or chosen only after a while.";
  advice: "Have from the begin what is better from then on.";
}
