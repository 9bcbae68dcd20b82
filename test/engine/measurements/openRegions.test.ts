/** Open regions, from any place on, against the stack that the analysis keeps from the start. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { isProgram } from '../../../src/model/definitions.js';
import { RegionStack } from '../../../src/analysis/trace/profile/regionStack.js';
import { Tasks } from '../../../src/analysis/trace/profile/tasks.js';
import { EventIndex } from '../../../src/engine/measurements/eventIndex.js';
import { OpenRegions, regionsAbove } from '../../../src/engine/measurements/openRegions.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { type EventBatch, EventKind } from '../../../src/model/events.js';
import { conformanceData } from '../../support/conformanceData.js';
import { rounds } from '../../support/matrix.js';
import { removeArchives, writeArchive } from '../../formats/otf2/otf2Writer.js';
import { enter, leave, sampleDefinitions, sampleEvents, send, time } from '../../formats/otf2/sampleArchive.js';

afterAll(removeArchives);

interface Event {
  readonly kind: number;
  readonly time: number;
  readonly region: number;
  readonly operands: readonly number[];
}

const PROGRAM = 9;

/** The regions as `region enter`, outermost first, after each event: with the stack and the tasks of the analysis. */
function* stacks(events: Iterable<Event>, program: number | undefined): Generator<string> {
  const stack = new RegionStack();
  const tasks = new Tasks(stack);
  const end = (region: number): void => {
    const at = stack.region.subarray(0, stack.depth + 1).lastIndexOf(region);
    if (at >= 0) stack.takeAbove(at - 1);
  };
  for (const { kind, time: now, region, operands } of events) {
    const [team = 0, creator = 0, generation = 0] = operands;
    if (kind === EventKind.Enter) stack.push(0, region, now);
    if (kind === EventKind.Leave) end(region);
    if (kind === EventKind.ProgramBegin && program !== undefined) stack.push(0, program, now);
    if (kind === EventKind.ProgramEnd && program !== undefined) end(program);
    if (kind === EventKind.ThreadTaskSwitch) tasks.switchTo(now, team, creator, generation);
    yield Array.from({ length: stack.depth + 1 }, (_, at) => `${stack.region[at]} ${stack.enter[at]}`).join(', ');
  }
}

function batchOf(events: readonly Event[]): EventBatch {
  const isNamed = ({ kind }: Event): boolean => kind === EventKind.Enter || kind === EventKind.Leave;
  return {
    count: events.length,
    kind: Uint8Array.from(events, ({ kind }) => kind),
    time: Float64Array.from(events, (event) => event.time),
    reference: Uint32Array.from(events, (event, index) => (isNamed(event) ? event.region : index * 3)),
    site: new Uint32Array(events.length),
    operands: Float64Array.from(events.flatMap(({ operands }) => [0, 1, 2].map((at) => operands[at] ?? 0))),
  };
}

const text = (regions: readonly { readonly region: number; readonly enter: number }[]): string =>
  regions.map((one) => `${one.region} ${one.enter}`).join(', ');

const event = fc.record({
  kind: fc.constantFrom(
    ...[EventKind.Enter, EventKind.Enter, EventKind.Leave, EventKind.ThreadTaskSwitch],
    ...[EventKind.ProgramBegin, EventKind.ProgramEnd, EventKind.MpiSend],
  ),
  region: fc.nat(3),
  operands: fc.tuple(fc.constant(1), fc.nat(1), fc.nat(2)),
});

describe('the regions that a location is in', () => {
  it('are those of the analysis, whatever the events and wherever reading resumes', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.boolean(), fc.nat(60), (drawn, hasProgram, cut) => {
        const events = drawn.map((each, at) => ({ ...each, time: at }));
        const program = hasProgram ? PROGRAM : undefined;
        const expected = [...stacks(events, program)];
        const batch = batchOf(events);
        const whole = new OpenRegions(program);
        let part = whole;
        for (const at of events.keys()) {
          if (at === cut) part = new OpenRegions(program, whole.now);
          whole.add(batch, at);
          if (part !== whole) part.add(batch, at);
          expect(text(regionsAbove(whole.now.top))).toBe(expected[at]);
          expect(text(regionsAbove(part.now.top))).toBe(expected[at]);
        }
      }),
      { numRuns: rounds(600, 2000) },
    );
  });
});

/** Calls within calls, some of which never end, over several places. */
function sampleArchive(): ReturnType<typeof openArchive> {
  const records = Array.from({ length: 6000 }, (_, i) => [
    time(i * 10),
    enter(1),
    ...(i % 500 === 0 ? [enter(2)] : []),
    ...(i % 3 === 0 ? [enter(2), send(1, 0, 7, i), leave(2)] : []),
    ...(i % 7 === 0 ? [] : [leave(1)]),
    ...(i % 900 === 0 ? [leave(1), leave(1), leave(1)] : []),
  ]).flat();
  const locations = [{ id: 0, events: sampleEvents('little', records) }];
  return openArchive(
    writeArchive({ order: 'little', definitions: sampleDefinitions('little', [records.length, 0]), locations }),
  );
}

const data = conformanceData('otf2');
const archives: [string, () => ReturnType<typeof openArchive>][] = [
  ['a generated trace', sampleArchive],
  ['heat2d', () => openArchive(join(import.meta.dirname, '../../../examples/heat2d-mpi/recorded/traces.otf2'))],
  ...(data === undefined
    ? []
    : ['pipit_ping-pong/traces.otf2', 'casita_1_sptc/traces.otf2', 'casita-hist_1_sptc_2015/traces.otf2'].map(
        (name): [string, () => ReturnType<typeof openArchive>] => [name, () => openArchive(join(data, name))],
      )),
];

function* eventsOf(batches: Iterable<EventBatch>): Generator<Event> {
  for (const { count, kind, time: times, reference, operands } of batches)
    for (let i = 0; i < count; i++) {
      const at = elementAt(reference, i);
      yield {
        kind: elementAt(kind, i),
        time: elementAt(times, i),
        region: at,
        operands: [...operands.subarray(at, at + 3)],
      };
    }
}

describe.each(archives)('the regions that are open within %s', (_, open) => {
  it('are found from the place before a moment as from the start', () => {
    const trace = open();
    const index = new EventIndex(trace, new Room(1 << 30));
    const { regions } = trace.definitions;
    const program = regions.findIndex(isProgram);
    let found = 0;
    for (const location of trace.definitions.locations.keys()) {
      const events = [...eventsOf(trace.batches(location))];
      const after = [...stacks(events, program < 0 ? undefined : program)];
      const step = Math.max(1, Math.floor(events.length / 200));
      for (let at = 0; at < events.length; at += step) {
        const moment = elementAt(events, at).time;
        const last = events.findLastIndex((each) => each.time <= moment);
        const given = text(index.openAt(location, moment, () => undefined));
        expect(given).toBe(after[last]);
        if (given !== '') found++;
      }
      expect(index.openAt(location, -1, () => undefined)).toEqual([]);
    }
    expect(found).toBeGreaterThan(0);
  });
});

it('the memory of resume points is bounded, however deep the calls', () => {
  const trace = sampleArchive();
  expect(() => new EventIndex(trace, new Room(10_000)).openAt(0, 1, () => undefined)).toThrow();
});

/** Returns calls as `region depth enter end`, from the stack of each moment; open calls end with the last event. */
function callsOf(events: readonly Event[], program: number | undefined, from: number, to: number): string[] {
  const found: string[] = [];
  const stack: { readonly region: number; readonly enter: number }[] = [];
  const close = (end: number): void => {
    const { region, enter } = stack.pop() ?? { region: -1, enter: Number.NaN };
    if (enter < to && end >= from) found.push(`${region} ${stack.length} ${enter} ${end}`);
  };
  for (const { kind, time: now, region } of events) {
    const isBegin = kind === EventKind.ProgramBegin;
    const at = isBegin || kind === EventKind.ProgramEnd ? program : region;
    if (at === undefined) continue;
    if (kind === EventKind.Enter || isBegin) stack.push({ region: at, enter: now });
    if ((kind === EventKind.Leave || kind === EventKind.ProgramEnd) && stack.some((one) => one.region === at)) {
      while (stack.at(-1)?.region !== at) close(now);
      close(now);
    }
  }
  while (stack.length > 0) close(events.at(-1)?.time ?? 0);
  return found.sort();
}

describe.each(archives.filter(([name]) => !name.includes('sptc')))('the calls within %s', (_, open) => {
  it('that overlap a window are those of the whole, with their ends behind it', () => {
    const trace = open();
    const index = new EventIndex(trace, new Room(1 << 30));
    const number = trace.definitions.regions.findIndex(isProgram);
    const program = number < 0 ? undefined : number;
    for (const location of [...trace.definitions.locations.keys()].slice(0, 2)) {
      const events = [...eventsOf(trace.batches(location))];
      const times = events.map((each) => each.time);
      for (const [a, b] of [
        [0, 1],
        [0.1, 0.13],
        [0.5, 0.5004],
        [0.9, 1],
        [0.33, 0.66],
      ] as const) {
        // prettier-ignore
        const [from, to] = [a, b].map((share) => times[Math.floor(share * (times.length - 1))] ?? 0);
        if (from === undefined || to === undefined || !(from < to)) continue;
        const calls = index.callsIn(location, from, to, () => undefined) ?? [];
        const told = calls.map(({ call, end }) => `${call.region} ${call.depth} ${call.enter} ${end}`);
        expect(told.sort()).toEqual(callsOf(events, program, from, to));
      }
    }
  });
});
