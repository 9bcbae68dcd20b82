/** Data of experiments for a comparison, from measurements that are open. */
import { absent } from '../../base/elements.js';
import type { RunResults } from '../../experiments/compare/measuredRun.js';
import { comparable, type Experiment } from '../../experiments/index.js';
import { definitionsOfSpace } from '../../model/definitions.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';
import { sentDefinitions } from '../wire/definitions.js';
import { type Measurements, MOST_OPEN } from './measurements.js';

/**
 * Returns the results of experiments with their values summed over locations, by identifier. If all can be open at
 * once, all are opened and stay open for the next comparison. Otherwise only those already open are returned, since
 * opening each takes longer than reading all in one thread.
 * @throws TrimtabError when one has no results, or they are damaged; CancelledError
 */
export async function knownResults(
  measurements: Measurements,
  experiments: readonly Experiment[],
  signal?: AbortSignal,
): Promise<Map<string, RunResults>> {
  const distinct = [...new Map(experiments.map((experiment) => [experiment.id, experiment])).values()];
  // All of them before the first is read, which takes its time.
  distinct.forEach(comparable);
  const asked = distinct.length > MOST_OPEN ? distinct.filter((each) => measurements.isOpen(each)) : distinct;
  const results = await Promise.all(
    asked.map(async (each) => [each.id, await summedResults(measurements, each, signal)] as const),
  );
  return new Map(results);
}

/** The space of an experiment as if it had one location; sums over locations are those of the whole space. */
async function summedResults(
  measurements: Measurements,
  experiment: Experiment,
  signal: AbortSignal | undefined,
): Promise<RunResults> {
  const [{ head }, { columns: callTree }, totals] = await Promise.all([
    measurements.query(experiment, 'definitions', {}, signal),
    measurements.query(experiment, 'callTree', {}, signal),
    measurements.query(experiment, 'totals', {}, signal),
  ]);
  const { efficiency } = totals.head;
  const { start, callPath, value } = totals.columns;
  const columns = totals.head.metrics.map((metric, index): [string, SeverityColumn] => {
    const from = start[index] ?? absent(index);
    const to = start[index + 1] ?? absent(index + 1);
    const location = new Uint32Array(to - from);
    return [metric, { callPath: callPath.subarray(from, to), location, value: value.subarray(from, to) }];
  });
  return {
    space: {
      metrics: head.metrics,
      callTree: { size: head.callPaths, ...callTree },
      locationCount: 1,
      severities: new Map(columns),
    },
    definitions: definitionsOfSpace(sentDefinitions(head.definitions)),
    summed: efficiency === undefined ? {} : { efficiency },
  };
}
