/** Topologies of CUBE files: those of public files, of written files, and of hostile files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { readAnchor } from '../../../src/formats/cube/anchorReader.js';
import { openCube3 } from '../../../src/formats/cube3/openCube3.js';
import { openCube } from '../../../src/formats/cube/index.js';
import { definitionsOf } from '../../../src/formats/cube/toDefinitions.js';
import { conformanceData } from '../../support/conformanceData.js';
import { bytesOf, sampleDefinitions, sampleSpace } from './support.js';

const anchorOf = (topologies: string, locations = 3): string => `<?xml version="1.0"?><cube version="4.4">
<metrics></metrics><program></program><system><systemtreenode Id="0"><name>m</name><class>machine</class>
<locationgroup Id="5"><name>rank 0</name><rank>0</rank><type>process</type>
${Array.from({ length: locations }, (_, at) => `<location Id="${at + 10}"><name>t</name><rank>${at}</rank><type>thread</type></location>`).join('')}
</locationgroup></systemtreenode><topologies>${topologies}</topologies></system></cube>`;

const cart = (name: string, sizes: readonly number[], coordinates: string): string =>
  `<cart name="${name}" ndims="${sizes.length}">${sizes.map((size) => `<dim size="${size}" periodic="false"/>`).join('')}${coordinates}</cart>`;

describe('topologies of CUBE files', () => {
  it('have coordinates of locations and of all locations of a process', () => {
    const { topologies, placesLeft } = readAnchor(
      anchorOf(
        '<cart name="a &amp; b" ndims="2"><dim name="X" size="2" periodic="true"/><dim size="3" periodic="false"/><coord locId="12">1 2</coord></cart>' +
          cart('process', [4], '<coord locGrpId="5">3</coord>'),
      ),
    );
    expect(placesLeft).toBe(0);
    expect(topologies).toEqual([
      {
        name: 'a & b',
        dimensions: [
          { name: 'X', size: 2, isPeriodic: true },
          { name: '', size: 3, isPeriodic: false },
        ],
        locations: [2],
        coordinates: [1, 2],
      },
      {
        name: 'process',
        dimensions: [{ name: '', size: 4, isPeriodic: false }],
        locations: [0, 1, 2],
        coordinates: [3, 3, 3],
      },
    ]);
  });

  it('omit meaningless entries', () => {
    const bad = [
      '<coord locId="10">5</coord>', // outside
      '<coord locId="10">x</coord>',
      '<coord locId="10">-1</coord>',
      '<coord locId="99">0</coord>',
      '<coord stnId="0">0</coord>', // of a machine
      '<coord>0</coord>',
      '<coord locId="10">0 0</coord>',
      '<coord locId="10">99999999999999999999</coord>',
      `<coord locId="10">${'0 '.repeat(1000)}</coord>`,
    ];
    const { topologies, placesLeft } = readAnchor(anchorOf(cart('', [5], bad.join(''))));
    expect([topologies, placesLeft]).toEqual([[], bad.length]);
    const many = Array.from({ length: 70 }, () => cart('', [5], '<coord locId="10">4</coord>')).join('');
    const kept = readAnchor(anchorOf(many));
    expect([kept.topologies.length, kept.placesLeft]).toEqual([64, 6]);
  });

  it('read back as they were written, whatever order locations have in the file', () => {
    const topologies = [
      {
        name: 'grid <1>',
        dimensions: [
          { name: 'X "', size: 2, isPeriodic: true },
          { name: '', size: 2, isPeriodic: false },
        ],
        locations: [0, 1, 3],
        coordinates: [0, 0, 0, 1, 1, 0],
      },
    ];
    const back = toSpace(readCube(bytesOf(sampleSpace(), { ...sampleDefinitions(), topologies }), 'x'));
    // Threads of a process are adjacent there.
    expect(back.definitions.topologies).toEqual([{ ...topologies[0], locations: [0, 2, 3] }]);
    expect(back.problems).toEqual([]);
  });

  const data = conformanceData('cubex');
  it.runIf(data !== undefined).each([
    ['simanmo_hashsieve_d84_beta28_r1/profile.cubex', 'Process x Thread', [1, 16]],
    ['metacg_inputimbalance_001/001.cubex', 'Process x Thread', [8, 1]],
    ['csc_mandelbrot_4_sum/profile.cubex', 'Process x Thread', [4, 1]],
  ] as const)('%s', (file, name, [processes, threads]) => {
    const { definitions } = toSpace(openCube(join(data ?? '', file)));
    const [topology, more] = definitions.topologies ?? [];
    expect(more).toBeUndefined();
    expect(topology).toMatchObject({ name, dimensions: [{ size: processes }, { size: threads }] });
    // Every process and thread is one location, in this order.
    const all = Array.from({ length: processes * threads }, (_, at) => at);
    expect(topology?.locations).toEqual(all);
    expect(topology?.coordinates).toEqual(all.flatMap((at) => [Math.floor(at / threads), at % threads]));
  });

  const cube3 = conformanceData('cube3');
  it.runIf(cube3 !== undefined)('of CUBE 3: of up to 14 dimensions, and a grid of 128 threads', () => {
    const of = (file: string) => definitionsOf(openCube3(join(cube3 ?? '', 'cubelib_r-binding', file)).anchor, []);
    const { topologies = [] } = of('example.cube');
    expect(topologies.map(({ name, dimensions }) => [name, dimensions.length])).toEqual([
      ['Topology 1', 2],
      ['2D Dim', 2],
      ['4D Dim', 4],
      ['14D Dim!', 14],
      ...[2, 2, 4, 14].map((count) => ['', count]),
    ]);
    expect(topologies[3]).toMatchObject({ locations: [0, 1] });
    expect(topologies[3]?.coordinates).toEqual([
      ...[0, 1, ...Array<number>(11).fill(0), 2],
      1,
      ...Array<number>(13).fill(0),
    ]);
    const grid = of('experiment1.cube').topologies?.[0];
    // Its text, read by a regular expression.
    const text = readFileSync(join(cube3 ?? '', 'cubelib_r-binding', 'experiment1.cube'), 'utf8');
    const [first = ''] = /<cart [\s\S]*?<\/cart>/.exec(text) ?? [];
    const coordinates = [...first.matchAll(/<coord thrdId="(\d+)">([\d ]+)</g)];
    expect(grid?.dimensions.map(({ size }) => size)).toEqual([16, 4, 2]);
    expect(grid?.locations).toEqual(coordinates.map((match) => Number(match[1])));
    expect(grid?.coordinates).toEqual(coordinates.flatMap((match) => (match[2] ?? '').split(' ').map(Number)));
  });
});
