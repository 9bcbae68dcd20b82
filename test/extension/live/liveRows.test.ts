import { describe, expect, it } from 'vitest';
import { liveRows } from '../../../src/extension/live/liveRows.js';
import type { LiveHypothesis, LiveRunSummary } from '../../../src/protocol/live.js';

const run: LiveRunSummary = {
  ...{ id: 'cluster:/runs/1', title: 'Run on cluster', description: '4 ranks, iteration 300', moreRanks: '' },
  ...{ ranks: [], groups: [], metrics: [], functions: [], otherFunctions: [], moreFunctions: 0 },
  searching: 'possible',
};

const hypothesis = (number: number, text: string, isTrue: boolean, children: LiveHypothesis[] = []) => ({
  ...{ number, text, isTrue, children },
});

const searched: LiveRunSummary = {
  ...run,
  search: {
    headline: 'searching, 300 iterations  ▁▁▅█',
    sentences: ['Takes longer: steps up at iteration 212 (+38 %) on ranks 4–7.'],
    hypotheses: [
      hypothesis(1, 'Point-to-Point: 42 %, true', true, [
        hypothesis(3, 'Late Sender: 40 %, true', true),
        hypothesis(4, 'Late Receiver: 0.1 %, false', false),
      ]),
      hypothesis(2, 'Collective: 0.2 %, false', false),
    ],
  },
};

describe('rows of a running program', () => {
  it('offer a search only where one can begin or was begun here', () => {
    const contextOf = (searching: LiveRunSummary['searching']) => liveRows([{ ...run, searching }])[0]?.context;
    expect([contextOf('possible'), contextOf('here'), contextOf('unavailable')]).toEqual([
      'liveRun.unsearched',
      'liveRun.searched',
      'liveRun',
    ]);
  });

  it('have no search where none began', () => {
    expect(liveRows([run])[0]?.children).toEqual([]);
  });

  it('show the search first: how far it came, how iterations change, and hypotheses below those that they refine', () => {
    const [search] = liveRows([searched])[0]?.children ?? [];
    expect([search?.label, search?.description, search?.expanded]).toEqual([
      'Search',
      'searching, 300 iterations  ▁▁▅█',
      true,
    ]);
    // Who cannot see the rows below hears all of it.
    expect(search?.tooltip).toContain('steps up at iteration 212');
    const rows = search?.children ?? [];
    expect(rows.map(({ label, icon, expanded }) => [label, icon?.id, expanded])).toEqual([
      ['Takes longer: steps up at iteration 212 (+38 %) on ranks 4–7.', undefined, undefined],
      ['Point-to-Point: 42 %, true', 'pass', true],
      ['Collective: 0.2 %, false', 'circle-outline', false],
    ]);
    expect(rows[1]?.children.map(({ label, icon }) => [label, icon?.id])).toEqual([
      ['Late Sender: 40 %, true', 'pass'],
      ['Late Receiver: 0.1 %, false', 'circle-outline'],
    ]);
  });

  it('have unique identifiers, those of several runs too', () => {
    const ids: string[] = [];
    const collect = (rows: ReturnType<typeof liveRows>): void => {
      for (const { id, children } of rows) {
        ids.push(id);
        collect([...children]);
      }
    };
    collect(liveRows([searched, { ...searched, id: 'cluster:/runs/2' }]));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
