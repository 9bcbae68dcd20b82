import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { decodeSpace, encodeSpace } from '../../src/experiments/files/spaceFile.js';
import { encodeColumns } from '../../src/base/columns.js';
import { NO_INDEX, type SpaceDefinitions } from '../../src/model/definitions.js';
import type { PerformanceSpace, PhaseAxis, SeverityColumn } from '../../src/model/performanceSpace.js';
import { TrimtabError } from '../../src/base/problem.js';
import { total } from '../../src/analysis/trace/index.js';
import { sampleSpace } from './support.js';

const metric = fc.record(
  {
    name: fc.string(),
    title: fc.string(),
    parent: fc.string(),
    unit: fc.constantFrom('seconds' as const, 'count' as const, 'bytes' as const),
    description: fc.string(),
  },
  { requiredKeys: ['name', 'title', 'unit', 'description'], noNullPrototype: true },
);
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
const entry = fc.tuple(uint32, uint32, fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Without call paths there are no values. */
function entriesOf<T>(column: readonly T[], nodes: number): readonly T[] {
  return nodes === 0 ? [] : column;
}

const space: fc.Arbitrary<PerformanceSpace> = fc
  .record({
    metrics: fc.uniqueArray(metric, { selector: ({ name }) => name, maxLength: 4 }),
    nodes: fc.array(fc.tuple(fc.integer({ min: -1, max: 1000 }), uint32, uint32), { maxLength: 20 }),
    columns: fc.array(fc.array(entry, { maxLength: 15 }), { minLength: 4, maxLength: 4 }),
    locationCount: fc.integer({ min: 1, max: 0xffff_ffff }),
  })
  .map(({ metrics, nodes, columns, locationCount }) => ({
    // Parents that are no metric, or come before it.
    metrics: metrics.map(({ parent, ...rest }, i) =>
      parent === undefined || metrics.findIndex(({ name }) => name === parent) >= i ? rest : { ...rest, parent },
    ),
    locationCount,
    callTree: {
      size: nodes.length,
      parent: Int32Array.from(nodes, ([parent], node) => ((parent + 1) % (node + 1)) - 1),
      region: Uint32Array.from(nodes, ([, region]) => region),
      site: Uint32Array.from(nodes, ([, , site]) => site),
    },
    severities: new Map(
      metrics.map(({ name }, i) => [
        name,
        {
          callPath: Uint32Array.from(entriesOf(elementAt(columns, i), nodes.length), ([path]) => path % nodes.length),
          location: Uint32Array.from(
            entriesOf(elementAt(columns, i), nodes.length),
            ([, location]) => location % locationCount,
          ),
          value: Float64Array.from(entriesOf(elementAt(columns, i), nodes.length), ([, , value]) => value),
        },
      ]),
    ),
  }));

const name = fc.string({ unit: 'grapheme', maxLength: 8 });
const reference = (count: number): fc.Arbitrary<number> =>
  count === 0 ? fc.constant(NO_INDEX) : fc.oneof(fc.constant(NO_INDEX), fc.nat(count - 1));

const definitions: fc.Arbitrary<SpaceDefinitions> = fc
  .record({ nodes: fc.nat(3), groups: fc.nat(3), locations: fc.integer({ min: 1, max: 5 }) })
  .chain(({ nodes, groups, locations }) =>
    fc.record(
      {
        systemTree: fc.tuple(
          ...Array.from({ length: nodes }, (_, node) =>
            fc.record({ name, className: name, parent: reference(node) }, { noNullPrototype: true }),
          ),
        ),
        locationGroups: fc.array(
          fc.record(
            {
              name,
              type: fc.constantFrom('process' as const, 'accelerator' as const),
              systemTreeNode: reference(nodes),
              creator: reference(groups),
            },
            { noNullPrototype: true },
          ),
          { minLength: groups, maxLength: groups },
        ),
        locations: fc.array(
          fc.record(
            {
              name,
              type: fc.constantFrom('cpu-thread' as const, 'metric' as const),
              group: reference(groups),
              id: name,
              announcedEvents: fc.nat(),
            },
            { noNullPrototype: true },
          ),
          { minLength: locations, maxLength: locations },
        ),
        regions: fc.array(
          fc.record(
            {
              name,
              canonicalName: name,
              description: name,
              file: fc.option(name, { nil: undefined }),
              beginLine: fc.nat(),
              endLine: fc.nat(),
              paradigm: fc.constantFrom('mpi' as const, 'openmp' as const, 'unknown' as const),
              role: fc.constantFrom('function' as const, 'barrier' as const),
            },
            { noNullPrototype: true },
          ),
          { maxLength: 5 },
        ),
        sourceCodeLocations: fc.array(fc.record({ file: name, line: fc.nat() }, { noNullPrototype: true }), {
          maxLength: 3,
        }),
      },
      { noNullPrototype: true },
    ),
  );

describe('the stored performance space', () => {
  it('reads back exactly, bit by bit', () => {
    fc.assert(
      fc.property(space, (value) => {
        const back = decodeSpace(encodeSpace(value));
        expect(back).toEqual(value);
        const bits = ({ severities }: PerformanceSpace) =>
          [...severities.values()].map(({ value: column }) =>
            Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('hex'),
          );
        expect(bits(back)).toEqual(bits(value));
      }),
    );
  });

  it('drops values of call tree columns beyond its size', () => {
    const value = sampleSpace();
    const roomy = { ...value, callTree: { ...value.callTree, parent: Int32Array.of(-1, 0, 7, 7, 7) } };
    expect(decodeSpace(encodeSpace(roomy))).toEqual(value);
  });

  it('is refused with a sentence when cut or changed, never read past its end', () => {
    const whole = encodeSpace(sampleSpace());
    for (let length = 0; length < whole.length; length++)
      expect(() => decodeSpace(whole.subarray(0, length))).toThrow(TrimtabError);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const changed = whole.slice();
        changed[at] = byte;
        try {
          decodeSpace(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(TrimtabError);
        }
      }),
    );
  });

  it('carries its definitions, so that it explains itself without the trace', () => {
    fc.assert(
      fc.property(definitions, (known) => {
        const value = {
          ...sampleSpace(),
          locationCount: known.locations.length,
          severities: new Map(),
          definitions: known,
        };
        expect(decodeSpace(encodeSpace(value))).toEqual(value);
      }),
    );
  });

  it('is refused where its definitions fit neither it nor one another', () => {
    const known = elementAt(fc.sample(definitions, { numRuns: 1, seed: 1 }), 0);
    const stored =
      (change: Partial<SpaceDefinitions>, locationCount = known.locations.length) =>
      () =>
        decodeSpace(
          encodeSpace({ ...sampleSpace(), locationCount, severities: new Map(), definitions: { ...known, ...change } }),
        );
    const node = { name: 'n', className: 'node' };
    expect(stored({}, known.locations.length + 1)).toThrow(/defines other locations than it has values of/);
    expect(
      stored({
        systemTree: [
          { ...node, parent: 1 },
          { ...node, parent: 0 },
        ],
      }),
    ).toThrow(/system tree contains itself/);
    expect(stored({ systemTree: [{ ...node, parent: 7 }] })).toThrow(/system tree refers to nothing/);
    const location = { name: 't', type: 'cpu-thread' as const, group: 9, id: '0', announcedEvents: 0 };
    expect(stored({ locations: [location] }, 1)).toThrow(/a process it does not define/);
    const chain = Array.from({ length: 60_000 }, (_, at) => ({ ...node, parent: at === 59_999 ? NO_INDEX : at + 1 }));
    expect(stored({ systemTree: chain })).not.toThrow();
  });

  it('has phases where there are any, which change no sum', () => {
    const axis = fc.record({
      count: fc.nat(6),
      each: fc.boolean(),
      kind: fc.constantFrom('iterations' as const, 'windows' as const),
    });
    fc.assert(
      fc.property(axis, fc.array(fc.nat(6), { minLength: 40, maxLength: 40 }), ({ count, each, kind }, numbers) => {
        const plain = sampleSpace();
        const rows = each ? plain.locationCount : 1;
        const phases: PhaseAxis = {
          kind,
          count,
          rows,
          begins: Float64Array.from({ length: rows * (count + 1) }, (_, i) => i / 3),
        };
        const split = (column: SeverityColumn): SeverityColumn => ({
          ...column,
          phase: Uint32Array.from(column.value, (_, i) => elementAt(numbers, i) % (count + 1)),
        });
        const severities = new Map([...plain.severities].map(([name, column]) => [name, split(column)]));
        const value = { ...plain, phases, severities };
        expect(decodeSpace(encodeSpace(value))).toEqual(value);
        expect(total(decodeSpace(encodeSpace(value)), 'time')).toBe(total(plain, 'time'));
      }),
    );
  });

  it('costs nothing more without phases, and stores equal places once', () => {
    const plain = sampleSpace();
    const [name, column] = elementAt([...plain.severities], 0);
    const twice = {
      ...plain,
      severities: new Map([
        [name, column],
        [`${name}2`, { ...column }],
      ]),
    };
    const metrics = [...plain.metrics, { ...elementAt(plain.metrics, 0), name: `${name}2` }];
    const once = encodeSpace({ ...plain, severities: new Map([[name, column]]), metrics });
    const both = encodeSpace({ ...twice, metrics });
    expect(decodeSpace(both).severities).toEqual(twice.severities);
    const numbers = (bytes: Uint8Array): number => bytes.length - new DataView(bytes.buffer).getUint32(8, true);
    expect(numbers(both) - numbers(once)).toBeLessThan(column.value.byteLength + 16);
    expect(Buffer.from(once).toString('latin1')).not.toContain('phases');
  });

  it('of the first version is read, without definitions; of a newer one it is refused with a sentence', () => {
    const { callTree, severities, metrics, locationCount } = sampleSpace();
    const columns = [...severities].map(([metric, { value }]) => ({ metric, entries: value.length }));
    const file = (more: object): Uint8Array =>
      encodeColumns('TTSPACE1', { locationCount, callPaths: callTree.size, metrics, columns, ...more }, [
        callTree.parent,
        callTree.region,
        callTree.site,
        ...[...severities.values()].flatMap(({ callPath, location, value }) => [callPath, location, value]),
      ]);
    expect(decodeSpace(file({}))).toEqual(sampleSpace());
    expect(() => decodeSpace(file({ format: 'trimtab-space', version: 3 }))).toThrow(
      'The stored performance space has version 3, written by a newer Trimtab; update Trimtab to read it.',
    );
    expect(decodeSpace(file({ format: 'trimtab-space', version: 2, color: 'blue' }))).toEqual(sampleSpace());
  });
});
