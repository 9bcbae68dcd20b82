import { describe, expect, test } from 'vitest';
import { unheardPython } from '../../../../src/analysis/trace/doubts/python.js';

const said = (facts: Record<string, string>) =>
  unheardPython({
    properties: new Map(Object.entries(facts).map(([name, value]) => [`TRIMTAB::${name}`, value])),
  });

describe('the warning about Python functions that were not reported to the probe', () => {
  test('is for how long, and that lines were sampled', () => {
    const [problem] = said({ PYTHON_UNHEARD_SECONDS: '12.5' });
    expect(problem?.level).toBe('information');
    expect(problem?.message).toMatch(
      /^For 12\.5 s calls of Python functions were not recorded, .* Lines were sampled instead\./,
    );
  });

  test('is why there are none', () => {
    expect(said({ PYTHON_REFUSED: 'this Python has no global lock' })).toEqual([
      {
        level: 'warning',
        message: 'Functions of Python are not recorded, or not all: this Python has no global lock.',
      },
    ]);
  });

  test('is absent if all were followed, or a file contains nonsense', () => {
    expect(said({})).toEqual([]);
    for (const nonsense of ['0', '-3', 'long', '', 'Infinity', 'NaN'])
      expect(said({ PYTHON_UNHEARD_SECONDS: nonsense })).toEqual([]);
  });
});
