/** Waiting ranks according to traced iterations, and the history of a search as a graph. */
import { describe, expect, it } from 'vitest';
import type { LocationShare } from '../../../src/model/findings/findings.js';
import { waitingRanks } from '../../../src/measurement/search/bursts.js';
import { emptyHistory, SearchBook, searchGraphOf } from '../../../src/measurement/search/history.js';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import { searchPicture } from '../../../src/pictures/explorer/search.js';

const shares = (...seconds: number[]): LocationShare[] =>
  seconds.flatMap((own, location) => (own === 0 ? [] : [{ location, name: `Rank ${location}`, seconds: own }]));

describe('waiting of traced iterations', () => {
  it('names the ranks that wait, and what of it is theirs', () => {
    const found = waitingRanks({ severity: 0.2, locations: shares(0, 3, 0, 3.1, 0.1, 0) }, [0, 1, 2, 3, 4, 5], 0.01);
    expect(found.map(({ ranks }) => ranks)).toEqual([[1, 3]]);
    expect(found[0]?.severity).toBeCloseTo((0.2 * 6.1) / 6.2, 12);
  });

  it('adds up threads of a rank, and is of all ranks where they wait alike', () => {
    const two = { severity: 0.3, locations: shares(1, 1, 0, 2) };
    expect(waitingRanks(two, [0, 0, 1, 1], 0.01)).toEqual([]);
    expect(waitingRanks({ ...two, locations: shares(1, 1, 0, 0) }, [0, 0, 1, 1], 0.01)).toEqual([
      { ranks: [0], severity: 0.3 },
    ]);
    expect(waitingRanks({ severity: 0.3, locations: [] }, [0, 1], 0.01)).toEqual([]);
  });
});

describe('the history of a search as a graph', () => {
  const book = new SearchBook(emptyHistory());
  book.set(0, { state: 'true', severity: 1, tested: { first: 0, count: 16 } });
  const waits = book.below(book.root, { property: 'mpi_latesender', path: [], ranks: [] });
  book.set(waits.number, { state: 'true', severity: 0.2, tested: { first: 64, count: 16 } });
  const here = book.below(waits, { property: 'mpi_latesender', path: ['step', 'MPI_Recv'], ranks: [1, 3] });
  book.set(here.number, { state: 'true', severity: 0.19 });
  const rises = book.below(waits, { property: 'dynamics_trends', path: ['MPI_Recv'], ranks: [] });
  book.set(rises.number, { state: 'true', severity: 0.1, extent: { first: 200, last: 640 }, note: 'Takes longer.' });
  const { steps } = searchGraphOf(book.history);

  it('keeps when hypotheses hold, and in which iterations they were tested', () => {
    expect(steps.map(({ iterations, tested }) => [iterations, tested])).toEqual([
      [undefined, { first: 0, last: 15 }],
      [undefined, { first: 64, last: 79 }],
      [undefined, undefined],
      [{ first: 200, last: 640 }, undefined],
    ]);
    expect(steps[2]?.focus).toEqual({ path: ['step', 'MPI_Recv'], locations: [1, 3] });
  });

  it('is drawn with them', () => {
    const titles = new Map([
      ['mpi_latesender', 'Late Sender'],
      ['dynamics_trends', 'Slowing Down'],
    ]);
    const data = {
      steps,
      titleOf: (name: string) => titles.get(name) ?? name,
      locationOf: (location: number) => `Rank ${location}`,
      searched: '640 iterations searched.',
    };
    const { items, spots } = searchPicture(data, { scale: severityScales.light });
    const texts = items.flatMap((item) => (item.is === 'text' ? [item.text] : []));
    expect(texts.some((text) => text.startsWith('Slowing Down, iter'))).toBe(true);
    const said = Array.from({ length: spots.count }, (_, at) => spots.at(at).text).join('\n');
    expect(said).toContain('Late Sender: 20.0 % of the loop, true (tested in iterations 64 to 79)');
    expect(said).toContain('in iterations 200 to 640: 10.0 % of the loop, true (Takes longer.)');
  });
});
