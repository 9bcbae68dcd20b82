import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallPaths } from '../../../src/analysis/callPaths/callPaths.js';
import { entitiesOf } from '../../../src/analysis/report/entities.js';
import { overlappingRegions } from '../../../src/analysis/trace/doubts/overlapping.js';
import { elementAt } from '../../../src/base/elements.js';
import { entityParts } from '../../../src/model/entities.js';
import type { Definitions, Region } from '../../../src/model/definitions.js';
import type { EntitySummary } from '../../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const user = (name: string, description: string): Region => ({
  name,
  canonicalName: name,
  description,
  file: undefined,
  beginLine: 0,
  endLine: 0,
  paradigm: 'user',
  role: 'code',
});

const SHARED = 'shared\t0.25\tface\tnumber=1\t0.75\tface\tnumber=2';
/** Regions on the call paths of these tests, by number. */
const regions: readonly Region[] = [
  { ...user('work', ''), paradigm: 'compiler', role: 'function' },
  user('face (number=1)', 'entity\tface\tnumber=1'),
  user('face (number=2)', 'entity\tface\tnumber=2'),
  user('face + face', SHARED),
  user('solve', 'phase'),
];
const definitions: Definitions = { ...new TraceBuilder().build().definitions, regions };
const LOCATIONS = 3;
const names = ['Rank 0', 'Rank 1', 'Rank 2'];

interface Call {
  readonly caller: number;
  readonly region: number;
  readonly location: number;
  readonly seconds: number;
  readonly waiting: number;
}

function spaceOf(tree: readonly Call[]): PerformanceSpace {
  const column = (value: (call: Call) => number) => ({
    callPath: Uint32Array.from(tree.keys()),
    location: Uint32Array.from(tree, ({ location }) => location),
    value: Float64Array.from(tree, value),
  });
  return {
    metrics: [],
    callTree: {
      size: tree.length,
      parent: Int32Array.from(tree, ({ caller }) => caller),
      region: Uint32Array.from(tree, ({ region }) => region),
      site: new Uint32Array(tree.length),
    },
    locationCount: LOCATIONS,
    severities: new Map([
      ['time', column(({ seconds }) => seconds)],
      ['visits', column(() => 1)],
      ['mpi_latesender', column(({ seconds, waiting }) => (seconds * waiting) / 10)],
    ]),
  };
}

function found(tree: readonly Call[], totalTime = 1000): EntitySummary[] {
  const space = spaceOf(tree);
  return entitiesOf(space, new CallPaths(space.callTree, definitions), shippedProperties.waiting, names, totalTime);
}

const call = (caller: number, region: number, seconds: number, location = 0): Call => ({
  caller,
  region,
  location,
  seconds,
  waiting: 0,
});

describe('entities', () => {
  it('have the time of all that is done for them, on whichever location', () => {
    const [first, ...rest] = found([
      call(-1, 0, 100),
      call(0, 1, 10),
      call(1, 0, 20),
      call(2, 0, 5, 2),
      call(0, 0, 50),
      call(4, 1, 7, 1),
    ]);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ name: 'face', attributes: 'number=1', seconds: 42, share: 0.042, visits: 2 });
    expect(first?.locations).toEqual([
      { location: 0, name: 'Rank 0', seconds: 30 },
      { location: 1, name: 'Rank 1', seconds: 7 },
      { location: 2, name: 'Rank 2', seconds: 5 },
    ]);
    expect(
      first?.places.map(({ callPath, seconds }) => [callPath.map(({ region }) => region).join('/'), seconds]),
    ).toEqual([
      ['work/face (number=1)', 35],
      ['work/work/face (number=1)', 7],
    ]);
  });

  it('have what is done within for another one only there, and their part of what is shared', () => {
    const [second, first] = found([call(-1, 1, 1), call(0, 2, 10), call(1, 0, 20), call(-1, 3, 100)]);
    expect(first).toMatchObject({ attributes: 'number=1', seconds: 26, visits: 2 });
    expect(second).toMatchObject({ attributes: 'number=2', seconds: 105, visits: 2 });
  });

  it('have the waiting within', () => {
    const [entity] = found([call(-1, 1, 1), { ...call(0, 0, 100), waiting: 5 }]);
    expect(entity?.properties.map(({ property, title }) => [property, title])).toEqual([
      ['mpi_latesender', 'Late Sender'],
    ]);
    expect(entity?.properties[0]?.severity).toBeCloseTo(0.05, 12);
  });

  it('are none where the program names none', () => {
    expect(found([call(-1, 0, 1), call(0, 4, 2)])).toEqual([]);
  });

  it('have together the time of the call paths that are in one, call by call', () => {
    const calls = fc
      .array(
        fc.record({
          caller: fc.integer({ min: 1, max: 6 }),
          region: fc.nat(regions.length - 1),
          location: fc.nat(LOCATIONS - 1),
          seconds: fc.integer({ min: 0, max: 1000 }),
          waiting: fc.nat(10),
        }),
        { minLength: 1, maxLength: 40 },
      )
      .map((steps) => steps.map((step, node) => ({ ...step, caller: Math.max(-1, node - step.caller) })));
    fc.assert(
      fc.property(calls, (tree) => {
        const expected = new Map<string, number>();
        for (const { seconds, ...rest } of tree) {
          let at = rest;
          let parts = entityParts(elementAt(regions, at.region));
          while (parts.length === 0 && at.caller >= 0) {
            at = elementAt(tree, at.caller);
            parts = entityParts(elementAt(regions, at.region));
          }
          for (const { attributes, weight } of parts)
            expected.set(attributes, (expected.get(attributes) ?? 0) + weight * seconds);
        }
        const sums = new Map(found(tree).map(({ attributes = '', seconds }) => [attributes, seconds]));
        expect([...sums.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [attributes, seconds] of expected) expect(sums.get(attributes)).toBeCloseTo(seconds, 6);
      }),
    );
  });
});

describe('the entity of a region', () => {
  it('is identified by its description', () => {
    expect(entityParts(elementAt(regions, 3))).toEqual([
      { name: 'face', attributes: 'number=1', weight: 0.25 },
      { name: 'face', attributes: 'number=2', weight: 0.75 },
    ]);
    expect(entityParts(user('x', 'entity\tx\t'))).toEqual([{ name: 'x', attributes: '', weight: 1 }]);
  });

  it.each([
    ['of another measurement system', { ...user('x', 'entity\tx\t'), paradigm: 'compiler' as const }],
    ['with words of its own', user('x', 'an entity of my own')],
    ['with weights that are too many', user('x', 'shared\t0.75\ta\t\t0.75\tb\t')],
    ['with a weight that is none', user('x', 'shared\tNaN\ta\t')],
    ['with a negative weight', user('x', 'shared\t-1\ta\t\t1\tb\t')],
    ['that is cut', user('x', 'shared\t1\ta')],
    ['without a name', user('x', 'entity')],
  ])('is nothing for one %s', (_, region) => {
    expect(entityParts(region)).toEqual([]);
  });

  it('ends for a description of any length', () => {
    expect(entityParts(user('x', `shared${'\t0.0001\ta\t'.repeat(1_000_000)}`)).length).toBeLessThanOrEqual(1024);
  });
});

describe('ends of regions out of order', () => {
  const told = (properties: Record<string, string>) =>
    overlappingRegions({ properties: new Map(Object.entries(properties)) });

  it('are listed with their names', () => {
    const [problem, ...rest] = told({
      'TRIMTAB::REGIONS_OVERLAPPING': '1204',
      'TRIMTAB::NAMES_OVERLAPPING': '1200 outer\tinner\n4 other',
    });
    expect(rest).toEqual([]);
    expect(problem?.level).toBe('warning');
    expect(problem?.message).toMatch(/^1,204 ends of regions .* \(outer while inner was open; other had not begun\)/);
  });

  it.each([[{}], [{ 'TRIMTAB::REGIONS_OVERLAPPING': '-1' }], [{ 'TRIMTAB::REGIONS_OVERLAPPING': 'many' }]])(
    'are none in %j',
    (properties) => {
      expect(told(properties)).toEqual([]);
    },
  );
});
