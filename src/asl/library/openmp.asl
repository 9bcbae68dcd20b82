// OpenMP properties over ParPerf (Fürlinger & Gerndt 2005, section 3). Formulas that the paper only names follow Periscope,
// or are specific to Trimtab. There are n threads; k is the number of sections per execution of the construct by the busiest
// thread. wall: a severity is a share of the duration of the run, or for sums over threads, of the seconds of all locations.

property ImbalanceAtBarrier(ParPerf pd) {
  let imbal = max(pd.execT) - min(pd.execT);
  in condition: pd.reg.type == BARRIER and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.execT - min(pd.execT));
  parent: omp_cost;
  at: pd.path;
  explain: "Threads arrive at this barrier at different times: the first one waits this much longer than the last one.";
  causes: "Threads have different amounts of work before the barrier. One thread does serial work for which the others wait.";
  advice: "Give threads the same amount of work before the barrier, or remove the barrier if data dependences allow it.";
}

property ImbalanceInParallelRegion(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == PARALLEL and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait for the last one at the end of the parallel region.";
  causes: "The work is divided by thread number instead of by cost. One thread reads, writes or communicates.";
  advice: "Divide the work of the region more evenly, or let threads take parts of it dynamically.";
}

property ImbalanceInParallelLoop(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: (pd.reg.type == LOOP or pd.reg.type == WORKSHARE) and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait for the last one at the end of the loop, because iterations have different durations.";
  causes: "Iterations of different durations are divided evenly (schedule(static)). There are few iterations for this number of threads.";
  advice: "Try schedule(dynamic) or schedule(guided), or make the durations of iterations equal.";
}

property ImbalanceInParallelSections(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait for the last one at the end of the sections.";
  causes: "Sections have different durations.";
  advice: "Make the durations of the sections equal, or use tasks, which threads take dynamically.";
}

property CriticalSectionContention(ParPerf pd) {
  let lost = sum(pd.enterT) + sum(pd.exitT);
  in condition: pd.reg.type == CRITICAL and lost > 0;
  severity: lost / RB(pd.exp);
  impact: lost;
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait to enter and leave this critical section because others are in it.";
  causes: "The critical section is entered in each iteration. All unnamed critical sections share one lock.";
  advice: "Do less within it, name critical sections that protect different data, or collect per thread and combine once.";
}

property AllThreadsLockContention(ParPerf pd) {
  let lost = sum(pd.enterT) + sum(pd.exitT);
  in condition: (pd.reg.type == LOCK or pd.reg.type == CRITICAL) and min(pd.enterT / pd.execT) > 10 % and lost > 0;
  severity: lost / RB(pd.exp);
  impact: lost;
  parent: CriticalSectionContention;
  at: pd.path;
  explain: "Every thread waits for the lock for more than a tenth of its time here.";
  causes: "One lock protects all data. It is held longer than necessary.";
  advice: "Divide the data that the lock protects: threads then need different locks.";
}

property FrequentAtomic(ParPerf pd) {
  let spent = sum(pd.execT);
  in condition: pd.reg.type == ATOMIC and spent / RB(pd.exp) > threshold;
  severity: spent / RB(pd.exp);
  impact: spent;
  parent: omp_cost;
  at: pd.path;
  explain: "Much time is spent in atomic updates.";
  causes: "A shared counter or sum is updated in each iteration. Threads update values that share a cache line.";
  advice: "Collect in a private variable and add once, or use a reduction.";
}

property UnparallelizedInSingleRegion(ParPerf pd) {
  let body = wall(sum(pd.singleBodyT));
  in condition: pd.reg.type == SINGLE;
  severity: body / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "One thread works here, and the others wait for it.";
  causes: "The construct contains work that one thread does for all, such as reading or sorting.";
  advice: "Let other threads continue with nowait, or divide the work of the region.";
}

property UnparallelizedInMasterRegion(ParPerf pd) {
  let spent = max(pd.execT);
  in condition: pd.reg.type == MASTER;
  confidence: 0.7;
  severity: spent / RB(pd.exp);
  at: pd.path;
  explain: "Only the master works here. Waiting of the other threads is not measured.";
  causes: "The construct contains work that only the master may do, such as communication.";
  advice: "Check for a barrier after the construct, and divide the work if there is one.";
}

property InsufficientWorkInParallel(ParPerf pd) {
  let managed = sum(pd.startupT) + sum(pd.shutdownT);
  in condition: managed > 10 % * sum(pd.execT);
  severity: managed / RB(pd.exp);
  impact: managed;
  parent: omp_cost;
  at: pd.path;
  explain: "The region is so short that starting and ending its threads takes more than a tenth of its time.";
  causes: "The parallel region is inside a loop. Its own loop has few or short iterations.";
  advice: "Merge several parallel regions, or start threads only for enough work (the if clause).";
}

property ImbalanceDueToUnevenSectionDistribution(ParPerf pd) {
  let k = sum(pd.sectionC) / max(pd.execC); imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and k > pd.threadC and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: ImbalanceInParallelSections;
  at: pd.path;
  explain: "There are more sections than threads, and some threads get more of them.";
  causes: "The number of sections is not a multiple of the number of threads.";
  advice: "Make the number of sections a multiple of the number of threads, or use tasks.";
}

property LimitedParallelismInSections(ParPerf pd) {
  let k = sum(pd.sectionC) / max(pd.execC); idle = sum(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and k < pd.threadC and idle > 0;
  severity: idle / RB(pd.exp);
  impact: idle;
  parent: ImbalanceInParallelSections;
  at: pd.path;
  explain: "Some threads have nothing to do.";
  causes: "There are fewer sections than threads.";
  advice: "Divide the work into more sections, or use tasks.";
}
