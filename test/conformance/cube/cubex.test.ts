/** Every public CUBE file against values of other readers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent, addAt, elementAt } from '../../../src/base/elements.js';
import {
  encodeCube,
  openCube,
  readCube,
  toSpace,
  type CubeReport,
  type CubeRows,
} from '../../../src/formats/cube/index.js';
import type { Profile } from '../../../src/model/profile.js';
import { conformanceData } from '../../support/conformanceData.js';

const root = conformanceData('cubex');
const files = (root === undefined ? [] : readdirSync(root)).flatMap((folder) =>
  readdirSync(join(root ?? '', folder))
    .filter((name) => name.endsWith('.cubex'))
    .map((name) => ({ folder: join(root ?? '', folder), name, title: `${folder}/${name}` })),
);

const referenceSchema = v.object({
  locations: v.number(),
  cnodes: v.number(),
  metrics: v.record(
    v.string(),
    v.object({
      rows: v.optional(v.number()),
      raw_sum: v.nullish(v.number()),
      raw_min: v.nullish(v.number()),
      raw_max: v.nullish(v.number()),
      nonzero: v.optional(v.number()),
      total_inclusive_roots: v.nullish(v.number()),
      per_location_total: v.nullish(v.array(v.number())),
    }),
  ),
});

function close(found: number, expected: number): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), Math.abs(found)));
}

/** Sums per location: of all rows, or of the roots where a row contains those below it. */
function totals(report: CubeReport, metric: number, { callPath, value }: CubeRows): number[] {
  const { locations, metrics, callTree } = report.anchor;
  const inclusive = elementAt(metrics, metric).kind === 'inclusive';
  return locations.map((_, location) =>
    callPath.reduce(
      (sum, path, row) =>
        inclusive && elementAt(callTree.parent, path) >= 0
          ? sum
          : sum + elementAt(value, row * locations.length + location),
      0,
    ),
  );
}

describe.skipIf(files.length === 0)('public CUBE files', () => {
  it.each(files)('$title has the values of the reference reader', ({ folder, name }) => {
    const report = openCube(join(folder, name));
    const reference = v.parse(
      referenceSchema,
      JSON.parse(readFileSync(join(folder, `REFERENCE_mini_${name}.json`), 'utf8')),
    );
    const { anchor } = report;
    expect([anchor.locations.length, anchor.callTree.size]).toEqual([reference.locations, reference.cnodes]);
    expect(anchor.metrics.map((metric) => metric.name)).toEqual(expect.arrayContaining(Object.keys(reference.metrics)));
    let compared = 0;
    for (const [index, metric] of anchor.metrics.entries()) {
      const expected = reference.metrics[metric.name] ?? absent(metric.name);
      const rows = report.rows(index);
      expect(rows !== undefined).toBe(expected.rows !== undefined);
      if (rows === undefined) continue;
      compared++;
      expect(rows.value.filter((value) => value !== 0).length).toBe(expected.nonzero);
      if (typeof expected.raw_sum === 'number')
        close(
          rows.value.reduce((sum, value) => sum + value, 0),
          expected.raw_sum,
        );
      if (typeof expected.raw_min === 'number')
        expect(rows.value.reduce((a, b) => Math.min(a, b), Infinity)).toBe(expected.raw_min);
      if (typeof expected.raw_max === 'number')
        expect(rows.value.reduce((a, b) => Math.max(a, b), -Infinity)).toBe(expected.raw_max);
      for (const [location, value] of (expected.per_location_total ?? []).entries())
        close(elementAt(totals(report, index, rows), location), value);
    }
    expect(compared).toBeGreaterThan(0);
    const broken = name.includes('checksum_bug');
    expect(report.problems.map(({ message }) => message.includes('checksum'))).toEqual(broken ? [true] : []);
  });

  it.each(files)('$title has the same least and greatest values when it is written again', ({ folder, name }) => {
    const { space, definitions, apart = [], extremes } = toSpace(openCube(join(folder, name)));
    const bytes = Buffer.concat([...encodeCube(space, definitions, { creator: 'test', apart })]);
    const again = toSpace(readCube(bytes, name));
    const told = apart.filter(({ combine }) => combine !== 'none');
    expect(again.apart?.map(({ definition, combine }) => [definition.name, definition.unit, combine]) ?? []).toEqual(
      told.map(({ definition, combine }) => [definition.name, definition.unit, combine]),
    );
    for (const [index, { values }] of told.entries())
      expect(again.apart?.[index]?.values.value.toSorted()).toEqual(values.value.toSorted());
    expect(again.extremes).toEqual(extremes);
  });

  it.each(files.filter(({ folder }) => existsSync(join(folder, 'excl.csv'))))(
    '$title has the exclusive and inclusive values of cube_dump',
    ({ folder, name }) => {
      const { space, definitions } = toSpace(openCube(join(folder, name)));
      for (const [file, inclusive] of [
        ['excl.csv', false],
        ['incl.csv', true],
      ] as const)
        compareTable(
          readFileSync(join(folder, file), 'utf8'),
          { space, definitions, problems: [], lost: [] },
          inclusive,
        );
    },
  );

  it('has the exclusive values per call path that pycubexr asserts', () => {
    const folder = join(root ?? '', 'cubelib_example_summary');
    const { space } = toSpace(openCube(join(folder, 'summary.cubex')));
    const asserted = v.parse(
      v.record(v.string(), v.looseObject({ correct_values: v.optional(v.array(v.number())) })),
      JSON.parse(readFileSync(join(folder, 'REFERENCE_pycubexr_test_summary.json'), 'utf8')),
    );
    let compared = 0;
    for (const { name } of space.metrics) {
      const test = `test_${name}_exclusive`;
      const expected = asserted[test]?.correct_values;
      if (expected === undefined || name === 'min_time' || name === 'max_time') continue;
      const found = new Float64Array(space.callTree.size);
      const column = space.severities.get(name);
      column?.value.forEach((value, i) => addAt(found, elementAt(column.callPath, i), value));
      for (const [path, value] of expected.entries()) expect(found[path]).toBeCloseTo(value, 7);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

/** Compares with a table of cube_dump: one line per call path and thread, six digits. */
function compareTable(text: string, { space }: Profile, inclusive: boolean): void {
  const [head, ...lines] = text.trim().split('\n');
  const names = (head ?? absent('head')).split(',').slice(2);
  for (const [column, name] of names.entries()) {
    if (!space.metrics.some((metric) => metric.name === name) || name.endsWith('_time')) continue;
    const table = new Float64Array(space.callTree.size * space.locationCount);
    const values = space.severities.get(name);
    values?.value.forEach((value, i) => {
      const location = elementAt(values.location, i);
      for (let at = elementAt(values.callPath, i); at >= 0; at = inclusive ? elementAt(space.callTree.parent, at) : -1)
        addAt(table, at * space.locationCount + location, value);
    });
    for (const line of lines) {
      const cells = line.split(',').map(Number);
      const found = elementAt(table, elementAt(cells, 0) * space.locationCount + elementAt(cells, 1));
      expect(Math.abs(found - elementAt(cells, column + 2))).toBeLessThanOrEqual(1e-5 * Math.abs(found) + 1e-9);
    }
  }
}
