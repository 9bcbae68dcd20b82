/** Runs with series of a known shape. */
import type { DynamicsOf } from '../../../src/analysis/dynamics/index.js';
import type { RunSeries } from '../../../src/model/dynamics/series.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { TraceBuilder } from '../../support/traceBuilder.js';
import { noise } from './signals.js';

/** Iterations. */
export const COUNT = 400;

/** Time of one metric in an iteration on a rank. */
export interface Row {
  readonly metric: string;
  readonly node: number;
  readonly rank: number;
  readonly value: (i: number) => number;
  /** The unit of a counter. */
  readonly counter?: string;
}

/** A run of some ranks whose iterations take one second each. */
function runOf(ranks: number, rows: readonly Row[]): RunSeries {
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const units = new Map(rows.flatMap(({ metric, counter }) => (counter === undefined ? [] : [[metric, counter]])));
  const level = {
    source: 'found',
    name: 'step',
    parent: 0,
    members: [1],
    count: COUNT,
    coverage: 0.8,
    regularity: 1,
  } as const;
  const value = new Float32Array(rows.length * COUNT);
  rows.forEach((row, at) => {
    for (let i = 0; i < COUNT; i++) value[at * COUNT + i] = row.value(i);
  });
  return {
    levels: [level],
    iterations: {
      ...level,
      starts: Array.from({ length: ranks }, () => Float64Array.from({ length: COUNT + 1 }, (_, i) => i)),
    },
    series: {
      ...(units.size === 0 ? {} : { counters: Array.from(units, ([name, unit]) => ({ name, unit })) }),
      ...{ metrics, count: COUNT, value, outside: new Float64Array(rows.length) },
      metric: Uint32Array.from(rows, ({ metric }) => metrics.indexOf(metric)),
      node: Uint32Array.from(rows, ({ node }) => node),
      location: Uint32Array.from(rows, ({ rank }) => rank),
    },
    loopTime: ranks * COUNT,
    totalTime: (ranks * COUNT) / 0.8,
  };
}

/** Such a run with what it belongs to. */
export function analyzedRun(ranks: number, rows: readonly Row[]): { readonly run: RunSeries; readonly of: DynamicsOf } {
  const builder = new TraceBuilder();
  for (let rank = 0; rank < ranks; rank++) {
    for (const writer of builder.process()) writer.enter(0, 'main').enter(0, 'step').leave(1, 'step').leave(1, 'main');
  }
  const { definitions } = builder.build();
  const callTree = { size: 2, parent: Int32Array.of(-1, 0), region: Uint32Array.of(0, 1), site: Uint32Array.of(0, 0) };
  return { run: runOf(ranks, rows), of: { callTree, definitions, properties: shippedProperties } };
}

/** A level, and another one from an iteration on. */
export const step = (rank: number, at: number, before: number, after: number): Row => {
  const e = noise(rank + 1, COUNT);
  return { metric: 'mpi_latesender', node: 1, rank, value: (i) => (i < at ? before : after) + 0.002 * (e[i] ?? 0) };
};
