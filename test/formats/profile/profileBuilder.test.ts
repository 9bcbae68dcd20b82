import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import { inclusiveValues } from '../../../src/model/inclusiveValues.js';
import { valueAt } from '../../../src/model/profileValues.js';
import { ofLength } from '../../support/ofLength.js';

/** A builder with a tree of regions a, b …, each called by the path with the number given, and locations. */
function builderOf(parents: readonly number[], locations: number): ProfileBuilder {
  const builder = new ProfileBuilder();
  builder.metric({ name: 'time', unit: 'seconds', semantic: 'time' });
  parents.forEach((parent, node) => builder.calls.callPath(builder.calls.region({ name: `r${node}` }), parent));
  const process = builder.system.process('Process');
  for (let i = 0; i < locations; i++) builder.system.thread(process, i);
  return builder;
}

const tree = fc
  .array(fc.nat(), { minLength: 1, maxLength: 30 })
  .map((numbers) => numbers.map((number, node) => (number % (node + 1)) - 1));

describe('profiles that are put together', () => {
  it('have the same inclusive values whether these were given or follow from exclusive ones', () => {
    fc.assert(
      fc.property(tree, fc.array(fc.tuple(fc.nat(29), fc.nat(3), fc.nat(1000))), (parents, entries) => {
        const given = entries.filter(([node]) => node < parents.length);
        const byExclusive = builderOf(parents, 4);
        for (const [node, location, value] of given) byExclusive.exclusive('time', node, location, value);
        const own = byExclusive.build();
        // By definition: a path's value and those of all below it.
        const whole = (node: number, location: number): number =>
          given.reduce((sum, [at, where, value]) => {
            if (where !== location) return sum;
            for (let up = at; up >= 0; up = elementAt(parents, up)) if (up === node) return sum + value;
            return sum;
          }, 0);
        const computed = inclusiveValues(own, 'time');
        const byInclusive = builderOf(parents, 4);
        parents.forEach((_, node) => {
          for (let location = 0; location < 4; location++) {
            const expected = whole(node, location);
            expect(computed === undefined ? 0 : (valueAt(computed, node, location) ?? 0)).toBe(expected);
            if (expected !== 0) byInclusive.inclusive('time', node, location, expected);
          }
        });
        expect(byInclusive.build().space.severities).toEqual(own.space.severities);
      }),
    );
  });

  it('distinguish 0 from unmeasured and unknown values', () => {
    const builder = builderOf([-1, 0], 2);
    builder.inclusive('time', 0, 0, 3);
    builder.inclusive('time', 1, 0, 0);
    builder.inclusive('time', 1, 1, NaN);
    const profile = builder.build();
    const inclusive = profile.inclusive?.get('time');
    expect(inclusive && valueAt(inclusive, 1, 0)).toBe(0);
    expect(inclusive && valueAt(inclusive, 0, 1)).toBeUndefined();
    expect(profile.absent?.get('time')).toEqual({ callPath: Uint32Array.of(1), location: Uint32Array.of(1) });
    expect(ofLength(profile.problems, 1)[0].message).toMatch(/1 value of metric time/);
  });

  it('keep non-additive metrics next to the space', () => {
    const builder = builderOf([-1], 1);
    builder.metric({ name: 'least', unit: 'seconds', combine: 'min' });
    for (const seconds of [3, 2, 5]) builder.exclusive('least', 0, 0, seconds);
    const { apart, space } = builder.build();
    const [least] = ofLength(apart ?? [], 1);
    expect(least.combine).toBe('min');
    expect(valueAt(least.values, 0, 0)).toBe(2);
    expect(space.metrics.map(({ name }) => name)).toEqual(['time']);
  });

  it('know what regions belong to by their names', () => {
    const { calls } = new ProfileBuilder();
    const paradigmOf = (name: string) => elementAt(calls.regions, calls.region({ name })).paradigm;
    expect(['MPI_Send()  ', 'mpi_wait_', 'PMPI_Isend'].map(paradigmOf)).toEqual(['mpi', 'mpi', 'mpi']);
    expect(paradigmOf('GOMP_barrier')).toBe('openmp');
    expect(paradigmOf('cudaMemcpyAsync')).toBe('cuda');
    expect(['MPI_helpers::send(int)', 'main', 'read_input'].map(paradigmOf)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('have one call path for one way of calls, and one region for one name and place', () => {
    const { calls } = new ProfileBuilder();
    const [a, b] = [calls.region({ name: 'f', file: 'a.c' }), calls.region({ name: 'f', file: 'b.c' })];
    expect(calls.region({ name: 'f', file: 'a.c' })).toBe(a);
    expect(b).not.toBe(a);
    const root = calls.callPath(a);
    expect(calls.callPath(b, root, { file: 'a.c', line: 3 })).toBe(calls.callPath(b, root, { file: 'a.c', line: 3 }));
    expect(calls.callPath(b, root, { file: 'a.c', line: 4 })).not.toBe(calls.callPath(b, root));
    expect(calls.callPathOf([a, b])).toBe(calls.callPath(b, root));
  });
});
