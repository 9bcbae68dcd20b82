import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  analyzeTrace,
  decodePart,
  divide,
  encodePart,
  partOf,
  processesOf,
  readProcesses,
} from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { CancelledError, TrimtabError } from '../../../../src/base/problem.js';
import { expectSame } from '../../../support/expectSame.js';
import { rounds } from '../../../support/matrix.js';
import { begin, end, fork, join, openmpTrace } from '../../../support/openmpTrace.js';
import { analyzeInParts, contents } from '../../../support/parts.js';
import { schedules } from '../../../support/schedule.js';
import { execute } from '../../../support/simulator.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

const isNothing = (extra: unknown): extra is null => extra === null;

describe('reading in parts', () => {
  test('gives the same results to the last bit', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 1, max: 5 }), (schedule, parts) => {
        const whole = analyzeTrace(execute(schedule).builder.build(), { program: 'test' });
        expectSame(contents(analyzeInParts(execute(schedule).builder.build(), parts)), contents(whole));
      }),
      { numRuns: rounds(40, 500) },
    );
  });

  test('call paths that occur in another order are the same ones', () => {
    const trace = () => {
      const builder = new TraceBuilder();
      const [first] = builder.process();
      const [second] = builder.process();
      first.enter(0, 'main').enter(1, 'f').leave(3, 'f').enter(4, 'g').leave(5, 'g').leave(10, 'main');
      second.enter(0, 'main').enter(1, 'h').enter(1, 'g').leave(2, 'g').leave(3, 'h').enter(3, 'g').leave(5, 'g');
      second.enter(6, 'f').leave(7, 'f').leave(10, 'main');
      return builder.build();
    };
    const whole = analyzeTrace(trace(), { program: 'test' });
    expect(whole.space.callTree.size).toBe(5);
    expect(contents(analyzeInParts(trace(), 2))).toEqual(contents(whole));
  });

  test('teams of threads and their barriers stay apart', () => {
    const trace = () => {
      const builder = openmpTrace();
      for (const late of [1, 2]) {
        const [master, worker] = builder.process(2);
        master.enter(0, 'main').enter(0, late === 1 ? 'f' : 'g');
        fork(master, 2)
          .enter(3, 'barrier')
          .leave(7 + late, 'barrier');
        begin(worker, 2)
          .enter(6 + late, 'barrier')
          .leave(7 + late, 'barrier');
        end(worker, 10);
        join(master, 10)
          .leave(11, late === 1 ? 'f' : 'g')
          .leave(12, 'main');
      }
      return builder.build();
    };
    const whole = analyzeTrace(trace(), { program: 'test' });
    expect(whole.space.severities.get('omp_ebarrier_wait')?.value).toEqual(Float64Array.of(4, 5));
    expect(contents(analyzeInParts(trace(), 2))).toEqual(contents(whole));
  });

  test('ends when it is cancelled', () => {
    const builder = new TraceBuilder();
    builder.process()[0].enter(0, 'main').leave(1, 'main');
    const trace = builder.build();
    const read = () =>
      readProcesses(trace, processesOf(trace.definitions), { from: 0, to: 1 }, { isCancelled: () => true });
    expect(read).toThrow(CancelledError);
  });
});

describe('ranges of processes', () => {
  const { definitions } = execute({
    processes: 4,
    firstGroup: 1,
    subset: [0],
    secondThread: 0,
    steps: [],
    durations: [1],
  }).builder.build();
  const processes = processesOf(definitions);

  test('hold each process once, in order', () => {
    for (let count = 1; count <= 6; count++) {
      const ranges = divide(definitions, processes, count);
      expect(ranges.flatMap(({ from, to }) => processes.locations.slice(from, to))).toEqual(processes.locations);
      expect(ranges).toHaveLength(Math.min(count, 4));
    }
  });

  test('have about as many events each', () => {
    const unequal = [100, 100, 100, 300, 10, 10].map((announcedEvents) => ({
      ...elementAt(definitions.locations, 0),
      announcedEvents,
    }));
    const alone = { ofLocation: Int32Array.from(unequal.keys()), locations: unequal.map((_, index) => [index]) };
    expect(divide({ ...definitions, locations: unequal }, alone, 2)).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 6 },
    ]);
  });
});

describe('exchange files', () => {
  const builder = new TraceBuilder();
  builder.process()[0].enter(0, 'main').leave(1, 'main');
  const trace = builder.build();
  const part = () => partOf(readProcesses(trace, processesOf(trace.definitions), { from: 0, to: 1 }));

  test('that are incomplete or of another version are refused', () => {
    const bytes = encodePart(part(), null);
    expect(decodePart(bytes, isNothing, 'part.0').part.processes).toHaveLength(1);
    expect(() => decodePart(bytes.subarray(0, bytes.length / 2), isNothing, 'part.0')).toThrow(
      /part\.0 is damaged or incomplete/,
    );
    expect(() => decodePart(encodePart(part(), 1), isNothing, 'part.0')).toThrow(TrimtabError);
  });
});
