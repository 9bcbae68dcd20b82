/** Who calls whom, of timers whose callers were kept to a depth only. */
import { absent } from '../../base/elements.js';
import type { ProfileBuilder } from '../profile/index.js';
import { isWrapped, type TauMetric } from './metrics.js';
import type { Timers } from './timers.js';
import type { TauTrial } from './trial.js';

interface Read {
  readonly trial: TauTrial;
  readonly timers: Timers;
  readonly builder: ProfileBuilder;
  readonly metrics: readonly TauMetric[];
  /** The region of each step, and the location of each thread. */
  readonly regions: readonly number[];
  readonly locations: readonly number[];
}

/** The last two steps of each path are a call; paths that share them are put together. */
export function addEdges({ trial, timers, builder, metrics, regions, locations }: Read): void {
  const { edges } = builder;
  trial.threads.forEach(({ rows }, index) => {
    const location = locations[index] ?? absent(index);
    for (const [timer, row] of rows) {
      const { kind, steps } = timers.known[timer] ?? absent(timer);
      const [caller, callee] = [regions[steps.at(-2) ?? -1], regions[steps.at(-1) ?? -1]];
      if (kind !== 'path' || caller === undefined || callee === undefined) continue;
      const edge = edges.add(caller, callee, location, row.calls);
      metrics.forEach(({ name, scale }, at) => {
        const [own, whole] = [row.exclusive[at], row.inclusive[at]];
        if (own !== undefined && !isWrapped(own)) edges.exclusive(name, edge, own * scale);
        if (whole !== undefined && !isWrapped(whole)) edges.inclusive(name, edge, whole * scale);
      });
    }
  });
}
