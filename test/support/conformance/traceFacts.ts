import type { AnalysisResult } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import type { Definitions } from '../../../src/model/definitions.js';
import { placeOf } from '../spaceValues.js';

/** Amounts by metric and `path \t location`, exclusive. */
export type Values = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Properties of a trace for which the reference differs: derived from the trace and its analysis alone, for any trace.
 */
export interface TraceFacts {
  /** Explicit OpenMP tasks were executed. */
  readonly hasTasks: boolean;
  /** Call paths of the location that has most of them. */
  readonly mostCallPaths: number;
  /** Call paths of the stretch of time between two synchronizations that has most of them. */
  readonly callPathsOfStretch: number;
  /** There is waiting for messages, or of idle threads, and in collective operations. */
  readonly synchronizesSeparately: boolean;
  /** Something is called within MPI_Finalize, such as the writing of the measurement's buffer. */
  readonly callsInFinalize: boolean;
  /** Some location takes part in everything on the critical path. */
  readonly isAllOfPath: boolean;
  /** The locations that are not the first of their process. */
  readonly workers: ReadonlySet<string>;
  /** Call paths of parallel regions in which some processes have call paths that others have not. */
  readonly unevenRegions: readonly string[];
}

export function factsOf(
  { regions, locations }: Definitions,
  values: Values,
  { callPathsOfStretch }: Pick<AnalysisResult, 'callPathsOfStretch'>,
): TraceFacts {
  const visits = [...(values.get('visits') ?? new Map<string, number>()).keys()].map(placeOf);
  const callPaths = new Map<string, number>();
  for (const [, location] of visits) callPaths.set(location, (callPaths.get(location) ?? 0) + 1);
  const has = (...metrics: string[]): boolean => metrics.some((metric) => (values.get(metric)?.size ?? 0) > 0);
  return {
    hasTasks: executesTasks({ regions }),
    mostCallPaths: Math.max(0, ...callPaths.values()),
    callPathsOfStretch,
    synchronizesSeparately:
      has('mpi_latesender', 'mpi_latereceiver') &&
      has('mpi_barrier_wait', 'mpi_wait_nxn', 'mpi_earlyreduce', 'mpi_latebroadcast'),
    callsInFinalize: visits.some(([path]) => isInFinalize(path) && !path.endsWith(FINALIZE)),
    isAllOfPath: isAllOfPath(values),
    workers: new Set(workersOf(locations).map(String)),
    unevenRegions: unevenRegions(visits, regions, locations),
  };
}

/** Whether explicit OpenMP tasks were executed. */
export function executesTasks({ regions }: Pick<Definitions, 'regions'>): boolean {
  return regions.some(({ role }) => role === 'task' || role === 'task-untied');
}

const FINALIZE = 'MPI_Finalize';

/** Whether a call path is MPI_Finalize or leads through it. */
export function isInFinalize(path: string): boolean {
  return `/${path}/`.includes(`/${FINALIZE}/`);
}

/** All locations but the first of each process. */
function workersOf(locations: Definitions['locations']): number[] {
  return locations.flatMap(({ group }, at) => (locations.findIndex((other) => other.group === group) < at ? [at] : []));
}

function unevenRegions(
  visits: readonly (readonly [path: string, location: string])[],
  regions: Definitions['regions'],
  locations: Definitions['locations'],
): string[] {
  const processes = new Map<string, Set<number>>();
  for (const [path, location] of visits) {
    processes.set(path, (processes.get(path) ?? new Set()).add(elementAt(locations, Number(location)).group));
  }
  const parallel = regions.filter(({ role }) => role === 'parallel').map(({ name }) => `/${name}`);
  return [...processes]
    .filter(([path]) => parallel.some((name) => path.endsWith(name)))
    .filter(([region, all]) =>
      [...processes].some(([path, groups]) => path.startsWith(`${region}/`) && groups.size < all.size),
    )
    .map(([region]) => region);
}

function isAllOfPath(values: Values): boolean {
  const positive = (metric: string) =>
    [...(values.get(metric) ?? new Map<string, number>())]
      .filter(([, value]) => value > 0)
      .map(([key]) => placeOf(key));
  const onPath = new Set([...positive('critical_path'), ...positive('critical_path_imbalance')].map(([path]) => path));
  const active = new Map<string, Set<string>>();
  for (const [path, location] of positive('critical_path_activities')) {
    active.set(location, (active.get(location) ?? new Set()).add(path));
  }
  return [...active.values()].some((paths) => [...onPath].every((path) => paths.has(path)));
}
