import { counted, duration } from '../../base/text.js';
import { elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { timeMetric } from '../trace/metrics/classification.js';
import { isTest } from '../trace/metrics/operations.js';
import { exclusive } from '../trace/severities/space.js';

/** Waits below this share of the time do not matter. */
const LEAST_SHARE = 0.005;

const WAITS: readonly { readonly metrics: readonly string[]; readonly what: string }[] = [
  {
    metrics: ['pthread_management', 'pthread_conditional', 'pthread_synchronization'],
    what: 'Waits in pthread_join, condition variables and semaphores',
  },
  { metrics: ['omp_taskwait'], what: 'Waits for OpenMP tasks' },
  { metrics: ['acc_api'], what: 'Waits for devices' },
];

/**
 * Returns the parts of a run whose time or order a prediction keeps as measured.
 * @param locks acquisitions of locks by threads
 */
export function limitsOf(space: PerformanceSpace, { regions, locations }: Definitions, locks: number): string[] {
  const { callPath, value } = exclusive(space, 'execution');
  const byMetric = new Map<string, number>();
  let [total, tests] = [0, 0];
  for (const [entry, path] of callPath.entries()) {
    const region = regions[elementAt(space.callTree.region, path)];
    const seconds = elementAt(value, entry);
    total += seconds;
    if (region === undefined) continue;
    const metric = timeMetric(region);
    byMetric.set(metric, (byMetric.get(metric) ?? 0) + seconds);
    if (isTest(region.name)) tests += seconds;
  }
  const limits = WAITS.flatMap(({ metrics, what }) => {
    const seconds = metrics.reduce((sum, metric) => sum + (byMetric.get(metric) ?? 0), 0);
    return seconds > LEAST_SHARE * total ? [`${what} (${duration(seconds)}) keep their measured length.`] : [];
  });
  if (tests > LEAST_SHARE * total) limits.push(`Loops of tests (${duration(tests)}) keep their measured length.`);
  if (locks > 0) limits.push(`${counted(locks, 'acquisition')} of locks keep their measured order.`);
  const streams = locations.filter(({ type }) => type === 'accelerator-stream').length;
  if (streams > 0) limits.push(`${counted(streams, 'stream')} of devices keep their measured times.`);
  return limits;
}
