/** Pictures of the Explorer as files: their numbers are those of the recorded run, added up here in the plainest way. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { quantity } from '../../src/base/text.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { NO_INDEX } from '../../src/model/definitions.js';
import { addMeasured } from '../experiments/measured.js';
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

/** Returns the picture, or the message if none exists. */
async function drawn(...words: string[]): Promise<string> {
  const out = join(folder, 'picture.svg');
  const { code, err } = await trimtab(folder, 'picture', ...words, '--out', out);
  return code === 0 ? readFileSync(out, 'utf8') : err;
}

/** Returns the texts of a picture, in order. */
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);

/** Returns the values of a metric on each of the four ranks. */
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

/** Boxes of a flame graph of 1200 pixels, by their level: how wide they are as a share of all. */
function boxesOf(svg: string): number[][] {
  const levels = new Map<string, number[]>();
  for (const [, y = '', width] of svg.matchAll(/M[\d.]+ ([\d.]+)h([\d.]+)v19h/g))
    levels.set(y, [...(levels.get(y) ?? []), (Number(width) + 0.5) / (1200 - 24)]);
  return [...levels].sort(([a], [b]) => Number(a) - Number(b)).map(([, widths]) => widths);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe('a flame graph', () => {
  it('by callee begins with functions, as wide as their exclusive time', async () => {
    const { callPath, value } = run.space.severities.get('time') ?? { callPath: [], value: [] };
    const byFunction = new Map<number, number>();
    for (const [at, node] of [...callPath].entries()) {
      const region = elementAt(run.space.callTree.region, node);
      byFunction.set(region, (byFunction.get(region) ?? 0) + elementAt(value, at));
    }
    const all = sumOf([...byFunction.values()]);
    const expected = [...byFunction.values()].map((one) => one / all).filter((share) => share >= 0.002);
    const svg = await drawn(id, '--view', 'flame', '--by', 'callee');
    const [widths = []] = boxesOf(svg);
    expect(widths).toHaveLength(expected.length);
    for (const [at, share] of expected.sort((a, b) => b - a).entries()) expect(widths[at]).toBeCloseTo(share, 4);
  });

  it('is drawn of one function and what it calls', async () => {
    const { region, parent, size } = run.space.callTree;
    const nameOf = (node: number): string => run.definitions.regions[elementAt(region, node)]?.name ?? '';
    const callersOf = (node: number): string[] =>
      node < 0 ? [] : [nameOf(node), ...callersOf(elementAt(parent, node))];
    const waiting =
      Array.from({ length: size }, (_, node) => node).find((node) => nameOf(node) === 'MPI_Waitall') ?? -1;
    const name = nameOf(elementAt(parent, waiting));
    const inside = Array.from({ length: size }, (_, node) => node).filter((node) => callersOf(node).includes(name));
    const texts = textsOf(await drawn(id, '--view', 'flame', '--function', name));
    expect(texts[0]).toBe(`Total in ${name} from the top down`);
    expect(texts[1]).toBe(name);
    expect(texts.at(-1)).toContain(` of ${inside.length} call paths`);
  });

  it('is colored by the change from another run, by call path or by function', async () => {
    const store = new ExperimentStore(folder);
    const before = addMeasured(store, new Date(2026, 0, 1), [
      { region: 'main', line: 0, comp: 1, calls: [{ region: 'solve', line: 2, comp: 4 }, { region: 'print', line: 3, comp: 2 }] },
    ]); // prettier-ignore
    const after = addMeasured(store, new Date(2026, 0, 2), [
      { region: 'main', line: 0, comp: 1, calls: [{ region: 'solve', line: 2, comp: 6 }, { region: 'report', line: 3, calls: [{ region: 'print', line: 9, comp: 1.5 }] }] },
    ]); // prettier-ignore
    const words = [after, '--view', 'flame', '--compare', before];
    const byPath = textsOf(await drawn(...words));
    // main: 7 s to 8.5 s; what report calls was not called there before.
    expect(byPath.slice(1, 5)).toEqual(['▲ main, +1.50 s', '▲ solve, +2.00 s', '▲ report, new', '▲ print, new']);
    const byCallee = textsOf(await drawn(...words, '--by', 'callee'));
    expect(byCallee.slice(1, 7)).toEqual(['▲ solve, +2.00 s', '▼ print, −500 ms', 'main', '▲ main, +2.00 s', '▲ report, new', '▲ main, new']); // prettier-ignore
    expect(byCallee[0]).toContain('by callee, compared with app, 1 rank · 2026-01-01');
    // The other way round, what grew shrinks.
    expect(textsOf(await drawn(before, '--view', 'flame', '--compare', after)).slice(1, 4)).toEqual([
      '▼ main, −1.50 s', '▼ solve, −2.00 s', '▲ print, new',
    ]); // prettier-ignore
  });

  it('is compared with a run that has results, and boxes are paths or callees', async () => {
    expect(await drawn(id, '--view', 'flame', '--compare', 'nothing')).toContain('No experiment of');
    expect(await drawn(id, '--view', 'flame', '--by', 'rank')).toContain('--by takes path or callee, not "rank".');
    expect(await drawn(id, '--view', 'bars', '--compare', id)).toContain('--compare belongs to --view timeline, flame');
  });
});

describe('box plots', () => {
  it('by property have the mean of the ranks, the largest first', async () => {
    const metrics = run.space.metrics.filter(({ unit }) => unit === 'seconds');
    const below = (name: string): boolean => {
      const { parent } = metrics.find((one) => one.name === name) ?? {};
      return name === 'mpi' || (parent !== undefined && below(parent));
    };
    const known = metrics.filter(({ name }) => below(name)).map(({ name, title }) => ({ title, values: byRank(name) }));
    const expected = known
      .filter(({ values }) => sumOf(values) !== 0)
      .sort((a, b) => sumOf(b.values) - sumOf(a.values));
    const texts = textsOf(await drawn(id, '--view', 'boxes', '--by', 'property', '--property', 'mpi'));
    expect(texts[0]).toBe('MPI: distribution over 4 locations');
    const rows = texts.slice(4, 4 + 2 * expected.length);
    expect(rows).toEqual(expected.flatMap(({ title, values }) => [title, quantity(sumOf(values) / 4, 'seconds')]));
  });

  it('by call path have exclusive values, within a function where one is named', async () => {
    const { region, size } = run.space.callTree;
    const nameOf = (node: number): string => run.definitions.regions[elementAt(region, node)]?.name ?? '';
    const sums = Array.from({ length: size }, (_, node) => ({ node, sum: 0 }));
    const { callPath, value } = run.space.severities.get('time') ?? { callPath: [], value: [] };
    for (const [at, node] of [...callPath].entries()) elementAt(sums, node).sum += elementAt(value, at);
    const expected = sums
      .filter(({ sum }) => sum > 0)
      .sort((a, b) => b.sum - a.sum)
      .slice(0, 24);
    const texts = textsOf(await drawn(id, '--view', 'boxes'));
    expect(texts.slice(4, 4 + 2 * expected.length)).toEqual(
      expected.flatMap(({ node, sum }) => [nameOf(node), quantity(sum / 4, 'seconds')]),
    );
    const one = textsOf(await drawn(id, '--view', 'boxes', '--function', 'MPI_Allreduce'));
    expect(one[0]).toBe('Total in MPI_Allreduce (exclusive): distribution over 4 locations');
    expect(one.filter((text) => text.startsWith('MPI_'))).toEqual(['MPI_Allreduce']);
  });

  it('by rank have the visits of a function, one box for each rank', async () => {
    const words = [id, '--view', 'boxes', '--by', 'rank', '--function', 'MPI_Waitall'];
    const { callPath, location, value } = run.space.severities.get('time') ?? { callPath: [], location: [], value: [] };
    const visits = run.space.severities.get('visits');
    const isWaitall = (node: number): boolean =>
      run.definitions.regions[elementAt(run.space.callTree.region, node)]?.name === 'MPI_Waitall';
    const of = (
      rank: number,
      column: { callPath: ArrayLike<number>; location: ArrayLike<number>; value: ArrayLike<number> },
    ) =>
      sumOf(
        Array.from(column.value).filter(
          (_, at) => column.location[at] === rank && isWaitall(column.callPath[at] ?? -1),
        ),
      );
    if (visits === undefined) throw new Error('there are no visits');
    const means = [0, 1, 2, 3].map((rank) => of(rank, { callPath, location, value }) / of(rank, visits));
    const texts = textsOf(await drawn(...words));
    expect(texts[0]).toBe(
      `Duration of MPI_Waitall: distribution over ${[0, 1, 2, 3].reduce((sum, rank) => sum + of(rank, visits), 0)} visits on 4 locations`,
    );
    expect(texts.slice(4, 12)).toEqual(means.flatMap((mean, rank) => [`MPI Rank ${rank}`, quantity(mean, 'seconds')]));
    expect(textsOf(await drawn(...words, '--property', 'mpi_latesender'))[0]).toMatch(/^Late Sender in MPI_Waitall/);
  });

  it('by rank need a function, its visits, and a wait state or nothing else', async () => {
    const words = [id, '--view', 'boxes', '--by', 'rank'];
    expect(await drawn(...words)).toContain('--by rank draws the visits of one function: name it with --function.');
    expect(await drawn(...words, '--function', 'MPI_Waitall', '--property', 'visits')).toContain(
      'Visits is not known for single visits',
    );
    expect(await drawn(id, '--view', 'boxes', '--by', 'callee')).toContain('--by takes path or property or rank');
  });
});

describe('a map', () => {
  it('has a node in each row, threads of a process, or so many locations', async () => {
    const { locationGroups, systemTree } = run.definitions;
    // Ranks in turn on two nodes.
    const nodes = ['one', 'two'].map((name) => ({ name, className: 'node', parent: NO_INDEX }));
    const spread = kept(folder, run, {
      systemTree: [...systemTree, ...nodes],
      locationGroups: locationGroups.map((group, at) => ({ ...group, systemTreeNode: systemTree.length + (at % 2) })),
    });
    const texts = byRank('mpi_latesender').map((value) => quantity(value, 'seconds'));
    const words = ['--view', 'map', '--property', 'mpi_latesender'];
    const byNode = textsOf(await drawn(spread, ...words));
    expect(byNode.filter((text) => texts.includes(text))).toEqual(texts);
    expect(byNode.slice(1 + texts.length, 3 + texts.length)).toEqual(['node one', 'node two']);
    expect(byNode).toEqual(textsOf(await drawn(spread, ...words, '--fold', 'node')));
    const rowsOf = (svg: string): string[] =>
      texts.map((text) => new RegExp(`y="([\\d.]+)"[^>]*>${text}<`).exec(svg)?.[1] ?? '');
    const [first, second, third, fourth] = rowsOf(await drawn(spread, ...words));
    expect([first, second]).toEqual([third, fourth]);
    expect(first).not.toBe(second);
    expect(new Set(rowsOf(await drawn(spread, ...words, '--fold', '4'))).size).toBe(1);
    expect(await drawn(spread, ...words, '--fold', 'thread')).toContain(
      'No process of this experiment has several threads',
    );
    expect(await drawn(spread, ...words, '--fold', 'many')).toContain(
      '--fold takes thread, node, or a number of columns',
    );
    expect(await drawn(spread, '--view', 'bars', '--fold', 'node')).toContain(
      '--fold belongs to --view map, not to bars.',
    );
  });
});

describe('a part of the run', () => {
  it('is what pictures of a metric show between two moments', async () => {
    const { waits, properties } = run.timeline ?? {};
    if (waits === undefined || properties === undefined) throw new Error('there is no timeline');
    const seconds = [0, 0, 0, 0];
    for (const [at, from] of waits.from.entries()) {
      const inside = Math.min(elementAt(waits.to, at), 2) - Math.max(from, 1);
      const isMeant = elementAt(properties, elementAt(waits.property, at)).startsWith('mpi_latesender');
      const rank = elementAt(waits.location, at);
      if (isMeant && inside > 0 && waits.part[at] === 0) seconds[rank] = elementAt(seconds, rank) + inside;
    }
    const part = ['--from', '1', '--to', '2'];
    const texts = textsOf(await drawn(id, '--view', 'bars', '--property', 'mpi_latesender', ...part));
    expect(texts[0]).toContain('Late Sender (1.0–2.0 s)');
    for (const value of seconds) expect(texts.join(' ')).toContain(quantity(value, 'seconds'));
  });

  it('is refused in one sentence where it is not known', async () => {
    const part = ['--from', '1', '--to', '2'];
    expect(await drawn(id, '--view', 'map', '--property', 'delay', ...part)).toMatch(/for the whole run only/);
    expect(await drawn(id, '--view', 'flame', '--compare', id, ...part)).toMatch(/changes of whole runs/);
    expect(await drawn(id, '--view', 'bars', '--from', '900')).toMatch(/before the end of the run/);
  });
});
