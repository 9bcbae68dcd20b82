/** Folded stacks, V8's profiles and files in UTF-16 with known results. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { flatOf, profileAt, reportOf, totalOf } from '../../formats/stacks/support.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();
const copies = mkdtempSync(join(tmpdir(), 'trimtab-cases-'));
afterAll(() => rmSync(copies, { recursive: true }));

const at = (file: string) => profileAt(join(folder ?? '', file));
const values = (file: string, kind: 'exclusive' | 'inclusive' = 'exclusive') =>
  Object.fromEntries(
    [...flatOf(at(file))].flatMap(([name, row]) => (row[kind] > 0 ? [[name, Number(row[kind].toPrecision(6))]] : [])),
  );

/** The same file without the ending that names its format. */
function unnamed(file: string): string {
  const copy = join(copies, `${basename(file).replaceAll('.', '-')}.txt`);
  copyFileSync(join(folder ?? '', file), copy);
  return copy;
}

const BREW = { brew: 2, heat_kettle: 3, stir: 6, rinse_pot: 4 };

describe.skipIf(folder === undefined)('folded stacks', () => {
  it.each(['utf16/le.folded', 'utf16/be.folded', 'utf16/no-mark-le.folded', 'controls/d-utf8-crlf.folded'])(
    'are the same in every encoding: %s',
    (file) => {
      expect(values(file)).toEqual(BREW);
      expect(values(file, 'inclusive')).toMatchObject({ brew: 15, heat_kettle: 9 });
      expect(totalOf(profileAt(unnamed(file)), 'samples')).toBe(15);
    },
  );

  it.each(['folded-forms/comments.txt', 'controls/d-hash-comments.folded'])('have comments: %s', (file) => {
    expect(values(file)).toEqual({ heat_kettle: 8, rinse_pot: 5 });
    expect(at(file).problems).toEqual([]);
  });

  it('have long first lines', () => expect(values('folded-forms/long-first-stack.txt')).toEqual({ peel: 7, chop: 3 }));

  it('of py-spy have lines', () => {
    const file = 'names/py-spy.folded';
    expect(values(file)).toEqual({ 'settle (tide.py:12)': 9, 'settle (tide.py:14)': 6, 'settle (moon.py:40)': 5 });
    expect(values(file, 'inclusive')).toMatchObject({
      'run (tide.py:33)': 15,
      'run (tide.py:34)': 5,
      '<module> (tide.py:41)': 20,
    });
    const { hotLines = [], doubts = [] } = reportOf(at(file));
    expect(hotLines.map(({ place: { file: name, line }, share }) => [name, line, share])).toEqual([
      ['tide.py', 12, 0.45],
      ['tide.py', 14, 0.3],
      ['moon.py', 40, 0.25],
    ]);
    expect(doubts.map(({ kind }) => kind)).not.toContain('no-functions');
  });

  it('of all languages keep names', () => {
    const flat = flatOf(at('names/other-languages.folded'));
    expect(totalOf(at('names/other-languages.folded'), 'samples')).toBe(2431);
    expect(flat.size).toBe(23);
    expect(totalOf(at('names/cpp.folded'), 'samples')).toBe(1628);
  });
});

describe.skipIf(folder === undefined)('other files', () => {
  it('of gprof are read in UTF-16', () => {
    expect(values('utf16/le.gprof')).toEqual({ lift_gate: 0.5, count_logs: 0.3, turn_wheel: 0.15, main: 0.05 });
    expect(values('utf16/le.gprof')).toEqual(values('controls/a-seconds.gprof'));
  });

  it.each(['v8-old/dough.cpuprofile', 'v8-old/dough-titled.cpuprofile', 'controls/d-v8-new-form.cpuprofile'])(
    'of V8 are read in both forms: %s',
    (file) => {
      expect(values(file)).toEqual({ knead: 0.006, fold: 0.004 });
      expect(values(file, 'inclusive')).toMatchObject({ mix: 0.01 });
      expect(totalOf(at(file), 'samples')).toBe(11);
      const flat = flatOf(profileAt(unnamed(file)));
      expect(['knead', 'fold', 'mix'].map((name) => flat.get(name)?.place?.line)).toEqual([30, 44, 12]);
    },
  );
});
