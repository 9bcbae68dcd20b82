// Stalled cycles and what causes them, from counters of the processor (the stall-cycle analysis of Periscope, Oleynik
// 2014, 4.4, with the events of PAPI), and the roofline (Williams, Waterman and Patterson 2009). What was not counted is
// absent: nothing is said of it. What a miss costs differs by processor, so that confidence is less than 1.

property StalledCycles(CallPath c, Experiment e) {
  let part = c.stalledCycles / c.cycles; lost = c.comp * part;
  in condition: part > stalledShare and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  at: c;
  explain: "In this share of its cycles the processor waits for data or units and completes nothing.";
  causes: "Data comes from memory and not from a cache. Each operation needs the result of the one before.";
  advice: "Look at its causes: misses of caches and of pages, and mispredicted branches.";
  next: FirstCacheMisses(c, e), SecondCacheMisses(c, e), LastCacheMisses(c, e), PageMisses(c, e), BranchMisses(c, e),
    NoIssue(c, e);
}

property FirstCacheMisses(CallPath c, Experiment e) {
  let cost = c.l1Misses * l1Penalty; part = cost / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) cost / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "Data is not in the first cache (L1) when it is needed.";
  causes: "Arrays are passed in the wrong order of their indices. The data that a loop needs again is larger than the cache.";
  advice: "Go through arrays in the order that they lie in memory, or in blocks that fit into the cache.";
}

property SecondCacheMisses(CallPath c, Experiment e) {
  let cost = c.l2Misses * l2Penalty; part = cost / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) cost / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "Data is not in the second cache (L2) when it is needed.";
  causes: "The data that a loop needs again is larger than the cache.";
  advice: "Work in blocks that fit into the cache, or do all that is to be done with a part before the next.";
}

property LastCacheMisses(CallPath c, Experiment e) {
  let cost = c.l3Misses * l3Penalty; part = cost / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) cost / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "Data is in no cache and comes from memory.";
  causes: "Data is larger than all caches and used once. Accesses jump, so that nothing is fetched ahead.";
  advice: "Use smaller types, join loops over the same data, and let each thread first write what it will use (NUMA).";
}

property PageMisses(CallPath c, Experiment e) {
  let cost = c.tlbMisses * tlbPenalty; part = cost / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) cost / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "Addresses are not in the processor's table of pages (TLB).";
  causes: "Accesses jump over more pages than the table holds.";
  advice: "Use large pages, or go through data in the order that it lies in memory.";
}

property BranchMisses(CallPath c, Experiment e) {
  let cost = c.branchMisses * branchPenalty; part = cost / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) cost / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "The processor predicts wrongly where branches lead, and does its work again.";
  causes: "Conditions within loops depend on data without an order.";
  advice: "Sort the data first, compute both sides and choose, or take the condition out of the loop.";
}

property NoIssue(CallPath c, Experiment e) {
  let part = c.idleIssueCycles / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) c.idleIssueCycles / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "In this share of its cycles the processor begins no instruction.";
  causes: "Instructions are not there in time, or all that are there wait for operands.";
  advice: "Make code that runs at one time smaller, and give the compiler independent operations.";
}

property FewInstructions(CallPath c, Experiment e) {
  let ipc = c.instructions / c.cycles * 1 cycle; part = if (ipc > 0) c.comp / RB(e);
  lost = c.comp * (1 - ipc / poorIpc);
  in condition: ipc < poorIpc and part > threshold;
  confidence: 0.5;
  severity: part;
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "The processor completes less than one instruction a cycle here: at one, this time would not be needed.";
  causes: "It waits for memory, for long operations such as divisions, or for results of the operation before.";
  advice: "Count stalled cycles and misses of caches in another run to see what it waits for.";
}

// Attainable are the lesser of the peak and of what memory gives for the operations on each of its bytes.
property BelowRoofline(CallPath c, Experiment e) {
  let bytes = c.l3Misses * cacheLine; rate = c.flops / wall(c.comp); memory = peakBandwidth * (c.flops / bytes);
  attainable = if (memory < peakFlops) memory else peakFlops; part = rate / attainable; lost = c.comp * (1 - part);
  in condition: part > 0 and part < 1 and lost / RB(e) > threshold;
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  at: c;
  explain: "The computation is slower than the processor and its memory allow for the operations on each byte.";
  causes: "Loops are not vectorised. Data is used once and not while it is in a cache. Operations wait for each other.";
  advice: "Look at what the compiler says of vectorisation, then at stalled cycles.";
}
