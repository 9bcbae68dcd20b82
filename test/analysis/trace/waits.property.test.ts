import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, exclusive } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import type { Trace } from '../../../src/model/trace.js';
import { rootCauseNames } from '../../support/rootCauseNames.js';
import { type Schedule, schedules } from '../../support/schedule.js';
import { execute } from '../../support/simulator.js';
import { differences, inclusive, valuesByPath } from '../../support/spaceValues.js';
import { specifiedWaits } from '../../support/waitSpecification.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { rounds } from '../../support/matrix.js';

const { metrics } = shippedProperties;

const RUNS = { numRuns: rounds(25, 1000) };
const EPSILON = 1e-9;

const waiting = [
  'mpi_latesender',
  'mpi_latesender_wo',
  'mpi_lswo_same',
  'mpi_lswo_different',
  'mpi_latereceiver',
  'mpi_latereceiver_wo',
  'mpi_barrier_wait',
  'mpi_barrier_completion',
  'mpi_wait_nxn',
  'mpi_nxn_completion',
  'mpi_latebroadcast',
  'mpi_earlyreduce',
  'mpi_earlyscan',
  'mpi_polling',
];

/**
 * The critical path of a program without MPI_Finalize ends with the location that ends last. If several end at the same
 * moment, any of them is right.
 */
const ofPath: ReadonlySet<string> = new Set(
  rootCauseNames.filter((name) => /critical|performance_impact|partition/.test(name)),
);

function analyze(trace: Trace): { space: PerformanceSpace; values: Map<string, Map<string, number>> } {
  const { space } = analyzeTrace(trace, { program: 'generated', correctClocks: false });
  return { space, values: valuesByPath(space, trace.definitions) };
}

/** Two threads of each process call barriers of one communicator, one after the other. */
const threadsTakeTurns: [Schedule, number[]] = [
  {
    processes: 4,
    subset: [0],
    firstGroup: 1,
    secondThread: 3,
    steps: [
      { kind: 'collective', call: 'MPI_Barrier', root: 0, bytes: 0, communicator: 2 },
      { kind: 'message', from: 0, to: 0, tag: 0, bytes: 0, send: 'MPI_Send', receive: 'MPI_Recv', communicator: 0 },
      { kind: 'collective', call: 'MPI_Barrier', root: 0, bytes: 0, communicator: 0 },
      { kind: 'collective', call: 'MPI_Barrier', root: 0, bytes: 0, communicator: 0 },
      { kind: 'relay', from: 0, by: 1, to: 2 },
    ],
    durations: [61 / 1024, 79 / 1024, 28 / 1024, 1 / 1024, 1 / 1024],
  },
  [0, 26, 0, 0],
];

describe('waiting times of generated programs', () => {
  test('are those of the definitions', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const execution = execute(schedule);
        const { values } = analyze(execution.builder.build());
        const specified = specifiedWaits(execution);
        for (const metric of waiting) {
          expect(differences(values.get(metric), specified.get(metric)), metric).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  test('are contained in their parents, do not overlap, and never exceed the time of their calls', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { space, values } = analyze(execute(schedule).builder.build());
        for (const { name } of metrics.filter(({ unit }) => unit === 'seconds')) {
          const children = metrics.filter(({ parent }) => parent === name);
          const sums = new Map<string, number>();
          for (const child of children) {
            for (const [key, value] of values.get(child.name) ?? []) {
              if (!(value > -EPSILON)) expect(value, child.name).toBeGreaterThan(-EPSILON);
              sums.set(key, (sums.get(key) ?? 0) + value);
            }
          }
          for (const [key, sum] of sums) {
            const most = (values.get(name)?.get(key) ?? 0) + EPSILON;
            if (!(sum <= most)) expect(sum, `${name} ${key}`).toBeLessThanOrEqual(most);
          }
        }
        const longest = inclusive(space, 'time');
        for (const metric of waiting) {
          const { callPath, location, value } = exclusive(space, metric);
          value.forEach((seconds, i) => {
            expect(seconds).toBeLessThanOrEqual((longest.get(`${callPath[i]} ${location[i]}`) ?? 0) + EPSILON);
          });
        }
      }),
      RUNS,
    );
  });

  test('do not depend on the order in which processes are defined', () => {
    fc.assert(
      fc.property(schedules, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (schedule, keys) => {
        const world = [...Array(schedule.processes).keys()];
        const order = world
          .map((process) => ({ process, key: elementAt(keys, process) }))
          .sort((a, b) => a.key - b.key);
        const straight = execute(schedule);
        const permuted = execute(schedule, { order: order.map(({ process }) => process) });
        const threads = schedule.secondThread > 0 ? 2 : 1;
        const processOf = (mainThreads: readonly number[], location: number): string =>
          `${mainThreads.findIndex((main) => location >= main && location < main + threads)} ${location % threads}`;
        const normal = (execution: typeof straight): Map<string, Map<string, number>> => {
          const { values } = analyze(execution.builder.build());
          return new Map(
            [...values]
              .filter(([metric]) => !ofPath.has(metric))
              .map(([metric, entries]): [string, Map<string, number>] => {
                const renamed = [...entries].map(([key, value]): [string, number] => {
                  const [path, location] = key.split('\t');
                  return [`${path} ${processOf(execution.mainThreads, Number(location))}`, value];
                });
                return [metric, new Map(renamed)];
              }),
          );
        };
        const [found, wanted] = [normal(permuted), normal(straight)];
        for (const metric of new Set([...found.keys(), ...wanted.keys()]))
          expect(differences(found.get(metric), wanted.get(metric)), metric).toEqual([]);
      }),
      { ...RUNS, examples: [threadsTakeTurns] },
    );
  });

  test('do not depend on when the program started, nor on how events are batched', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1, max: 50 }),
        (schedule, shift, size) => {
          const { values } = analyze(execute(schedule).builder.build());
          const shifted = analyze(execute(schedule, { shift }).builder.build(size)).values;
          for (const { name } of metrics) expect(differences(shifted.get(name), values.get(name)), name).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});
