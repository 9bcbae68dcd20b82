/** Values by rank for the page: the extension's part with the real engine, over the private channel. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toTsv } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { type Comparison, ExperimentStore, type Experiment, FILES } from '../../../src/experiments/index.js';
import { MeasurementChannel } from '../../../src/extension/client/measurementChannel.js';
import { changeTreeOf } from '../../../src/extension/compare/changeTree.js';
import { rankValuesOf, type RankValuesSource } from '../../../src/extension/compare/rankValues.js';
import { definitionsOfSpace } from '../../../src/model/definitions.js';
import { locationNames } from '../../../src/model/names.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { type ComparedCell, largestFirst } from '../../../src/protocol/pages/compare.js';
import { send } from '../../../src/protocol/requests.js';
import { profileOf } from '../../../src/webviews/compare/rankProfile.js';
import { anySpace, experimentOf, METRICS, replaceSpace, spaceOf } from '../../engine/measurements/support.js';
import { bundleEngine, type EngineBundle } from '../../engine/support/bundle.js';
import { rounds } from '../../support/matrix.js';
import { EngineClient } from '../../engine/support/client.js';

const signal = new AbortController().signal;
const small = spaceOf([-1, 0], 2, new Map([['time', [[1, 2], [3, 4]]], ['mpi', [[0, 0], [1, 3]]]])); // prettier-ignore
const larger = spaceOf([-1, 0, 1], 3, new Map([['time', [[1, 2, 3], [4, 5, 6], [7, 8, 9]]]])); // prettier-ignore

let folder: string;
let bundle: EngineBundle;
let client: EngineClient;
let channel: MeasurementChannel;
let experiments: readonly [Experiment, Experiment, Experiment];
beforeAll(async () => {
  bundle = await bundleEngine();
  folder = mkdtempSync(join(tmpdir(), 'trimtab-ranks-'));
  const store = new ExperimentStore(folder);
  experiments = [experimentOf(store, small), experimentOf(store, small), experimentOf(store, small)];
  client = await EngineClient.start(bundle.engine, [folder]);
  channel = new MeasurementChannel(() => send(client.connection, 'trimtab/openChannel', null));
}, 120_000);
afterAll(async () => {
  channel.dispose();
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});
beforeEach(() => experiments.forEach((each, at) => replaceSpace(each, at === 2 ? larger : small)));

const groups = () => experiments.map(({ id }) => [id]);

/** The page's data of its comparison. */
const compare = () => send(client.connection, 'trimtab/compare', { groups: groups(), view: largestFirst });

const source: RankValuesSource = {
  engine: {
    request: (method, params) => send(client.connection, method, params),
    query: (...asked) => channel.query(...asked),
  },
  compareAgain: async () => (await compare()).id,
};

const ask = (cell: ComparedCell) => rankValuesOf(source, cell, signal);

/** The values of a row in one experiment, by location; undefined where it does not have the call path. */
async function valuesOf(cell: ComparedCell): Promise<number[] | undefined> {
  const { head, columns } = await ask(cell);
  return head.isMissing ? undefined : [...columns.value];
}

async function whole(): Promise<Comparison> {
  const { text } = await send(client.connection, 'trimtab/exportComparison', { groups: groups(), format: 'json' });
  return JSON.parse(text) as Comparison;
}

/** Parses the output of `trimtab show --tsv`: metric, call path and location with its value. */
function shown(space: PerformanceSpace): Map<string, number> {
  if (space.definitions === undefined) throw new Error('the space has no names');
  const [, ...lines] = [...toTsv(space, definitionsOfSpace(space.definitions))];
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t');
      return [cells.slice(0, 3).join('\t'), Number(cells[3])];
    }),
  );
}

function pathOf({ callPaths }: Comparison, index: number): string {
  const { parent, region } = elementAt(callPaths, index);
  return parent < 0 ? region : `${pathOf({ callPaths } as Comparison, parent)}/${region}`;
}

describe('values by rank', () => {
  it('are those that the command line shows of each experiment, whatever the trees and rank counts', async () => {
    await fc.assert(
      fc.asyncProperty(anySpace, anySpace, anySpace, async (...drawn) => {
        drawn.forEach(({ space }, at) => replaceSpace(elementAt(experiments, at), space));
        const { id: comparison } = await compare();
        const told = await whole();
        for (const [at, { id: experiment }] of experiments.entries()) {
          const { space, locationCount } = elementAt(drawn, at);
          const tsv = shown(space);
          const cellOf = (metric: string, path: string, location: number) =>
            tsv.get(`${metric}\t${path}\t${location}`) ?? 0;
          for (const property of ['time', 'mpi', 'visits']) {
            // Call paths of one name are one line there.
            const sums = new Map<string, number[]>();
            for (const { index } of told.callPaths) {
              const values = await valuesOf({ comparison, experiment, property, callPath: index });
              const path = pathOf(told, index);
              const before = sums.get(path) ?? Array.from({ length: locationCount }, () => 0);
              if (values !== undefined) expect(values).toHaveLength(locationCount);
              sums.set(
                path,
                before.map((sum, location) => sum + (values?.[location] ?? 0)),
              );
            }
            const own = (path: string, location: number): number =>
              cellOf(property, path, location) - (property === 'time' ? cellOf('mpi', path, location) : 0);
            for (const [path, values] of sums)
              for (const [location, value] of values.entries()) expect(value).toBeCloseTo(own(path, location), 4);
            const paths = [...new Set([...tsv.keys()].map((key) => key.split('\t')[1]))];
            for (const path of paths) expect([...sums.keys()]).toContain(path);
          }
        }
      }),
      { numRuns: rounds(2, 6) },
    );
  }, 240_000);

  it('make up the numbers of their row, to the last bit if nothing is subtracted', async () => {
    const { id: comparison, rows } = await send(client.connection, 'trimtab/compare', {
      groups: [elementAt(groups(), 0), elementAt(groups(), 2)],
      view: largestFirst,
    });
    expect(rows.length).toBeGreaterThan(2);
    for (const { cell, before, after } of rows)
      for (const [experiment, value] of [
        [experiments[0].id, before],
        [experiments[2].id, after],
      ] as const) {
        if (cell === undefined) throw new Error('the row has no cell');
        const values = await valuesOf({ comparison, experiment, ...cell });
        expect((values ?? []).reduce((sum, each) => sum + each, 0)).toBe(value);
      }
  });

  it('make up the numbers of a row of the tree, closed and open', async () => {
    const { id: comparison, properties } = await send(client.connection, 'trimtab/compare', {
      groups: [elementAt(groups(), 0), elementAt(groups(), 2)],
      view: largestFirst,
    });
    expect(properties.map(({ property, isInTime }) => [property, isInTime])).toContainEqual(['time', true]);
    // The engine keeps one comparison: it is made again.
    const again = {
      ...source,
      compareAgain: async () =>
        (
          await send(client.connection, 'trimtab/compare', {
            groups: [elementAt(groups(), 0), elementAt(groups(), 2)],
            view: largestFirst,
          })
        ).id,
    };
    await compare();
    const { columns } = await changeTreeOf(again, { comparison, property: 'time', group: 1 });
    expect([...columns.parent]).toEqual([-1, 0, 1]);
    expect([...columns.inclusiveBefore]).toEqual([10, 7, 0]);
    expect([...columns.inclusiveAfter]).toEqual([45, 39, 24]);
    for (const [row, callPath] of columns.callPath.entries())
      for (const [contains, after] of [
        ['inclusive', columns.inclusiveAfter],
        ['specific', columns.exclusiveAfter],
      ] as const) {
        const cell = { comparison, experiment: experiments[2].id, property: 'time', callPath, contains };
        const values = await valuesOf(cell);
        expect((values ?? []).reduce((sum, each) => sum + each, 0)).toBeCloseTo(elementAt(after, row), 9);
      }
  });

  it('of a property are those of the whole program, by the names of the locations', async () => {
    const { id: comparison } = await compare();
    const answer = await ask({
      comparison,
      experiment: experiments[2].id,
      property: 'time',
      callPath: null,
    });
    expect([...answer.columns.value]).toEqual([12, 15, 18]);
    expect(answer.head).toEqual({ isMissing: false, are: 'location' });
    const names = larger.definitions === undefined ? [] : locationNames(definitionsOfSpace(larger.definitions));
    const profile = profileOf(answer);
    expect([0, 1, 2].map((at) => profile?.nameOf(at))).toEqual(names);
    expect(METRICS).toContain('time');
  });

  it('are shown as missing if the experiment does not have the call path', async () => {
    const { id: comparison } = await compare();
    const { callPaths } = await whole();
    const deepest = callPaths.findIndex(
      (_, index) => pathOf({ callPaths } as Comparison, index).split('/').length === 3,
    );
    const cell = { comparison, property: 'time', callPath: deepest };
    expect(await valuesOf({ ...cell, experiment: experiments[0].id })).toBeUndefined();
    expect(await valuesOf({ ...cell, experiment: experiments[2].id })).toEqual([7, 8, 9]);
  });

  it('are given although the engine compared others since', async () => {
    const { id: comparison } = await compare();
    await send(client.connection, 'trimtab/compare', { groups: groups().slice(1), view: largestFirst });
    const cell = { comparison, experiment: experiments[0].id, property: 'mpi', callPath: 1 };
    expect(await valuesOf(cell)).toEqual([1, 3]);
  });

  it('are not given for another comparison: the numbers of its call paths could be others', async () => {
    const { id: comparison } = await compare();
    replaceSpace(experiments[0], larger);
    const cell = { comparison, experiment: experiments[0].id, property: 'time', callPath: 1 };
    await expect(ask(cell)).rejects.toThrow(
      'These experiments changed after the comparison. It was updated; open the row again.',
    );
    expect(await valuesOf({ ...cell, comparison: (await compare()).id })).toEqual([4, 5, 6]);
  });

  it('of one experiment that cannot be opened are a sentence, and the others are shown', async () => {
    const { id: comparison } = await compare();
    const cell = { comparison, property: 'time', callPath: 1 };
    writeFileSync(join(experiments[1].folder, FILES.space), 'no space');
    await expect(ask({ ...cell, experiment: experiments[1].id })).rejects.toThrow(
      'The stored performance space is damaged: it does not begin as one; run the analysis again.',
    );
    expect(await valuesOf({ ...cell, experiment: experiments[0].id })).toEqual([2, 1]);
    rmSync(join(experiments[1].folder, FILES.space));
    await expect(ask({ ...cell, experiment: experiments[1].id })).rejects.toThrow(
      `Experiment ${experiments[1].id} is of an older version and has neither summary.cubex nor its trace`,
    );
    expect(await valuesOf({ ...cell, experiment: experiments[2].id })).toEqual([4, 5, 6]);
  });
});
