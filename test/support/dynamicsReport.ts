/** A run whose iterations change: 8 ranks, 200 iterations, a step on ranks 4 to 7 from 120 on, a peak at 50 on all. */
import type { DynamicsFinding, DynamicsReport, LoopSummary } from '../../src/model/dynamics/dynamics.js';
import type { ValueMap } from '../../src/pictures/dynamics/mapRows.js';

const STEP: DynamicsFinding['patterns'][number] = {
  kind: 'step',
  first: 120,
  last: 122,
  costsUntil: 199,
  before: 0.008,
  after: 0.016,
  excess: 0.6,
  accumulated: 1.2,
  severity: 0.067,
};

/** A finding at `heat.c:10`, where `fixtures.ts` of presentations has its own; give what matters to the test. */
export function dynamicsFinding(change: Partial<DynamicsFinding> = {}): DynamicsFinding {
  return {
    property: 'dynamics_trends',
    metric: 'mpi_latesender',
    node: 1,
    callPath: [
      { region: 'main', definition: { file: '/src/heat.c', line: 3 } },
      { region: 'MPI_Recv', callSite: { file: '/src/heat.c', line: 10 } },
    ],
    place: { file: '/src/heat.c', line: 10 },
    locations: [4, 5, 6, 7],
    cluster: 0,
    severity: 0.067,
    shareOfRun: 0.06,
    excess: 0.6,
    variability: 0.2,
    shortScales: 0.01,
    wideScales: 0.19,
    patterns: [STEP],
    letters: 'GBG',
    bins: [...Array.from({ length: 10 }, () => 0.002), ...Array.from({ length: 6 }, () => 0.004)],
    sentence: 'Steps up at iteration 120 and stays there.',
    explanation: 'From some iteration on this takes longer than before.',
    advice: 'Look at what grows. Compare two iterations.',
    related: [],
    ...change,
  };
}

export function loopSummary(change: Partial<LoopSummary> = {}): LoopSummary {
  return {
    source: 'found',
    name: 'MPI_Irecv',
    parent: 0,
    members: [1],
    count: 200,
    coverage: 0.9,
    regularity: 0.99,
    callPath: [{ region: 'main', definition: { file: '/src/heat.c', line: 3 } }],
    place: { file: '/src/heat.c', line: 3 },
    meanDuration: 0.0039,
    variation: 0.12,
    bins: [0.003, 0.003, 0.004, 0.005],
    sentence: 'Found in the structure of calls.',
    ...change,
  };
}

/** The loop as a whole slows down too. */
export const ofLoop = dynamicsFinding({
  ...{ metric: 'iteration_time', node: 0, callPath: loopSummary().callPath, cluster: 0, related: [0] },
  patterns: [{ ...STEP, first: 120, before: 0.05, after: 0.059, excess: 4.1 }],
  ...{ place: { file: '/src/heat.c', line: 3 }, excess: 4.1, severity: 0.1 },
});

export function dynamicsReport(change: Partial<DynamicsReport> = {}): DynamicsReport {
  return {
    format: 'trimtab-dynamics',
    version: 1,
    loops: [loopSummary()],
    loopTime: 9,
    findings: [dynamicsFinding({ related: [1] }), ofLoop],
    ...change,
  };
}

/** Its values by rank and iteration, in so many columns. */
export function valueMap(ranks = 8, iterations = 200, bins = iterations): ValueMap {
  const first = Uint32Array.from({ length: bins + 1 }, (_, bin) => Math.floor((bin * iterations) / bins));
  const valueOf = (rank: number, iteration: number): number =>
    0.002 +
    (rank >= ranks / 2 && iteration >= 120 ? 0.002 : 0) +
    (iteration >= 49 && iteration <= 51 ? 0.004 : 0) +
    // Some noise, the same each time.
    0.0002 * (((rank * 7919 + iteration * 104729) % 1000) / 1000);
  const mean = new Float32Array(ranks * bins);
  const largest = new Float32Array(ranks * bins);
  for (let rank = 0; rank < ranks; rank++)
    for (let bin = 0; bin < bins; bin++) {
      const [from, to] = [first[bin] ?? 0, first[bin + 1] ?? 0];
      const values = Array.from({ length: to - from }, (_, at) => valueOf(rank, from + at));
      mean[rank * bins + bin] = values.reduce((sum, value) => sum + value, 0) / values.length;
      largest[rank * bins + bin] = Math.max(...values);
    }
  return {
    unit: 'seconds',
    iterations,
    bins,
    first,
    location: Uint32Array.from({ length: ranks }, (_, rank) => rank),
    mean,
    largest,
  };
}
