/** Public reports of ompP, compared with their own sums. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { openmpOverheads } from '../../../src/analysis/profile/openmpOverheads.js';
import { absent, elementAt } from '../../../src/base/elements.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { type ThreadColumn, threadTotal } from '../../../src/model/parallelRegions.js';
import type { Profile } from '../../../src/model/profile.js';
import { conformanceData } from '../../support/conformanceData.js';

const root = conformanceData('ompp');
const folder = join(root ?? '', 'garviz_toci');
const files = root === undefined ? [] : readdirSync(folder);

function open(name: string): { text: string; profile: Profile } {
  const path = join(folder, name);
  const opened = openMeasurement(path);
  if (opened.kind !== 'profile') throw new Error('no profile');
  return { text: readFileSync(path, 'utf8'), profile: opened.profile };
}

/** A construct's sum over the threads, of the flat profile or of the call graph. */
function sum({ parallelRegions = [], definitions }: Profile, id: string, column: ThreadColumn, flat: boolean): number {
  const found = parallelRegions.find(
    ({ region, callPath }) =>
      elementAt(definitions.regions, region).description === `ompP ${id}` && (callPath === undefined) === flat,
  );
  return (found === undefined ? undefined : threadTotal(found, column)) ?? absent(`${id} ${column}`);
}

describe.skipIf(files.length === 0)('public reports of ompP', () => {
  it.each(files)('%s: all sums of both profiles are those below its tables', (name) => {
    const { text, profile } = open(name);
    const sums = text.split('\n').filter((line) => line.startsWith(' SUM ') && !line.includes('('));
    expect(sums.length).toBeGreaterThan(5);
    expect(profile.parallelRegions).toHaveLength(sums.length);
    // In the text the flat profile comes first.
    const inOrder = [...(profile.parallelRegions ?? [])].sort(
      (one, other) => Number(one.callPath !== undefined) - Number(other.callPath !== undefined),
    );
    sums.forEach((line, at) => {
      const words = line.trim().split(/\s+/).slice(1);
      const region = elementAt(inOrder, at);
      expect(threadTotal(region, 'execT')).toBeCloseTo(Number(words[0]), 12);
      expect(threadTotal(region, 'execC')).toBe(Number(words[1]));
      const inst = region.counters.get('PAPI_TOT_INST');
      if (!text.includes('PAPI_TOT_INST :') && !text.includes(': PAPI_TOT_INST')) expect(inst).toBeUndefined();
      else {
        const written = words.find((word) => /^\d+(\.\d{3})+$/.test(word) && !/^\d+\.\d\d$/.test(word));
        expect(inst?.reduce((total, one) => total + one, 0)).toBe(Number((written ?? '0').replaceAll('.', '')));
      }
    });
  });

  it.each(files)('%s: the overheads of its parallel region are those that it contains', (name) => {
    const { text, profile } = open(name);
    const told = /^R00002\s+(.*)$/m.exec(text.slice(text.indexOf('Overheads wrt. each')))?.[1] ?? '';
    const [total, all, synch, imbal, limpar, mgmt] = told
      .replace(/\([^)]*\)/g, ' ')
      .trim()
      .split(/\s+/)
      .map(Number);
    const [found] = openmpOverheads(profile);
    // Each number of the report is rounded to 10 ms separately, and each of ours is a sum of such numbers.
    const rounding = 0.005 * 4 + 1e-9;
    const near = (seconds: number | undefined, expected: number | undefined): void =>
      expect(Math.abs((seconds ?? NaN) - (expected ?? NaN))).toBeLessThanOrEqual(rounding);
    near(found?.total, total);
    near(found?.synchronization, synch);
    near(found?.imbalance, imbal);
    near(found?.limitedParallelism, limpar);
    near(found?.management, mgmt);
    const lost =
      (found?.synchronization ?? 0) +
      (found?.imbalance ?? 0) +
      (found?.limitedParallelism ?? 0) +
      (found?.management ?? 0);
    near(lost, all);
  });

  it('toci.4-0 loses 82 % of its time', () => {
    expect(openmpOverheads(open('toci.4-0.ompp.txt').profile)).toMatchObject([
      { total: 29.53, synchronization: 0.57, imbalance: 20.77, limitedParallelism: 0, management: 2.9 },
    ]);
  });

  it('the flat profile and the call graph differ, and both are kept', () => {
    const { profile } = open('toci.4-0.ompp.txt');
    expect(sum(profile, 'R00004', 'enterT', true)).toBe(1.8);
    expect(sum(profile, 'R00004', 'enterT', false)).toBe(0.57);
    expect(sum(profile, 'R00004', 'execC', true)).toBe(534466);
    expect(sum(profile, 'R00002', 'bodyT', true)).toBe(8.76);
    expect(sum(profile, 'R00002', 'exitBarT', true)).toBe(20.77);
  });

  it('counters that repeat another are reported and excluded', () => {
    const { profile } = open('toci.4-0.ompp.txt');
    const flat = profile.parallelRegions?.find(({ callPath }) => callPath === undefined);
    expect(flat?.counters.get('PAPI_TOT_INST')?.reduce((total, one) => total + one, 0)).toBe(11_110_956_406);
    expect(flat?.counters.has('PAPI_TOT_CYC')).toBe(false);
    expect(profile.problems[0]?.message).toMatch(/PAPI_TOT_CYC repeats PAPI_TOT_INST/);
    expect(open('toci.1-0.ompp.txt').profile.problems).toEqual([]);
  });

  it('the barrier at the end of the parallel region takes most, on its line', () => {
    const { profile } = open('toci.4-0.ompp.txt');
    const { report } = analyzeProfile(profile, 'toci');
    // 4 x 7.38 s of the threads and 0.01 s before and after them.
    expect(report.totalTime).toBeCloseTo(29.53, 1);
    const [first] = report.findings;
    expect(first?.place).toEqual({ file: 'findmumcand.cpp', line: 262 });
    // Threads' times are rounded to 10 ms each, their sum is not.
    expect(Math.abs((first?.seconds ?? 0) - 20.77)).toBeLessThanOrEqual(4 * 0.005);
  });
});
