/** Features of other writers that Trimtab's writer does not use. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { TrimtabError } from '../../../src/base/problem.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { wideOrder } from '../../../src/formats/cube/treeOrder.js';
import { anchor, cube, data, doubles, index, metric, one } from './files.js';

describe('reading CUBE files', () => {
  it('orders the rows of inclusive metrics breadth first below each node', () => {
    //   0        file order 0..5
    //   1  4
    //  2 3  5
    expect([...wideOrder(Int32Array.of(-1, 0, 1, 1, 0, 4))]).toEqual([0, 1, 4, 2, 3, 5]);
    const report = one('INCLUSIVE', 'DOUBLE', {
      '0.index': index([0, 1, 2, 3]),
      '0.data': data(doubles([100, 10, 50, 5, 20, 2, 30, 3])),
    });
    // Rows are main, f, g, h; the file's order of call paths is main, f, h, g.
    expect([...(report.rows(0)?.callPath ?? [])]).toEqual([0, 1, 3, 2]);
    const { space } = toSpace(report);
    const column = space.severities.get('m0');
    expect([...(column?.value ?? [])]).toEqual([30, 3, 20, 2, 30, 3, 20, 2]);
    expect([...(column?.callPath ?? [])]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('subtracts the values of callees also from paths that have no row', () => {
    const files = { '0.index': index([1]), '0.data': data(doubles([5, 0])) };
    const { space } = toSpace(one('INCLUSIVE', 'DOUBLE', files));
    expect([...(space.severities.get('m0')?.value ?? [])]).toEqual([-5, 5]);
  });

  it('takes columns by the identifiers of locations, and parts of the system by their old names', () => {
    const { anchor: read } = one('EXCLUSIVE', 'DOUBLE', {});
    expect(read.locations.map(({ name, type }) => [name, type])).toEqual([
      ['first', 'thread'],
      ['second', 'thread'],
    ]);
    expect(read.systemTree.map(({ className }) => className)).toEqual(['machine', 'node']);
    expect(read.groups).toEqual([{ name: 'p', rank: 3, type: 'process', node: 1 }]);
    expect(read.attributes).toEqual(new Map([['k', 'a & b']]));
    expect([...read.callTree.id]).toEqual([7, 2, 9, 3]);
    expect(read.callTree.parameters).toEqual(new Map([[1, [{ key: 'n', value: 2.5 }]]]));
  });

  it('reads dense and empty indexes, either order of bytes, and a packed anchor', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const little of [true, false]) {
      const report = readCube(
        cube({
          'anchor.xml': gzipSync(anchor(metric(0, 'EXCLUSIVE', 'FLOAT'))),
          '0.index': index(undefined, little),
          '0.data': data(doubles(values, little)),
        }),
        'x',
      );
      expect([...(report.rows(0)?.value ?? [])]).toEqual(values);
    }
    // As CUBE's own tools write metrics without values, and as others do.
    for (const empty of [index([]).subarray(0, 18), index([])]) {
      const report = one('EXCLUSIVE', 'DOUBLE', { '0.index': empty, '0.data': data(doubles([])) });
      expect(report.rows(0)).toEqual({ callPath: new Uint32Array(0), value: new Float64Array(0) });
      expect(report.problems).toEqual([]);
    }
  });

  it('reads rows packed one by one, in any order', () => {
    const rows = [doubles([3, 4]), doubles([1, 2])].map((row) => deflateSync(row));
    const head = Buffer.alloc(11 + 8 + 48);
    head.write('ZCUBEX.DATA');
    [2, 16, 0, elementAt(rows, 0).length, 0, elementAt(rows, 0).length, elementAt(rows, 1).length].forEach((value, i) =>
      head.writeBigUInt64LE(BigInt(value), 11 + 8 * i),
    );
    const report = one('EXCLUSIVE', 'DOUBLE', { '0.index': index([0, 2]), '0.data': Buffer.concat([head, ...rows]) });
    expect(report.rows(0)).toEqual({ callPath: Uint32Array.of(0, 2), value: Float64Array.of(1, 2, 3, 4) });
  });

  it.each([
    ['UINT64', Buffer.from('0100000001000000feffffffffffffff', 'hex'), [2 ** 32 + 1, 2 ** 64]],
    ['INTEGER', Buffer.from('feffffffffffffff0500000000000000', 'hex'), [-2, 5]],
    ['INT', Buffer.from('feffffff05000000', 'hex'), [-2, 5]],
    ['UINT16', Buffer.from('feff0500', 'hex'), [65534, 5]],
    ['MAXDOUBLE', doubles([2, 3]), [2, 3]],
  ])('reads values of type %s', (dtype, bytes, expected) => {
    const report = one('EXCLUSIVE', dtype, { '0.index': index([0]), '0.data': data(bytes) });
    expect([...(report.rows(0)?.value ?? [])]).toEqual(expected);
  });

  it('brings times to seconds, and keeps what cannot be added up apart', () => {
    const metrics =
      metric(0, 'EXCLUSIVE', 'DOUBLE', 'usec', metric(1, 'EXCLUSIVE', 'MINDOUBLE')) +
      metric(2, 'POSTDERIVED', 'DOUBLE');
    const files = { 'anchor.xml': anchor(metrics), '0.index': index([0]), '0.data': data(doubles([2e6, 0])) };
    const { space, problems, apart } = toSpace(
      readCube(cube({ ...files, '1.index': index([2]), '1.data': data(doubles([1.79e308, 3])) }), 'x'),
    );
    expect(space.metrics.map(({ name, parent, unit }) => [name, parent, unit])).toEqual([['m0', undefined, 'seconds']]);
    expect([...space.severities.keys()]).toEqual(['m0']);
    expect([...(space.severities.get('m0')?.value ?? [])]).toEqual([2]);
    const least = { name: 'm1', title: 'M1', parent: 'm0', unit: 'seconds', description: '' };
    const values = { start: Uint32Array.of(0, 0, 0, 1, 1), location: Uint32Array.of(1), value: Float64Array.of(3) };
    expect(apart).toEqual([{ definition: least, combine: 'min', values }]);
    expect(problems).toEqual([
      {
        level: 'information',
        message: '1 derived metric of the file is not shown (m2: its formula is missing).',
      },
    ]);
  });

  it('puts up with what CUBE writes although it is no XML', () => {
    const text = anchor(metric(0, 'EXCLUSIVE', 'DOUBLE'))
      .replace('<name>f<', '<name>a & b\u0001<')
      .replace('parkey="n"', 'parkey=n');
    const { anchor: read } = readCube(cube({ 'anchor.xml': text }), 'x');
    expect(read.regions[1]?.name).toBe('a & b\u0001');
    expect(read.callTree.parameters.get(1)).toEqual([{ key: 'n', value: 2.5 }]);
  });

  it.each([
    ['its index names row 4 of 4', index([4]), data(doubles([1, 2]))],
    ['its index names row 1 twice', index([1, 1]), data(doubles([1, 2, 3, 4]))],
    ['its index is cut off', index([0, 1, 2]).subarray(0, 24), data(doubles([1, 2, 3, 4]))],
    ['its data is cut off', index([0, 1]), data(doubles([1, 2, 3]))],
    ['its index has the unknown format 2', Buffer.from(index([0])).fill(2, 17, 18), data(doubles([1, 2]))],
    ['its index is no index', Buffer.from('CUBEX.IDX'), data(doubles([1, 2]))],
    ['its data has no mark of CUBE in front', index([0]), doubles([1, 2])],
    ['its compressed data is cut off', index([0]), Buffer.from('ZCUBEX.DATA')],
    ['one of its two files is missing', index([0]), undefined],
  ])('leaves a metric out because %s', (reason, indexFile, dataFile) => {
    const files = dataFile === undefined ? { '0.index': indexFile } : { '0.index': indexFile, '0.data': dataFile };
    const report = one('EXCLUSIVE', 'DOUBLE', files);
    expect([report.rows(0), report.rows(0)]).toEqual([undefined, undefined]);
    expect(report.problems.map(({ message }) => message)).toEqual([`Metric m0 is ignored: ${reason}.`]);
  });

  it('takes impossible values as 0, and reports so', () => {
    const values = [1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2, 3, 4, 5];
    const read = toSpace(one('EXCLUSIVE', 'DOUBLE', { '0.index': index(undefined), '0.data': data(doubles(values)) }));
    expect([...(read.space.severities.get('m0')?.value ?? [])].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(read.problems.map(({ message }) => message).join()).toContain('3 values of metric m0 cannot be');
  });

  it('leaves a metric out whose values have an unknown type', () => {
    const report = one('EXCLUSIVE', 'QUATERNION', { '0.index': index([0]), '0.data': data(doubles([1, 2])) });
    expect(report.rows(0)).toBeUndefined();
    expect(report.problems.map(({ message }) => message)).toEqual([
      'Metric m0 is ignored: its values have the type QUATERNION, which cannot be read.',
    ]);
  });

  it.each([
    ['x.cubex is no tar archive', Buffer.alloc(1024, 7)],
    ['x.cubex holds no anchor.xml', cube({ 'a.xml': 'x' })],
    ['x.cubex has the version 3.0 of CUBE', cube({ 'anchor.xml': anchor('', '3.0') })],
    ['x.cubex begins with <doc>', cube({ 'anchor.xml': '<doc/>' })],
    ['x.cubex has an anchor.xml that is no XML', cube({ 'anchor.xml': '<cube version="4.4"><a></b></cube>' })],
    ['x.cubex has an anchor.xml that cannot be unpacked', cube({ 'anchor.xml': Buffer.from([0x1f, 0x8b, 8, 0, 1]) })],
    ['x.cubex calls region 5', cube({ 'anchor.xml': anchor('').replace('region id="5"', 'region id="50"') })],
    ['x.cubex defines region 6 twice', cube({ 'anchor.xml': anchor('').replace('region id="5"', 'region id="6"') })],
    ['x.cubex names region "five"', cube({ 'anchor.xml': anchor('').replace('calleeId="5"', 'calleeId="five"') })],
  ])('refuses a file with a sentence: %s', (sentence, bytes) => {
    expect(() => readCube(bytes, 'x.cubex')).toThrow(TrimtabError);
    expect(() => readCube(bytes, 'x.cubex')).toThrow(sentence);
  });
});
