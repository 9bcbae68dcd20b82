/** TAU's timers as regions. */
import type { Paradigm, RegionRole } from '../../model/definitions.js';
import type { ProfileBuilder } from '../profile/index.js';
import type { TimerName } from './timerName.js';

interface Kind {
  readonly paradigm: Paradigm;
  readonly role: RegionRole;
}

const omp = (role: RegionRole): Kind => ({ paradigm: 'openmp', role });

/**
 * Returns the kind of the parts of OPARI's constructs: the work of the construct, or the waiting and management around
 * it.
 */
function opariKind({ construct, part }: { construct: string; part: string }): Kind {
  if (part === 'parallel fork/join') return omp('thread-create');
  if (part === 'barrier enter/exit') return omp(construct === 'barrier' ? 'barrier' : 'implicit-barrier');
  if (part === 'critical enter/exit') return omp('critical');
  if (part === 'critical begin/end') return omp('critical-sblock');
  if (part === 'atomic enter/exit') return omp('atomic');
  if (part === 'flush enter/exit') return omp('flush');
  if (part === 'ordered enter/exit') return omp('ordered');
  if (part === 'single begin/end') return omp('single-sblock');
  if (part.startsWith('section')) return omp('section');
  if (part === 'loop body') return omp('loop');
  const roles = ['parallel', 'single', 'master', 'sections', 'workshare'] as const;
  return omp(roles.find((role) => part.startsWith(role)) ?? 'parallel');
}

/** Whole names by OPARI 2, `barrier enter/exit [OpenMP]` and `paralleldo [OpenMP location: …]`. */
const opari2: readonly (readonly [RegExp, Kind])[] = [
  [/^barrier enter\/exit \[OpenMP\]/, omp('implicit-barrier')],
  [/^critical enter\/exit \[OpenMP\]/, omp('critical')],
  [/^critical begin\/end \[OpenMP\]/, omp('critical-sblock')],
  [/^atomic enter\/exit \[OpenMP\]/, omp('atomic')],
  [/^flush enter\/exit \[OpenMP\]/, omp('flush')],
  [/^(for|do) enter\/exit \[OpenMP\]/, omp('loop')],
  [/^(parallel)?(do|for) \[OpenMP location: /, omp('loop')],
  [/^barrier \[OpenMP location: /, omp('barrier')],
  [/^critical \[OpenMP location: /, omp('critical')],
  [/^atomic \[OpenMP location: /, omp('atomic')],
  [/ \[OpenMP( location: |\])/, omp('parallel')],
];

/** Names by OMPT, `OpenMP_IMPLICIT_BARRIER: f [{…}]`. */
const ompt: readonly (readonly [RegExp, Kind])[] = [
  [/^OpenMP_(IMPLICIT_BARRIER|Sync_Region_Barrier_Implicit|Sync_Region_Barrier\b)/i, omp('implicit-barrier')],
  [/^OpenMP_(EXPLICIT_)?BARRIER|^OpenMP_Sync_Region_Barrier_Explicit/i, omp('barrier')],
  [/^OpenMP_(WAIT_)?CRITICAL/i, omp('critical')],
  [/^OpenMP_(WAIT_)?ATOMIC/i, omp('atomic')],
  [/^OpenMP_TASKWAIT|^OpenMP_Sync_Region_Taskwait/i, omp('task-wait')],
  [/^OpenMP_(WAIT_)?ORDERED/i, omp('ordered')],
  [/^OpenMP_LOOP|^OpenMP_Work_Loop/i, omp('loop')],
  [/^OpenMP_/i, omp('parallel')],
];

/** Returns the index of a timer's region; its groups supplement its name. */
export function regionOf(builder: ProfileBuilder, timer: TimerName, groups: readonly string[]): number {
  const kind = kindOf(timer, groups);
  const isBarrier = kind?.role === 'implicit-barrier' && timer.opari !== undefined;
  const region = builder.calls.region({
    name: timer.name,
    canonicalName: timer.full,
    ...(timer.file === undefined ? {} : { file: timer.file }),
    // The barrier at the end of a construct is where it ends.
    beginLine: isBarrier ? timer.end : timer.begin,
    endLine: timer.end,
    ...kind,
  });
  if (timer.isThrottled) builder.lowerBound(region);
  for (const group of groups) builder.group(group, region);
  return region;
}

function kindOf({ name, full, opari }: TimerName, groups: readonly string[]): Kind | undefined {
  if (opari !== undefined) return opariKind(opari);
  const found = [...ompt, ...opari2].find(([pattern]) => pattern.test(full))?.[1];
  if (found !== undefined) return found;
  if (name === '.TAU application') return { paradigm: 'user', role: 'function' };
  return groups.includes('MPI') ? { paradigm: 'mpi', role: 'function' } : undefined;
}
