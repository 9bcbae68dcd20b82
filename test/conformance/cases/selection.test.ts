/** Files that select functions, with known results. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trimtab } from '../../cli/support.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();
const check = (file: string) => trimtab(folder ?? '', 'selection', 'check', file);
const convert = (file: string) => trimtab(folder ?? '', 'selection', 'convert', '--to', 'tau', file);

describe.skipIf(folder === undefined)('files of TAU', () => {
  it.each([
    ['tau-select/phase-routine.tau', '0 rules', 2],
    ['tau-select/timer-routine.tau', '1 rule', 3],
    ['tau-select/loops-level.tau', '0 rules', 2],
    ['tau-select/loops-list.tau', '3 rules', 3],
    ['controls/d-loops.tau', '1 rule', 2],
    ['controls/f-include-quoted.tau', '3 rules', 0],
  ])('are valid: %s', async (file, rules, specifications) => {
    const { code, out, err } = await check(join(file));
    expect(code).toBe(0);
    expect(out).toContain(`${rules} for functions`);
    expect(err.match(/has no effect in Trimtab/g) ?? []).toHaveLength(specifications);
  });

  it('without a rule in effect are remarked', async () => {
    const { code, out, err } = await check('selection-effect/include-unquoted.tau');
    expect(code).toBe(0);
    expect(out).toContain('0 rules for functions, 1 for files');
    expect(err).toMatch(/line 2: .*write "#ADVANCE_TIDE#"/);
    expect(err).toMatch(/line 3: .*write "#SWAP_RIMS#"/);
    expect(err).toContain('all functions are measured');
  });
});

describe.skipIf(folder === undefined)('filters of Score-P', () => {
  it('with names that are split are remarked', async () => {
    const { err, out } = await check('selection-effect/blanks.filt');
    expect(out).toContain('20 rules for functions');
    const parts = [...err.matchAll(/line (\d+): Score-P splits this line at blanks into (\d+) patterns/g)];
    expect(parts.map(([, line, count]) => [line, count])).toEqual([
      ['3', '10'],
      ['4', '3'],
      ['5', '7'],
    ]);
    for (const text of ['"\\ " for a blank', '"\\[" for a bracket', '"\\*" for a star']) expect(err).toContain(text);
  });

  it('with names of the linker are written with those of sources', async () => {
    const names = (text: string) =>
      new Set(
        text
          .split('\n')
          .slice(1, -2)
          .map((line) => line.replaceAll(/["#]/g, '').trim()),
      );
    const cpp = await convert('selection-effect/mangled-cpp.filt');
    expect(names(cpp.out)).toEqual(
      new Set([
        'fold_row(double*, int)',
        'wave::Grid::relax(int, double)',
        'wave::Grid::Grid()',
        '(anonymous namespace)::probe(int)',
        'wave::Mask::size() const',
      ]),
    );
    const fortran = await convert('selection-effect/mangled-gfortran.filt');
    expect(new Set([...names(fortran.out)].map((name) => name.toUpperCase()))).toEqual(
      new Set(['TIDE_GRID::CELL_AT', 'TIDE_GRID::FOLD_ROW', 'TIDE_LOG::NOTE', 'SWAP_RIMS']),
    );
  });

  it('with usual names have no remarks', async () => {
    for (const file of ['controls/f-blanks-escaped.filt', 'controls/f-demangled.filt']) {
      const { out, err } = await check(file);
      expect(out).toContain('3 rules for functions');
      expect(err).toBe('');
    }
    expect((await convert('controls/f-demangled.filt')).out).toContain('fold_row#\nwave::Grid::relax#\n');
  });
});
