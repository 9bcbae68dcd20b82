/** POP's efficiencies of compared runs, in every form of a comparison. */
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { comparisonLines } from '../../../src/cli/text/comparisonText.js';
import { shownComparison } from '../../../src/engine/wire/comparison.js';
import { comparedEfficiencies } from '../../../src/experiments/export/efficiencyWords.js';
import { type Comparison, comparisonCsv, comparisonMarkdown } from '../../../src/experiments/index.js';
import { largestFirst } from '../../../src/protocol/pages/compare.js';
import { compareRuns, runOf } from '../compare/runs.js';

const plain = (text: string): string => text;
const style = { bold: plain, dim: plain, severity: plain };

const group = (label: string) => ({ label, runs: [runOf([{ region: 'main', line: 0, comp: 1 }])] });

/** Three groups: a trace, a profile, which does not know the path, and a trace that got better. */
const comparison: Comparison = {
  ...compareRuns([group('trace'), group('profile'), group('better')]),
  efficiencies: [
    ['parallel_efficiency', 'Parallel efficiency', 0, [0.8, 0.81, 0.85125]] as const,
    ['load_balance', 'Load balance', 1, [0.8, 0.79, 0.80004]] as const,
    ['serialisation_efficiency', 'Serialization efficiency', 2, [0.75, null, 0.5]] as const,
  ].map(([name, title, depth, values]) => ({ hierarchy: 'multiplicative', name, title, depth, values })),
};

describe('efficiencies of compared runs', () => {
  it('are side by side with their difference, if both have them', () => {
    const [parallel, , serialization] = comparedEfficiencies(comparison, 1);
    expect(parallel).toMatchObject({ before: 0.8, after: 0.81 });
    expect(parallel?.change).toBeCloseTo(0.01, 12);
    expect(serialization).toMatchObject({ before: 0.75, after: null, change: null });
    expect(comparedEfficiencies({}, 1)).toEqual([]);
  });

  it('of two groups that do not know one have no row of it', () => {
    const efficiencies = [{ ...elementAt(comparison.efficiencies ?? [], 0), values: [null, null, 1] }];
    expect(comparedEfficiencies({ efficiencies }, 1)).toEqual([]);
    expect(comparedEfficiencies({ efficiencies }, 2)).toMatchObject([{ before: null, after: 1, change: null }]);
  });

  it('are printed in a terminal, the last group against the first', () => {
    const text = [...comparisonLines(comparison, { width: 80, style })];
    expect(text).toContain('   +5.1 points  80.0 % → 85.1 %  Parallel efficiency');
    expect(text).toContain('   ±0.0 points  80.0 % → 80.0 %    Load balance');
    expect(text).toContain('  −25.0 points  75.0 % → 50.0 %      Serialization efficiency');
  });

  it('are written in Markdown, CSV and to the page', () => {
    expect([...comparisonMarkdown(comparison)].join('\n')).toContain(
      '| Parallel efficiency | 80.0 % | 85.1 % | +5.1 points |',
    );
    const csv = [...comparisonCsv(comparison)].filter((line) => line.startsWith('multiplicative efficiency,'));
    expect(csv).toHaveLength(6);
    expect(csv).toContain('multiplicative efficiency,serialisation_efficiency,,,,profile,0.75,,,,,,');
    expect(shownComparison({ id: 'a', comparison }, { ...largestFirst, group: 2 }).efficiencies).toHaveLength(3);
  });
});
