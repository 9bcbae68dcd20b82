import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementAt } from '../../../../src/base/elements.js';
import { shippedProperties } from '../../../../src/properties/index.js';
import { EventKind } from '../../../../src/model/events.js';
import type { Trace } from '../../../../src/model/trace.js';
import { incompletenessOf } from '../../../support/analyzed.js';
import { analyzed, unfounded } from '../../../support/damageRules.js';
import { damaged, eventCounts } from '../../../support/damagedTrace.js';
import { type MessageStep, schedules, type Schedule } from '../../../support/schedule.js';
import { execute } from '../../../support/simulator.js';
import { differences, valuesByPath } from '../../../support/spaceValues.js';
import { provenWrongOrder } from '../../../support/waitSpecification.js';
import { rounds } from '../../../support/matrix.js';

const RUNS = { numRuns: rounds(30, 1000) };

/** For each location how much of it is left; 1 is all of it. */
const rests = fc.array(fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })), {
  minLength: 8,
  maxLength: 8,
});

/** Positions of lost records, as shares of a location's records. */
const positions = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 3 });

/**
 * Kinds of records that are lost together. If both ends of a channel lost equally many, the loss would be undetectable.
 */
const sides: readonly ReadonlySet<number>[] = [
  new Set([EventKind.MpiSend, EventKind.MpiIsend, EventKind.MpiIsendComplete]),
  new Set([EventKind.MpiIrecvRequest, EventKind.MpiRecv, EventKind.MpiIrecv, EventKind.MpiCollectiveEnd]),
];

/** Waiting of a process at a barrier that others leave, by their clocks, after the last record of the cut one. */
const indirectThroughLaterMember: [Schedule, number[]] = [
  {
    processes: 4,
    subset: [3],
    firstGroup: 1,
    secondThread: 0,
    steps: [
      { kind: 'collective', call: 'MPI_Barrier', root: 0, bytes: 0, communicator: 0 },
      { kind: 'relay', from: 0, by: 1, to: 0 },
    ],
    durations: [1 / 1024, 1 / 1024, 1 / 1024, 1 / 1024, 1 / 1024],
  },
  [1, 6 / 7, 1, 1, 1, 0, 0, 1],
];

/**
 * A Waitall that waits for a late sender whose completed receive is lost, in parallel with a send to a late receiver.
 * Of two overlapping waits, the shorter one must not be reported in place of the longer one.
 */
const receiveLostInWaitall: [Schedule, number[], number, ReadonlySet<number>] = [
  {
    processes: 4,
    subset: [1],
    firstGroup: 1,
    secondThread: 0,
    steps: [
      message({ from: 0, to: 0, send: 'MPI_Send', receive: 'MPI_Recv' }),
      message({ from: 2, to: 0, send: 'MPI_Isend', receive: 'MPI_Recv' }),
      { kind: 'collective', call: 'MPI_Barrier', root: 0, bytes: 0, communicator: 0 },
      message({ from: 0, to: 2, send: 'MPI_Send', receive: 'MPI_Irecv' }),
    ],
    durations: [123 / 1024, 1 / 1024, 1 / 1024, 1 / 1024, 1 / 1024],
  },
  [2 / 3, 0],
  2,
  elementAt(sides, 1),
];

/** Two receives of different channels are lost, and one of them was posted: it must not replace the other one. */
const receivesLostInTwoChannels: [Schedule, number[], number, ReadonlySet<number>] = [
  {
    processes: 4,
    subset: [0],
    firstGroup: 1,
    secondThread: 0,
    steps: [
      { kind: 'relay', from: 3, by: 0, to: 1 },
      { kind: 'relay', from: 0, by: 3, to: 0 },
      message({ from: 0, to: 0, send: 'MPI_Send', receive: 'MPI_Irecv' }),
    ],
    durations: [109 / 1024, 1 / 1024, 1 / 1024, 1 / 1024, 1 / 1024],
  },
  [3 / 4, 0],
  0,
  elementAt(sides, 1),
];

describe('generated programs whose traces are damaged', () => {
  test('are whole as long as nothing is lost', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(incompletenessOf(analyzed(execute(schedule).builder.build()).report)).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('cut anywhere, no severity is larger than in the whole trace', () => {
    fc.assert(
      fc.property(schedules, rests, (schedule, rest) => {
        const trace = execute(schedule).builder.build();
        const counts = eventCounts(trace);
        const cut = new Map(
          counts.map((count, location): [number, number] => [location, Math.floor(count * elementAt(rest, location))]),
        );
        for (const [location, left] of cut) if (left === counts[location]) cut.delete(location);
        const part = damaged(trace, { cut });
        const result = analyzed(part);
        expect(unfounded(part, result, analyzed(trace))).toEqual([]);
        expect(incompletenessOf(result.report) !== undefined).toBe(cut.size > 0);
      }),
      { ...RUNS, examples: [indirectThroughLaterMember] },
    );
  });

  test('without some locations, no severity is larger than in the whole trace', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 7 }), (schedule, lost) => {
        const trace = execute(schedule).builder.build();
        const missing = new Set([lost % trace.definitions.locations.length]);
        const part = damaged(trace, { missing });
        const result = analyzed(part);
        expect(unfounded(part, result, analyzed(trace))).toEqual([]);
        expect(incompletenessOf(result.report)?.uncertainty?.locations).toContainEqual(
          expect.objectContaining({ state: 'lost' }),
        );
      }),
      RUNS,
    );
  });

  test('without some locations, wrong order is reported as far as the others prove it', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 7 }), (schedule, lost) => {
        const execution = execute({ ...schedule, secondThread: 0 });
        const trace = execution.builder.build();
        const missing = new Set([lost % trace.definitions.locations.length]);
        const part = damaged(trace, { missing });
        const values = valuesByPath(analyzed(part).space, part.definitions);
        const proven = provenWrongOrder(execution, missing);
        for (const metric of ['mpi_latesender_wo', 'mpi_lswo_same', 'mpi_lswo_different']) {
          expect(differences(values.get(metric), proven.get(metric)), metric).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  test('with lost records of communication, no waiting time is longer than in the whole trace', () => {
    fc.assert(
      fc.property(schedules, positions, fc.nat(7), fc.constantFrom(...sides), (schedule, lost, chosen, side) => {
        const trace = execute({ ...schedule, secondThread: 0 }).builder.build();
        const at = chosen % trace.definitions.locations.length;
        const candidates = communicationOf(trace, at, side);
        const indices = new Set(lost.map((position) => candidates[Math.floor(position * candidates.length)]));
        const part = damaged(trace, { drop: (location, index) => location === at && indices.has(index) });
        const result = analyzed(part);
        expect(unfounded(part, result, analyzed(trace), isWaiting)).toEqual([]);
      }),
      { ...RUNS, examples: [receiveLostInWaitall, receivesLostInTwoChannels] },
    );
  });

  test('with lost calls and returns, no waiting time is longer than in the whole trace', () => {
    fc.assert(
      fc.property(schedules, positions, fc.constantFrom(EventKind.Enter, EventKind.Leave), (schedule, lost, kind) => {
        const trace = execute({ ...schedule, secondThread: 0 }).builder.build();
        const counts = eventCounts(trace);
        const indices = new Set(lost.map((position) => Math.floor(position * elementAt(counts, 0))));
        const drop = (location: number, index: number, of: number): boolean =>
          location === 0 && of === kind && indices.has(index);
        const part = damaged(trace, { drop });
        const result = analyzed(part);
        expect(unfounded(part, result, analyzed(trace), isWaiting)).toEqual([]);
        const isLess = elementAt(eventCounts(part), 0) < elementAt(counts, 0);
        expect(incompletenessOf(result.report) !== undefined).toBe(isLess);
      }),
      RUNS,
    );
  });
});

const waitingMetrics: ReadonlySet<string> = new Set(shippedProperties.waiting.map(({ metric }) => metric));
const isWaiting = (metric: string): boolean => waitingMetrics.has(metric);

function message(ends: Pick<MessageStep, 'from' | 'to' | 'send' | 'receive'>): MessageStep {
  return { kind: 'message', ...ends, tag: 0, bytes: 0, communicator: 0 };
}

/** Positions of some kinds of records of a location. */
function communicationOf(trace: Trace, location: number, kinds: ReadonlySet<number>): number[] {
  const found: number[] = [];
  let index = 0;
  for (const { count, kind } of trace.batches(location)) {
    for (let i = 0; i < count; i++) if (kinds.has(elementAt(kind, i))) found.push(index + i);
    index += count;
  }
  return found;
}
