/** Single events of a run whose clocks were corrected have the times that its analysis had. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedTrace } from '../../../../src/analysis/trace/changedTimes.js';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { asking } from '../asking.js';
import { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../../src/engine/measurements/room.js';
import { ExperimentStore, FILES } from '../../../../src/experiments/index.js';
import { encodeSpace } from '../../../../src/experiments/spaceFile.js';
import { writeTimeline } from '../../../../src/experiments/timelineFile.js';
import { openArchive } from '../../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../../src/model/definitions.js';
import { EventKind } from '../../../../src/model/events.js';
import { processesOf } from '../../../../src/model/processes.js';
import type { Timeline } from '../../../../src/model/timeline.js';
import { archiveWithWrongClock } from '../../support/wrongClock.js';

const ROUNDS = 3000;
const never = (): void => undefined;

let archive: string;
let folder: string;
let measurement: OpenMeasurement;
let timeline: Timeline;
/** Of each location: begins and ends of calls with corrected times. */
let calls: readonly (readonly { readonly time: number; readonly isEnter: boolean; readonly region: number }[])[];

const ask = asking(() => measurement);

beforeAll(() => {
  archive = archiveWithWrongClock(ROUNDS);
  const trace = openArchive(archive);
  const { timeline: made, space, changes } = analyzeTrace(trace, { program: 'ring', timeline: true });
  if (made === undefined || changes?.corrections === undefined) throw new Error('no clock was corrected');
  timeline = made;
  const corrected = changedTrace(trace, processesOf(trace.definitions), changes);
  calls = trace.definitions.locations.map((_, location) =>
    [...corrected.batches(location)].flatMap(({ count, kind, time, reference }) =>
      Array.from({ length: count }, (_event, i) => ({
        time: elementAt(time, i),
        isEnter: kind[i] === EventKind.Enter,
        region: elementAt(reference, i),
        isCall: kind[i] === EventKind.Enter || kind[i] === EventKind.Leave,
      })).filter(({ isCall }) => isCall),
    ),
  );
  folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  const store = new ExperimentStore(folder);
  const recorder = store.create({ program: 'ring', target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  const named = { ...space, definitions: spaceDefinitions(trace.definitions) };
  writeFileSync(join(recorder.folder, FILES.space), encodeSpace(named));
  writeTimeline(join(recorder.folder, FILES.timeline), timeline, space.callTree.size);
  recorder.finish('complete');
  measurement = OpenMeasurement.read(store.get(recorder.id), true, new Room(1 << 28));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
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
