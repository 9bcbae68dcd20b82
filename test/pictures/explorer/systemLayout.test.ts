import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import { placesPicture } from '../../../src/pictures/explorer/places.js';
import { foldedLayout, mapLayout, systemPlaces } from '../../../src/pictures/explorer/systemLayout.js';

/** Locations with the number of their process and of its node. */
const anySystem = fc
  .array(fc.record({ node: fc.nat(4), process: fc.nat(3) }), { minLength: 1, maxLength: 40 })
  .map((drawn) => drawn.map(({ node, process }) => ({ node, process: 10 * node + process })));
type System = typeof anySystem extends fc.Arbitrary<infer T> ? T : never;

const placesOf = (system: System) =>
  systemPlaces([...system.keys()], {
    processOf: (location) => system[location]?.process ?? -1,
    nodeOf: (location) => system[location]?.node ?? -1,
    nodeTitle: (node) => `node ${node}`,
  });

/** Those before it, of which something is true. */
const before = (system: System, at: number, isSame: (one: System[number]) => boolean): System =>
  system.slice(0, at).filter(isSame);
const distinct = (of: readonly number[]): number => new Set(of).size;

describe('a map by the parts of the system', () => {
  it('has a row for each node with its locations in their order, however they are mixed', () => {
    fc.assert(
      fc.property(anySystem, (system) => {
        const layout = mapLayout(placesOf(system), 'node');
        const nodes = [...new Set(system.map(({ node }) => node))];
        expect(layout?.rows).toBe(nodes.length);
        expect(layout?.columns).toBe(
          Math.max(...nodes.map((node) => system.filter((one) => one.node === node).length)),
        );
        for (const [at, { node }] of system.entries())
          expect(layout?.placeOf(at)).toEqual([
            before(system, at, (one) => one.node === node).length,
            nodes.indexOf(node),
            0,
          ]);
        expect(nodes.map((_, row) => layout?.called?.rowTitle?.(row))).toEqual(nodes.map((node) => `node ${node}`));
      }),
    );
  });

  it('has threads as columns, processes as rows and nodes as planes, where a process has several threads', () => {
    fc.assert(
      fc.property(anySystem, (system) => {
        const layout = mapLayout(placesOf(system), 'thread');
        if (distinct(system.map(({ process }) => process)) === system.length) {
          expect(layout).toBeUndefined();
          return;
        }
        for (const [at, { node, process }] of system.entries()) {
          const thread = before(system, at, (one) => one.process === process).length;
          const ofNode = [...new Set(system.filter((one) => one.node === node).map((one) => one.process))];
          const nodes = [...new Set(system.map((one) => one.node))];
          expect(layout?.placeOf(at)).toEqual([thread, ofNode.indexOf(process), nodes.indexOf(node)]);
        }
      }),
    );
  });

  it('is by thread, else by node where all have as many locations, else near a square', () => {
    const ranks = (...nodes: number[]) => placesOf(nodes.map((node, process) => ({ node, process })));
    expect(mapLayout(placesOf([{ node: 0, process: 0 }, { node: 0, process: 0 }]), 'usual')?.told).toBe('threads of a process in each row'); // prettier-ignore
    expect(mapLayout(ranks(0, 1, 0, 1), 'usual')).toMatchObject({ told: 'a node in each row', columns: 2, rows: 2 });
    expect(mapLayout(ranks(0, 1, 0), 'usual')).toMatchObject({ told: '2 in a row', columns: 2, rows: 2 });
    expect(mapLayout(ranks(0, 1, 2), 'usual')).toMatchObject({ told: '2 in a row' });
    expect(mapLayout(ranks(0, 0, 0, 0), 'usual')).toMatchObject({ told: '2 in a row' });
    expect(mapLayout(ranks(0, 0, 0, 0), 3)).toMatchObject({ told: '3 in a row', columns: 3, rows: 2 });
    expect(foldedLayout(3, 100)).toMatchObject({ columns: 3, rows: 1 });
  });

  it('is drawn with the names of nodes left of their rows', () => {
    const layout = mapLayout(placesOf([{ node: 7, process: 0 }, { node: 3, process: 1 }, { node: 7, process: 2 }]), 'node') ?? foldedLayout(3); // prettier-ignore
    const data = { what: 'Time', unit: 'seconds', names: ['a', 'b', 'c'], values: Float64Array.of(1, 2, 3), layout };
    const picture = placesPicture(data, { width: 600, scale: severityScales.light });
    const texts = picture.items.flatMap((item) => (item.is === 'text' ? [item] : []));
    const find = (text: string) => texts.find((one) => one.text === text) ?? { x: Number.NaN, y: Number.NaN };
    expect(find('node 7').x).toBeLessThan(find('1.00 s').x);
    expect([find('1.00 s').y, find('2.00 s').y]).toEqual([find('3.00 s').y, expect.any(Number)]);
    expect(find('1.00 s').y).toBeLessThan(find('2.00 s').y);
    expect(Math.abs(find('node 3').y - find('2.00 s').y)).toBeLessThan(15);
    expect(picture.numbers.lines).toEqual([['a', '0', '0', '1.00 s'], ['b', '0', '1', '2.00 s'], ['c', '1', '0', '3.00 s']]); // prettier-ignore
  });
});
