import type { Region } from '../../../model/definitions.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import { timeMetric } from './classification.js';

/** The number of time outside of all calls, which is of no class. */
export const OUTSIDE: number = TIME_CLASSES.length;

type TimeClass = (typeof TIME_CLASSES)[number];

const numberOf = (name: TimeClass): number => TIME_CLASSES.indexOf(name);

/** Class of time on streams of devices, for any call. */
export const DEVICE = numberOf('device');

/** Devices run what has these paradigms, or threads wait for it. */
const DEVICES: ReadonlySet<Region['paradigm']> = new Set(['cuda', 'hip', 'opencl', 'openacc']);

const patterns: readonly (readonly [RegExp, TimeClass])[] = [
  [/^mpi_point2point$/, 'point-to-point'],
  [/^mpi_(sync_)?collective$/, 'collective'],
  [/^mpi_rma_|^mpi_mgmt_win$/, 'one-sided'],
  [/^omp_/, 'OpenMP'],
  [/^io_|^mpi_io_|^mpi_mgmt_file$/, 'I/O'],
  [/^acc_/, 'device'],
  [/^comp$/, 'computation'],
];

/** The class that a region's exclusive time is of: its number. */
export function timeClass(region: Region): number {
  if (DEVICES.has(region.paradigm)) return DEVICE;
  const metric = timeMetric(region);
  return numberOf(patterns.find(([pattern]) => pattern.test(metric))?.[1] ?? 'other');
}
