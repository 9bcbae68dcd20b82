import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatOf, openMeasurement } from '../../../src/formats/registry.js';
import { readTimemory } from '../../../src/formats/timemory/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, profileAt, totalOf } from '../stacks/support.js';
import { TIMEMORY, TIMEMORY_TREE } from './sample.js';

function temporaryFile(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-timemory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'wall.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const rows = (profile: Profile): Record<string, number[]> =>
  Object.fromEntries(
    [...flatOf(profile)].map(([name, { exclusive, inclusive, calls }]) => [
      name,
      [exclusive, inclusive].map((value) => Number(value.toFixed(9))).concat(calls),
    ]),
  );

describe('a list of timemory', () => {
  const profile = (): Profile => profileAt(temporaryFile(TIMEMORY));

  it('has regions by rank and thread', () => {
    expect(formatOf(temporaryFile(TIMEMORY))?.title).toBe('timemory profile');
    const { locations, locationGroups, regions } = profile().definitions;
    expect(locationGroups.map(({ name }) => name)).toEqual(['MPI Rank 0', 'MPI Rank 1']);
    expect(locations.map(({ name }) => name)).toEqual(['Master thread', 'Thread 1', 'Master thread']);
    expect(regions.find(({ name }) => name === 'ebb')).toMatchObject({ file: 'tide.cpp', beginLine: 12 });
    expect(regions.find(({ name }) => name === 'MPI_Send')?.paradigm).toBe('mpi');
  });

  it('has exclusive values, from which only callees of the same thread are subtracted', () => {
    expect(rows(profile())).toEqual({
      main: [10, 23, 2],
      ebb: [5, 11, 3],
      worker: [5, 5, 1],
      MPI_Send: [1, 1, 4],
      flow: [2, 2, 1],
    });
  });

  it('has other components as metrics, and none of greatest values', () => {
    const read = profile();
    expect(totalOf(read, 'timemory_papi_tot_ins')).toBe(500);
    expect(read.rankedBy).toBeUndefined();
    expect(read.problems.map(({ message }) => message)).toEqual([
      '1 component whose values do not add up is excluded: peak_rss.',
    ]);
  });
});

describe('a tree of timemory', () => {
  it('has regions below its root, and times in the unit of the component', () => {
    const profile = profileAt(temporaryFile(TIMEMORY_TREE));
    expect(rows(profile)).toEqual({
      run: [0.04, 0.1, 1],
      fib: [0.06, 0.06, 6],
      'loop/inner-0': [0.04, 0.04, 3],
    });
    const { regions, locations } = profile.definitions;
    expect(locations.map(({ name }) => name)).toEqual(['All threads', 'Master thread']);
    expect(regions.map(({ file, beginLine }) => [file, beginLine])).toEqual([
      ['example.py', 26],
      ['example.py', 10],
      ['tide.cpp', 118],
    ]);
  });

  it('is ranked by a counter if it has no time', () => {
    const graph = [{ prefix: '>>> main', depth: 0, entry: { laps: 1, repr_data: 5 } }];
    const profile = readTimemory({ timemory: { papi_vector: { unit_repr: '', graph } } });
    expect(profile?.rankedBy).toBe('timemory_papi_vector');
  });
});

describe('a damaged file of timemory', () => {
  it('has regions without values', () => {
    const graph = [
      { prefix: '>>> a', depth: 0, entry: { laps: 1, repr_data: 5 } },
      { prefix: '>>> __proto__', depth: 1e9, entry: { laps: -1, repr_data: 1 } },
      { prefix: '', entry: { repr_data: 1 } },
      { prefix: '>>> b', entry: { repr_data: [1, 2] } },
      7,
    ];
    const profile = readTimemory({ timemory: { wall_clock: { unit_repr: 'sec', graph }, x: 3 } });
    expect(profile === undefined ? {} : rows(profile)).toEqual({ a: [4, 5, 1], ['__proto__']: [1, 1, 0] });
    expect(profile?.problems.map(({ message }) => message).join()).toMatch(
      /3 regions without a name or with several values/,
    );
  });

  it('may be nested deeply', () => {
    const deep = 20_000;
    const text = `{"timemory":{"wall":{"unit_repr":"sec","graph":[${'{"node":{"hash":1,"prefix":"f","tid":[0],"inclusive":{"entry":{"laps":1,"repr_data":1}}},"children":['.repeat(deep)}${']}'.repeat(deep)}]}}}`;
    expect(totalOf(profileAt(temporaryFile(text)), 'time')).toBeCloseTo(1, 9);
  });

  it.each([
    ['{"timemory":{"metadata":{"info":{}}}}', /contains no values of regions that add up/],
    ['{"timemory":{"peak_rss":{"unit_repr":"MB","graph":[]}}}', /contains no values of regions that add up/],
    ['{"timemory":{', /is no JSON/],
  ])('%s', (text, sentence) => {
    expect(() => openMeasurement(temporaryFile(text))).toThrow(sentence);
  });
});
