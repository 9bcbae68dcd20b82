/** Gains at findings, causes and functions, compared with the predictions that they come from. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes, withGains } from '../../../src/analysis/whatIf/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { DilatedTeams, type TeamStep } from '../../support/dilatedTeams.js';

const HEAT = join(import.meta.dirname, '../../../examples/heat2d-mpi/recorded');

const calls = (rank: number, seconds: number): DilatedStep => ({ kind: 'calls', rank, count: 1, seconds });
const barrier = (seconds: number): DilatedStep => ({ kind: 'collective', name: 'MPI_Barrier', root: 0, seconds });

function reportOf(trace: Trace): FindingsReport {
  const analyzed = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  return withGains(analyzed.report, predictRunTimes(trace, analyzed, { scenarios: [] }));
}

function mpiReport(): FindingsReport {
  return reportOf(
    new DilatedRun({ ranks: 4, steps: [calls(0, 4), calls(1, 1), barrier(0.5)] }, NO_COSTS).builder.build(),
  );
}

describe('gains', () => {
  it('of a wait and its cause are those of balancing the cause', () => {
    const { findings, predictions } = mpiReport();
    const wait = findings.find(({ rootCauses = [] }) => rootCauses.length > 0);
    const balanced: Scenario = { kind: 'balance', region: 'tiny' };
    const predicted = predictions?.predictions.find(({ scenarios: [first] }) => first?.kind === 'balance');
    expect(predicted?.scenarios).toEqual([balanced]);
    expect(wait?.rootCauses?.[0]?.gain).toMatchObject({ scenario: balanced, saved: predicted?.saved });
    expect(wait?.gain).toEqual(wait?.rootCauses?.[0]?.gain);
    // 4 s and 1 s on two ranks become 2.5 s each.
    expect(wait?.gain?.saved).toBeCloseTo(1.5, 9);
  });

  it('of functions with source lines are those of halving their time', () => {
    const { functions, predictions } = reportOf(openArchive(HEAT));
    const halved = predictions?.predictions.find(
      ({ scenarios: [first] }) => first?.kind === 'scale' && first.region === 'relax_rows',
    );
    expect(halved?.share).toBeGreaterThan(0.3);
    expect(functions.find(({ region }) => region === 'relax_rows')?.gain?.saved).toBe(halved?.saved);
    expect(functions.find(({ region }) => region === 'main')?.gain).toBeUndefined();
  });

  it('of file I/O are those of its function without time', () => {
    const writes: DilatedStep = { kind: 'writes', rank: 0, count: 3, seconds: 1 };
    const steps = [writes, calls(0, 1), calls(1, 2), barrier(0.1)];
    const { findings, predictions } = reportOf(new DilatedRun({ ranks: 2, steps }, NO_COSTS).builder.build());
    const file = findings.find(({ callPath }) => callPath.at(-1)?.region === 'write');
    expect(file?.gain?.scenario).toEqual({ kind: 'io', region: 'write' });
    // Rank 0 computes for 1 s then, and waits for rank 1, which computes for 2 s.
    expect(file?.gain?.saved).toBeCloseTo(2, 9);
    expect(predictions?.predictions.flatMap(({ scenarios }) => scenarios)).toContainEqual({ kind: 'io' });
  });

  it('of threads that wait are those of sharing the work of their construct', () => {
    const work = (thread: number, seconds: number): TeamStep => ({ kind: 'calls', thread, count: 1, seconds });
    const team = new DilatedTeams([[work(0, 1), work(1, 2), work(2, 6)]], NO_COSTS).builder.build();
    const { findings } = reportOf(team);
    const [wait] = findings.filter(({ property }) => property.startsWith('omp_'));
    expect(wait?.gain?.scenario.kind).toBe('teams');
    expect(wait?.gain?.scenario.region).toMatch(/parallel/);
    expect(wait?.gain?.saved).toBeCloseTo(3, 4);
  });

  it('are kept in findings.json', () => {
    const report = mpiReport();
    const stored: unknown = JSON.parse(JSON.stringify(report));
    expect(checkReport(stored, 'findings.json')).toEqual(report);
  });

  it('are refused with a factor that no one plans', () => {
    const report = mpiReport();
    const [prediction] = report.predictions?.predictions ?? [];
    const scenarios = [{ kind: 'scale', region: 'tiny', factor: 3 }];
    const damaged = { ...report, predictions: { ...report.predictions, predictions: [{ ...prediction, scenarios }] } };
    expect(() => checkReport(damaged, 'findings.json')).toThrow(/findings\.json/);
  });
});
