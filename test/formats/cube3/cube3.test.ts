import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { toSpace } from '../../../src/formats/cube/index.js';
import { cube3, readCube3 } from '../../../src/formats/cube3/index.js';

const METRICS = `<metric id="0"><disp_name>Time</disp_name><uniq_name>0Time</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
 <url>@mirror@patterns-2.2.html#time</url>
 <metric id="7"><disp_name>Wait at N x N</disp_name><uniq_name>7Wait at N x N</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
 <url>@mirror@patterns-2.2.html#mpi_wait_at_n2n</url></metric></metric>
<metric id="3"><disp_name>Cycles</disp_name><uniq_name>33~CYCLES</uniq_name><dtype>INTEGER</dtype><uom>#</uom></metric>`;
const PROGRAM = `<region id="4" mod="a.c" begin="3" end="9"><name>a & b<</name></region>
<region id="1" mod="a.c" begin="-1" end="-1"><name>!$omp ibarrier @a.c:56</name></region>
<region id="2" mod="MPI" begin="-1" end="-1"><name>MPI_Allreduce</name></region>
<cnode id="5" calleeId="4"><cnode id="2" calleeId="1"></cnode><cnode id="9" line="12" mod="a.c" calleeId="2"></cnode></cnode>`;
const SYSTEM = `<machine Id="0"><name>m</name><node Id="0"><name>n</name>
<process Id="0"><name>p0</name><rank>0</rank><thread Id="1"><name>t1</name><rank>1</rank></thread><thread Id="0"><name>t0</name><rank>0</rank></thread></process>
</node></machine><topologies><cart name="grid" ndims="2"><dim name="x" size="3" periodic="true"/><coord thrdId="1">0 1</coord></cart></topologies>`;
const SEVERITY = `<matrix metricId="0"><row cnodeId="5">
1.5
2
</row><row cnodeId="9">0 4</row></matrix>
<matrix metricId="7"><row cnodeId="9">3</row></matrix>
<matrix metricId="3"><row cnodeId="2">1e3 -7</row></matrix>`;

function file(severity = SEVERITY, program = PROGRAM, version = '3.0'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>

<cube version="${version}"><attr key="CUBE_CT_AGGR" value="SUM"/><doc><mirrors><murl>http://x/</murl></mirrors></doc>
<metrics>${METRICS}</metrics><program>${program.replace('b<<', 'b<')}</program><system>${SYSTEM}</system>
<severity>${severity}</severity></cube>\n`;
}

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
      'The file is damaged or ends among its values; what stands before that was read.',
    ]);
    expect(lost).toEqual(['33~CYCLES']);
    const packed = gzipSync(text + ' '.repeat(5000));
    expect(read(packed.subarray(0, packed.length - 30)).space.severities.get('time')).toEqual(
      space.severities.get('time'),
    );
  });

  it('say how many values cannot be, or belong nowhere', () => {
    const odd =
      '<matrix metricId="0"><row cnodeId="5">1 x 3</row><row cnodeId="77">1</row><row cnodeId="5">8</row></matrix>';
    const { space, problems } = read(file(odd));
    expect(space.severities.get('time')?.value).toEqual(Float64Array.of(1));
    expect(problems[0]?.message).toMatch(/^4 values in the file cannot be or belong nowhere/);
  });

  it('are recognised, packed or not, and nothing else is', () => {
    const heads = [file(), '\uFEFF  <cube version="3.0">', gzipSync(file())].map((text) =>
      Buffer.from(text).subarray(0, 512),
    );
    expect(heads.map((head) => cube3.recognises(head))).toEqual([true, true, true]);
    const others = [
      file('', PROGRAM, '4.4'),
      '<profile_xml>',
      gzipSync('<profile_xml>'),
      'TITLE "LUT"\nLUT_3D_SIZE 32\n',
    ];
    expect(others.map((text) => cube3.recognises(Buffer.from(text).subarray(0, 512)))).toEqual(others.map(() => false));
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
