import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingsReport } from '../../src/model/findings.js';
import { expectedLine, findingsFor, loadExpectations, secondsByRank } from './expectations.js';
import { availableMpis, BuiltExample, type ExampleRun } from './runExample.js';

const expectations = loadExpectations('pingpong');

/** Seconds between waking from a sleep and entering MPI. */
const ENTRY = 0.002;
/** A tenth of the program's unit: with delays below it, the waiting times stand out clearly. */
const PUNCTUAL = 0.01;
const UNIT = 0.1;
const ATTEMPTS = 5;

/** How late, in seconds, the program's ranks woke from their sleeps: the closed form holds up to that. */
function delayOf(run: ExampleRun): number {
  const delay = /came within ([\d.]+) s/.exec(run.output)?.[1];
  if (delay === undefined) throw new Error(`pingpong did not say how punctual it was; it printed: ${run.output}`);
  return Number(delay);
}

/** Runs until the machine let the ranks wake in time; the last try counts in any case. */
async function punctualRun(program: BuiltExample): Promise<ExampleRun> {
  for (let attempt = 1; ; attempt++) {
    const run = await program.run(expectations.ranks);
    if (delayOf(run) < PUNCTUAL || attempt === ATTEMPTS) return run;
  }
}

const mpis = availableMpis();
it.runIf(mpis.length === 0)('no MPI library to run pingpong with', (test) => test.skip());

describe.each(mpis)('waiting times of pingpong under $name', (mpi) => {
  let program: BuiltExample;
  let report: FindingsReport;
  let tolerance: number;

  beforeAll(async () => {
    program = await BuiltExample.build('pingpong', 'pingpong', mpi);
    const run = await punctualRun(program);
    report = run.report;
    tolerance = delayOf(run) + ENTRY;
  });

  afterAll(() => program.remove());

  it('come from a run that kept its times well enough to tell', () => {
    expect(tolerance).toBeLessThan(UNIT / 2);
    expect(report.problems).toEqual([]);
    expect(report.processes).toBe(expectations.ranks);
  });

  it.each(expectations.findings)('are right for $property in $function', (expected) => {
    const findings = findingsFor(report, expected);
    const seconds = secondsByRank(findings, expectations.ranks);
    expected.seconds!.forEach((value, rank) => {
      expect(Math.abs(seconds[rank] - value), `rank ${rank}: ${seconds[rank]} s, not ${value} s`).toBeLessThan(
        tolerance,
      );
    });
    const line = expectedLine('pingpong', expectations.source, expected);
    expect(findings.map((finding) => finding.place?.line)).toContain(line);
  });

  it('add up to the totals of the metrics', () => {
    for (const property of new Set(expectations.findings.map((expected) => expected.property))) {
      const parts = expectations.findings.filter((expected) => expected.property === property);
      const sum = parts.flatMap((expected) => expected.seconds!).reduce((a, b) => a + b, 0);
      const total = report.metrics.find((metric) => metric.name === property)?.value;
      // Each rank may be off in each part; agreeing on the start and the closing reduction add what the ranks' ways
      // out of MPI_Init differ by, which is far less than a unit.
      const slack = property === 'mpi_latebroadcast' ? UNIT * expectations.ranks : 0;
      const bound = (parts.length + 1) * expectations.ranks * tolerance;
      expect(total, property).toBeGreaterThan(sum - bound);
      expect(total, property).toBeLessThan(sum + bound + slack);
    }
  });

  it('leave no other finding above a hundredth of the total time', () => {
    const known = new Set(expectations.findings.flatMap((expected) => findingsFor(report, expected)));
    const others = report.findings.filter((finding) => !known.has(finding) && finding.severity > 0.01);
    expect(others.map((finding) => `${finding.property} at line ${finding.place?.line ?? 0}`)).toEqual([]);
  });
});
