import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { CollectiveOperation } from '../../../src/model/events.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import { violations } from '../../support/jsonSchema.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const schema: unknown = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../schemas/findings.schema.json'), 'utf8'),
);

/** Rank 1 receives 4 s before rank 0 sends; both then meet in a barrier. Call sites are known for MPI calls. */
function lateSenderTrace({ sites = true } = {}): TraceBuilder {
  const builder = new TraceBuilder();
  builder.region('main', { file: '/src/app.c', beginLine: 10, endLine: 40 });
  builder.region('solve', { file: '/src/solve.c', beginLine: 5, endLine: 30 });
  const at = (line: number): number | undefined => (sites ? builder.site('/src/solve.c', line) : undefined);
  const [[sender], [receiver]] = [builder.process(), builder.process()];
  const world = builder.communicator([0, 1]);
  const sendSite = at(20);
  const receiveSite = at(21);
  const barrierSite = at(25);
  sender
    .enter(0, 'main')
    .enter(1, 'solve')
    .enter(6, 'MPI_Send', sendSite)
    .send(6.1, world, 1, 0, 8)
    .leave(6.5, 'MPI_Send');
  receiver.enter(0, 'main').enter(1, 'solve').enter(2, 'MPI_Recv', receiveSite).recv(6.9, world, 0, 0, 8);
  receiver.leave(7, 'MPI_Recv');
  for (const [writer, begin] of [
    [sender, 7],
    [receiver, 8],
  ] as const) {
    writer.enter(begin, 'MPI_Barrier', barrierSite).collectiveBegin(begin);
    writer.collectiveEnd(8.5, world, CollectiveOperation.Barrier).leave(8.5, 'MPI_Barrier');
    writer.leave(9, 'solve').leave(10, 'main');
  }
  return builder;
}

const reportOf = (builder: TraceBuilder): FindingsReport => analyzeTrace(builder.build(), { program: 'app' }).report;

describe('findings report', () => {
  test('ranks findings and shows their location, the causing and the waiting ranks', () => {
    const { findings } = reportOf(lateSenderTrace());
    expect(findings.map(({ property, seconds }) => [property, seconds])).toEqual([
      ['mpi_latesender', 4],
      ['mpi_barrier_wait', 1],
      // The remaining time of the receive and the two barriers.
      ['mpi_cost', 1],
      ['mpi_cost', 1],
    ]);
    const [late, barrier] = findings;
    expect(late?.place).toEqual({ file: '/src/solve.c', line: 21 });
    expect(late?.callPath.map(({ region }) => region)).toEqual(['main', 'solve', 'MPI_Recv']);
    expect(late?.callPath[2]).toEqual({ region: 'MPI_Recv', callSite: { file: '/src/solve.c', line: 21 } });
    expect(late?.severity).toBeCloseTo(4 / 20, 12);
    expect(late?.locations).toEqual([{ location: 1, name: 'MPI Rank 1', seconds: 4 }]);
    expect(late?.causes).toEqual([{ location: 0, name: 'MPI Rank 0', seconds: 4 }]);
    expect(late?.explanation).toContain('Waited for: MPI Rank 0 (100 %).');
    expect(barrier?.causes).toEqual([{ location: 1, name: 'MPI Rank 1', seconds: 1 }]);
    expect(late?.worst).toEqual({ location: 1, name: 'MPI Rank 1', enter: 2, leave: 7, seconds: 4 });
  });

  test('shows the distribution of the waits of each property, and the longest of each call path', () => {
    const builder = new TraceBuilder();
    const [[a], [b]] = [builder.process(), builder.process()];
    const world = builder.communicator([0, 1]);
    [1, 5, 3, 2].forEach((wait, i) => {
      const start = 10 * i;
      for (const [writer, begin] of [
        [a, start],
        [b, start + wait],
      ] as const) {
        writer.enter(begin, 'MPI_Barrier').collectiveEnd(start + 9, world, CollectiveOperation.Barrier);
        writer.leave(start + 9, 'MPI_Barrier');
      }
    });
    const statistics = reportOf(builder).statistics ?? [];
    expect(statistics.map(({ property }) => property)).toEqual(['mpi_barrier_wait']);
    expect(statistics[0]).toMatchObject({
      count: 4,
      sum: 11,
      mean: 2.75,
      minimum: 1,
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.5,
      maximum: 5,
      worst: [{ location: 0, name: 'MPI Rank 0', enter: 10, leave: 19, seconds: 5 }],
    });
    expect(statistics[0]?.standardDeviation).toBeCloseTo(Math.sqrt(2.1875), 12);
  });

  test('without call sites, points to the nearest function whose line is known, never to a pseudo file', () => {
    const { findings } = reportOf(lateSenderTrace({ sites: false }));
    expect(findings[0]?.place).toEqual({ file: '/src/solve.c', line: 5 });
  });

  test('only parts of the total time have a share of it', () => {
    const { metrics, totalTime } = reportOf(lateSenderTrace());
    const shared = metrics.filter(({ share }) => share !== undefined);
    expect(shared.map(({ name }) => name)).toEqual(expect.arrayContaining(['time', 'mpi_latesender']));
    for (const { value, share } of shared) expect(share).toBe(value / totalTime);
    const delay = metrics.find(({ name, value }) => name === 'delay_latesender' && value > 0);
    expect(delay).not.toHaveProperty('share');
    expect(metrics.find(({ name }) => name === 'critical_path')).not.toHaveProperty('share');
  });

  test('sums up functions and lines without counting recursion twice', () => {
    const builder = new TraceBuilder();
    builder.region('f', { file: 'f.c', beginLine: 3, endLine: 9 });
    const [writer] = builder.process();
    const site = builder.site('f.c', 7);
    writer.enter(0, 'f').enter(1, 'f', site).enter(2, 'f', site).leave(4, 'f').leave(5, 'f').leave(8, 'f');
    const { functions, lines, totalTime } = reportOf(builder);
    expect(totalTime).toBe(8);
    expect(functions).toEqual([
      {
        region: 'f',
        place: { file: 'f.c', line: 3 },
        visits: 3,
        inclusive: 8,
        exclusive: 8,
        share: 1,
        properties: [],
      },
    ]);
    expect(lines).toEqual([
      { place: { file: 'f.c', line: 3 }, seconds: 8, share: 1, exclusive: 4 },
      { place: { file: 'f.c', line: 7 }, seconds: 4, share: 0.5, exclusive: 4 },
    ]);
  });

  test('has no findings where nothing waits', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').leave(1, 'main');
    expect(reportOf(builder)).toMatchObject({
      findings: [],
      problems: [],
      totalTime: 1,
      span: 1,
      events: 2,
      processes: 1,
    });
  });

  test('lists waiting properties of functions, worst first', () => {
    const solve = reportOf(lateSenderTrace()).functions.find(({ region }) => region === 'solve');
    expect(solve?.properties.map(({ property }) => property)).toEqual(['mpi_latesender', 'mpi_barrier_wait']);
    expect(solve?.visits).toBe(2);
  });

  test('follows its schema', () => {
    expect(violations(schema, JSON.parse(JSON.stringify(reportOf(lateSenderTrace()))))).toEqual([]);
  });

  test('the schema refuses what it should', () => {
    const report = reportOf(lateSenderTrace());
    expect(violations(schema, { ...report, span: '1 s' })).toEqual(['$.span is not of type number']);
    expect(violations(schema, { ...report, version: 3 })).toEqual(['$.version is not 2']);
    expect(violations(schema, { ...report, lines: [{ place: { file: 'a', line: 0 }, seconds: 1, share: 1 }] })).toEqual(
      ['$.lines[0].place.line is less than 1'],
    );
  });

  test('an empty trace gives an empty report', () => {
    expect(reportOf(new TraceBuilder())).toMatchObject({ findings: [], totalTime: 0, span: 0, locations: [] });
  });
});
