import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallRecorder } from '../../../src/analysis/trace/recorders/recorders.js';
import { elementAt } from '../../../src/base/elements.js';
import { callNodesOf } from '../../../src/engine/measurements/timeline/callNodes.js';
import { ALWAYS } from '../../../src/engine/measurements/timeline/largest.js';
import { readWindow } from '../../../src/engine/measurements/window/readWindow.js';
import { windowSeverities } from '../../../src/engine/measurements/window/windowSeverities.js';
import type { SeverityColumn } from '../../../src/model/performanceSpace.js';
import { openedRun, type OpenedRun } from '../../engine/measurements/asking.js';
import { conformanceData } from '../../support/conformanceData.js';
import { wholeMatrix } from '../../support/matrix.js';

const folder = conformanceData('otf2-with-scalasca');
const goOn = (): undefined => undefined;

/** MPI, OpenMP, both, tasks, and traces that are read in several pieces. */
const names = ['cg.S.4', 'clover_hyb.2x2', 'omp_cg.S.4t', 'omp_task.2t', 'bots_sort.2t', 'ats4'];
const large = wholeMatrix ? ['lulesh_hyb.1x2'] : [];

/** Adds values by call path and location. */
function add(sums: Map<string, number>, column: Omit<SeverityColumn, 'phase'> | undefined): Map<string, number> {
  for (const [entry, value] of column?.value.entries() ?? []) {
    const key = `${column?.callPath[entry]} on ${column?.location[entry]}`;
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return sums;
}

function difference(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.reduce((most, key) => Math.max(most, Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0))), 0);
}

describe.skipIf(folder === undefined).each([...names, ...large])('the public trace %s', (name) => {
  let run: OpenedRun;
  beforeAll(() => {
    run = openedRun(path.join(folder ?? '', name, 'traces.otf2'));
    return run.remove;
  });

  test('has severities that those of parts of its time add up to', () => {
    const { measurement, timeline } = run;
    const { span } = timeline;
    const cuts = [0, 0.41 * span, 0.42 * span, 0.8 * span, span + 1];
    const parts = cuts.slice(1).map((to, at) => windowSeverities(measurement, { from: elementAt(cuts, at), to }, goOn));
    const known = [...elementAt(parts, 0).keys()];
    expect(known).toContain('time');
    for (const metric of known) {
      const sums = new Map<string, number>();
      for (const part of parts) add(sums, part.get(metric));
      const whole = add(new Map(), measurement.space.severities.get(metric));
      expect(difference(sums, whole), metric).toBeLessThan(1e-9);
    }
  });

  // Calls of tasks do not lie within one another.
  test.skipIf(/task|sort/.test(name))('has calls at the call paths that the analysis gave them', () => {
    const { measurement } = run;
    const file = measurement.timeline(goOn);
    const expected = new Map<number, string[]>();
    const listenTo = (location: number): { readonly calls: CallRecorder } => {
      const calls: string[] = [];
      expected.set(location, calls);
      return { calls: { begin: (node, time) => calls.push(`${node} at ${time}`), end: () => undefined } };
    };
    readWindow(measurement, ALWAYS, listenTo, goOn);
    for (const [location, begun] of expected) {
      const nodeOf = callNodesOf(measurement, file, location, goOn);
      const calls = measurement.events(goOn).callsIn(location, ALWAYS.from, ALWAYS.to, goOn) ?? [];
      const found = calls.map(({ call }) => `${nodeOf(call)} at ${call.enter}`).sort();
      expect(found.join('\n') === begun.sort().join('\n'), `location ${location}`).toBe(true);
    }
  });
});
