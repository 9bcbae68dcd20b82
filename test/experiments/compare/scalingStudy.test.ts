/** Models over runs whose growth is known. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { growthText } from '../../../src/analysis/scaling/index.js';
import { modelled } from '../../../src/experiments/compare/scalingStudy.js';
import { regionsOf } from '../../../src/experiments/export/words.js';
import { scalingLines } from '../../../src/cli/scalingText.js';
import { Terminal } from '../../../src/cli/terminal.js';
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
  it('has the law of each part, and its value where nobody ran', () => {
    const cells = study.cells.map(({ row, model, predicted }) => [
      `${row.property} ${regionsOf(study.comparison, row.callPath).join('/')}`,
      growthText(model),
      Number(predicted.value.toFixed(6)),
    ]);
    expect(cells).toEqual([
      ['comp main/compute', 'stays the same', 32],
      // Half of it is a Late Sender; 0.05 · 64 · 6 each.
      ['mpi main/MPI_Allreduce', 'grows like p·log p', 19.2],
      ['mpi_latesender main/MPI_Allreduce', 'grows like p·log p', 19.2],
      ['comp main', 'stays the same', 1],
    ]);
    expect(study.totalTime.predicted.value).toBeCloseTo(33 + 38.4, 6);
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
