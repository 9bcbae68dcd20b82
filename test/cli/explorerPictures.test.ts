/** Pictures of the Explorer as files: their numbers are those of the recorded run, added up here in the plainest way. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { quantity } from '../../src/base/text.js';
import { type AnalyzedExample, analyzedExample, kept } from './recordedExample.js';
import { trimtab } from './support.js';

let folder: string;
let run: AnalyzedExample;
let id: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  run = analyzedExample('heat2d-mpi');
  id = kept(folder, run);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The picture; or what is said where there is none. */
async function drawn(...words: string[]): Promise<string> {
  const out = join(folder, 'picture.svg');
  const { code, err } = await trimtab(folder, 'picture', ...words, '--out', out);
  return code === 0 ? readFileSync(out, 'utf8') : err;
}

/** What is written in a picture, in its order. */
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);

/** What a metric has on each of the four ranks. */
function byRank(metric: string): number[] {
  const { callPath, location, value } = run.space.severities.get(metric) ?? { callPath: [], location: [], value: [] };
  const sums = [0, 0, 0, 0];
  for (let at = 0; at < callPath.length; at++)
    sums[elementAt(location, at)] = (sums[elementAt(location, at)] ?? 0) + elementAt(value, at);
  return sums;
}

describe('a histogram', () => {
  it('counts the ranks between equal steps from the least to the largest value', async () => {
    const values = byRank('mpi_latesender');
    const [least, most] = [Math.min(...values), Math.max(...values)];
    // 1 + log2 4 bars.
    const counts = [0, 1, 2].map((bar) => {
      const [from, to] = [least + (bar * (most - least)) / 3, least + ((bar + 1) * (most - least)) / 3];
      return values.filter((value) => value >= from && (value < to || bar === 2)).length;
    });
    const texts = textsOf(await drawn(id, '--view', 'histogram', '--property', 'mpi_latesender'));
    expect(texts[0]).toBe('Histogram of Late Sender over locations');
    expect(texts.filter((text) => /^[1-9]$/.test(text)).slice(1)).toEqual(
      counts.filter((count) => count > 0).map(String),
    );
    expect(texts).toEqual(expect.arrayContaining([quantity(least, 'seconds'), quantity(most, 'seconds')]));
  });
});

describe('a scatter plot', () => {
  it('has a point for each rank at its two values, and their correlation', async () => {
    const [x, y] = [byRank('visits'), byRank('mpi_latesender')];
    const svg = await drawn(id, '--view', 'scatter', '--property', 'mpi_latesender', '--against', 'visits');
    const points = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="6"/g)].map(([, ...at]) => at.map(Number));
    expect(points).toHaveLength(4);
    // On one scale: between those of least and most, by its share of the way.
    for (const [axis, values] of [x, y].entries()) {
      const [least, most] = [values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))];
      const of = (rank: number): number => points[rank]?.[axis] ?? Number.NaN;
      for (const [rank, value] of values.entries()) {
        const share = (value - elementAt(values, least)) / (elementAt(values, most) - elementAt(values, least));
        expect(of(rank)).toBeCloseTo(of(least) + share * (of(most) - of(least)), 1);
      }
    }
    const sum = (of: (rank: number) => number): number => [0, 1, 2, 3].reduce((all, rank) => all + of(rank), 0);
    const [a, b] = [(rank: number) => elementAt(x, rank), (rank: number) => elementAt(y, rank)];
    const squares = (of: (rank: number) => number): number => 4 * sum((rank) => of(rank) ** 2) - sum(of) ** 2;
    const r = (4 * sum((rank) => a(rank) * b(rank)) - sum(a) * sum(b)) / Math.sqrt(squares(a) * squares(b));
    const texts = textsOf(svg);
    expect(texts.at(-1)).toBe(
      `Visits (across) and Late Sender (up) of 4 locations: r = ${r < 0 ? '−' : ''}${Math.abs(r).toFixed(2)}.`,
    );
    expect(texts).toEqual(
      expect.arrayContaining([quantity(Math.min(...x), 'count'), quantity(Math.max(...y), 'seconds')]),
    );
  });
});
