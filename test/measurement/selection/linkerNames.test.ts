/** The linker's names in lists of TAU. */
import { describe, expect, it } from 'vitest';
import { textPattern } from '../../../src/base/glob/wildcards.js';
import { withSourceNames } from '../../../src/measurement/selection/linkerNames.js';
import type { FunctionRule } from '../../../src/measurement/selection/model.js';

const MEANINGS: Readonly<Record<string, string>> = {
  _Z5grindPdi: 'grind(double*, int)',
  _ZN4mill5StoneC2Ev: 'mill::Stone::Stone()',
  _ZN4mill5StoneD1Ev: 'mill::Stone::~Stone()',
  _ZNK4mill5Stone4sizeEv: 'mill::Stone::size() const',
  _ZN4mill4SackIiEC1ERKS1_: 'mill::Sack<int>::Sack(mill::Sack<int> const&)',
  _ZN4mill4fillIiEEvT_: 'void mill::fill<int>(int)',
};
const demangle = (names: readonly string[]) => Promise.resolve(names.map((name) => MEANINGS[name] ?? name));

async function patternsOf(glob: string) {
  const rule: FunctionRule = { take: 'exclude', glob, mangled: true, line: 7 };
  const { selection, unsaid } = await withSourceNames({ files: [], functions: [rule], specifications: [] }, demangle);
  const globs = selection.functions.map((one) => one.glob);
  expect(
    selection.functions.every(({ take, mangled, line }) => take === 'exclude' && mangled !== true && line === 7),
  ).toBe(true);
  return { globs, unsaid, fits: (name: string) => globs.some((one) => textPattern(one)(name)) };
}

describe("the linker's names", () => {
  it.each([
    ['_Z5grindPdi', ['grind(double*, int)', 'void grind(double *, int)', 'int* grind(double *, int) C [{a.c} {1,1}]']],
    ['_ZN4mill5StoneC2Ev', ['mill::Stone::Stone()']],
    ['_ZN4mill5StoneD1Ev', ['mill::Stone::~Stone()']],
    ['_ZNK4mill5Stone4sizeEv', ['mill::Stone::size() const', 'int mill::Stone::size() const']],
    ['_ZN4mill4SackIiEC1ERKS1_', ['mill::Sack<int>::Sack(mill::Sack<int> const &)']],
    ['_ZN4mill4fillIiEEvT_', ['void mill::fill<int>(int)']],
    ['__mill_stones_MOD_turn', ['MILL_STONES::TURN', 'mill_stones::turn']],
    ['mill_stones_mp_turn_', ['MILL_STONES::TURN']],
    ['_QMmill_stonesPturn', ['mill_stones::turn']],
    ['turn_', ['TURN', 'turn']],
    ['turn_left__', ['TURN_LEFT']],
    ['_QPturn', ['TURN']],
    ['turn', ['turn', 'double turn(double *, int)']],
    ['__mill_stones_MOD_*', ['MILL_STONES::TURN']],
  ])('are names of sources: %s', async (glob, names) => {
    const { fits, unsaid } = await patternsOf(glob);
    expect(unsaid).toEqual([]);
    expect(names.filter((name) => !fits(name))).toEqual([]);
    expect(fits('regrind(double*, int)')).toBe(false);
    expect(fits('return')).toBe(false);
  });

  it.each(['_ZN4mill*', '_Z7unknown'])('are reported where their meaning is not known: %s', async (glob) => {
    const { globs, unsaid } = await patternsOf(glob);
    expect(globs).toEqual([]);
    expect(unsaid.map(({ line }) => line)).toEqual([7]);
  });
});
