import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { isProgram } from '../../../src/model/definitions.js';
import { EventKind } from '../../../src/model/events.js';
import type { SeverityColumn } from '../../../src/model/performanceSpace.js';
import { windowSeverities } from '../../../src/engine/measurements/window/windowSeverities.js';
import { exampleArchive } from '../support/archives.js';
import { asking, openedRun, type OpenedRun } from './asking.js';

const goOn = (): undefined => undefined;

type Placed = Pick<SeverityColumn, 'callPath' | 'location' | 'value'>;

/** Values by call path and location. */
function table(columns: readonly (Placed | undefined)[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of columns)
    for (const [entry, value] of one?.value.entries() ?? []) {
      const key = `${one?.callPath[entry]} on ${one?.location[entry]}`;
      sums.set(key, (sums.get(key) ?? 0) + value);
    }
  return sums;
}

/** The largest difference of any value. */
function difference(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return Math.max(0, ...[...keys].map((key) => Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0))));
}

describe.each(['heat2d-mpi', 'hybrid', 'jacobi-openmp', 'sweep-mpi'])('a part of the time of %s', (name) => {
  let run: OpenedRun;
  beforeAll(() => {
    run = openedRun(join(exampleArchive(name), 'traces.otf2'));
    return run.remove;
  });

  const inWindow = (from: number, to: number) => windowSeverities(run.measurement, { from, to }, goOn);

  it('has all values of the run where it is all of its time', () => {
    const { space } = run.measurement;
    const made = inWindow(0, run.timeline.span + 1);
    for (const metric of [
      'time',
      'comp',
      'mpi',
      'omp_time',
      'omp_idle_threads',
      'mpi_latesender',
      'overhead',
      'visits',
    ])
      expect(made.has(metric), metric).toBe(space.metrics.some((one) => one.name === metric));
    for (const [metric, columns] of made)
      expect(difference(table([columns]), table([space.severities.get(metric)])), metric).toBeLessThan(1e-9);
  });

  it('and those next to it add up to the whole run', () => {
    const { span } = run.timeline;
    const moment = fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share * span);
    const whole = inWindow(0, span + 1);
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 3 }), (moments) => {
        const cuts = [0, ...moments.filter((at) => at > 0), span + 1].sort((a, b) => a - b);
        const parts = cuts.slice(1).flatMap((to, at) => {
          const from = elementAt(cuts, at);
          return to > from ? [inWindow(from, to)] : [];
        });
        for (const [metric, columns] of whole)
          expect(difference(table([columns]), table(parts.map((part) => part.get(metric)))), metric).toBeLessThan(1e-9);
      }),
      { numRuns: 8 },
    );
  });
});

describe('a part of the time of heat2d', () => {
  let run: OpenedRun;
  beforeAll(() => {
    run = openedRun(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
    return run.remove;
  });

  /** Exclusive seconds and visits in a window by names of the call path, event by event. */
  function expected(from: number, to: number): { time: Map<string, number>; visits: Map<string, number> } {
    const { regions } = run.trace.definitions;
    const program = regions.findIndex(isProgram);
    const [time, visits] = [new Map<string, number>(), new Map<string, number>()];
    const add = (sums: Map<string, number>, key: string, value: number): unknown =>
      sums.set(key, (sums.get(key) ?? 0) + value);
    for (const location of run.trace.definitions.locations.keys()) {
      const stack: string[] = [];
      let last = 0;
      for (const { count, kind, time: times, reference } of run.trace.batches(location))
        for (let i = 0; i < count; i++) {
          const now = elementAt(times, i);
          const inside = Math.min(now, to) - Math.max(last, from);
          if (stack.length > 0 && inside > 0) add(time, `${stack.join('/')} on ${location}`, inside);
          last = now;
          if (kind[i] === EventKind.Leave || kind[i] === EventKind.ProgramEnd) stack.pop();
          if (kind[i] !== EventKind.Enter && kind[i] !== EventKind.ProgramBegin) continue;
          const region = kind[i] === EventKind.Enter ? elementAt(reference, i) : program;
          stack.push(elementAt(regions, region).name);
          if (now >= from && now < to) add(visits, `${stack.join('/')} on ${location}`, 1);
        }
    }
    return { time, visits };
  }

  function byNames(columns: Placed | undefined): Map<string, number> {
    const { parent, region } = run.measurement.space.callTree;
    const pathOf = (node: number): string => {
      const own = run.measurement.definitions.regions[elementAt(region, node)]?.name ?? '';
      const above = elementAt(parent, node);
      return above < 0 ? own : `${pathOf(above)}/${own}`;
    };
    const sums = new Map<string, number>();
    for (const [entry, value] of columns?.value.entries() ?? []) {
      const key = `${pathOf(elementAt(columns?.callPath ?? [], entry))} on ${columns?.location[entry]}`;
      sums.set(key, (sums.get(key) ?? 0) + value);
    }
    return sums;
  }

  it.each([
    [0.2, 0.21],
    [0.5, 0.9],
  ])('has the time and visits that its events have from %d to %d of it', (from, to) => {
    const { span } = run.timeline;
    const made = windowSeverities(run.measurement, { from: from * span, to: to * span }, goOn);
    const { time, visits } = expected(from * span, to * span);
    // If buffers are written, the events contain it, and the plain reading ignores it.
    const isWritten = ([key]: [string, number]): boolean => !/flush/i.test(key);
    expect(difference(new Map([...byNames(made.get('visits'))].filter(isWritten)), visits)).toBe(0);
    expect(difference(new Map([...byNames(made.get('time'))].filter(isWritten)), time)).toBeLessThan(1e-9);
  });

  it('has its waits as far as they lie in it', () => {
    const window = { from: 0.31 * run.timeline.span, to: 0.64 * run.timeline.span };
    const { waits, properties } = run.timeline;
    const late = properties.flatMap((property, at) => (property.startsWith('mpi_latesender') ? [at] : []));
    let sum = 0;
    for (const [row, property] of waits.property.entries())
      if (late.includes(property) && waits.part[row] === 0)
        sum += Math.max(
          0,
          Math.min(elementAt(waits.to, row), window.to) - Math.max(elementAt(waits.from, row), window.from),
        );
    const made = windowSeverities(run.measurement, window, goOn).get('mpi_latesender');
    const total = (made?.value ?? new Float64Array(0)).reduce((all, value) => all + value, 0);
    expect(sum).toBeGreaterThan(0);
    expect(total).toBeCloseTo(sum, 9);
  });

  it('provides the weights of trees, and reports which are unknown', () => {
    const ask = asking(() => run.measurement);
    const { span } = run.timeline;
    const window = { from: 0.25 * span, to: 0.5 * span };
    const properties = [{ metric: 'time', exclusive: false }];
    const { head, columns } = ask('weights', { properties, nodes: null, window });
    const metrics = run.measurement.space.metrics.map(({ name }) => name);
    const time = windowSeverities(run.measurement, window, goOn).get('time');
    const total = (time?.value ?? new Float64Array(0)).reduce((all, value) => all + value, 0);
    expect(head).toEqual({ unit: 'seconds' });
    expect(columns.metricInclusive[metrics.indexOf('time')]).toBeCloseTo(total, 9);
    expect(columns.place.reduce((all, value) => all + value, 0)).toBeCloseTo(total, 9);
    expect(columns.metricInclusive[metrics.indexOf('delay')]).toBeNaN();
    const delays = { properties: [{ metric: 'delay', exclusive: false }], nodes: null };
    expect(ask('weights', { ...delays, window }).head.missing).toMatch(/is available for the whole run only/);
    expect(() => ask('valuesByPlace', { rows: [delays], functions: 0, window })).toThrow(/for the whole run only/);
  });

  it('has the time of rows by class that its call paths add up to', () => {
    const ask = asking(() => run.measurement);
    const { span } = run.timeline;
    const window = { from: 0.4 * span, to: 0.402 * span };
    const { head, columns } = ask('classTimes', { window, locations: [0, 1, 2, 3], rows: [1, 3] });
    const made = windowSeverities(run.measurement, window, goOn);
    const secondsOf = (metric: string, locations: readonly number[]): number => {
      const { location = [], value = [] } = made.get(metric) ?? {};
      return [...value].reduce((sum, one, at) => sum + (locations.includes(elementAt(location, at)) ? one : 0), 0);
    };
    const { waits } = run.timeline;
    const waitingOf = (locations: readonly number[]): number =>
      waits.from.reduce((sum, from, at) => {
        const isMeant = waits.part[at] === 0 && locations.includes(elementAt(waits.location, at));
        const inside = Math.min(elementAt(waits.to, at), window.to) - Math.max(from, window.from);
        return sum + (isMeant && inside > 0 ? inside : 0);
      }, 0);
    expect(head.isExact).toBe(true);
    for (const [row, locations] of [[0], [1, 2, 3]].entries()) {
      const seconds = columns.seconds.subarray(8 * row, 8 * row + 8);
      expect(seconds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(secondsOf('time', locations), 9);
      expect(elementAt(seconds, 0)).toBeCloseTo(secondsOf('comp', locations), 9);
      expect(elementAt(seconds, 1)).toBeCloseTo(secondsOf('mpi_point2point', locations), 9);
      expect(elementAt(columns.waiting, row)).toBeCloseTo(waitingOf(locations), 9);
    }
    expect(() => ask('classTimes', { window, locations: [0, 1], rows: [1] })).toThrow(/do not have all locations/);
  });
});
