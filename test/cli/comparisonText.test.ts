import { describe, expect, it } from 'vitest';
import { comparisonLines } from '../../src/cli/text/comparisonText.js';
import { compareRuns, runOf } from '../experiments/compare/runs.js';

const plain = (text: string): string => text;
const style = { bold: plain, dim: plain, severity: plain };

describe('a comparison in a terminal', () => {
  it('lists a change on the line that has it, not on those that call it', () => {
    const groups = [4, 1].map((wait) => ({
      label: `waits ${wait} s`,
      runs: [1, 1.01].map((comp) =>
        runOf([{ region: 'solve', line: 3, comp, calls: [{ region: 'exchange', line: 7, wait }] }]),
      ),
    }));
    const lines = [...comparisonLines(compareRuns(groups), { width: 100, style })];
    const first = lines.indexOf('Source lines, exclusive');
    const listed = lines.slice(first + 1, lines.indexOf('', first));
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatch(/−3\.00 s .*:7\b/);
  });
});
