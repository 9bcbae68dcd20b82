import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { toSpace } from '../../../src/formats/cube/index.js';
import { cube3, readCube3 } from '../../../src/formats/cube3/index.js';
import { cube3File as file, PROGRAM } from './file.js';

const read = (text: string | Uint8Array) => toSpace(readCube3(Buffer.from(text), 'x.cube'));

describe('CUBE 3 files', () => {
  it('have values by call path and thread, under the names of today', () => {
    const { space, definitions, problems, lost } = read(file());
    expect([problems, lost]).toEqual([[], []]);
    expect(space.metrics.map(({ name, parent, unit }) => [name, parent, unit])).toEqual([
      ['time', undefined, 'seconds'],
      ['mpi_wait_nxn', 'time', 'seconds'],
      ['33~CYCLES', undefined, 'count'],
    ]);
    expect(space.severities.get('time')).toEqual({
      callPath: Uint32Array.of(0, 0, 2),
      location: Uint32Array.of(0, 1, 1),
      value: Float64Array.of(1.5, 2, 4),
    });
    expect(space.severities.get('mpi_wait_nxn')).toMatchObject({
      callPath: Uint32Array.of(2),
      location: Uint32Array.of(0),
    });
    expect(space.severities.get('33~CYCLES')?.value).toEqual(Float64Array.of(1000, -7));
    expect(definitions.locations.map(({ name }) => name)).toEqual(['t0', 't1']);
    expect(definitions.regions.map(({ name, paradigm, role, beginLine }) => [name, paradigm, role, beginLine])).toEqual(
      [
        ['a & b', 'unknown', 'function', 3],
        ['!$omp ibarrier @a.c:56', 'openmp', 'implicit-barrier', 56],
        ['MPI_Allreduce', 'mpi', 'function', 0],
      ],
    );
    expect(definitions.sourceCodeLocations).toEqual([{ file: 'a.c', line: 12 }]);
  });

  it('are the same packed, with zeros of storage behind, and in pieces that cut entities', () => {
    const whole = read(file());
    expect(read(gzipSync(file()))).toEqual(whole);
    expect(read(`${file()}\0\0\0\0`)).toEqual(whole);
    const padded = file()
      .replace('<doc>', `<doc>${' '.repeat((1 << 20) - file().indexOf('a & b'))}`)
      .replace('a & b', 'a &amp; b');
    for (let shift = 0; shift < 8; shift++) expect(read(padded.replace(' '.repeat(shift), ''))).toEqual(whole);
  });

  it('without values, or without anything that values could belong to, are read', () => {
    expect(read(file('')).space.severities.size).toBe(0);
    const nothing = read('<cube version="3.0"><metrics></metrics><program></program><system></system></cube>');
    expect(nothing.space).toMatchObject({ metrics: [], locationCount: 0 });
  });

  it('that end early or are damaged among the values keep those before', () => {
    const text = file();
    const { space, problems, lost } = read(text.slice(0, text.indexOf('<matrix metricId="3"')));
    expect(space.severities.get('time')?.value).toEqual(Float64Array.of(1.5, 2, 4));
    expect(problems.map(({ message }) => message)).toEqual([
      'The file is damaged or ends among its values; everything before that was read.',
    ]);
    expect(lost).toEqual(['33~CYCLES']);
    const packed = gzipSync(text + ' '.repeat(5000));
    expect(read(packed.subarray(0, packed.length - 30)).space.severities.get('time')).toEqual(
      space.severities.get('time'),
    );
  });

  it('report the number of impossible or unassigned values', () => {
    const odd =
      '<matrix metricId="0"><row cnodeId="5">1 x 3</row><row cnodeId="77">1</row><row cnodeId="5">8</row></matrix>';
    const { space, problems } = read(file(odd));
    expect(space.severities.get('time')?.value).toEqual(Float64Array.of(1));
    expect(problems[0]?.message).toMatch(/^4 values in the file are impossible or belong to nothing/);
  });

  it('are recognized, packed or not, and nothing else is', () => {
    const heads = [file(), '\uFEFF  <cube version="3.0">', gzipSync(file())].map((text) =>
      Buffer.from(text).subarray(0, 512),
    );
    expect(heads.map((head) => cube3.recognizes(head))).toEqual([true, true, true]);
    const others = [
      file('', PROGRAM, '4.4'),
      '<profile_xml>',
      gzipSync('<profile_xml>'),
      'TITLE "LUT"\nLUT_3D_SIZE 32\n',
    ];
    expect(others.map((text) => cube3.recognizes(Buffer.from(text).subarray(0, 512)))).toEqual(others.map(() => false));
  });

  it.each([
    ['x.cube has the version 4.4 of CUBE; versions before 4.0 can be read here', file('', PROGRAM, '4.4')],
    ['x.cube has content that is no XML', 'TITLE "LUT"'],
    ['x.cube has content that is no XML', file().slice(0, 700)],
    ['x.cube calls region 99', file('', PROGRAM.replace('calleeId="2"', 'calleeId="99"'))],
    ['x.cube cannot be unpacked', Buffer.from('1f8b08000000000000ffffffffff', 'hex')],
    ['x.cube begins with <html>', '<html></html>'],
    ['x.cube has content that is no XML', ''],
  ])('are refused in a sentence: %s', (sentence, bytes) => {
    expect(() => readCube3(Buffer.from(bytes), 'x.cube')).toThrow(TrimtabError);
    expect(() => readCube3(Buffer.from(bytes), 'x.cube')).toThrow(sentence);
  });
});
