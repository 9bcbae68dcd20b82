import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildsOpenmp, openmpCompilers } from '../support/openmpCompilers.js';
import { expectedOf, type QuietRun, quietRun, sharedEntries, sharedForm } from './closedForms.js';
import { examplesFolder } from './expectations.js';
import { BuiltExample, type ExampleRun } from './runExample.js';

const example = 'patterns/openmp';

const Pattern = v.strictObject({
  ...sharedEntries,
  /** Whether threads begin to wait on arrival, or at the end of their work. */
  from: v.optional(v.picklist(['came', 'end']), 'came'),
});
const Patterns = v.strictObject({
  threads: v.number(),
  unit: v.number(),
  tolerance: v.number(),
  patterns: v.array(Pattern),
});

const folder = join(examplesFolder, example);
const { threads, unit, tolerance, patterns } = expectedOf(example, Patterns);

const closedForm = sharedForm('thread', unit);

const compilers = openmpCompilers();
const programs = [
  ...compilers.map((compiler) => ({ compiler, program: 'openmp-c', source: 'openmp.c' })),
  ...(compilers.includes('gcc') && buildsOpenmp('gfortran')
    ? [{ compiler: 'gfortran', program: 'openmp-fortran', source: 'openmp.f90' }]
    : []),
];
if (programs.length === 0)
  it.skip('no compiler with the OpenMP run-time library of LLVM (libomp5) to run the patterns with');

describe.each(programs)('OpenMP patterns in $source by $compiler', ({ compiler, program, source }) => {
  let built: BuiltExample;
  let quiet: QuietRun;
  let run: ExampleRun;

  beforeAll(async () => {
    const toolchain = { name: compiler, compilers: { CC: compiler, FC: compiler } };
    built = await BuiltExample.build(example, program, toolchain, [program]);
    quiet = await quietRun(() => built.run(1, [String(unit)], undefined, 'all'), patterns, closedForm, tolerance);
    run = quiet.run;
  });

  afterAll(() => built.remove());

  it('come from a complete trace', () => {
    expect(run.report.problems.filter(({ level }) => level !== 'information')).toEqual([]);
    expect(run.report.locations).toHaveLength(threads);
  });

  it.each(patterns)('lose the known time: $property in $function', (pattern) => {
    expect(quiet.missesOf(pattern)).toEqual([]);
  });

  it('are on the lines of their constructs', () => {
    const lines = readFileSync(join(folder, source), 'utf8').split('\n');
    const placed = run.report.findings.filter(({ property, place }) => property !== 'omp_idle_threads' && place);
    expect(placed.length).toBeGreaterThan(5);
    for (const { property, place } of placed)
      expect(lines[(place?.line ?? 0) - 1], `${property} at line ${place?.line}`).toMatch(/omp[ _]/);
  });
});
