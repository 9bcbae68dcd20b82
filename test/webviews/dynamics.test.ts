import { describe, expect, it } from 'vitest';
import { drawnRows } from '../../src/pictures/dynamics/mapRows.js';
import { actionOf, keyTable } from '../../src/webviews/dynamics/keys.js';
import {
  cellText,
  changeCells,
  firstChoice,
  locationRows,
  loopNumber,
  type ReportAnswer,
  seriesChoices,
} from '../../src/webviews/dynamics/view.js';
import { dynamicsFinding, dynamicsReport, valueMap } from '../support/dynamicsReport.js';

const answer: ReportAnswer = {
  head: {
    report: { ...dynamicsReport() },
    series: [
      { metric: 'mpi_barrier_wait', node: 2, title: 'Wait at Barrier', path: 'main › MPI_Barrier', counter: null },
      { metric: 'cycles', node: 2, title: 'cycles', path: 'main › MPI_Barrier', counter: 'count' },
      { metric: 'mpi_latesender', node: 1, title: 'Late Sender', path: 'main › MPI_Recv', counter: null },
      { metric: 'iteration_time', node: 0, title: 'Iteration', path: '', counter: null },
    ],
    locations: [],
    properties: {},
  },
  columns: { seconds: Float64Array.of(100, 1e9, 2, 50) },
};

describe('the series that can be chosen', () => {
  const choices = seriesChoices(answer);

  it('are those that change first, by what that costs, then the others by time, counters last', () => {
    expect(choices.map(({ title, findings }) => [title, findings.map(({ number }) => number)])).toEqual([
      ['Iteration', [1]],
      ['Late Sender in main › MPI_Recv', [0]],
      ['Wait at Barrier in main › MPI_Barrier', []],
      ['cycles in main › MPI_Barrier', []],
    ]);
  });

  it('begin with what was asked for, else with what costs most', () => {
    expect(firstChoice(choices, 0)?.series.metric).toBe('mpi_latesender');
    expect(firstChoice(choices, null)?.finding?.number).toBe(1);
    expect(firstChoice(choices, 99)?.series.metric).toBe('iteration_time');
    expect(firstChoice([], null)).toBeUndefined();
  });
});

describe('the number of a loop', () => {
  it('is that of the list which the chosen loop leads', () => {
    // Loops 0 to 3, of which one is moved to the front.
    for (const level of [0, 1, 2, 3]) {
      const listed = [level, ...[0, 1, 2, 3].filter((other) => other !== level)];
      expect(listed.map((_, at) => loopNumber(level, at))).toEqual(listed);
    }
  });
});

describe('text at the cursor', () => {
  const nameOf = (location: number): string => `rank ${location}`;

  it('is rank, iteration, value and the changes there', () => {
    const map = valueMap();
    const drawn = drawnRows(map, 'number', 'mean', () => undefined, 100);
    expect(cellText(map, drawn, { row: 5, bin: 121 }, [dynamicsFinding()], nameOf)).toMatch(
      /^rank 5, iteration 121: 4\.\d\d ms; steps up at 120$/,
    );
    expect(cellText(map, drawn, { row: 0, bin: 121 }, [dynamicsFinding()], nameOf)).toMatch(
      /^rank 0, iteration 121: 2\.\d\d ms$/,
    );
  });

  it('names all that is brought together', () => {
    const map = valueMap(8, 200, 50);
    const drawn = drawnRows(map, 'number', 'mean', () => undefined, 4);
    expect(cellText(map, drawn, { row: 1, bin: 1 }, [], nameOf)).toMatch(
      /^rank 2 and 1 more, iterations 4 to 7: 2\.\d\d ms an iteration$/,
    );
  });
});

it('the table has each location with the mean of all iterations, also of columns of different lengths', () => {
  const exact = locationRows(valueMap(4, 100), () => 0);
  const binned = locationRows(valueMap(4, 100, 7), () => 0);
  for (const [at, { mean }] of exact.entries()) expect(binned[at]!.mean).toBeCloseTo(mean, 8);
  expect(exact[0]).toMatchObject({ location: 0, cluster: 0 });
  expect(exact[0]!.at).toBeGreaterThanOrEqual(49);
  expect(exact[0]!.at).toBeLessThanOrEqual(51);
});

it('a change shows its time and amount, and no time if it has none', () => {
  expect(changeCells(dynamicsFinding())).toEqual({ when: 'steps up at 120', share: '6.7 %', lost: '600 ms' });
  expect(changeCells(dynamicsFinding({ patterns: [], severity: 0 }))).toEqual({ when: 'varies', share: '', lost: '' });
});

describe('keys', () => {
  const press = (key: string, more = {}) => actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it('do one thing each, and nothing with Ctrl or Alt', () => {
    expect(new Set(keyTable.map(({ does }) => does)).size).toBe(keyTable.length);
    expect(press('n')).toBe('next');
    expect(press('N')).toBe('before');
    expect(press('n', { ctrlKey: true })).toBeUndefined();
    expect(press('q')).toBeUndefined();
  });
});
