import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnalysisOptions, analyzeTrace, toTsv, total } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { CollectiveOperation } from '../../../../src/model/events.js';
import type { Trace } from '../../../../src/model/trace.js';
import { type Clock, drifted } from '../../../support/drift.js';
import { expectSame } from '../../../support/expectSame.js';
import { rounds } from '../../../support/matrix.js';
import { type Schedule, schedules } from '../../../support/schedule.js';
import { execute } from '../../../support/simulator.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

/** Rank 0 sends 2 s after rank 1 began to receive; a barrier and an allreduce follow. */
function trace(): Trace {
  const builder = new TraceBuilder();
  const [[a], [b]] = [builder.process(), builder.process()];
  const world = builder.communicator([0, 1]);
  a.enter(0, 'main').enter(3, 'MPI_Send').send(3, world, 1, 0, 8).leave(3.1, 'MPI_Send');
  b.enter(0, 'main').enter(1, 'MPI_Recv').recv(3.2, world, 0, 0, 8).leave(3.2, 'MPI_Recv');
  for (const [writer, begin] of [
    [a, 4],
    [b, 5],
  ] as const) {
    writer.enter(begin, 'MPI_Allreduce').collectiveBegin(begin);
    writer.collectiveEnd(5.2, world, CollectiveOperation.Allreduce, { sent: 8, received: 8 });
    writer.leave(5.2, 'MPI_Allreduce').leave(6, 'main');
  }
  return builder.build();
}

const analyzed = (input: Trace, options: Partial<AnalysisOptions> = {}) =>
  analyzeTrace(input, { program: 'app', ...options });
const clockProblems = (input: Trace, options: Partial<AnalysisOptions> = {}) =>
  analyzed(input, options).report.problems.filter(({ message }) => message.includes('clock'));

describe('clocks that disagree', () => {
  test('report nothing if they agree', () => {
    expect(clockProblems(trace())).toEqual([]);
  });

  test('are corrected, and reported with number and size before and after', () => {
    const early = drifted(trace(), (location) => (time) => (location === 1 ? time - 1.5 : time));
    const [problem] = clockProblems(early);
    expect(problem?.message).toBe(
      'The clocks of the processes disagree: 2 of 3 receives and ends of collective operations were recorded before ' +
        'their cause, by up to 1.30 s. Times were corrected with the controlled logical clock; none is left.',
    );
    const { space, report } = analyzed(early);
    // The receive now ends when the send begins, and waits from its own begin until then.
    expect(total(space, 'mpi_latesender')).toBeGreaterThan(2);
    expect(report.problems.filter(({ level }) => level === 'warning')).toEqual([]);
  });

  test('are left as they are on request, with a warning', () => {
    const early = drifted(trace(), (location) => (time) => (location === 1 ? time - 1.5 : time));
    const [problem] = clockProblems(early, { correctClocks: false });
    expect(problem?.level).toBe('warning');
    expect(problem?.message).toContain('waiting times up to that size are uncertain');
  });

  test('are tolerated up to a microsecond', () => {
    const early = drifted(trace(), (location) => (time) => (location === 1 ? time - 0.2 - 5e-7 : time));
    const [problem] = clockProblems(early);
    expect(problem).toEqual({
      level: 'information',
      message: expect.stringContaining('too little to matter') as string,
    });
  });

  test('never make an operation wait longer than it lasts, and leave nothing out of order', () => {
    fc.assert(
      fc.property(correctSchedules, fc.array(clock, { minLength: 8, maxLength: 8 }), (schedule, clocks) => {
        const { builder } = execute(schedule);
        const whole = builder.build();
        const clockOf = (location: number): Clock => {
          const group = elementAt(whole.definitions.locations, location).group;
          const { offset, rate } = elementAt(clocks, Math.max(0, group) % clocks.length);
          return (time) => offset + rate * time;
        };
        const { space, report } = analyzed(drifted(whole, clockOf));
        expect(report.problems.filter(({ level }) => level === 'warning').map(({ message }) => message)).toEqual([]);
        expect(total(space, 'mpi_latesender')).toBeLessThanOrEqual(total(space, 'mpi') + 1e-9);
      }),
      { numRuns: rounds(40, 500) },
    );
  });

  test('are not touched in traces whose clocks agree', () => {
    fc.assert(
      fc.property(correctSchedules, (schedule) => {
        const { builder } = execute(schedule);
        const lines = (options: Partial<AnalysisOptions>) =>
          toTsv(analyzed(builder.build(), options).space, builder.build().definitions);
        expectSame([...lines({})], [...lines({ correctClocks: false })]);
      }),
      { numRuns: rounds(25, 500) },
    );
  });
});

const clock = fc.record({
  offset: fc.integer({ min: 0, max: 50 }).map((ticks) => ticks / 10),
  rate: fc.constantFrom(0.999, 1, 1.001),
});

/** Simulated exchanges and collective operations may end before they can, which no clock explains. */
const correctSchedules: fc.Arbitrary<Schedule> = schedules.map((schedule) => ({
  ...schedule,
  steps: schedule.steps.filter(({ kind }) => kind !== 'exchange' && kind !== 'collective'),
}));
