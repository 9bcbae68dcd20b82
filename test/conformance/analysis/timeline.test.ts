import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { timeClass } from '../../../src/analysis/trace/metrics/timeClasses.js';
import { elementAt } from '../../../src/base/elements.js';
import { askIn } from '../../engine/measurements/asking.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { CallsOfTile } from '../../../src/engine/measurements/timeline/callsOfTile.js';
import { focusOn } from '../../../src/engine/measurements/timeline/focus.js';
import { byClass, byFocus } from '../../../src/engine/measurements/timeline/tileShares.js';
import { secondsOfWindows, WAITING } from '../../../src/engine/measurements/timeline/shares.js';
import { ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { writeTimeline } from '../../../src/experiments/files/timelineFile.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { type Definitions, spaceDefinitions } from '../../../src/model/definitions.js';
import { timeMetrics } from '../../../src/model/timeMetrics.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import type { Timeline } from '../../../src/model/timeline.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { conformanceData } from '../../support/conformanceData.js';
import { temporaryFolder } from '../../experiments/support.js';

const folder = conformanceData('otf2');
/** The region of `main` in pipit_ping-pong, and the class of MPI_Init. */
const MAIN = 'int main';
const OTHER = 7;

interface Made {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  readonly timeline: Timeline;
  readonly archive: string;
}

function analyze(name: string): Made {
  const archive = path.join(folder ?? '', name, 'traces.otf2');
  const trace = openArchive(archive);
  const { space, timeline } = analyzeTrace(trace, { program: name, timeline: true });
  if (timeline === undefined) throw new Error('there is no timeline');
  return { space, definitions: trace.definitions, timeline, archive };
}

/** An experiment of these results; without its timeline where that is to be made of the trace. */
function open({ space, definitions, timeline, archive }: Made, isStored = true): OpenMeasurement {
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: 'app', target: 'local', ranks: 1 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  writeFileSync(
    path.join(recorder.folder, FILES.space),
    encodeSpace({ ...space, definitions: spaceDefinitions(definitions) }),
  );
  if (isStored) writeTimeline(path.join(recorder.folder, FILES.timeline), timeline, space.callTree.size);
  recorder.finish('complete');
  return OpenMeasurement.read(store.get(recorder.id), true, new Room(1 << 28));
}

/** Seconds of a whole run by location and value. */
const whole = ({ blocks, span }: Timeline, location: number): Float64Array =>
  secondsOfWindows(blocks, location, { from: 0, width: span, count: 1 });

describe.skipIf(folder === undefined)('timelines of public traces', () => {
  const names = ['pipit_ping-pong', 'casita_4_mpi_ls_barr', 'casita_1_ocl_deps', 'casita_2_cuda_simple'];
  test.each(names)('%s: the total time of each location matches the profile', (name) => {
    const { space, definitions, timeline } = analyze(name);
    const isTime = (metric: string | undefined): boolean =>
      metric === 'time' || (metric !== undefined && isTime(shippedProperties.get(metric)?.parent));
    // Those of idle threads are attributed to calls of others.
    const booked = [...space.severities].filter(
      ([metric]) => isTime(metric) && !/^omp_(idle|limited|management)/.test(metric) && metric === 'time',
    );
    const expected = new Map<string, number>();
    for (const [, { callPath, location, value }] of booked)
      for (const [entry, seconds] of value.entries()) {
        const region = elementAt(definitions.regions, elementAt(space.callTree.region, elementAt(callPath, entry)));
        const isStream = elementAt(definitions.locations, elementAt(location, entry)).type === 'accelerator-stream';
        const key = `${location[entry]} ${isStream ? 6 : timeClass(region)}`;
        expected.set(key, (expected.get(key) ?? 0) + seconds);
      }
    for (const metric of ['omp_idle_threads', 'omp_management']) {
      const column = space.severities.get(metric);
      for (const [entry, seconds] of (column?.value ?? new Float64Array(0)).entries()) {
        const node = elementAt(column?.callPath ?? [], entry);
        const region = elementAt(definitions.regions, elementAt(space.callTree.region, node));
        const key = `${column?.location[entry]} ${timeClass(region)}`;
        expected.set(key, (expected.get(key) ?? 0) - seconds);
      }
    }
    for (let location = 0; location < space.locationCount; location++) {
      const seconds = whole(timeline, location);
      for (let each = 0; each < WAITING; each++)
        expect(
          Math.abs(elementAt(seconds, each) - (expected.get(`${location} ${each}`) ?? 0)),
          `class ${each} of location ${location}: ${seconds[each]} for ${expected.get(`${location} ${each}`)}`,
        ).toBeLessThan(1e-9 * Math.max(1, timeline.span));
    }
  });

  test('pipit_ping-pong: what both ranks do in the first of 62 bins', () => {
    const made = analyze('pipit_ping-pong');
    const measurement = open(made);
    const width = made.timeline.span / 62;
    const { head, columns } = askIn(measurement, 'tiles', { level: 0, tile: 0, locations: [0, 1], intervals: true });
    expect(head.exact).toBe(true);
    const named = (name: string): number => {
      let seconds = 0;
      for (const [call, node] of columns.node.entries()) {
        const region = elementAt(made.definitions.regions, elementAt(made.space.callTree.region, node));
        const inside = Math.min(width, elementAt(columns.to, call)) - elementAt(columns.from, call);
        if (region.name.startsWith(name) && inside > 0) seconds += inside;
      }
      return seconds / width / 2;
    };
    expect(named('MPI_Init')).toBeCloseTo(0.93999815, 7);
    const inMain = ['MPI_Init', 'MPI_Comm_size', 'MPI_Comm_rank'].reduce((sum, name) => sum + named(name), 0);
    expect(named(MAIN) - inMain).toBeCloseTo(0.00299437, 7);
    const other = [0, 1].map((rank) =>
      elementAt(secondsOfWindows(made.timeline.blocks, rank, { from: 0, width, count: 62 }), OTHER),
    );
    expect(other.reduce((sum, seconds) => sum + seconds, 0) / width / 2).toBeCloseTo(0.93999815, 7);
  });

  test.each(names.slice(0, 2))('%s: who sends to whom is what the report counts, in all', (name) => {
    const made = analyze(name);
    const measurement = open(made);
    const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
    const counted = (metric: string): number => sum(made.space.severities.get(metric)?.value ?? []);
    const all = { most: 512 };
    expect(sum(askIn(measurement, 'matrix', { of: 'count', ...all }).columns.value)).toBe(counted('comms_send'));
    expect(sum(askIn(measurement, 'matrix', { of: 'bytes', ...all }).columns.value)).toBe(counted('bytes_sent'));
  });

  test('pipit_ping-pong: who sends how much to whom, in all and in windows', () => {
    const measurement = open(analyze('pipit_ping-pong'));
    const bytes = askIn(measurement, 'matrix', { of: 'bytes', most: 512 });
    expect(bytes.head).toMatchObject({ unit: 'bytes', rows: 2, processes: 2, folded: 1, messages: 16 });
    expect([...bytes.columns.value]).toEqual([0, 4177920, 4177920, 0]);
    expect([...bytes.columns.location]).toEqual([0, 1]);
    expect([...askIn(measurement, 'matrix', { of: 'count', most: 512 }).columns.value]).toEqual([0, 8, 8, 0]);
    const folded = askIn(measurement, 'matrix', { of: 'bytes', most: 1 });
    expect(folded.head).toMatchObject({ rows: 1, processes: 2, folded: 2 });
    expect([...folded.columns.value]).toEqual([8355840]);
    const { span } = bytes.head;
    const before = askIn(measurement, 'matrix', { of: 'count', most: 2, window: { from: 0, to: span / 62 } });
    expect([...before.columns.value]).toEqual([0, 0, 0, 0]);
  });

  test.each(names.slice(0, 2))('%s: what properties and call paths have over time is what they have in all', (name) => {
    const made = analyze(name);
    const measurement = open(made);
    const { severities, callTree, locationCount } = made.space;
    const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
    const all = { nodes: null, locations: null };
    for (const [metric, { value }] of severities) {
      const properties = [{ metric, exclusive: false }];
      if (!timeMetrics(made.space.metrics).has(metric)) continue;
      const { columns, head } = askIn(measurement, 'overTime', { properties, ...all, bins: 37 });
      if (!head.isEven) expect(sum(columns.value), metric).toBeCloseTo(sum(value), 6);
      for (const [bin, seconds] of columns.value.entries())
        expect(seconds, metric).toBeLessThanOrEqual(elementAt(columns.most, bin) + 1e-9);
    }
    const weigh = (node: number) =>
      askIn(measurement, 'weights', {
        properties: [{ metric: 'time', exclusive: false }],
        nodes: [{ node, exclusive: false }],
      });
    for (let node = 0; node < callTree.size; node++) {
      const { columns } = weigh(node);
      const nodes = [{ node, exclusive: false }];
      const properties = [{ metric: 'time', exclusive: false }];
      const over = askIn(measurement, 'overTime', { properties, nodes, locations: null, bins: 8 });
      expect(sum(over.columns.value), `call path ${node}`).toBeCloseTo(elementAt(columns.nodeInclusive, node), 6);
      const visits = askIn(measurement, 'instances', { node, fold: 'max', most: 2048 });
      if (visits.head.folded > 1) continue;
      for (const [row, location] of visits.columns.location.entries()) {
        const line = visits.columns.value.subarray(row * visits.head.columns, (row + 1) * visits.head.columns);
        const known = line.filter((value) => !Number.isNaN(value));
        expect(sum(known), `call path ${node}`).toBeCloseTo(elementAt(columns.place, location), 6);
        const column = severities.get('visits');
        const counted = [...(column?.value ?? [])].filter(
          (_, at) => column?.callPath[at] === node && column.location[at] === location,
        );
        expect(known.length).toBe(sum(counted));
      }
      const mean = askIn(measurement, 'instances', { node, fold: 'mean', most: 3 });
      expect(mean.head.columns).toBeLessThanOrEqual(3);
    }
    expect(locationCount).toBeGreaterThan(1);
  });

  test('pipit_ping-pong: the same of functions that are looked at, from single calls and from blocks', () => {
    const made = analyze('pipit_ping-pong');
    const measurement = open(made);
    const file = measurement.timeline(() => undefined);
    const { regions } = made.definitions;
    const focused = [MAIN, 'MPI_Init'].map((name) => {
      const region = regions.findIndex((one) => one.name.startsWith(name));
      return { region, own: true };
    });
    const windows = { from: 0, width: made.timeline.span / 62, count: 62 };
    const focus = focusOn(measurement, file, focused);
    const teller = byFocus(focus, file, windows, byClass(measurement, file, windows), () => undefined);
    const calls = new CallsOfTile(measurement, file, [0, 1], { from: 0, to: made.timeline.span }, () => undefined);
    for (const known of [(rank: number) => calls.stretches(rank), () => undefined]) {
      const told = [0, 1].map((rank) => teller.of(rank, known(rank), secondsOfWindows(file.blocks, rank, windows)));
      for (const [at, expected] of [0.00299437, 0.93999815].entries())
        expect(told.reduce((sum, seconds) => sum + elementAt(seconds, at), 0) / windows.width / 2).toBeCloseTo(
          expected,
          7,
        );
    }
  });

  test('casita_4_mpi_ls_barr: the worst waits, one after the other, stored or made of the trace again', () => {
    const made = analyze('casita_4_mpi_ls_barr');
    for (const measurement of [open(made), open(made, false)]) {
      const worst = [0, 1, 2].map((after) => askIn(measurement, 'worst', { after }).head.wait);
      const seconds = worst.map((wait) => (wait === undefined ? Number.NaN : wait.to - wait.from));
      for (const [at, expected] of [10.990434, 10.005325, 9.024814].entries())
        expect(elementAt(seconds, at)).toBeCloseTo(expected, 6);
      expect(worst.map((wait) => wait?.location)).toEqual([3, 2, 1]);
      expect(worst.map((wait) => wait?.late?.location)).toEqual([2, 1, 0]);
    }
  });
});
