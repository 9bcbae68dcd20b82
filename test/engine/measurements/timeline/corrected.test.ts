/** Single events of a run whose clocks were corrected have the times that its analysis had. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { changedTrace } from '../../../../src/analysis/trace/again/changedTimes.js';
import { elementAt } from '../../../../src/base/elements.js';
import { asking, openedRun } from '../asking.js';
import type { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import { EventKind } from '../../../../src/model/events.js';
import type { Trace } from '../../../../src/model/trace.js';
import { processesOf } from '../../../../src/model/processes.js';
import type { Timeline } from '../../../../src/model/timeline.js';
import { archiveWithWrongClock } from '../../support/wrongClock.js';

const ROUNDS = 3000;
const never = (): void => undefined;

interface Call {
  readonly time: number;
  readonly isEnter: boolean;
  readonly region: number;
}

let measurement: OpenMeasurement;
let timeline: Timeline;
/** Of each location: begins and ends of calls with corrected times. */
let calls: readonly (readonly Call[])[];

/** Batches are refilled, so each is copied before the next one. */
function callsOf(corrected: Trace, location: number): Call[] {
  const found: Call[] = [];
  for (const { count, kind, time, reference } of corrected.batches(location))
    for (let i = 0; i < count; i++) {
      const isEnter = kind[i] === EventKind.Enter;
      if (isEnter || kind[i] === EventKind.Leave)
        found.push({ time: elementAt(time, i), isEnter, region: elementAt(reference, i) });
    }
  return found;
}

const ask = asking(() => measurement);

beforeAll(() => {
  const run = openedRun(archiveWithWrongClock(ROUNDS));
  ({ measurement, timeline } = run);
  const { trace, made } = run;
  if (made.changes?.corrections === undefined) throw new Error('no clock was corrected');
  const corrected = changedTrace(trace, processesOf(trace.definitions), made.changes);
  calls = trace.definitions.locations.map((_, location) => callsOf(corrected, location));
  return run.remove;
});

describe('a run whose clocks were corrected', () => {
  it('keeps how, with fewer knots than messages have ends', () => {
    expect(timeline.isChanged).toBe(false);
    expect(timeline.clocks?.first).toHaveLength(5);
    expect(timeline.clocks?.measured.length).toBeGreaterThan(0);
    expect(timeline.clocks?.measured.length).toBeLessThanOrEqual(8 * ROUNDS);
  });

  it('has single events at corrected times, read from the start', () => {
    for (const [location, own] of calls.entries()) {
      const times: number[] = [];
      measurement.events(never).walk(location, never, (before, after, time) => {
        if (before !== after) times.push(time);
      });
      expect(times).toEqual(own.map(({ time }) => time));
    }
  });

  it('has them where reading begins in the middle', () => {
    const span = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 3 }), span, (location, share) => {
        const time = share * timeline.span;
        const own = elementAt(calls, location);
        const open: { region: number; enter: number }[] = [];
        for (const call of own) {
          if (call.time > time) break;
          if (call.isEnter) open.push({ region: call.region, enter: call.time });
          else open.pop();
        }
        const { columns } = ask('openRegions', { location, time });
        expect([...columns.enter]).toEqual(open.map(({ enter }) => enter));
        const { head, columns: there } = ask('at', { location, time });
        expect(head.inexact).toBeUndefined();
        expect([...there.enter]).toEqual([...columns.enter]);
      }),
      { numRuns: 100 },
    );
  });
});
