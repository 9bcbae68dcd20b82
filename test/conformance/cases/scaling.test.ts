/** Studies of the shared cases, in `trimtab experiments scaling` and on the page Scalability. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { scalingLines } from '../../../src/cli/text/scalingText.js';
import { Terminal } from '../../../src/cli/terminal/terminal.js';
import { scalability } from '../../../src/engine/history/scalability.js';
import { modelled } from '../../../src/experiments/compare/scalingStudy.js';
import { compareRuns, runOf } from '../../experiments/compare/runs.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();

function pointsOf(name: string): { ranks: number; seconds: number }[] {
  const [, ...rows] = readFileSync(join(folder ?? '', name), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [ranks = 0, seconds = 0] = row.split(',').map(Number);
    return { ranks, seconds };
  });
}

/** The sentence about the run time, and the row of its table. */
function printed(name: string, at: number): string {
  const points = pointsOf(name);
  const runs = points.map(({ ranks, seconds }) => ({
    label: `${ranks} ranks`,
    runs: [runOf([{ region: 'main', line: 0, comp: 1 }], { ranks, span: seconds })],
  }));
  const study = modelled(
    compareRuns(runs),
    points.map(({ ranks }) => ranks),
    at,
  );
  const stream = new PassThrough();
  const { style } = new Terminal(stream, stream, {});
  const lines = [...scalingLines(study, { width: 400, style })];
  return lines.filter((line) => line.includes('un time')).join('\n');
}

function page(name: string) {
  return scalability(
    pointsOf(name).map(({ ranks, seconds }) => ({
      id: `${ranks}`,
      date: '2026-01-01',
      report: {
        program: 'tide',
        processes: ranks,
        span: seconds,
        totalTime: ranks * seconds,
        findings: [],
        doubts: [],
      },
    })),
  ).model;
}

describe.skipIf(folder === undefined)('cases of scaling', () => {
  it.each([
    ['scaling/falls.csv', 64, /falls like 1\/p: with 64 ranks it is expected to be 250 ms/, /16\.0 s\/p +0\.0 %/],
    ['scaling/steady.csv', 128, /stays the same: with 128 ranks it is expected to be 3\.00 s/, /3\.00 s +1\.7 %/],
    ['scaling/erratic-grows.csv', 128, /has no reliable model:.*123\.8 %.*80\.0 %/, /not known +no reliable model/],
    ['scaling/erratic-constant.csv', 128, /has no reliable model:.*118\.6 %.*80\.0 %/, /not known +no reliable model/],
    ['controls/g-grows.csv', 64, /grows like p: with 64 ranks it is expected to be 33\.0 s/, /1\.00 s \+ 500 ms·p/],
  ])('%s', (name, at, sentence, row) => {
    expect(printed(name, at)).toMatch(sentence);
    expect(printed(name, at)).toMatch(row);
  });

  it('are the same on the page', () => {
    expect(page('scaling/falls.csv')).toEqual({ growth: 'falls like 1/p', formula: '16.0 s/p', error: '0.0 %' });
    expect(page('scaling/steady.csv')).toEqual({ growth: 'stays the same', formula: '3.00 s', error: '1.7 %' });
    for (const name of ['scaling/erratic-grows.csv', 'scaling/erratic-constant.csv'])
      expect(page(name)).toMatchObject({ growth: 'has no reliable model', formula: '–' });
    expect(page('controls/g-grows.csv')).toMatchObject({ growth: 'grows like p', formula: '1.00 s + 500 ms·p' });
  });
});
