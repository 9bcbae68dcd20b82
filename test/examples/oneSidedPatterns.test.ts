import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedOf, type QuietRun, quietRun, sharedEntries, sharedForm } from './closedForms.js';
import { examplesFolder } from './expectations.js';
import { usualMpis, BuiltExample, type ExampleRun } from './runExample.js';

const example = 'patterns/onesided';

const Pattern = v.strictObject({
  ...sharedEntries,
  /** The rank with whose coming the time begins, if not each with its own. */
  since: v.optional(v.number()),
});
const Patterns = v.strictObject({
  ranks: v.number(),
  unit: v.number(),
  tolerance: v.number(),
  patterns: v.array(Pattern),
});

const folder = join(examplesFolder, example);
const { ranks, unit, tolerance, patterns } = expectedOf(example, Patterns);
const closedForm = sharedForm('rank', unit);

const mpis = usualMpis('MPICH');
if (mpis.length === 0) it.skip('no MPI library to run the patterns with');

describe.each(mpis)('one-sided patterns under $name', (mpi) => {
  let built: BuiltExample;
  let quiet: QuietRun;
  let run: ExampleRun;

  beforeAll(async () => {
    built = await BuiltExample.build(example, 'onesided', mpi);
    quiet = await quietRun(() => built.run(ranks, [String(unit)]), patterns, closedForm, tolerance);
    run = quiet.run;
  });

  afterAll(() => built.remove());

  it('come from a complete trace', () => {
    expect(run.report.problems.filter(({ level }) => level !== 'information')).toEqual([]);
    expect(run.report.processes).toBe(ranks);
  });

  it.each(patterns)('lose the known time: $property in $function', (pattern) => {
    expect(quiet.missesOf(pattern)).toEqual([]);
  });

  it('are on the lines of their calls', () => {
    const lines = readFileSync(join(folder, 'onesided.c'), 'utf8').split('\n');
    const placed = run.report.findings.filter(({ property }) => property.startsWith('mpi_rma_'));
    expect(new Set(placed.map(({ property }) => property)).size).toBeGreaterThan(5);
    for (const { property, place } of placed)
      expect(lines[(place?.line ?? 0) - 1], `${property} at line ${place?.line}`).toContain('MPI_Win_');
  });
});
