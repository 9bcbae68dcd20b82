/** The texts of shipped patterns match the detectors, call path by call path. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOfTrace } from '../../../src/analysis/asl/data.js';
import { analyzeTrace, total } from '../../../src/analysis/trace/index.js';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { type AslData, isMany } from '../../../src/asl/data.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { checkTexts } from '../../../src/asl/texts.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { conformanceData, usualTraces } from '../../support/conformanceData.js';
import { rounds } from '../../support/matrix.js';
import { schedules, TICK } from '../../support/schedule.js';
import { execute } from '../../support/simulator.js';

/** Each pattern in ASL, and the metrics of its detector. */
const PATTERNS = [
  ['LateSender', 'idle', ['mpi_latesender']],
  ['LateReceiver', 'idle', ['mpi_latereceiver']],
  ['WaitAtBarrier', 'wait', ['mpi_barrier_wait']],
  ['WaitAtNxN', 'wait', ['mpi_wait_nxn']],
  ['LateBroadcast', 'wait', ['mpi_latebroadcast']],
  ['EarlyReduce', 'wait', ['mpi_earlyreduce']],
  ['WaitAtThreadBarrier', 'wait', ['omp_ebarrier_wait', 'omp_ibarrier_wait']],
] as const;

const [PATTERN_TEXT] = checkTexts(shippedTexts().filter(({ name }) => name === 'patterns.asl'));

function measured(folder: string) {
  const trace = openArchive(path.join(folder, 'traces.otf2'));
  // Patterns see times as they were measured.
  const run = analyzeTrace(trace, { program: 'test', correctClocks: false });
  return { run, data: dataOfTrace(run, trace, PATTERN_TEXT?.patterns ?? []) };
}

/** Sums the matches of a pattern by call path. */
function ofText(data: AslData, pattern: string, member: string): Map<number, number> {
  const table = data.table(`match of ${pattern}`);
  const rows = Float64Array.from(
    { length: data.matches?.(pattern, [], 1, { hold: () => undefined })?.values.length ?? 0 },
    (_, row) => row,
  );
  const [paths, values] = [table?.member('path', rows), table?.member(member, rows)];
  const sums = new Map<number, number>();
  if (paths === undefined || values === undefined || isMany(paths) || isMany(values)) return sums;
  paths.forEach((node, row) => sums.set(node, (sums.get(node) ?? 0) + (values[row] ?? NaN)));
  return sums;
}

function ofDetector(space: PerformanceSpace, metrics: readonly string[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const metric of metrics) {
    const column = space.severities.get(metric);
    column?.callPath.forEach((node, entry) => sums.set(node, (sums.get(node) ?? 0) + (column.value[entry] ?? NaN)));
  }
  return sums;
}

/** Returns the largest difference at a call path, and both totals. */
function difference(text: Map<number, number>, detector: Map<number, number>) {
  let most = 0;
  for (const node of new Set([...text.keys(), ...detector.keys()]))
    most = Math.max(most, Math.abs((text.get(node) ?? 0) - (detector.get(node) ?? 0)));
  return { most, total: [...detector.values()].reduce((sum, value) => sum + value, 0) };
}

const ALL: readonly string[] = PATTERNS.map(([name]) => name);
/** Traces, the patterns that are compared there, and of which time must be lost. */
const TRACES = [
  ['otf2/casita_4_mpi_ls_barr', ALL, ['LateSender', 'WaitAtBarrier']],
  ['otf2/pipit_ping-pong', ALL, ['LateSender', 'LateReceiver']],
  ['otf2-with-scalasca/ats4', ALL, ALL.filter((name) => name !== 'WaitAtThreadBarrier')],
  ['otf2-with-scalasca/hpccg.4', ['LateReceiver'], ['LateReceiver']],
  ['otf2-with-scalasca/mg.W.4', ['LateReceiver'], ['LateReceiver']],
  ['examples/sweep-mpi', ALL, ['LateSender']],
  ['examples/heat2d-mpi', ALL, ['WaitAtNxN']],
  ['examples/jacobi-openmp', ALL, ['WaitAtThreadBarrier']],
] as const;

describe.each(TRACES.filter(([name]) => usualTraces([name]).length > 0))('%s', (name, compared, lost) => {
  const folder = name.startsWith('examples/') ? path.join(name, 'recorded') : conformanceData(name);
  it.skipIf(folder === undefined)('waits as long by the texts as by the detectors', () => {
    const { run, data } = measured(folder ?? '');
    for (const [pattern, member, metrics] of PATTERNS) {
      if (!compared.some((each) => each === pattern)) continue;
      const { most, total: all } = difference(ofText(data, pattern, member), ofDetector(run.space, metrics));
      expect(most, pattern).toBeLessThan(1e-9);
      if (lost.some((each) => each === pattern)) expect(all, pattern).toBeGreaterThan(0);
    }
  });
});

const chain = conformanceData('otf2/casita_4_mpi_ls_barr');

describe.skipIf(chain === undefined)('a chain of late senders with a barrier', () => {
  it('has the seconds that others computed', () => {
    const { run, data } = measured(chain ?? '');
    const found = (name: string): number => {
      const property = PATTERN_TEXT?.properties.find((each) => each.name === name);
      if (property === undefined) throw new Error(`there is no property ${name}`);
      return evaluate(property, data).found.reduce((sum, { impact = 0 }) => sum + impact, 0);
    };
    expect(found('late_sender')).toBeCloseTo(30.020573, 6);
    expect(Math.abs(found('late_sender') - total(run.space, 'mpi_latesender'))).toBeLessThan(1e-9);
    expect(found('wait_at_barrier')).toBeCloseTo(21.409267, 6);
  });
});

describe('generated programs', () => {
  it('wait as long by the texts as by the detectors', () => {
    fc.assert(
      fc.property(schedules, (generated) => {
        // Between groups, the documentation pages give the detectors separate rules.
        const steps = generated.steps.filter((step) => step.kind !== 'collective' || step.communicator !== 2);
        const { builder, messages } = execute({ ...generated, steps });
        // The event model follows time: it knows no message that is received before it is sent.
        const isCausal = messages.every(
          ({ sendTime, receivedIn }) => receivedIn === undefined || sendTime <= receivedIn.leave - TICK / 2,
        );
        fc.pre(isCausal);
        const trace = builder.build();
        const run = analyzeTrace(trace, { program: 'generated', correctClocks: false });
        const data = dataOfTrace(run, trace, PATTERN_TEXT?.patterns ?? []);
        for (const [pattern, member, metrics] of PATTERNS) {
          const { most } = difference(ofText(data, pattern, member), ofDetector(run.space, metrics));
          expect(most, pattern).toBeLessThan(1e-9);
        }
      }),
      { numRuns: rounds(15, 100) },
    );
  });
});

/** The pages that contain each text. */
const PAGES = [
  ['LateSender', ['mpi_latesender']],
  ['LateReceiver', ['mpi_latereceiver']],
  ['WaitAtBarrier', ['mpi_barrier_wait']],
  ['WaitAtNxN', ['mpi_wait_nxn']],
  ['LateBroadcast', ['mpi_latebroadcast']],
  ['EarlyReduce', ['mpi_earlyreduce']],
  ['WaitAtThreadBarrier', ['omp_ebarrier_wait', 'omp_ibarrier_wait']],
] as const;

describe('pages', () => {
  it.each(PAGES)('show the shipped text of %s', (pattern, names) => {
    const { text } = shippedTexts().find(({ name }) => name === 'patterns.asl') ?? { text: '' };
    const own = new RegExp(`^pattern ${pattern}\\(\\) \\{\\n[^]*?^\\}\\n`, 'm').exec(text)?.[0];
    expect(own).toBeDefined();
    for (const name of names) {
      const page = readFileSync(
        path.resolve(import.meta.dirname, `../../../src/properties/${name}/${name}.md`),
        'utf8',
      );
      const section = page.slice(page.indexOf('## How it is computed'), page.indexOf('## Typical causes'));
      expect(section).toContain(`\`\`\`asl\n${own ?? ''}\`\`\`\n`);
    }
  });
});
