// Stalled cycles and their causes, from processor counters (the stall-cycle analysis of Periscope, Oleynik 2014, 4.4, with
// the events of PAPI), and the roofline model (Williams, Waterman and Patterson 2009). Events that were not counted are
// absent, and properties that need them do not hold. The cost of a miss differs by processor: the confidence is below 1.

property StalledCycles(CallPath c, Experiment e) {
  let part = c.stalledCycles / c.cycles; lost = c.comp * part;
  in condition: part > stalledShare and lost / RB(e) > threshold;
  severity: lost / RB(e);
  impact: lost;
  at: c;
  explain: "In this share of its cycles, the processor waits for data or units and completes no instruction.";
  causes: "Data comes from memory instead of a cache. Each operation needs the result of the previous one.";
  advice: "Look at the causes: cache misses, TLB misses and mispredicted branches.";
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
  causes: "Arrays are traversed in the wrong order of their indices. The data that a loop uses again is larger than the cache.";
  advice: "Traverse arrays in the order of their memory layout, or in blocks that fit into the cache.";
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
  causes: "The data that a loop uses again is larger than the cache.";
  advice: "Work in blocks that fit into the cache, or finish all operations on a block before the next one.";
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
  causes: "Data is larger than all caches and used once. Accesses are irregular, so no data is prefetched.";
  advice: "Use smaller types, fuse loops over the same data, and let each thread initialize the data that it uses (NUMA).";
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
  explain: "Addresses are not in the translation lookaside buffer (TLB) of the processor.";
  causes: "Accesses spread over more pages than the TLB contains.";
  advice: "Use large pages, or traverse data in the order of its memory layout.";
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
  explain: "The processor mispredicts branches and repeats work.";
  causes: "Conditions within loops depend on unordered data.";
  advice: "Sort the data first, compute both branches and select the result, or move the condition out of the loop.";
}

property NoIssue(CallPath c, Experiment e) {
  let part = c.idleIssueCycles / c.cycles; lost = c.comp * part;
  in condition: (ofStalls) c.idleIssueCycles / c.stalledCycles > stallCause or
    (ofCycles) part > stalledShare and not (c.stalledCycles > 0 cycle);
  severity: lost / RB(e);
  impact: lost;
  parent: StalledCycles;
  at: c;
  explain: "In this share of its cycles, the processor issues no instruction.";
  causes: "Instructions are not fetched in time, or all fetched instructions wait for operands.";
  advice: "Make hot code smaller, and give the compiler independent operations.";
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
  explain: "The processor completes less than one instruction per cycle here. At one per cycle, this time would be saved.";
  causes: "It waits for memory, for long operations such as divisions, or for results of the previous operation.";
  advice: "Count stalled cycles and cache misses in another run to find the cause of the waiting.";
}

// The attainable rate is the minimum of the peak and of the memory bandwidth times the operations per byte.
property BelowRoofline(CallPath c, Experiment e) {
  let bytes = c.l3Misses * cacheLine; rate = c.flops / wall(c.comp); memory = peakBandwidth * (c.flops / bytes);
  attainable = if (memory < peakFlops) memory else peakFlops; part = rate / attainable; lost = c.comp * (1 - part);
  in condition: part > 0 and part < 1 and lost / RB(e) > threshold;
  confidence: 0.5;
  severity: lost / RB(e);
  impact: lost;
  at: c;
  explain: "The computation is slower than processor and memory allow at this number of operations per byte.";
  causes: "Loops are not vectorized. Data is used once, not repeatedly while it is in a cache. Operations wait for each other.";
  advice: "Check the vectorization report of the compiler, then the stalled cycles.";
}
