/** Messages and collective operations of a recorded run in logical order, and who sends to whom, against all that was found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { addAt, elementAt } from '../../../../src/base/elements.js';
import { answerers, type Answerers } from '../../../../src/engine/measurements/answers/index.js';
import { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../../src/engine/measurements/room.js';
import { ExperimentStore, FILES } from '../../../../src/experiments/index.js';
import { encodeSpace } from '../../../../src/experiments/spaceFile.js';
import { writeTimeline } from '../../../../src/experiments/timelineFile.js';
import { openArchive } from '../../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../../src/model/definitions.js';
import type { Timeline } from '../../../../src/model/timeline.js';
import {
  type Answer,
  type Ask,
  checkAnswer,
  checkAsk,
  type QueryKind,
} from '../../../../src/protocol/queries/index.js';
import { exampleArchive } from '../../support/archives.js';

let folder: string;
let measurement: OpenMeasurement;
let timeline: Timeline;
const locations = [0, 1, 2, 3];
const MOST = 2000;

function ask<K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> {
  const answerer: Answerers[K] = answerers[kind];
  const { head, columns } = answerer(measurement, checkAsk(kind, asked), () => undefined);
  return checkAnswer(kind, JSON.parse(JSON.stringify(head)), columns);
}

beforeAll(() => {
  const archive = join(exampleArchive('heat2d-mpi'), 'traces.otf2');
  const trace = openArchive(archive);
  const made = analyzeTrace(trace, { program: 'heat2d', timeline: true });
  if (made.timeline === undefined) throw new Error('there is no timeline');
  timeline = made.timeline;
  folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  const store = new ExperimentStore(folder);
  const recorder = store.create({ program: 'heat2d', target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  writeFileSync(
    join(recorder.folder, FILES.space),
    encodeSpace({ ...made.space, definitions: spaceDefinitions(trace.definitions) }),
  );
  writeTimeline(join(recorder.folder, FILES.timeline), timeline, made.space.callTree.size);
  recorder.finish('complete');
  measurement = OpenMeasurement.read(store.get(recorder.id), true, new Room(1 << 28));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The step in which a location is at a moment, looked for one by one. */
function stepAt(location: number, time: number): number {
  const { first, enter, leave, step } = timeline.steps;
  for (let row = elementAt(first, location); row < elementAt(first, location + 1); row++)
    if (elementAt(enter, row) <= time && time <= elementAt(leave, row)) return elementAt(step, row);
  return Number.NaN;
}

const window = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  // Windows that are still some when they are stretched to the run.
  .filter(([a, b]) => Math.abs(a - b) > 1e-9)
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

describe('logical order of a recorded run', () => {
  it('has all messages between the steps that send and receive them, a sender always before its receiver', () => {
    const steps = Math.max(...timeline.steps.step) + 1;
    const { send, receive, from, to } = timeline.messages;
    const all = [...send.keys()].map((row) => ({
      from: elementAt(from, row),
      to: elementAt(to, row),
      send: stepAt(elementAt(from, row), elementAt(send, row)),
      receive: stepAt(elementAt(to, row), elementAt(receive, row)),
    }));
    expect(all.length).toBeGreaterThan(100);
    for (const message of all) expect(message.send).toBeLessThan(message.receive);
    fc.assert(
      fc.property(window, fc.subarray(locations, { minLength: 1 }), (part, shown) => {
        const [begin, end] = [part.from * steps, part.to * steps];
        const isIn = (step: number): boolean => step + 1 > begin && step < end;
        const meant = all.filter(
          (one) => shown.includes(one.from) && shown.includes(one.to) && (isIn(one.send) || isIn(one.receive)),
        );
        const { head, columns } = ask('stepMarks', { from: begin, to: end, locations: shown, most: MOST });
        expect(head.messages).toBe(meant.length);
        const told = [...columns.messageFrom.keys()].map((at) =>
          [columns.messageFrom, columns.messageTo, columns.messageSend, columns.messageReceive]
            .map((column) => column[at])
            .join(),
        );
        const wanted = meant.map((one) => [one.from, one.to, one.send, one.receive].join());
        if (meant.length <= MOST) expect(told.sort()).toEqual(wanted.sort());
        else expect(told).toHaveLength(MOST);
      }),
      { numRuns: 25 },
    );
  });

  it('has collective operations of all ranks in one step each, with what is waited in them', () => {
    const steps = Math.max(...timeline.steps.step) + 1;
    const { head, columns } = ask('stepMarks', { from: 0, to: steps, locations, most: MOST });
    expect(head.collectives).toBe(timeline.collectives.first.length);
    expect(columns.memberEnd.at(-1)).toBe(4 * columns.collectiveStep.length);
    const found = [...columns.collectiveWaiting].sort((a, b) => a - b);
    expect(found).toEqual([...timeline.collectives.waiting].sort((a, b) => a - b));
    for (const [at, step] of columns.collectiveStep.entries()) {
      const members = columns.member.subarray(4 * at, 4 * at + 4);
      expect([...members].sort()).toEqual(locations);
      // All of them do something in this step.
      const { first, step: steps } = timeline.steps;
      for (const member of members)
        expect(steps.subarray(elementAt(first, member), elementAt(first, member + 1)).includes(step)).toBe(true);
    }
    // Each begins with the first of its members, and lacks nobody from the last one on.
    const { first: begins, last } = timeline.collectives;
    const { first, step, enter } = timeline.steps;
    const entered = [...columns.collectiveStep].map((meeting) =>
      locations.map((location) => elementAt(enter, step.indexOf(meeting, elementAt(first, location)))),
    );
    const byBegin = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
    const kept = [...begins.keys()].map((row) => [elementAt(begins, row), elementAt(last, row)]);
    expect(kept.sort(byBegin)).toEqual(entered.map((times) => [Math.min(...times), Math.max(...times)]).sort(byBegin));
    expect(ask('stepMarks', { from: 0, to: steps, locations: [2], most: MOST }).head.collectives).toBe(0);
    expect(() => ask('stepMarks', { from: 0, to: steps, locations: [9], most: MOST })).toThrow(/no location 9/);
  });
});

describe('who sends to whom', () => {
  it('is the sum over the messages of a window, asked for once or again', () => {
    const { send, receive, from, to, bytes, waiting } = timeline.messages;
    fc.assert(
      fc.property(window, fc.constantFrom('count' as const, 'bytes' as const, 'waiting' as const), (part, of) => {
        const asked = { from: part.from * timeline.span, to: part.to * timeline.span };
        const expected = new Float64Array(16);
        for (const row of send.keys()) {
          const [sent, received] = [elementAt(send, row), elementAt(receive, row)];
          if (Math.min(sent, received) >= asked.to || Math.max(sent, received) < asked.from) continue;
          const amount = of === 'count' ? 1 : elementAt(of === 'bytes' ? bytes : waiting, row);
          addAt(expected, 4 * elementAt(from, row) + elementAt(to, row), amount);
        }
        const { columns } = ask('matrix', { of, most: 512, window: asked });
        for (const [cell, value] of columns.value.entries()) expect(value).toBeCloseTo(elementAt(expected, cell), 9);
      }),
      { numRuns: 60 },
    );
  });
});
