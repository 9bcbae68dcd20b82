// Changes of performance from iteration to iteration (after Oleynik 2014, 6.4). The analysis first divides the series of
// the main loop into pieces by their shape, which yields peaks, rises and falls (Property, Change in classes.asl). This text
// defines which of them are problems, and their severity. Severities are shares of the time of the loop on all ranks. The
// time is a part of the static property that changes, and counts in no sum.

param changeShare = 1 % "share of the time of the loop above which a change is reported";
param scaleEnergy = 0.0025 "share of the energy of a series above which its scales count (a variation of 5 %)";
param variableEnergy = 0.01 "share of the energy of a series above which it varies (a variation of 10 %)";

property SignificantVariability(Property sp, DC dc) {
  let series = sp.name; w = pdb.getDWT(sp.staticContext, dc, sp.id); varying = w.dynEnergy / w.totalEnergy;
  loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.isJudged and sp.total / loop > changeShare and varying > variableEnergy;
  severity: 0;
  next: DegradationPeaks(sp, dc), DegradationTrends(sp, dc), ImprovementTrends(sp, dc);
  at: sp.path;
  extent: dc;
  explain: "The time here differs from iteration to iteration.";
  causes: "Data differ from iteration to iteration. Ranks wait for disturbed ranks.";
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
  explain: "Some iterations take much longer here than their neighbors. Afterwards, the time is as before.";
  causes: "An activity is periodic, such as writing files. Other programs disturb the machine.";
  advice: "Look at the slowest iteration in the timeline and find out how it differs from its neighbors.";
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
  explain: "From some iteration on, this takes longer than before.";
  causes: "Data grow, or accumulate on some ranks. Memory becomes scarce. A processor becomes slower.";
  advice: "Find the ranks on which it begins, and compare an iteration before the change with one after it.";
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
  explain: "It becomes faster than at any time before. The earlier iterations could have been as fast.";
  causes: "Caches, pages or tables are filled first. Work is balanced, or distributed differently, only later.";
  advice: "Find out what improved at that iteration, and apply it from the start.";
}

property MovingImbalance(Property sp, DC dc) {
  let series = sp.name; lost = sp.moving; loop = pdb.getSum(sp.phaseContext, dc, EXECUTION_TIME);
  in condition: sp.total / loop > changeShare and lost / loop > changeShare;
  severity: lost / loop;
  impact: lost;
  at: sp.path;
  extent: dc;
  explain: "A different rank is the slowest in each iteration. Sums over the run are even, but time is lost in every iteration.";
  causes: "Work moves from rank to rank. Tasks are distributed randomly. The operating system disturbs ranks in turn.";
  advice: "Distribute work within the iteration, or remove a synchronization in every iteration.";
}

// Single changes: parts of the properties above that are large enough to be reported alone.
property DegradationPeak(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: p.kind == "peak" and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: DegradationPeaks;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "These iterations take longer than those before and after them.";
  causes: "They have an additional activity, or were disturbed.";
  advice: "Compare them with one of their neighbors in the timeline.";
}

property DegradationTrend(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: (p.kind == "trend" or p.kind == "step") and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: DegradationTrends;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "Here it becomes slower, and later iterations cost more.";
  causes: "Data grow, or accumulate on some ranks. Memory becomes scarce. A processor becomes slower.";
  advice: "Compare an iteration before the change with one after it in the timeline.";
}

property Improvement(Change p) {
  let series = p.sP.name; change = p.name; loop = pdb.getSum(p.sP.phaseContext, DC, EXECUTION_TIME);
  in condition: p.kind == "improvement" and p.excess / loop > changeShare;
  severity: p.excess / loop;
  impact: p.excess;
  parent: ImprovementTrends;
  at: p.sP.path;
  extent: p.dynamicContext;
  explain: "Here it becomes faster. Earlier iterations took this much more time.";
  causes: "Caches are filled, work is balanced, or an algorithm is selected only after some iterations.";
  advice: "Apply the improvement from the start.";
}
