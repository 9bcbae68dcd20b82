/** Output of `trimtab live` for a program of many ranks. */
import { describe, expect, it } from 'vitest';
import { liveLines } from '../../src/cli/text/liveLines.js';
import { parseLiveView } from '../../src/measurement/live/view.js';
import { manyRanks } from '../measurement/live/manyRanks.js';

const style = { bold: (text: string) => text, dim: (text: string) => text, severity: (text: string) => text };

describe('a running program of 64 ranks', () => {
  it('is shown with those that others wait for, and where they have more to do', () => {
    const lines = [...liveLines(parseLiveView(manyRanks()), { width: 100, style })];
    expect(lines[0]).toBe('64 ranks; step 1000 to 1001; 600 of 600 functions on');
    expect(lines[1]).toMatch(/^Rank +Iteration +Mode +Time +Recorded +Overhead +In MPI$/);
    expect(lines[2]).toMatch(/^ +17 +1001 +profile +10\.5 s +4\.1 kB +0\.5 % +10\.0 %$/);
    expect(lines[18]).toBe('and 48 ranks more, 51.5 % to 56.3 % in MPI');
    expect(lines.slice(19)).toEqual([
      expect.stringMatching(/^Function +Calls +Time +Imbalance$/),
      expect.stringMatching(/^f100 +64,000 +325 s 99\.8 % +96\.9 % \(rank 17\)$/),
      expect.stringMatching(/^f200 +64 +640 ms 0\.2 % +0\.0 % \(rank 3\)$/),
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
