/** Every public CUBE 3 file against what CUBE's own tools print of it, and against the same data in other files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { total } from '../../../src/analysis/trace/index.js';
import { addAt, elementAt } from '../../../src/base/elements.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import type { Profile } from '../../../src/model/profile.js';
import { conformanceData } from '../../support/conformanceData.js';

const root = conformanceData('cube3') ?? '';
const cubex = conformanceData('cubex') ?? '';
const files = (root === '' ? [] : readdirSync(root)).flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.cube(\.gz)?$/.test(name))
    .map((name) => ({ path: join(root, folder, name), title: `${folder}/${name}` })),
);

function profileAt(...path: string[]): Profile {
  const opened = openMeasurement(join(...path));
  if (opened.kind !== 'profile') throw new Error(`${path.join('/')} was opened as a ${opened.kind}`);
  return opened.profile;
}

/** Of each call path, in the order of the file: its own value and that with all it calls, over all threads. */
function alongCalls({ space }: Profile, metric: string): { own: Float64Array; whole: Float64Array } {
  const own = new Float64Array(space.callTree.size);
  const column = space.severities.get(metric);
  column?.value.forEach((value, i) => addAt(own, elementAt(column.callPath, i), value));
  const whole = own.slice();
  for (let node = whole.length - 1; node > 0; node--) {
    const above = elementAt(space.callTree.parent, node);
    if (above >= 0) addAt(whole, above, elementAt(whole, node));
  }
  return { own, whole };
}

function close(found: number, expected: number, tolerance = 1e-9): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance * Math.max(Math.abs(expected), Math.abs(found)));
}

describe.skipIf(root === '')('public CUBE 3 files', () => {
  it.each(files)('$title is analyzed, with parts of time that are no more than the whole', ({ path }) => {
    const profile = profileAt(path);
    const { report, space } = analyzeProfile(profile, 'test');
    expect(checkReport(report, 'the report')).toEqual(report);
    expect(profile.problems).toEqual([]);
    for (const { severity } of report.findings) expect(severity).toBeLessThanOrEqual(1);
    for (const name of ['execution', 'mpi', 'omp_time', 'comp'])
      expect(total(space, name)).toBeLessThanOrEqual(report.totalTime * (1 + 1e-9));
  });

  it('example3 has the values that cube_stat, cube_info and cube_calltree print', () => {
    const profile = profileAt(root, 'cubelib_cube4to3', 'example3.cube');
    const names = profile.definitions.regions.map(({ name }) => name);
    const time = alongCalls(profile, 'time');
    const visits = alongCalls(profile, 'visits');
    const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
    close(sum(visits.own), 81646130);
    close(sum(time.own), 9498880);
    close(elementAt(time.whole, 0), 9498880);
    const reference = join(root, 'cubelib_cube4to3', 'reference');
    const lines = (...path: string[]): string[] => readFileSync(join(reference, ...path), 'utf8').split('\n');
    // "region",calls,exclusive,inclusive with six digits: regions in the order of their numbers, as call paths are here.
    const rows = lines('cube_stat', 'template1.out').flatMap((line) => [/^"(.*)",([^,]+),([^,]+),([^,]+),/.exec(line)]);
    const stat = rows.filter((row) => row !== null);
    const nodes = new Map<string, number[]>();
    for (const [node, region] of profile.space.callTree.region.entries()) {
      const name = elementAt(names, region);
      nodes.set(name, [...(nodes.get(name) ?? []), node]);
    }
    let compared = 0;
    for (const [, name = '', calls, exclusive, inclusive] of stat) {
      const found = nodes.get(name) ?? [];
      const matching = found.find((node) => elementAt(visits.own, node) === Number(calls));
      if (matching === undefined) continue;
      close(elementAt(time.own, matching), Number(exclusive), 5e-6);
      close(elementAt(time.whole, matching), Number(inclusive), 5e-6);
      compared++;
    }
    expect(compared).toBeGreaterThan(8);
    const tree = lines('cube_info', 'infoview1.out').flatMap((line) => [
      /^\|\s+([\d.e+]+) \|(?:\s+\|)*\s+\* (.*)$/.exec(line),
    ]);
    const printed = tree.filter((row) => row !== null);
    expect(printed.length).toBe(profile.space.callTree.size);
    for (const [node, [, value, name]] of printed.entries()) {
      expect(elementAt(names, elementAt(profile.space.callTree.region, node))).toBe(name);
      close(elementAt(time.whole, node), Number(value), 5e-6);
    }
  });

  it('of equal data are equal, packed, converted or copied', () => {
    const template = profileAt(root, 'cubelib_cmp', 'template.cube');
    expect(profileAt(root, 'cubelib_cmp', 'equal.cube')).toEqual(template);
    expect(profileAt(root, 'cubelib_gzip', 'gz_template.cube.gz').space).toEqual(
      profileAt(root, 'cubelib_gzip', 'template.cube').space,
    );
    for (const other of ['not_equal1.cube', 'not_equal2.cube'])
      expect(profileAt(root, 'cubelib_cmp', other)).not.toEqual(template);
    for (const empty of ['empty.cube', 'no_structure.cube'])
      expect(profileAt(root, 'cubelib_cmp', empty).space.severities.size).toBe(0);
    const folder = join(cubex, 'cubelib_test_cpp-constructors');
    expect(profileAt(folder, 'test0.0.cube').space.severities).toEqual(
      profileAt(folder, 'test0.0.cubex').space.severities,
    );
  });

  it('of KOJAK have their waiting under the names of today', () => {
    const { space } = profileAt(root, 'scalasca1_ctest-pomp', 'ctest-pomp.cube');
    const known = new Set(space.metrics.map(({ name }) => name));
    for (const name of ['time', 'mpi', 'mpi_latesender', 'mpi_barrier_wait', 'omp_ibarrier_wait', 'omp_idle_threads'])
      expect(known.has(name)).toBe(true);
  });
});
