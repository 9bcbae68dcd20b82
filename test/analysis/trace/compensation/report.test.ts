import { describe, expect, it } from 'vitest';
import { analyzeTrace, type RunCosts } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { type Costs, type DilatedProgram, DilatedRun, NO_COSTS } from '../../../support/dilatedProgram.js';

const costs: Costs = {
  functions: { pair: 100e-6, within: 40e-6 },
  mpi: { pair: 60e-6, within: 20e-6 },
  openMp: { pair: 0, within: 0 },
  files: { pair: 80e-6, within: 10e-6 },
};
const free = { pair: 0, within: 0 };
const runCosts: RunCosts = {
  isGiven: false,
  byProcess: [0, 1].map(() => [free, costs.functions, costs.mpi, costs.openMp, costs.files] as const),
};

/** One rank computes, calls a tiny function many times, and sends; the other one waits for it. */
const program: DilatedProgram = {
  ranks: 2,
  steps: [
    { kind: 'compute', rank: 0, seconds: 0.2 },
    { kind: 'calls', rank: 0, count: 1000, seconds: 1e-6 },
    { kind: 'message', from: 0, to: 1, blocking: true, seconds: 1e-3 },
    { kind: 'calls', rank: 1, count: 10, seconds: 1e-6 },
    { kind: 'collective', name: 'MPI_Barrier', root: 0, seconds: 1e-3 },
  ],
};

describe('the report of a compensated trace', () => {
  const { report: plain, processSpans } = analyzeTrace(new DilatedRun(program, NO_COSTS).builder.build(), {
    program: 'test',
  });
  const trace = new DilatedRun(program, costs).builder.build();
  const measured = analyzeTrace(trace, { program: 'test' }).report;
  const { report } = analyzeTrace(trace, { program: 'test', costs: runCosts });
  const { compensation } = report;

  it('has the findings of the unmeasured run', () => {
    expect(report.findings.map(({ property }) => property)).toEqual(plain.findings.map(({ property }) => property));
    report.findings.forEach(({ seconds }, index) =>
      expect(seconds).toBeCloseTo(elementAt(plain.findings, index).seconds, 9),
    );
    expect(report.span).toBeCloseTo(plain.span, 9);
    expect(measured.span).toBeGreaterThan(plain.span + 0.09);
  });

  it('keeps the measured times next to it', () => {
    expect(compensation).toMatchObject({
      costs: 'measured',
      span: { measured: measured.span, compensated: report.span },
      time: { measured: measured.totalTime, compensated: report.totalTime },
    });
    const wait = compensation?.metrics.find(({ name }) => name === 'mpi_latesender');
    const value = ({ metrics }: typeof plain): number =>
      metrics.find(({ name }) => name === 'mpi_latesender')?.value ?? Number.NaN;
    expect(wait?.measured).toBe(value(measured));
    expect(wait?.compensated).toBeCloseTo(value(plain), 9);
    expect(compensation?.metrics.map(({ name }) => name)).not.toContain('visits');
  });

  it('shows the measurement overhead on each rank, and the duration of the rank without it', () => {
    const [first, second] = compensation?.ranks ?? [];
    // 1,000 calls, two calls of MPI, and what entering and leaving main costs within.
    expect(first?.overhead).toBeCloseTo(1000 * 100e-6 + 2 * 60e-6 + 40e-6, 9);
    expect(second?.overhead).toBeCloseTo(10 * 100e-6 + 2 * 60e-6 + 40e-6, 9);
    expect(first?.compensated).toBeCloseTo(elementAt(processSpans, 0), 9);
    expect(second?.compensated).toBeCloseTo(elementAt(processSpans, 1), 9);
    expect(second?.measured).toBeGreaterThan((second?.compensated ?? 0) + 0.09);
  });

  it('reports that the times are not those that were measured', () => {
    expect(report.problems.map(({ message }) => message).join('\n')).toMatch(
      /was subtracted from all times: the run time is/,
    );
    expect(measured.compensation).toBeUndefined();
  });

  it('counts calls that are shorter than their stated overhead', () => {
    const dear = { pair: 5e-3, within: 2e-3 };
    const byProcess = [0, 1].map(() => [free, dear, dear, free, free] as const);
    const { report: found } = analyzeTrace(trace, { program: 'test', costs: { isGiven: true, byProcess } });
    expect(found.compensation?.costs).toBe('given');
    expect(found.problems.map(({ message }) => message).join('\n')).toMatch(/The overhead of recording exceeds/);
    for (const { value } of found.metrics) expect(value).toBeGreaterThanOrEqual(0);
  });
});
