import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EventTrace, type TraceEvent } from '../../../../src/analysis/trace/events/index.js';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { openArchive } from '../../../../src/formats/otf2/index.js';
import type { Trace } from '../../../../src/model/trace.js';
import { conformanceData, usualTraces } from '../../../support/conformanceData.js';
import { readReference } from '../../../support/conformance/scalascaReference.js';
import { placeOf, valuesByPath } from '../../../support/spaceValues.js';
import { lockCompetition, unbalancedBarrier, waitAtNxN } from './examples.js';

/** Seconds by location. */
type ByLocation = Map<number, number>;

function add(sums: ByLocation, location: number, seconds: number): void {
  sums.set(location, (sums.get(location) ?? 0) + seconds);
}

/** Sums of a metric by location, over the call paths that `counts` accepts. */
function sumsOf(values: ReadonlyMap<string, number> | undefined, counts: (path: string) => boolean): ByLocation {
  const sums: ByLocation = new Map();
  for (const [key, value] of values ?? []) {
    const [where, location] = placeOf(key);
    if (counts(where)) add(sums, Number(location), value);
  }
  return sums;
}

function expectEqual(actual: ByLocation, expected: ByLocation, tolerance = 1e-9): void {
  for (const location of new Set([...actual.keys(), ...expected.keys()])) {
    const difference = Math.abs((actual.get(location) ?? 0) - (expected.get(location) ?? 0));
    expect(difference, `location ${location}`).toBeLessThan(tolerance);
  }
  expect([...expected.values()].some((seconds) => seconds > 0)).toBe(true);
}

const waitsForMessages = /^MPI_(Recv|Sendrecv|Wait|Waitany|Waitall|Waitsome)$/;

/** Example 3.1 for all calls that wait for messages: in one call waits overlap, and the longest counts. */
function lateSenders(trace: EventTrace): ByLocation {
  const longest = new Map<number, { seconds: number; location: number }>();
  for (const root of trace.events('Receive')) {
    const e1 = root.enterptr;
    const e2 = root.sendptr?.enterptr;
    if (e1 === undefined || e2 === undefined || !waitsForMessages.test(e1.reg ?? '')) continue;
    const seconds = e2.time - e1.time;
    if (seconds > (longest.get(e1.index)?.seconds ?? 0)) longest.set(e1.index, { seconds, location: e1.location });
  }
  const sums: ByLocation = new Map();
  for (const { seconds, location } of longest.values()) add(sums, location, seconds);
  return sums;
}

/** Example 3.2 for blocking sends and all receives: the receive is posted by the call itself or by a request. */
function lateReceivers(trace: EventTrace): ByLocation {
  const sums: ByLocation = new Map();
  for (const root of trace.events('Receive')) {
    const post = (root.requestptr ?? root).enterptr;
    const sending = root.sendptr?.enterptr;
    if (post === undefined || sending?.reg !== 'MPI_Send') continue;
    if (sending.time < post.time && trace.isOpen(sending, post.index)) {
      add(sums, sending.location, post.time - sending.time);
    }
  }
  return sums;
}

function found(waits: Iterable<{ seconds: number; waiting: TraceEvent }>): ByLocation {
  const sums: ByLocation = new Map();
  for (const { seconds, waiting } of waits) add(sums, waiting.location, seconds);
  return sums;
}

const folder = conformanceData('otf2-with-scalasca') ?? '';
const open = (name: string): Trace => openArchive(path.join(folder, name, 'traces.otf2'));

function analysisOf(name: string): Map<string, Map<string, number>> {
  const trace = open(name);
  return valuesByPath(analyzeTrace(trace, { program: name }).space, trace.definitions);
}

/** Those with most events only in `npm run test:all`: they are of the same kinds as the others. */
const named = (...names: readonly string[]): readonly string[] =>
  usualTraces(names, ['sweep3d.4', 'mg.W.4', 'cg.S.4', 'clover_hyb.2x2', 'lulesh_hyb.1x2']);

describe.skipIf(!existsSync(folder))('compound events on real traces', () => {
  test.each(named('ats4', 'hpccg.4', 'sweep3d.4', 'mg.W.4', 'cg.S.4', 'clover_hyb.2x2'))(
    '%s: Late Sender and Late Receiver as the analysis finds them',
    (name) => {
      const expected = analysisOf(name);
      const senders = sumsOf(expected.get('mpi_latesender'), () => true);
      expectEqual(lateSenders(new EventTrace(open(name))), senders);
      const receivers = sumsOf(expected.get('mpi_latereceiver'), (where) => where.endsWith('/MPI_Send'));
      const mine = lateReceivers(new EventTrace(open(name)));
      if (receivers.size > 0 || mine.size > 0) expectEqual(mine, receivers);
    },
  );

  test.each(named('ats4', 'hpccg.4', 'sweep3d.4', 'mg.W.4', 'clover_hyb.2x2'))('%s: Wait at N×N', (name) => {
    const expected = sumsOf(analysisOf(name).get('mpi_wait_nxn'), (where) => where.endsWith('/MPI_Allreduce'));
    expectEqual(found(waitAtNxN(new EventTrace(open(name)))), expected);
  });

  test.each(named('omp_cg.S.4t', 'clover_hyb.2x2', 'lulesh_hyb.1x2'))('%s: waiting at OpenMP barriers', (name) => {
    const { metrics } = readReference(path.join(folder, name, 'reference.tsv.gz'));
    const expected: ByLocation = new Map();
    for (const metric of ['omp_ibarrier_wait', 'omp_ebarrier_wait']) {
      for (const [location, seconds] of sumsOf(metrics.get(metric)?.exclusive, () => true)) {
        add(expected, location, seconds);
      }
    }
    expectEqual(found(unbalancedBarrier(new EventTrace(open(name)))), expected, 1e-6);
  });

  test('qsomp1.2t: competition for a critical section', () => {
    const { metrics } = readReference(path.join(folder, 'qsomp1.2t', 'reference.tsv.gz'));
    const expected = sumsOf(metrics.get('omp_lock_contention_critical')?.exclusive, () => true);
    expectEqual(found(lockCompetition(new EventTrace(open('qsomp1.2t')))), expected, 1e-12);
  });
});
