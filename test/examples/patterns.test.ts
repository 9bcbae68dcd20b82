import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedOf, type QuietRun, quietRun } from './closedForms.js';
import { examplesFolder } from './expectations.js';
import { usualMpis, BuiltExample, type ExampleRun } from './runExample.js';

const languages = ['C', 'Fortran'] as const;
const Pattern = v.strictObject({
  /** The function that shows it. */
  function: v.string(),
  /** Unique metric name. */
  property: v.string(),
  /** Location of the loss: the MPI call or a function. */
  at: v.string(),
  /** Units of time that each rank loses. */
  units: v.array(v.number()),
  /** The rank that the others wait for. */
  waitsFor: v.optional(v.number()),
  /** Whether the units are how long the longest instance lasts, of which the calls take a part. */
  ofStretch: v.optional(v.boolean(), false),
  languages: v.optional(v.array(v.picklist(languages)), [...languages]),
});
type Pattern = v.InferOutput<typeof Pattern>;
const Patterns = v.strictObject({
  ranks: v.number(),
  unit: v.number(),
  tolerance: v.number(),
  patterns: v.array(Pattern),
});

const expected = expectedOf('patterns', Patterns);
const { ranks, unit, tolerance } = expected;

type Delays = ReadonlyMap<string, number>;

/** How late each rank woke in each function, by `function rank`, as the programs print it. */
function delaysOf(output: string): Delays {
  const lines = [...output.matchAll(/^(\w+) rank +(\d) late by +([\d.]+) s$/gm)];
  return new Map(lines.map(([, name, rank, seconds]) => [`${name} ${rank}`, Number(seconds)]));
}

/** The closed form: longer by how late the rank waited for was, shorter by the own delay. */
function closedForm(pattern: Pattern, output: string): number[] {
  const delays = delaysOf(output);
  const late = (rank: number): number => delays.get(`${pattern.function} ${rank}`) ?? Number.NaN;
  return pattern.units.map((units, rank) => {
    if (units === 0) return 0;
    return units * unit + (pattern.waitsFor === undefined ? late(rank) : late(pattern.waitsFor) - late(rank));
  });
}

const mpis = usualMpis('Open MPI');
if (mpis.length === 0) it.skip('no MPI library to run the patterns with');

describe.each(mpis)('patterns under $name', (mpi) => {
  let built: BuiltExample;

  beforeAll(async () => {
    built = await BuiltExample.build('patterns', 'patterns-c', mpi);
  });

  afterAll(() => built.remove());

  describe.each([
    { language: 'C' as const, program: 'patterns-c', source: 'patterns.c' },
    { language: 'Fortran' as const, program: 'patterns-fortran', source: 'patterns.f90' },
  ])('in $language', ({ language, program, source }) => {
    const patterns = expected.patterns.filter((pattern) => pattern.languages.includes(language));
    let quiet: QuietRun;
    let run: ExampleRun;

    beforeAll(async () => {
      quiet = await quietRun(() => built.run(ranks, [String(unit)], program, 'all'), patterns, closedForm, tolerance);
      run = quiet.run;
    });

    it('come from a complete trace', () => {
      expect(run.report.problems.filter(({ level }) => level !== 'information')).toEqual([]);
      expect(run.report.processes).toBe(ranks);
    });

    it.each(patterns)('lose the known time: $property in $function', (pattern) => {
      expect(quiet.missesOf(pattern)).toEqual([]);
    });

    it('name the function at the root of a chain of waits', () => {
      const waits = run.report.findings.filter(
        ({ property, callPath }) =>
          property === 'mpi_latesender' && callPath.some(({ region }) => region.endsWith('delay_chain')),
      );
      expect(waits.length).toBeGreaterThan(0);
      for (const { rootCauses } of waits) {
        const [root] = rootCauses ?? [];
        expect(root?.callPath.some(({ region }) => region.endsWith('busy'))).toBe(true);
        expect(root?.locations[0]?.location).toBe(0);
      }
    });

    it('are on the lines of their calls', () => {
      const lines = readFileSync(join(examplesFolder, 'patterns', source), 'utf8').split('\n');
      for (const { property, place } of run.report.findings) {
        if (place === undefined || !property.startsWith('mpi_')) continue;
        expect(lines[place.line - 1], `${property} at line ${place.line}`).toContain('MPI_');
      }
    });
  });
});
