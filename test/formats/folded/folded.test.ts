import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../../../src/formats/folded/index.js';
import { readFolded } from '../../../src/formats/folded/read.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';

const name = fc.stringMatching(/^[a-z_:<> ]{0,8}[a-z]$/);
const stacks = fc.array(
  fc.record({ frames: fc.array(name, { minLength: 1, maxLength: 6 }), count: fc.integer({ min: 1, max: 1000 }) }),
  { minLength: 1, maxLength: 20 },
);

describe('folded stacks', () => {
  it('have the sums of a plain reading, by function alone and with callees', () => {
    fc.assert(
      fc.property(stacks, (list) => {
        const [own, whole] = [new Map<string, number>(), new Map<string, number>()];
        const add = (sums: Map<string, number>, key: string, count: number) =>
          sums.set(key, (sums.get(key) ?? 0) + count);
        for (const { frames, count } of list) {
          add(own, frames.at(-1) ?? '', count);
          for (const frame of new Set(frames)) add(whole, frame, count);
        }
        const profile = readFolded(list.map(({ frames, count }) => `${frames.join(';')} ${count}`));
        if (profile === undefined) throw new Error('nothing was read');
        expect(totalOf(profile, 'samples')).toBe(list.reduce((sum, { count }) => sum + count, 0));
        const flat = flatOf(profile);
        expect(new Set(flat.keys())).toEqual(new Set(whole.keys()));
        for (const [region, count] of whole) {
          expect(flat.get(region)?.inclusive).toBe(count);
          expect(flat.get(region)?.exclusive).toBe(own.get(region) ?? 0);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('ignore other lines with a warning, and comments without', () => {
    const profile = readFolded(['# a remark 7', '', 'main;f 3', '// another', 'nothing', 'main 2']);
    expect(profile?.problems.map(({ message }) => message)).toEqual(['1 line that is no folded stack was ignored.']);
    if (profile === undefined) throw new Error('nothing was read');
    expect(totalOf(profile, 'samples')).toBe(5);
  });

  it('are ranked by samples, and have no time', () => {
    const profile = readFolded(['main;f 3', 'main;g 1']);
    if (profile === undefined) throw new Error('nothing was read');
    const { main, span, totalTime, doubts = [] } = reportOf(profile);
    expect(main).toEqual({ name: 'samples', title: 'Samples', unit: 'count', total: 4 });
    expect([span, totalTime]).toEqual([0, 0]);
    expect(doubts.map(({ title }) => title)).toContain('no time in the profile, ranked by Samples');
  });

  it('have the lines that py-spy and rbspy write into names', () => {
    const frames = [
      ['tune (/srv/a b/lute.py:7)', '/srv/a b/lute.py', 7],
      ['<module> (lute.py:3)', 'lute.py', 3],
      ['<lambda> (<string>:1)', '<string>', 1],
      ['tune (C:\\srv (x86)\\lute.py:8)', 'C:\\srv (x86)\\lute.py', 8],
      ['tune - C:/srv/lute.rb:8', 'C:/srv/lute.rb', 8],
      ['block in tune - /srv/lute.rb:12', '/srv/lute.rb', 12],
    ] as const;
    for (const [name, file, line] of frames) {
      const profile = readFolded([`main (top.py:1);${name} 6`, 'main (top.py:1) 2']);
      if (profile === undefined) throw new Error('nothing was read');
      expect(profile.definitions.regions.map((region) => region.name)).toContain(name);
      const { hotLines = [], lines } = reportOf(profile);
      expect(hotLines.map(({ place, share }) => [place.file, place.line, share])).toContainEqual([file, line, 0.75]);
      expect(lines.find(({ place }) => place.file === 'top.py')?.seconds).toBe(6);
    }
  });

  it('keep other names whole, without lines', () => {
    for (const name of [
      'f(int:3)',
      'LazyCompile:*f /srv/a.js:7',
      'a::b(c (*)())',
      'f (libc.so.6)',
      'x - y',
      '(anonymous)',
    ]) {
      const profile = readFolded([`main;${name} 6`]);
      expect(profile?.definitions.regions.map((region) => [region.name, region.file])).toContainEqual([
        name,
        undefined,
      ]);
    }
  });

  it('are recognized behind comments and with a first line of thousands of characters', () => {
    const long = `${Array.from({ length: 900 }, (_, i) => `layer_${i}`).join(';')} 4\n`;
    expect(folded.recognizes(Buffer.from(`# a heading\n// another\n${long}main;f 3\n`.repeat(20)))).toBe(true);
  });

  it('are recognized by several functions on a line, and other text is not', () => {
    const recognizes = (text: string): boolean => folded.recognizes(Buffer.from(text));
    expect(recognizes('main 2\nmain;f 3\n')).toBe(true);
    for (const text of ['Total 5\nSum 6\n', 'a;b;c\n', 'int x; // 5\nreturn;\n', ''])
      expect(recognizes(text)).toBe(false);
  });

  it('as deep as they come are read', () => {
    const profile = readFolded([`${Array.from({ length: 5000 }, (_, i) => `f${i}`).join(';')} 4`]);
    expect(profile?.space.callTree.size).toBe(1024);
    expect(profile?.problems.map(({ message }) => message).join()).toMatch(/deeper than is read/);
  });
});

it('names without an end are read in linear time', () => {
  const names = [
    ' ('.repeat(20_000),
    `a${' (x:1'.repeat(20_000)}`,
    `a${' - b'.repeat(20_000)}`,
    `${'a (b'.repeat(20_000)}:1)`,
  ];
  const start = performance.now();
  readFolded(names.map((name) => `main;${name} 3`));
  expect(performance.now() - start).toBeLessThan(2000);
});
