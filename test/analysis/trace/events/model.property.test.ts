import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventTrace, type EventTraceOptions, type TraceEvent } from '../../../../src/analysis/trace/events/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { EventKind } from '../../../../src/model/events.js';
import { schedules } from '../../../support/schedule.js';
import { execute } from '../../../support/simulator.js';
import type { TraceBuilder } from '../../../support/traceBuilder.js';
import { rounds } from '../../../support/matrix.js';
import { Specification } from './specification.js';
import { teamPrograms, writeTeams } from './teamProgram.js';

const RUNS = { numRuns: rounds(15, 500) };

/** Small ones, so that much must be read again. */
const options: fc.Arbitrary<EventTraceOptions> = fc.record({
  historyLength: fc.integer({ min: 1, max: 30 }),
  bookmarkDistance: fc.integer({ min: 1, max: 30 }),
  resident: fc.boolean(),
});

const indicesOf = (events: readonly TraceEvent[]): number[] => events.map(({ index }) => index);

function checkPointers(event: TraceEvent, specification: Specification): void {
  const { index } = event;
  const specified = elementAt(specification.events, index);
  expect([event.time, event.location, event.kind]).toEqual([specified.time, specified.location, specified.kind]);
  expect(event.enterptr?.index).toBe(specification.enterptr(index));
  switch (event.type) {
    case 'Enter':
      expect(event.cnodeptr?.index).toBe(specification.cnodeptr(index));
      expect(event.cedgeptr?.index).toBe(edge(specification, index));
      break;
    case 'Receive':
      expect(event.sendptr?.index).toBe(specification.sendptr(index));
      break;
    case 'AcquireLock':
    case 'ReleaseLock':
      expect(event.lockptr?.index).toBe(specification.lockptr(index));
      break;
    default:
      break;
  }
}

/** Definition 3.24 with the inherited stack, as call paths have it. */
function edge(specification: Specification, enter: number): number | undefined {
  const below = specification.inheritedStack(elementAt(specification.events, enter).location, enter).at(-2);
  return below === undefined ? undefined : specification.cnodeptr(below);
}

function checkStates(trace: EventTrace, specification: Specification, index: number): void {
  const processes = new Set(trace.places.map(({ process }) => process));
  trace.places.forEach((_, location) => {
    expect(indicesOf(trace.regionStack(location, index))).toEqual(specification.regionStack(location, index));
    expect(indicesOf(trace.inheritedStack(location, index))).toEqual(specification.inheritedStack(location, index));
  });
  specification.events.forEach(({ kind, location }, enter) => {
    if (kind !== EventKind.Enter || enter % 5 !== index % 5) return;
    const open = specification.regionStack(location, index).includes(enter);
    expect(trace.isOpen(trace.event(enter), index)).toBe(open);
  });
  for (const a of processes) {
    expect(trace.lockStatus(a, 7, index)?.index).toBe(specification.lockStatus(a, 7, index));
    for (const b of processes) {
      expect(indicesOf(trace.messageQueue(a, b, index))).toEqual(specification.messageQueue(a, b, index));
    }
  }
  expect(trace.callGraph(index).representatives).toEqual(specification.callGraph(index));
}

/** Everything in a sequential pass, then some events and states at random. */
function check(builder: TraceBuilder, settings: EventTraceOptions, picks: readonly number[]): void {
  const specification = new Specification(builder);
  const count = specification.events.length;
  const trace = new EventTrace(builder.build(), settings);
  let next = 0;
  for (const event of trace.events()) {
    expect(event.index).toBe(next++);
    checkPointers(event, specification);
    if (event.type === 'MPICExit') expect(indicesOf(trace.mpicoll(event))).toEqual(specification.mpicoll(event.index));
  }
  expect([next, trace.length]).toEqual([count, count]);
  for (const pick of picks) {
    const index = pick % count;
    checkPointers(trace.event(index), specification);
    checkStates(trace, specification, index);
  }
  trace.close();
  // Only the call graph remains, with the events of its representatives.
  const stacks = specification
    .callGraph(count - 1)
    .map((enter) => specification.inheritedStack(elementAt(specification.events, enter).location, enter));
  expect(trace.eventsKept).toBe(new Set(stacks.flat()).size);
}

const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });

describe('the enhanced model agrees with its definitions', () => {
  test('in generated MPI programs', () => {
    fc.assert(
      fc.property(schedules, options, picks, (schedule, settings, chosen) => {
        check(execute(schedule).builder, settings, chosen);
      }),
      RUNS,
    );
  });

  test('in generated OpenMP and hybrid programs', () => {
    fc.assert(
      fc.property(teamPrograms, options, picks, (program, settings, chosen) => {
        check(writeTeams(program).builder, settings, chosen);
      }),
      RUNS,
    );
  });

  test('construct instances are those of the program', () => {
    fc.assert(
      fc.property(teamPrograms, options, (program, settings) => {
        const { builder, barriers } = writeTeams(program);
        const trace = new EventTrace(builder.build(), settings);
        const found: number[][] = [];
        for (const exit of trace.events('OMPCExit')) {
          const instance = trace.ompcoll(exit);
          if (exit.reg === 'barrier' && instance.length > 0) {
            found.push(instance.map(({ enterptr }) => enterptr?.time ?? Number.NaN));
            expect(new Set(instance.map(({ place }) => place.process)).size).toBe(1);
          }
        }
        const sorted = (lists: readonly (readonly number[])[]): string[] => lists.map((list) => list.join()).sort();
        expect(sorted(found)).toEqual(sorted(barriers.map(({ enters }) => enters)));
      }),
      RUNS,
    );
  });

  test('a lock belongs to who acquired it last without giving it back', () => {
    fc.assert(
      fc.property(teamPrograms, options, (program, settings) => {
        const { builder } = writeTeams(program);
        const trace = new EventTrace(builder.build(), settings);
        const owner = new Map<number, number>();
        for (const { type, kind, location, place, index } of trace.events()) {
          if (type === 'AcquireLock') owner.set(place.process, location);
          if (kind === EventKind.ThreadReleaseLock) owner.delete(place.process);
          expect(trace.lockOwner(place.process, 7, index)).toBe(owner.get(place.process));
        }
      }),
      RUNS,
    );
  });
});
