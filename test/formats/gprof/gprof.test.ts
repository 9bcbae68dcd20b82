import { describe, expect, it } from 'vitest';
import { readGprof } from '../../../src/formats/gprof/read.js';
import { flatOf, profileAt, sample, totalOf } from '../stacks/support.js';

describe('what gprof printed of a program', () => {
  const profile = profileAt(sample('work.gprof'));
  const flat = flatOf(profile);

  it('has the times and calls of its flat profile', () => {
    for (const [name, self, calls] of [
      ['inner', 0.43, 880],
      ['outer', 0.18, 20],
      ['factorial', 0.1, 20],
      ['even', 0, 120],
      ['odd', 0, 100],
    ] as const) {
      expect(flat.get(name)?.exclusive).toBeCloseTo(self, 9);
      expect(flat.get(name)?.calls).toBeCloseTo(calls, 9);
    }
    expect(totalOf(profile, 'time')).toBeCloseTo(0.71, 9);
    expect(totalOf(profile, 'samples')).toBeCloseTo(71, 6);
  });

  it('has the times with callees of its call graph, to the digits that are printed', () => {
    for (const [name, whole] of [
      ['main', 0.71],
      ['outer', 0.57],
      ['factorial', 0.11],
    ] as const)
      expect(flat.get(name)?.inclusive).toBeCloseTo(whole, 1);
    // 800 of the 880 calls of inner are made by outer.
    expect(flat.get('outer')?.inclusive).toBeCloseTo(0.18 + (0.43 * 800) / 880, 9);
  });

  it('reports that call paths are inferred', () => {
    expect(profile.confidence?.get('time')).toBe(0.5);
    expect(profile.problems.at(0)?.message).toMatch(/shared out among its callers by their calls/);
  });

  it('names lines where gprof was asked for them', () => {
    const text =
      'Flat profile:\n\nEach sample counts as 0.01 seconds.\n 60.00      0.03     0.03                             inner (work.c:10 @ 1190)\n';
    const lines = readGprof(text.split('\n'));
    expect(lines?.definitions.regions).toMatchObject([{ name: 'inner', file: 'work.c', beginLine: 10 }]);
  });
});
