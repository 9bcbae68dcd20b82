import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cpuprofile } from '../../../src/formats/cpuprofile/index.js';
import { readCpuProfile } from '../../../src/formats/cpuprofile/read.js';
import { flatOf, profileAt, reportOf, sample, totalOf } from '../stacks/support.js';

const Raw = v.object({
  nodes: v.array(
    v.looseObject({
      id: v.number(),
      hitCount: v.number(),
      callFrame: v.looseObject({ functionName: v.string() }),
      positionTicks: v.optional(v.array(v.object({ line: v.number(), ticks: v.number() }))),
    }),
  ),
  startTime: v.number(),
  endTime: v.number(),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
});

describe('a profile that Node.js wrote', () => {
  const raw = v.parse(Raw, JSON.parse(readFileSync(sample('work.cpuprofile'), 'utf8')));
  const profile = profileAt(sample('work.cpuprofile'));

  it('has all the time since the first sample, and all samples', () => {
    const first = raw.startTime + (raw.timeDeltas[0] ?? 0);
    const dropped = raw.nodes.filter(({ callFrame }) => /^\((root|idle)\)$/.test(callFrame.functionName));
    expect(dropped.every(({ hitCount }) => hitCount === 0)).toBe(true);
    expect(totalOf(profile, 'time')).toBeCloseTo((raw.endTime - first) / 1e6, 9);
    expect(totalOf(profile, 'samples')).toBe(raw.samples.length);
  });

  it('has functions where they begin, and the lines that V8 counted', () => {
    expect(flatOf(profile).get('inner')?.place).toEqual({ file: '/tmp/sample/work.js', line: 1 });
    const ticks = new Map<number, number>();
    for (const { callFrame, positionTicks = [] } of raw.nodes)
      if (callFrame.functionName === 'inner')
        for (const { line, ticks: count } of positionTicks) ticks.set(line, (ticks.get(line) ?? 0) + count);
    const hot = (reportOf(profile).hotLines ?? []).filter(({ region }) => region === 'inner');
    expect(new Map(hot.map(({ place, samples }) => [place.line, samples]))).toEqual(ticks);
  });
});

const frame = (functionName: string, lineNumber = 0) => ({ functionName, url: 'file:///w/a.js', lineNumber });

describe('samples of V8', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)', -1), children: [2, 4] },
    { id: 2, callFrame: frame('f', 9), children: [3] },
    { id: 3, callFrame: frame('g', 19) },
    { id: 4, callFrame: frame('(idle)', -1) },
  ];

  it('count until the next one, even out of order; idle ones are reported and excluded', () => {
    const profile = readCpuProfile({
      nodes,
      startTime: 0,
      endTime: 100,
      samples: [2, 3, 4, 2],
      timeDeltas: [10, 30, -10, 40],
    });
    if (profile === undefined) throw new Error('nothing was read');
    // At 10 f, at 30 idle, at 40 g, at 70 f.
    const flat = flatOf(profile);
    expect(flat.get('f')?.exclusive).toBeCloseTo(50e-6, 15);
    expect(flat.get('g')?.exclusive).toBeCloseTo(30e-6, 15);
    expect(flat.get('f')?.place).toEqual({ file: '/w/a.js', line: 10 });
    expect(profile.problems.map(({ message }) => message).join()).toMatch(/10\.0 µs of idle time of V8/);
  });

  it('end where nodes hold themselves', () => {
    const looped = [
      { id: 1, callFrame: frame('f'), children: [2] },
      { id: 2, callFrame: frame('g'), children: [1] },
    ];
    expect(
      readCpuProfile({ nodes: looped, startTime: 0, endTime: 10, samples: [1, 2], timeDeltas: [1, 1] }),
    ).toBeUndefined();
  });
});

/** The tree of a profile as V8 wrote it until 2016. */
function olderTree(nodes: readonly ReturnType<typeof given>[], at: number): Record<string, unknown> {
  const { id, name, line, hits, below } = nodes[at] ?? given(0, '', 0, 0, []);
  const children = below.map((child) => olderTree(nodes, child));
  return { functionName: name, url: 'file:///w/a.js', lineNumber: line, hitCount: hits, id, children };
}

const given = (id: number, name: string, line: number, hits: number, below: readonly number[]) => ({
  id,
  name,
  line,
  hits,
  below,
});

describe('the form of V8 until 2016', () => {
  const nodes = [
    given(7, '(root)', 0, 0, [1, 3]),
    given(3, 'f', 10, 2, [2]),
    given(9, 'g', 20, 1, []),
    given(4, '(idle)', 0, 1, []),
  ];
  const head = olderTree(nodes, 0);
  const timestamps = [5e9, 5e9 + 400, 5e9 + 1000, 5e9 + 3000];

  it('has the values of the present form', () => {
    const older = readCpuProfile({ head, startTime: 5000, endTime: 5000.1, samples: [3, 9, 4, 3], timestamps });
    if (older === undefined) throw new Error('nothing was read');
    expect(totalOf(older, 'time')).toBeCloseTo(0.001, 12);
    expect(totalOf(older, 'samples')).toBe(3);
    const flat = flatOf(older);
    expect(flat.get('f')).toMatchObject({ place: { file: '/w/a.js', line: 10 }, inclusive: 0.001 });
    expect(flat.get('f')?.exclusive).toBeCloseTo(0.0004, 12);
    expect(flat.get('g')?.place).toEqual({ file: '/w/a.js', line: 20 });
  });

  it('without single samples has the time of all by their numbers', () => {
    const older = readCpuProfile({ title: 'a', head, startTime: 5000, endTime: 5000.1 });
    if (older === undefined) throw new Error('nothing was read');
    expect(flatOf(older).get('f')?.exclusive).toBeCloseTo(0.05, 9);
    expect(flatOf(older).get('g')?.exclusive).toBeCloseTo(0.025, 9);
  });

  it('is recognized with and without a title', () => {
    const recognizes = (content: unknown): boolean =>
      cpuprofile.recognizes(Buffer.from(JSON.stringify(content)).subarray(0, 512));
    expect(recognizes({ head })).toBe(true);
    expect(recognizes({ typeId: 'CPU', uid: '1', title: 'a "b", {"c": 1}', head })).toBe(true);
    expect(recognizes({ startTime: 1.5, endTime: -2e9, head })).toBe(true);
    expect(recognizes({ head: { title: 'a page' }, functionName: 'f' })).toBe(false);
    expect(recognizes({ title: 'head', body: { functionName: 'f' } })).toBe(false);
  });
});
