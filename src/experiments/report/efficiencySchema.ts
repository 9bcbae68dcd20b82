/** Schema of the times from which the efficiencies of a stored report follow. */
import * as v from 'valibot';
import type { EfficiencyLoss, EfficiencyTimes, ThreadTimes } from '../../model/findings/efficiency.js';
import { countOf, type Entries, listOf, numberOf, placeOf } from '../../model/findings/reportWords.js';

export const efficiencyLoss = v.looseObject({
  level: v.pipe(
    v.picklist(['load_balance', 'communication_efficiency', 'serial_region', 'parallel_region']),
    v.description('The efficiency that is reduced by it.'),
  ),
  region: v.string(),
  place: v.exactOptional(placeOf('The line to look at.')),
  seconds: numberOf('Of the run time; divided by `runTime`, it is the loss of the efficiency.'),
} satisfies Entries<EfficiencyLoss>);

export const threadTimes = v.looseObject({
  averageOutside: numberOf('Time of a process outside MPI, mean of all threads.'),
  mostOutside: numberOf('The same of the process that has most.'),
  serialIdle: numberOf('Idle because the process is in serial code, mean of all threads.'),
  regionLoss: numberOf('In parallel regions, outside MPI and not useful, mean of all threads.'),
  otherLoss: numberOf('In serial code, outside MPI and not useful, mean of all threads.'),
} satisfies Entries<ThreadTimes>);

export const efficiency = v.looseObject({
  runTime: numberOf('From begin to end.'),
  processes: countOf('Processes that recorded anything.'),
  threads: countOf('Threads that recorded anything.'),
  averageUseful: numberOf('Time outside MPI and the run-time systems of threads and devices, mean of all threads.'),
  mostUseful: v.exactOptional(
    numberOf('The same of the thread that has most; absent where threads were summed up and it is not known.'),
  ),
  idealTime: v.exactOptional(
    numberOf('Critical path without its time in MPI, at least mostUseful; absent where it is not known.'),
  ),
  teams: v.exactOptional(
    v.pipe(
      v.lazy(() => threadTimes),
      v.description('Of processes with several threads in parallel regions.'),
    ),
  ),
  instructions: v.exactOptional(numberOf('In useful time, all threads; absent where they were not counted.')),
  cycles: v.exactOptional(numberOf('In useful time, all threads; absent where they were not counted.')),
  losses: v.exactOptional(listOf(efficiencyLoss, 'Locations of the largest losses, by level, worst first.')),
} satisfies Entries<EfficiencyTimes>);
