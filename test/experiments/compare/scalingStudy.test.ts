/** Models over runs whose growth is known. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { growthText } from '../../../src/analysis/scaling/index.js';
import { growthHover, growthLenses, growthMarks } from '../../../src/engine/presentation/growth.js';
import { isGrowing, lineGrowth } from '../../../src/experiments/compare/lineGrowth.js';
import { modelled } from '../../../src/experiments/compare/scalingStudy.js';
import { regionsOf } from '../../../src/experiments/compare/words.js';
import { scalingLines } from '../../../src/cli/text/scalingText.js';
import { Terminal } from '../../../src/cli/terminal/terminal.js';
import { compareRuns, runOf } from './runs.js';

const RANKS = [1, 2, 4, 8, 16];
/** Computation of 32 s divided among the ranks; MPI takes p·log p tenths of a second of all ranks together. */
const groups = RANKS.map((ranks) => ({
  label: `${ranks} ranks`,
  runs: [
    runOf(
      [
        {
          region: 'main',
          line: 0,
          comp: 1,
          calls: [
            { region: 'compute', line: 10, comp: 32 },
            { region: 'MPI_Allreduce', line: 12, wait: 0.1 * ranks * Math.log2(ranks) },
          ],
        },
      ],
      { ranks, span: 1 + 32 / ranks },
    ),
  ],
}));
const study = modelled(compareRuns(groups), RANKS, 64);

describe('a study of scaling', () => {
  it('has the model of each part, and its value at unmeasured rank counts', () => {
    const cells = study.cells.map(({ row, model, predicted }) => [
      `${row.property} ${regionsOf(study.comparison, row.callPath).join('/')}`,
      growthText(model),
      Number(predicted?.value.toFixed(6)),
    ]);
    expect(cells).toEqual([
      ['comp main/compute', 'stays the same', 32],
      // Half of it is a Late Sender; 0.05 · 64 · 6 each.
      ['mpi main/MPI_Allreduce', 'grows like p·log p', 19.2],
      ['mpi_latesender main/MPI_Allreduce', 'grows like p·log p', 19.2],
      ['comp main', 'stays the same', 1],
    ]);
    expect(study.totalTime.predicted?.value).toBeCloseTo(33 + 38.4, 6);
    expect(study.cells[0]?.share).toBeCloseTo(32 / 71.4, 6);
  });

  it('has those of source lines', () => {
    const lines = study.lines.map(({ row, model }) => [row.places[0]?.line, growthText(model)]);
    expect(lines).toContainEqual([10, 'stays the same']);
    expect(lines).toContainEqual([12, 'grows like p·log p']);
  });

  it('reads as formulas', () => {
    const stream = new PassThrough();
    const { style } = new Terminal(stream, stream, {});
    const text = [...scalingLines(study, { width: 100, style })].join('\n');
    expect(text).toContain('From 1, 2, 4, 8, 16 ranks to 64');
    expect(text).toMatch(/100 ms·p·log p .*MPI/);
    expect(text).toMatch(/32\.0 s .*main → compute/);
  });
});

/** A residual rounding error counts as none. */
const exact = (text: string): string => text.replaceAll('error < 0.1 %', 'error 0.0 %');

describe('growth of lines', () => {
  const { at, lines } = lineGrowth(compareRuns(groups), RANKS);
  const lineAt = (line: number) => lines.find(({ place }) => place.line === line);

  it('is shown for the next doubling, with the exclusive time of regions called from a line', () => {
    expect(at).toBe(32);
    const mpi = lineAt(12)?.properties ?? [];
    // Half of 0.1 · p · log p each, with 16 ranks and with 32.
    expect(mpi.map(({ title, model }) => [title, growthText(model)])).toEqual([
      ['MPI', 'grows like p·log p'],
      ['Late Sender', 'grows like p·log p'],
    ]);
    for (const one of mpi) {
      expect(one.measured).toBeCloseTo(3.2, 9);
      expect(one.predicted?.value).toBeCloseTo(8, 6);
      expect(one.share).toBeCloseTo(8 / (33 + 16), 6);
      expect(isGrowing(one)).toBe(true);
    }
    expect(lineAt(12)?.whole?.predicted?.value).toBeCloseTo(16, 6);
  });

  it('is none of what stays the same', () => {
    const [compute] = lineAt(10)?.properties ?? [];
    expect(compute?.title).toBe('Computation');
    expect(compute && isGrowing(compute)).toBe(false);
    const marks = growthMarks(
      lines.map((one) => ({ ...one, line: one.place.line - 1, stale: one.place.line === 12 })),
      { ranks: RANKS, at, lines },
    );
    expect(marks.map((mark) => ({ ...mark, text: exact(mark.text) }))).toEqual([
      {
        line: 11,
        level: 'critical',
        text: 'MPI grows like p·log p (error 0.0 %), 3.20 s → 8.00 s with 32 ranks · Late Sender grows like p·log p (error 0.0 %), 3.20 s → 8.00 s with 32 ranks',
        stale: true,
      },
    ]);
  });

  it('is explained in the hover, with the error and what it rests on', () => {
    const hover = String(
      growthHover(
        lines.filter(({ place }) => place.line === 12).map((one) => ({ ...one, line: 11, stale: true })),
        { ranks: RANKS, at, lines },
      ),
    );
    expect(hover).toContain('50.0&nbsp;ms·p·log&nbsp;p');
    expect(hover).toContain('Models of runs with 1, 2, 4, 8, 16 ranks');
    expect(hover).toContain('was changed since the runs');
    expect(growthHover([], { ranks: RANKS, at, lines })).toBeUndefined();
  });

  it('is above functions that begin on a line', () => {
    const [first] = lines;
    if (first === undefined) throw new Error('no lines');
    const whole = lineAt(12)?.whole;
    if (whole === undefined) throw new Error('no model');
    const study = { ranks: RANKS, at, lines };
    const lens = (begins: string[]) =>
      growthLenses([{ ...first, begins, whole, line: 4, stale: false }], study).map(({ command }) =>
        exact(command?.title ?? ''),
      );
    expect(lens([])).toEqual([]);
    expect(lens(['exchange'])).toEqual(['grows like p·log p (error 0.0 %), 6.40 s → 16.0 s with 32 ranks']);
  });

  it('is of lines that the runs with the most ranks have', () => {
    const gone = groups.map((group, index) =>
      index < RANKS.length - 1 ? group : { ...group, runs: [runOf([{ region: 'main', line: 0, comp: 1 }])] },
    );
    expect(lineGrowth(compareRuns(gone), RANKS).lines).toEqual([]);
  });
});
