/** Functions that a writer defines once for each process, as EZTrace does, are those that are defined once. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { BUFFER_FLUSH } from '../../../src/model/definitions.js';
import { expectSame } from '../../support/expectSame.js';
import { rounds } from '../../support/matrix.js';
import { type Bytes, NONE_32, removeArchives, writeArchive } from './otf2Writer.js';
import { enter, leave, sampleDefinitions, sampleEvents, time } from './sampleArchive.js';

afterAll(removeArchives);

const NAMES = 3;
/** The strings of the sample's region names. */
const STRINGS = [1, 2, 3];
type Write = (bytes: Bytes) => void;

/** A region whose location is encoded in its name alone, so that only identifiers differ. */
const named =
  (id: number, name: number): Write =>
  (b) =>
    b.record(15, (r) => r.uint32(id, name, name).uint8(0).uint32(0, 7, NONE_32, 0).uint8(1, 1).uint32(0));

/** Calls of functions within each other, as many as the list has. */
function events(
  calls: readonly (readonly [name: number, stays: boolean, ticks: number])[],
  idOf: (name: number) => number,
) {
  const writers: Write[] = [];
  const open: number[] = [];
  let now = 0;
  const tick = (ticks: number): void => void writers.push(time((now += ticks)));
  for (const [name, stays, ticks] of calls) {
    tick(ticks);
    writers.push(enter(idOf(name)));
    open.push(name);
    while (!stays && open.length > 0) {
      tick(ticks + 1);
      writers.push(leave(idOf(open.pop() ?? 0)));
    }
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    tick(1);
    writers.push(leave(idOf(name)));
  }
  return writers;
}

/** All severities of a trace by names, so that numbers of regions do not matter. */
function severities(folder: string): { values: string[]; regions: number } {
  const trace = openArchive(folder);
  const { space } = analyzeTrace(trace, { program: 'app', correctClocks: false });
  const { callTree } = space;
  const pathOf = (node: number): string => {
    const name = trace.definitions.regions[callTree.region[node] ?? -1]?.name ?? '?';
    const above = callTree.parent[node] ?? -1;
    return above < 0 ? name : `${pathOf(above)}/${name}`;
  };
  const values = [...space.severities].flatMap(([metric, { callPath, location, value }]) =>
    Array.from(value, (one, at) => `${metric} ${pathOf(callPath[at] ?? -1)} ${location[at]} ${one}`),
  );
  return { values: values.sort(), regions: trace.definitions.regions.filter((one) => one !== BUFFER_FLUSH).length };
}

const calls = fc.array(fc.tuple(fc.nat(NAMES - 1), fc.boolean(), fc.integer({ min: 1, max: 1000 })), {
  minLength: 1,
  maxLength: 12,
});

it('definitions that are equal in all are one, and all severities stay as they are', () => {
  fc.assert(
    fc.property(calls, calls, (one, other) => {
      const lists = [one, other];
      const archive = (definitionsPerRank: boolean): string => {
        const idOf =
          (rank: number) =>
          (name: number): number =>
            10 + name + (definitionsPerRank ? rank * NAMES : 0);
        const written = lists.map((list, rank) => events(list, idOf(rank)));
        const ranks = definitionsPerRank ? [0, 1] : [0];
        const extra = ranks.flatMap((rank) => STRINGS.map((string, name) => named(idOf(rank)(name), string)));
        const count = (writers: readonly Write[]): number => writers.length / 2;
        return writeArchive({
          order: 'little',
          definitions: sampleDefinitions('little', written.map(count), extra),
          locations: written.map((writers, id) => ({ id, events: sampleEvents('little', writers) })),
        });
      };
      const [each, once] = [severities(archive(true)), severities(archive(false))];
      expectSame(each, once);
      expect(each.values.length).toBeGreaterThan(0);
    }),
    { numRuns: rounds(12, 200) },
  );
});
