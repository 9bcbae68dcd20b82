import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, total } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { EventKind } from '../../../src/model/events.js';
import type { Finding } from '../../../src/model/findings/findings.js';
import { findingsByLine } from '../../../src/model/findings/findingsByLine.js';
import { worstProperty } from '../../../src/model/findings/worstProperty.js';
import { analyzed } from '../../support/damageRules.js';
import { begin, end, fork, join, openmpTrace } from '../../support/openmpTrace.js';
import { schedules } from '../../support/schedule.js';
import { execute } from '../../support/simulator.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const costs = (builder: TraceBuilder): Finding[] =>
  analyzeTrace(builder.build(), { program: 'test' }).report.findings.filter(({ kind }) => kind === 'cost');

/** One rank that works for 100 s, of which it spends `tests` calls of 0.1 s from line 7 and as many from line 9. */
function polling(tests: number, calls: readonly string[] = ['MPI_Test', 'MPI_Testsome']): TraceBuilder {
  const builder = new TraceBuilder();
  const lines = [builder.site('/src/a.c', 7), builder.site('/src/a.c', 9)];
  const [writer] = builder.process();
  writer.enter(0, 'main');
  for (let i = 0; i < tests; i++)
    calls.forEach((call, which) =>
      writer.enter(i + which * 0.5, call, lines[which]).leave(i + which * 0.5 + 0.1, call),
    );
  writer.leave(100, 'main');
  return builder;
}

describe('what calls cost without waiting', () => {
  test('calls from a line are named from 3 % of the time on, with their line and as cost', () => {
    const found = costs(polling(40));
    expect(found.map(({ property, place, seconds }) => [property, place?.line, Number(seconds.toFixed(9))])).toEqual([
      ['mpi_cost', 7, 4],
      ['mpi_cost', 9, 4],
    ]);
    expect(found[0]?.explanation).toContain('asking');
    expect(found[0]?.advice).toContain('MPI_Wait');
    expect(costs(polling(29))).toEqual([]);
  });

  test('opening files and reading them have each their advice', () => {
    const [opening] = costs(polling(40, ['MPI_File_open']));
    expect(opening?.advice).toContain('keep it open');
    const [reading] = costs(polling(40, ['MPI_File_read']));
    expect(reading?.advice).toContain('larger parts');
    const [probing] = costs(polling(40, ['MPI_Probe']));
    expect(probing?.explanation).toContain('waiting for a message');
  });

  test('threads that wait for each other are reported as time, with advice for each kind of call', () => {
    const builder = new TraceBuilder();
    const [first, second] = builder.process(2);
    for (const name of ['pthread_join', 'pthread_mutex_lock']) builder.region(name, { paradigm: 'pthread' });
    first
      .enter(0, 'main')
      .enter(60, 'pthread_join', builder.site('/src/a.c', 9))
      .leave(100, 'pthread_join')
      .leave(100, 'main');
    second
      .enter(0, 'work')
      .enter(10, 'pthread_mutex_lock', builder.site('/src/a.c', 5))
      .leave(30, 'pthread_mutex_lock')
      .leave(100, 'work');
    const found = costs(builder);
    expect(found.map(({ property, title, place, seconds }) => [property, title, place?.line, seconds])).toEqual([
      ['pthread_cost', 'Time in POSIX Threads', 9, 40],
      ['pthread_cost', 'Time in POSIX Threads', 5, 20],
    ]);
    expect(found[1]?.advice).toContain('Hold the lock for less time');
  });

  test('call paths that share a line reach it together', () => {
    const builder = new TraceBuilder();
    const line = builder.site('/src/a.c', 7);
    const [writer] = builder.process();
    writer.enter(0, 'main');
    [0, 1].forEach((i) =>
      writer
        .enter(i * 10, `caller${i}`)
        .enter(i * 10 + 1, 'send', builder.site('/src/a.c', 20 + i))
        .enter(i * 10 + 1, 'MPI_Send', line)
        .leave(i * 10 + 3, 'MPI_Send')
        .leave(i * 10 + 3, 'send')
        .leave(i * 10 + 4, `caller${i}`),
    );
    writer.leave(100, 'main');
    expect(costs(builder).map(({ seconds, place }) => [seconds, place?.line])).toEqual([
      [2, 7],
      [2, 7],
    ]);
  });

  test('starting and ending MPI comes last and is no worst property, however much of a short run it takes', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'MPI_Init').leave(80, 'MPI_Init').enter(81, 'MPI_Test').leave(90, 'MPI_Test');
    writer.enter(91, 'MPI_Finalize').leave(99, 'MPI_Finalize').leave(100, 'main');
    const { report } = analyzeTrace(builder.build(), { program: 'test' });
    expect(report.findings.map(({ property, seconds }) => [property, seconds])).toEqual([
      ['mpi_cost', 9],
      ['mpi_init_cost', 79],
      ['mpi_init_cost', 8],
    ]);
    expect(worstProperty(report)?.property).toBe('mpi_cost');
    expect(findingsByLine(report.findings)[0]?.property).toBe('mpi_cost');
  });

  test('calls of accelerator interfaces are named as those of MPI are', () => {
    const builder = new TraceBuilder();
    const line = builder.site('/src/hello.c', 55);
    const [writer] = builder.process();
    writer.enter(0, 'main');
    const calls = ['clCreateContext', 'cudaMemcpyAsync', 'cuLaunchKernel', 'cudaDeviceSynchronize'];
    calls.forEach((name, i) => {
      builder.region(name, { paradigm: name.startsWith('cl') ? 'opencl' : 'cuda', role: 'wrapper' });
      writer.enter(10 * i + 1, name, line).leave(10 * i + 6, name);
    });
    writer.leave(100, 'main');
    const found = costs(builder);
    expect(found.map(({ property, seconds }) => [property, seconds])).toEqual(calls.map(() => ['acc_cost', 5]));
    const advice = new Map(found.map((finding) => [finding.callPath.at(-1)?.region, finding.advice]));
    calls.forEach((name, i) =>
      expect(advice.get(name)).toMatch(
        elementAt([/ahead of the run/, /Move less data/, /larger kernels/, /compute meanwhile/], i),
      ),
    );
    // They are separate calls, as those of MPI on one line are.
    expect(findingsByLine(found)).toHaveLength(4);
  });

  test('OpenMP costs what is no waiting, and no worker that idles', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    master.enter(0, 'main');
    fork(master, 10).enter(11, 'barrier').leave(21, 'barrier');
    join(master, 21).leave(100, 'main');
    begin(worker, 10).enter(15, 'barrier').leave(21, 'barrier');
    end(worker, 21);
    // 10 s and 6 s in the barrier, of which the master waits 4 s.
    const found = costs(builder);
    expect(found.map(({ property, callPath }) => [property, callPath.at(-1)?.region])).toEqual([
      ['omp_cost', 'barrier'],
    ]);
    expect(found[0]?.seconds).toBeCloseTo(12, 9);
  });

  test('of a trace that is incomplete it is certain where calls have no waiting that could be missed', () => {
    const builder = polling(40);
    const [cut] = builder.process();
    cut.enter(0, 'main').enter(1, 'MPI_Recv').leave(30, 'MPI_Recv').event(EventKind.BufferFlush, 30, [30]);
    const confidences = new Map(
      costs(builder).map(({ callPath, confidence }) => [callPath.at(-1)?.region, confidence]),
    );
    expect(Object.fromEntries(confidences)).toEqual({ MPI_Test: 1, MPI_Testsome: 1, MPI_Recv: 0.5 });
  });

  test('costs and waiting never overlap: together they are not more than the time in MPI', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { space, report } = analyzed(execute(schedule).builder.build());
        const sum = report.findings
          .filter(({ property }) => property.startsWith('mpi_'))
          .reduce((seconds, finding) => seconds + finding.seconds, 0);
        expect(sum).toBeLessThanOrEqual(total(space, 'mpi') + 1e-6);
        for (const { severity } of report.findings) expect(severity).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 100 },
    );
  });
});
