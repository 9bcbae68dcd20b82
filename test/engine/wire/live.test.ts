/** A running program of many ranks as a person sees it. */
import { describe, expect, it } from 'vitest';
import { shownLive } from '../../../src/engine/wire/live.js';
import { liveRows } from '../../../src/extension/live/liveRows.js';
import { parseLiveView } from '../../../src/measurement/live/view.js';
import { manyRanks } from '../../measurement/live/manyRanks.js';

const shown = shownLive({ id: 'r', title: 'heat on cluster' }, parseLiveView(manyRanks()));

describe('a running program of 64 ranks', () => {
  it('names the rank that is waited for, and the operation', () => {
    expect(shown.description).toBe('64 ranks, iteration 1,000, profile, overhead 0.5 %, 10.0 % to 56.3 % in MPI');
    expect(shown.ranks).toHaveLength(16);
    expect(shown.ranks[0]).toEqual({
      rank: 17,
      description: '10.0 % in MPI, iteration 1,001, 10.5 s, 4.1 kB, overhead 0.5 %',
    });
    expect(shown.ranks[1]?.rank).toBe(0);
    expect(shown.moreRanks).toBe('and 48 ranks more, 51.5 % to 56.3 % in MPI');
    // 10 s against a mean of 325/64 s.
    expect(shown.functions[0]).toEqual({
      ...{ name: 'f100', on: true },
      description: '325 s, rank 17 96.9 % above the mean, 64,000 calls',
    });
    expect(shown.functions[1]).toEqual({ name: 'f200', on: true, description: '640 ms, 64 calls' });
  });

  it('has no more rows than a person looks at, and each function can be found', () => {
    expect([shown.functions.length, shown.otherFunctions.length, shown.moreFunctions]).toEqual([30, 500, 70]);
    const [run] = liveRows([{ ...shown, searching: 'possible' }]);
    expect(run?.context).toBe('liveRun.unsearched');
    expect(run?.children.map(({ label, children }) => [label, children.length])).toEqual([
      ['Functions', 31],
      ['Ranks', 17],
    ]);
    const others = run?.children[0]?.children.at(-1);
    expect([others?.label, others?.expanded, others?.children.length]).toEqual(['Other Functions', false, 501]);
    expect(others?.children.at(-1)?.label).toBe("and 70 functions more: trimtab live function off 'name'");
    const all = [...(run?.children ?? []), ...(others?.children ?? [])].map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
  });
});
