import { describe, expect, it } from 'vitest';
import { canonicalGlob } from '../../../src/measurement/selection/glob.js';
import type { FunctionRule } from '../../../src/measurement/selection/model.js';
import { namesOfRegion } from '../../../src/measurement/selection/names.js';
import { chooser, nameTests } from '../../../src/measurement/selection/tests.js';

describe('rules for functions', () => {
  const choice = (rules: readonly FunctionRule[], region: string, file = '/p/a.cpp') =>
    chooser(nameTests(rules))(namesOfRegion(region, file));
  const exclude = (pattern: string): FunctionRule[] => [{ take: 'exclude', glob: canonicalGlob(pattern) }];

  it.each([
    ['ns::f', 'int ns::f<int>(int)', 'usual'],
    ['ns::f<int>', 'int ns::f<int>(int)', 'exclude'],
    ['ns::f*', 'int ns::f<int>(int)', 'exclude'],
    ['int ns::f<int>(int)', 'int ns::f<int>(int)', 'exclude'],
    ['void sort_*(int \\*)', 'sort_up(int*)', 'exclude'],
    ['void sort_*(int \\*)', 'sort_up(long*)', 'usual'],
    ['S::operator()(int)', 'S::operator()(int)', 'exclude'],
    ['S::operator()', 'S::operator()(int) const', 'exclude'],
    ['(anonymous namespace)::g', '(anonymous namespace)::g(int)', 'exclude'],
    ['{anonymous}::g', '(anonymous namespace)::g(int)', 'exclude'],
    ['g', 'ns::g(int)', 'usual'],
  ])('%s, and %s: %s', (pattern, region, expected) => {
    expect(choice(exclude(pattern), region)).toBe(expected);
  });

  it('with parameters apply to functions whose parameters are unknown by name', () => {
    expect(choice(exclude('void quicksort(int \\*, int)'), 'quicksort', '/p/a.c')).toBe('exclude');
    expect(choice(exclude('void quicksort(int \\*, int)'), 'quick', '/p/a.c')).toBe('usual');
  });

  it('take Fortran in either case, with or without the module', () => {
    for (const pattern of ['TINY', 'mo::tiny', 'MO::TINY', 'ti*'])
      expect(choice(exclude(pattern), 'mo::tiny', '/p/a.f90')).toBe('exclude');
    expect(choice(exclude('other::tiny'), 'mo::tiny', '/p/a.f90')).toBe('usual');
  });

  it('of groups: a function is off where all of its groups are', () => {
    const groups = [
      { group: 'IO', glob: 'write_*' },
      { group: 'USER1', glob: '*_mesh' },
    ];
    const of = (region: string, switched: Record<string, boolean>, rules: readonly FunctionRule[] = []) =>
      chooser(nameTests(rules, groups, switched))(namesOfRegion(region, '/p/a.c'));
    expect(of('write_x', { IO: false })).toBe('exclude');
    expect(of('write_mesh', { IO: false })).toBe('usual');
    expect(of('write_mesh', { IO: false, USER1: false })).toBe('exclude');
    expect(of('write_mesh', { IO: false, USER1: true })).toBe('include');
    expect(of('solve', { IO: false })).toBe('usual');
    expect(of('solve', { DEFAULT: false })).toBe('exclude');
    expect(of('write_x', { DEFAULT: false })).toBe('usual');
    expect(of('write_x', { IO: false }, [{ take: 'include', glob: 'write_x' }])).toBe('include');
  });
});
