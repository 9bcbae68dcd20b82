/** `trimtab efficiency`, on experiments and on a recorded trace. */
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { addMeasured } from '../experiments/measured.js';
import { temporaryFolder } from '../experiments/support.js';
import { trimtab, trimtabWith } from './support.js';

const day = (number: number) => new Date(2026, 0, number, 12);

/** 3 s of computation, 2 s of it in `solve`, and so much in MPI below that. */
const call = (wait: number) => [
  {
    region: 'main',
    line: 0,
    comp: 1,
    calls: [{ region: 'solve', line: 2, comp: 2, calls: [{ region: 'MPI_Waitall', line: 3, wait }] }],
  },
];

const told = v.object({
  region: v.optional(v.string()),
  scaling: v.optional(v.string()),
  columns: v.array(
    v.object({
      times: v.object({
        ...{ runTime: v.number(), threads: v.number(), averageUseful: v.number(), mostUseful: v.number() },
        idealTime: v.optional(v.number(), 0),
      }),
      multiplicative: v.record(v.string(), v.nullable(v.number())),
    }),
  ),
  unknown: v.array(v.string()),
});

/** Parses the output of `--json`. */
const read = (text: string) => v.parse(told, JSON.parse(text));

const HEAT = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded');

describe('trimtab efficiency', () => {
  it('prints the efficiencies of the newest program, and the locations of its losses', async () => {
    const store = new ExperimentStore(temporaryFolder());
    addMeasured(store, day(1), call(1));
    const { code, out, err } = await trimtab(store.project, 'efficiency');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Parallel efficiency +75\.0 % !/);
    expect(out).toMatch(/Load balance +100\.0 %/);
    expect(out).toMatch(/Serialization efficiency +not known/);
    expect(out).toMatch(/25\.0 % {2}main\.c:3 {2}MPI_Waitall/);
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it('prints those of several parts side by side, each as if alone', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const id = addMeasured(store, day(1), call(3));
    const words = ['efficiency', id, '--region', 'solve', '--region', 'MPI_Waitall', '--region', 'nowhere'];
    const { out, err } = await trimtab(store.project, ...words, '--json');
    expect(err).toContain('no function or construct "nowhere" has any time');
    const of = async (region: string) => {
      const { columns } = read((await trimtab(store.project, 'efficiency', id, '--region', region, '--json')).out);
      const { times, multiplicative } = elementAt(columns, 0);
      return expect.objectContaining({
        region,
        multiplicative,
        times: expect.objectContaining({ runTime: times.runTime }) as unknown,
      }) as unknown;
    };
    expect(JSON.parse(out)).toMatchObject({ runs: [{ run: id, parts: [await of('solve'), await of('MPI_Waitall')] }] });
    const { out: text } = await trimtab(store.project, ...words);
    expect(text).toMatch(/100\.0 % +50\.0 % ! +100\.0 % +50\.0 % ! {2}the whole program/);
    expect(text).toMatch(/83\.3 % +40\.0 % ! +100\.0 % +40\.0 % ! {2}solve/);
    const { code } = await trimtab(store.project, ...words, '--accept', 'parallel efficiency >= 80 %');
    expect(code).toBe(2);
  });

  it('prints those of a part of the program', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const id = addMeasured(store, day(1), call(3));
    const { out } = await trimtab(store.project, 'efficiency', id, '--region', 'solve', '--json');
    const { region, columns } = read(out);
    expect([region, columns[0]?.times.runTime]).toEqual(['solve', 5]);
    expect(columns[0]?.multiplicative.parallel_efficiency).toBeCloseTo(0.4, 12);
    const { code, err } = await trimtab(store.project, 'efficiency', id, '--region', 'nowhere');
    expect(code).toBe(1);
    expect(err).toContain('no function or construct "nowhere" has any time');
  });

  it('ends with 1 where a criterion is missed', async () => {
    const store = new ExperimentStore(temporaryFolder());
    addMeasured(store, day(1), call(1));
    const met = await trimtab(store.project, 'efficiency', 'latest', '--accept', 'parallel efficiency >= 75 %');
    expect([met.code, met.err]).toEqual([
      0,
      'met: parallel efficiency >= 75 %. Parallel efficiency is 75.0 %, at least 75.0 %.\n',
    ]);
    expect((await trimtab(store.project, 'efficiency', '--accept', 'parallel efficiency >= 76 %')).code).toBe(1);
    expect((await trimtab(store.project, 'efficiency', '--accept', 'faster')).code).toBe(2);
  });

  it('reads traces, and compares runs with different numbers of threads', async () => {
    const parts = {
      findProbe: () => HEAT,
      analyzeArchive: (archive: string) => {
        const trace = openArchive(archive);
        return Promise.resolve({ ...analyzeTrace(trace, { program: 'heat2d' }), definitions: trace.definitions });
      },
    };
    const store = new ExperimentStore(temporaryFolder());
    addMeasured(store, day(1), call(1));
    const { code, out } = await trimtabWith(parts, store.project, 'efficiency', 'latest', HEAT, '--json');
    expect(code).toBe(0);
    const { columns, scaling, unknown } = read(out);
    expect([columns.length, scaling, unknown.length]).toEqual([2, 'strong', 2]);
    const { multiplicative: values, times } = elementAt(columns, 1);
    const value = (name: string): number => values[name] ?? NaN;
    expect(times.idealTime).toBeGreaterThanOrEqual(times.mostUseful);
    expect(value('serialisation_efficiency') * value('transfer_efficiency')).toBeCloseTo(
      value('communication_efficiency'),
      9,
    );
    expect(value('computation_scalability')).toBeCloseTo(3 / (times.averageUseful * times.threads), 9);
    const weak = read((await trimtabWith(parts, store.project, 'efficiency', 'latest', HEAT, '--json', '--weak')).out);
    expect(weak.columns[1]?.multiplicative.computation_scalability).toBeCloseTo(3 / times.averageUseful, 9);
  });
});
