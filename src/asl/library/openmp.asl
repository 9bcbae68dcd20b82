// OpenMP properties over ParPerf (Fürlinger & Gerndt 2005, section 3). Formulas that the paper only names follow
// Periscope, or are Trimtab's own; n threads, k = how many sections the busiest thread's share would make.
// wall: severity is a share of the run's duration; summed over threads it is one of the seconds of all locations.

property ImbalanceAtBarrier(ParPerf pd) {
  let imbal = max(pd.execT) - min(pd.execT);
  in condition: pd.reg.type == BARRIER and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.execT - min(pd.execT));
  parent: omp_cost;
  at: pd.path;
  explain: "Threads arrive at this barrier at different times: the first one waits so much longer than the last one.";
  causes: "Threads have unlike amounts of work before the barrier. One thread does serial work that the others wait for.";
  advice: "Give threads the same amount of work before the barrier, or remove the barrier where data allow it.";
}

property ImbalanceInParallelRegion(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == PARALLEL and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait for the last one at the end of the parallel region.";
  causes: "The work is divided by the number of the thread, and not by what it costs. One thread reads, writes or communicates.";
  advice: "Divide the work of the region more evenly, or let threads take parts of it as they get done.";
}

property ImbalanceInParallelLoop(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: (pd.reg.type == LOOP or pd.reg.type == WORKSHARE) and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait at the end of the loop for the last one: its iterations take differently long.";
  causes: "Iterations take differently long and are divided evenly (schedule(static)). There are few iterations for so many threads.";
  advice: "Try schedule(dynamic) or schedule(guided), or make iterations take equally long.";
}

property ImbalanceInParallelSections(ParPerf pd) {
  let imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait at the end of the sections for the last one.";
  causes: "Sections take differently long.";
  advice: "Make the sections take equally long, or use tasks, which threads take as they get done.";
}

property CriticalSectionContention(ParPerf pd) {
  let lost = sum(pd.enterT) + sum(pd.exitT);
  in condition: pd.reg.type == CRITICAL and lost > 0;
  severity: lost / RB(pd.exp);
  impact: lost;
  parent: omp_cost;
  at: pd.path;
  explain: "Threads wait to enter and leave this critical section, because others are in it.";
  causes: "The critical section is entered in each iteration. Unnamed critical sections are all one.";
  advice: "Do less within it, name critical sections that protect different data, or collect by thread and combine once.";
}

property AllThreadsLockContention(ParPerf pd) {
  let lost = sum(pd.enterT) + sum(pd.exitT);
  in condition: (pd.reg.type == LOCK or pd.reg.type == CRITICAL) and min(pd.enterT / pd.execT) > 10 % and lost > 0;
  severity: lost / RB(pd.exp);
  impact: lost;
  parent: CriticalSectionContention;
  at: pd.path;
  explain: "Every thread waits for more than a tenth of its time here to get the lock.";
  causes: "One lock protects all data. It is held longer than needed.";
  advice: "Divide the data that the lock protects, so that threads need different locks.";
}

property FrequentAtomic(ParPerf pd) {
  let spent = sum(pd.execT);
  in condition: pd.reg.type == ATOMIC and spent / RB(pd.exp) > threshold;
  severity: spent / RB(pd.exp);
  impact: spent;
  parent: omp_cost;
  at: pd.path;
  explain: "Much time goes into updates that must not be interrupted.";
  causes: "A counter or a sum is shared and updated in each iteration. Threads update values that share a line of the cache.";
  advice: "Collect in a variable of the thread and add once, or use a reduction.";
}

property UnparallelizedInSingleRegion(ParPerf pd) {
  let body = wall(sum(pd.singleBodyT));
  in condition: pd.reg.type == SINGLE;
  severity: body / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: omp_cost;
  at: pd.path;
  explain: "One thread works here and the others wait for it.";
  causes: "The construct holds work that one thread does for all, such as reading or sorting.";
  advice: "Let other threads go on with nowait, or divide the work of the region.";
}

property UnparallelizedInMasterRegion(ParPerf pd) {
  let spent = max(pd.execT);
  in condition: pd.reg.type == MASTER;
  confidence: 0.7;
  severity: spent / RB(pd.exp);
  at: pd.path;
  explain: "Only the master works here; whether others wait for it meanwhile is not measured.";
  causes: "The construct holds work that only the master may do, such as communication.";
  advice: "Look whether a barrier follows, and divide the work where one does.";
}

property InsufficientWorkInParallel(ParPerf pd) {
  let managed = sum(pd.startupT) + sum(pd.shutdownT);
  in condition: managed > 10 % * sum(pd.execT);
  severity: managed / RB(pd.exp);
  impact: managed;
  parent: omp_cost;
  at: pd.path;
  explain: "The region does so little that starting and ending its threads takes more than a tenth of its time.";
  causes: "A parallel region stands within a loop. Its loop has few or short iterations.";
  advice: "Put several parallel regions into one, or start threads only for enough work (the if clause).";
}

property ImbalanceDueToUnevenSectionDistribution(ParPerf pd) {
  let k = sum(pd.sectionC) / max(pd.execC); imbal = max(pd.exitBarT) - min(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and k > pd.threadC and imbal > 0;
  severity: imbal / RB(pd.exp);
  impact: sum(pd.exitBarT);
  parent: ImbalanceInParallelSections;
  at: pd.path;
  explain: "There are more sections than threads, and some threads get more of them.";
  causes: "The number of sections is no multiple of that of threads.";
  advice: "Make the number of sections a multiple of that of threads, or use tasks.";
}

property LimitedParallelismInSections(ParPerf pd) {
  let k = sum(pd.sectionC) / max(pd.execC); idle = sum(pd.exitBarT);
  in condition: pd.reg.type == SECTIONS and k < pd.threadC and idle > 0;
  severity: idle / RB(pd.exp);
  impact: idle;
  parent: ImbalanceInParallelSections;
  at: pd.path;
  explain: "There are fewer sections than threads: some threads have nothing to do.";
  causes: "There are fewer sections than threads.";
  advice: "Divide the work into more sections, or use tasks.";
}
