import { readFileSync as readBack, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { MemoryError } from '../../../src/engine/analysis/failure.js';
import { answerers } from '../../../src/engine/measurements/answers/index.js';
import { askIn } from './asking.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { type Experiment, ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { type Location, type LocationGroup, NO_INDEX, spaceDefinitions } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { CancelledError } from '../../../src/base/problem.js';
import { type Answer, type Ask, queries } from '../../../src/protocol/queries/index.js';
import { temporaryFolder } from '../../experiments/support.js';
import { exampleArchive } from '../support/archives.js';
import { anySpace, experimentOf, METRICS, replaceSpace, spaceOf } from './support.js';

const small = spaceOf([-1, 0], 2, new Map([['time', [[1, 2], [3, 4]]]])); // prettier-ignore

let experiment: Experiment;
beforeEach(() => {
  experiment = experimentOf(new ExperimentStore(temporaryFolder()), small);
});

const open = (limit = 1 << 24): OpenMeasurement => OpenMeasurement.read(experiment, false, new Room(limit));

const isBelow = (parents: readonly number[], node: number, above: number): boolean =>
  node === above || (node >= 0 && isBelow(parents, elementAt(parents, node), above));

/** The names of locations, as clients read them. */
function namesOf({ columns: { name, end } }: Answer<'locations'>): string[] {
  return Array.from(end, (to, at) => new TextDecoder().decode(name.subarray(at === 0 ? 0 : end[at - 1], to)));
}

describe('the locations of an open measurement', () => {
  const process = (name: string, type: 'process' | 'accelerator' = 'process') => ({
    name,
    type,
    systemTreeNode: NO_INDEX,
    creator: NO_INDEX,
  });
  const location = (name: string, group: number, type: Location['type'] = 'cpu-thread') => ({
    name,
    group,
    type,
    id: '0',
    announcedEvents: 0,
  });

  /** The answer for locations of these groups. */
  function told(locationGroups: LocationGroup[], locations: Location[]) {
    if (small.definitions === undefined) throw new Error('the space has no names');
    const column = new Map([['time', [locations.map(() => 1)]]]);
    const space = spaceOf([-1], locations.length, column);
    replaceSpace(experiment, { ...space, definitions: { ...small.definitions, locationGroups, locations } });
    const answer = askIn(open(), 'locations', {});
    return { are: answer.head.are, names: namesOf(answer), order: [...answer.columns.order] };
  }

  it('are ranks where each process has one thread', () => {
    const ranks = [0, 1].map((rank) => process(`MPI Rank ${rank}`));
    expect(told(ranks, [location('Master thread', 1), location('Master thread', 0)])).toEqual({
      are: 'rank',
      names: ['MPI Rank 1', 'MPI Rank 0'],
      order: [1, 0],
    });
    expect(told([process('MPI Rank 0')], [location('Master thread', 0)]).are).toBe('rank');
    expect(told([process('a.out')], [location('Master thread', 0)]).are).toBe('thread');
  });

  it('are threads if processes have several, side by side', () => {
    const ranks = [0, 1].map((rank) => process(`Größe ${rank}`));
    const threads = [location('t0', 0), location('t0', 1), location('t1', 0), location('t1', 1)];
    expect(told(ranks, threads)).toEqual({
      are: 'thread',
      names: ['Größe 0, t0', 'Größe 1, t0', 'Größe 0, t1', 'Größe 1, t1'],
      order: [0, 2, 1, 3],
    });
  });

  it('are locations if some are no threads, and exclude those that only measure', () => {
    const groups = [process('MPI Rank 0'), process('CUDA', 'accelerator')];
    const all = [location('m', 0), location('watts', 0, 'metric'), location('s', 1, 'accelerator-stream')];
    expect(told(groups, all)).toMatchObject({ are: 'location', order: [0, 2] });
    expect(told(groups.slice(0, 1), all.slice(0, 2))).toMatchObject({ are: 'rank', order: [0] });
    expect(told([], [location('alone', NO_INDEX)])).toEqual({ are: 'location', names: ['alone'], order: [0] });
  });
});

describe('answers of an open measurement', () => {
  it('are the numbers of its space', () => {
    fc.assert(
      fc.property(
        anySpace,
        fc.constantFrom(...METRICS),
        fc.boolean(),
        fc.nat(),
        ({ space, parents, values, locationCount }, metric, inclusive, drawn) => {
          replaceSpace(experiment, space);
          const measurement = open();
          const table = values.get(metric) ?? parents.map(() => Array.from({ length: locationCount }, () => 0));
          const node = drawn % parents.length;
          const location = drawn % locationCount;
          const unit = metric === 'visits' ? 'count' : 'seconds';
          const close = (sum: number) => expect.closeTo(sum, 4) as number;
          const within = (each: number, above: number) => (inclusive ? isBelow(parents, each, above) : each === above);
          const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

          const byNode = askIn(measurement, 'nodeValues', { metric, inclusive, locations: [location] });
          expect(byNode.head).toEqual({ unit });
          expect([...byNode.columns.value]).toEqual(
            parents.map((_, above) =>
              close(sum(table.map((row, each) => (within(each, above) ? elementAt(row, location) : 0)))),
            ),
          );
          const all = askIn(measurement, 'nodeValues', { metric, inclusive, locations: null });
          expect([...all.columns.value]).toEqual(
            parents.map((_, above) => close(sum(table.map((row, each) => (within(each, above) ? sum(row) : 0))))),
          );
          const byLocation = askIn(measurement, 'locationValues', { metric, node, inclusive });
          expect([...byLocation.columns.value]).toEqual(
            elementAt(table, 0).map((_, at) =>
              close(sum(table.map((row, each) => (within(each, node) ? elementAt(row, at) : 0)))),
            ),
          );
          const whole = askIn(measurement, 'locationValues', { metric, node: null, inclusive: true });
          expect([...whole.columns.value]).toEqual(
            elementAt(table, 0).map((_, at) => close(sum(table.map((row) => elementAt(row, at))))),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are those of one phase where one is chosen, which together make up the run', () => {
    const count = 2;
    // Call path and location, each split over the two phases and what lies outside of them.
    const parts = ([[0, 0], [0, 1], [1, 0], [1, 1]] as const).flatMap(([node, at]) => [0, 1, 2].map((phase) => [node, at, phase] as const)); // prettier-ignore
    const column = {
      callPath: Uint32Array.from(parts, ([node]) => node),
      location: Uint32Array.from(parts, ([, at]) => at),
      phase: Uint32Array.from(parts, ([, , phase]) => phase),
      value: Float64Array.from(parts, ([node, at, phase]) => 100 * node + 10 * at + phase + 1),
    };
    const begins = Float64Array.from([0, 1, 2]);
    const phases = { kind: 'iterations', count, rows: 1, begins } as const;
    replaceSpace(experiment, { ...small, phases, severities: new Map([['time', column]]) });
    const measurement = open();
    const metric = 'time';
    const byNode = (chosen: object) => [
      ...askIn(measurement, 'nodeValues', { metric, inclusive: false, locations: null, ...chosen }).columns.value,
    ];
    const byLocation = (chosen: object) => [
      ...askIn(measurement, 'locationValues', { metric, node: 1, inclusive: false, ...chosen }).columns.value,
    ];
    expect([0, 1, 2].map((phase) => byNode({ phase }))).toEqual([[12, 212], [14, 214], [16, 216]]); // prettier-ignore
    expect([0, 1, 2].map((phase) => byLocation({ phase }))).toEqual([[101, 111], [102, 112], [103, 113]]); // prettier-ignore
    expect([byNode({}), byLocation({})]).toEqual([[42, 642], [306, 336]]); // prettier-ignore
    expect(() => byNode({ phase: 3 })).toThrow('There is no phase 3 among the 2 of this experiment.');
    replaceSpace(experiment, small);
    const whole = open();
    expect(() => askIn(whole, 'nodeValues', { metric, inclusive: true, locations: null, phase: 0 })).toThrow(
      /^Experiment \S+ has no phases; its values are those of the whole run\.$/,
    );
  });

  it('by location are without what other metrics have there, where that is asked', () => {
    fc.assert(
      fc.property(anySpace, fc.nat(), fc.boolean(), ({ space, parents }, drawn, inclusive) => {
        replaceSpace(experiment, space);
        const measurement = open();
        const where = { node: drawn % parents.length, inclusive };
        const valuesOf = (metric: string, less?: string[]) => [
          ...askIn(measurement, 'locationValues', { metric, ...where, ...(less === undefined ? {} : { less }) }).columns
            .value,
        ];
        const [time, mpi, visits] = [valuesOf('time'), valuesOf('mpi'), valuesOf('visits')];
        expect(valuesOf('time', [])).toEqual(time);
        // Each counts once, and what the experiment does not know counts nothing.
        const rest = valuesOf('time', ['mpi', 'unknown', 'visits', 'mpi']);
        const scale = (at: number) =>
          Math.max(Math.abs(elementAt(time, at)), Math.abs(elementAt(mpi, at)), Math.abs(elementAt(visits, at)), 1);
        for (const [at, value] of rest.entries())
          expect((value - (elementAt(time, at) - elementAt(mpi, at) - elementAt(visits, at))) / scale(at)).toBeCloseTo(
            0,
            10,
          );
      }),
      { numRuns: 40 },
    );
  });

  it('by location leave nothing where only rounding is left', () => {
    const whole = 0.1 + 0.2 + 0.3;
    const parts = 0.1 + (0.2 + 0.3);
    replaceSpace(experiment, spaceOf([-1], 1, new Map([['time', [[whole]]], ['mpi', [[parts]]]]))); // prettier-ignore
    const { columns } = askIn(open(), 'locationValues', { metric: 'time', node: 0, inclusive: false, less: ['mpi'] });
    expect(whole).not.toBe(parts);
    expect([...columns.value]).toEqual([0]);
  });

  it('are sums by call path over all locations, metric by metric, to the last bit', () => {
    fc.assert(
      fc.property(anySpace, ({ space, parents, values }) => {
        replaceSpace(experiment, space);
        const { head, columns } = askIn(open(), 'totals', {});
        expect(head.metrics).toEqual([...values.keys()]);
        for (const [index, metric] of head.metrics.entries()) {
          const sums = parents.map((_, node) => elementAt(values.get(metric) ?? [], node).reduce((a, b) => a + b, 0));
          const given = parents.map(() => 0);
          for (let at = elementAt(columns.start, index); at < elementAt(columns.start, index + 1); at++)
            given[elementAt(columns.callPath, at)] = elementAt(columns.value, at);
          expect(given).toEqual(sums.map((sum) => sum + 0));
        }
        expect(columns.value).not.toContain(0);
      }),
      { numRuns: 60 },
    );
  });

  it('contain the stored call tree, names and values, however often they are requested', () => {
    const measurement = open();
    for (let time = 0; time < 2; time++) {
      const { columns } = askIn(measurement, 'callTree', {});
      expect(columns).toEqual({
        parent: Int32Array.of(-1, 0),
        region: Uint32Array.of(0, 1),
        site: Uint32Array.of(0, 1),
      });
      const values = askIn(measurement, 'severities', { metric: 'time' });
      // The columns of an answer leave the thread: they must not be those of the space.
      structuredClone(values, { transfer: Object.values(values.columns).map(({ buffer }) => buffer as ArrayBuffer) });
    }
    expect(askIn(measurement, 'severities', { metric: 'time' })).toEqual({
      head: { unit: 'seconds' },
      columns: {
        callPath: Uint32Array.of(0, 0, 1, 1),
        location: Uint32Array.of(0, 1, 0, 1),
        phase: new Uint32Array(0),
        value: Float64Array.of(1, 2, 3, 4),
      },
    });
    const { head } = askIn(measurement, 'definitions', {});
    expect(head).toMatchObject({ locationCount: 2, callPaths: 2, hasEvents: false });
    expect(head.metrics.map(({ name }) => name)).toEqual(METRICS);
    expect(head.definitions.regions.map(({ name }) => name)).toEqual(['main', 'solve', 'MPI_Recv']);
  });

  it('are refused in a sentence if the requested object does not exist', () => {
    const measurement = open();
    const id = experiment.id;
    const metric = 'cycles';
    const unknown = `Experiment ${id} has no property cycles.`;
    expect(() => askIn(measurement, 'severities', { metric })).toThrow(unknown);
    expect(() => askIn(measurement, 'nodeValues', { metric, inclusive: true, locations: null })).toThrow(unknown);
    expect(() => askIn(measurement, 'locationValues', { metric: 'time', node: 2, inclusive: true })).toThrow(
      'There is no call path 2 among the 2 of this experiment.',
    );
    expect(() => askIn(measurement, 'nodeValues', { metric: 'time', inclusive: true, locations: [2] })).toThrow(
      'There is no location 2 among the 2 of this experiment.',
    );
    expect(() => askIn(measurement, 'eventCounts', { from: 0, to: 1, windows: 1, locations: null })).toThrow(
      `Experiment ${id} has no trace, so it has no single events.`,
    );
  });

  it('are given for every kind that is declared', () => {
    expect(Object.keys(answerers).sort()).toEqual(Object.keys(queries).sort());
  });

  it('are abandoned when no client waits for them any more', () => {
    const cancelled = (): void => {
      throw new CancelledError();
    };
    expect(() => answerers.totals(open(), {}, cancelled)).toThrow(CancelledError);
  });
});

describe('an experiment that is opened', () => {
  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 8)],
    ['another file', () => Buffer.from('something else entirely')],
    ['empty', () => Buffer.alloc(0)],
  ])('is refused in a sentence where its space is %s', (_, damage) => {
    const path = join(experiment.folder, FILES.space);
    replaceSpace(experiment, small);
    const whole: PerformanceSpace = experiment.space();
    expect(whole.locationCount).toBe(2);
    writeFileSync(path, damage(Buffer.from(readBack(path))));
    expect(() => open()).toThrow(/^The stored performance space is damaged: .*; run the analysis again\.$/);
  });

  it('reads nothing outside of its folder', () => {
    const path = join(experiment.folder, FILES.space);
    const elsewhere = join(temporaryFolder(), 'space.bin');
    writeFileSync(elsewhere, readBack(path));
    rmSync(path);
    symlinkSync(elsewhere, path);
    expect(() => open()).toThrow(/it is a link out of/);
  });

  it('is refused before it is read if it is larger than the available memory', () => {
    expect(() => open(100)).toThrow(new MemoryError(100));
  });

  it('refuses answers that exceed the available memory, before they are computed', () => {
    const measurement = open(statSync(join(experiment.folder, FILES.space)).size + 10);
    expect(() => askIn(measurement, 'locationValues', { metric: 'time', node: null, inclusive: true })).toThrow(
      MemoryError,
    );
  });
});

describe('weights of the trees', () => {
  const chosenNode = fc.record({ node: fc.nat(11), exclusive: fc.boolean() });
  const chosenMetric = fc.record({ metric: fc.constantFrom('time', 'mpi'), exclusive: fc.boolean() });
  const isPart = (metric: string, above: string) => metric === above || (metric === 'mpi' && above === 'time');

  it('are severities with or without what is below, as table 4.1 has them', () => {
    fc.assert(
      fc.property(
        anySpace,
        fc.array(chosenMetric, { minLength: 1, maxLength: 3 }),
        fc.option(fc.array(chosenNode, { maxLength: 3 })),
        ({ space, parents, values, locationCount }, properties, drawn) => {
          replaceSpace(experiment, space);
          const nodes = drawn?.map(({ node, exclusive }) => ({ node: node % parents.length, exclusive })) ?? null;
          /** sev(metric, node, location), each without what is below it. */
          const own = (metric: string, node: number, location: number): number => {
            const of = (name: string) => values.get(name)?.[node]?.[location] ?? 0;
            return metric === 'time' ? of('time') - of('mpi') : of(metric);
          };
          const metrics = ['time', 'mpi'].filter((metric) =>
            properties.some((one) => (one.exclusive ? one.metric === metric : isPart(metric, one.metric))),
          );
          const isChosen = (node: number): boolean =>
            nodes?.some((one) => (one.exclusive ? one.node === node : isBelow(parents, node, one.node))) ?? true;
          const all = [...parents.keys()];
          const locations = Array.from({ length: locationCount }, (_, at) => at);
          const sum = (ofMetrics: readonly string[], ofNodes: readonly number[], of: readonly number[]) =>
            ofMetrics.reduce(
              (total, metric) =>
                total + ofNodes.reduce((a, node) => a + of.reduce((b, at) => b + own(metric, node, at), 0), 0),
              0,
            );
          const close = (value: number) => expect.closeTo(value, 4) as number;

          const { head, columns } = askIn(open(), 'weights', { properties, nodes });
          expect(head).toEqual({ unit: 'seconds' });
          expect([...columns.metricInclusive].slice(0, 2)).toEqual(
            ['time', 'mpi'].map((above) =>
              close(
                sum(
                  ['time', 'mpi'].filter((one) => isPart(one, above)),
                  all,
                  locations,
                ),
              ),
            ),
          );
          expect([...columns.metricExclusive].slice(0, 2)).toEqual(
            ['time', 'mpi'].map((metric) => close(sum([metric], all, locations))),
          );
          expect([...columns.nodeExclusive]).toEqual(all.map((node) => close(sum(metrics, [node], locations))));
          expect([...columns.nodeInclusive]).toEqual(
            all.map((above) =>
              close(
                sum(
                  metrics,
                  all.filter((node) => isBelow(parents, node, above)),
                  locations,
                ),
              ),
            ),
          );
          expect([...columns.place]).toEqual(locations.map((at) => close(sum(metrics, all.filter(isChosen), [at]))));

          const rows = [
            { properties, nodes },
            { properties: [{ metric: 'mpi', exclusive: false }], nodes: null },
          ];
          const byPlace = askIn(open(), 'valuesByPlace', { rows, functions: 2 });
          const row = (at: number) => [...byPlace.columns.value.subarray(at * locationCount, (at + 1) * locationCount)];
          expect(row(0)).toEqual([...columns.place].map(close));
          expect(row(1)).toEqual(locations.map((at) => close(sum(['mpi'], all, [at]))));
          for (const [at, region] of byPlace.columns.region.entries())
            expect(row(2 + at)).toEqual(
              locations.map((one) =>
                close(
                  sum(
                    metrics,
                    all.filter((node) => isChosen(node) && node % 3 === region),
                    [one],
                  ),
                ),
              ),
            );
          const totals = [0, 1, 2].map((region) =>
            Math.abs(
              sum(
                metrics,
                all.filter((node) => isChosen(node) && node % 3 === region),
                locations,
              ),
            ),
          );
          const told = [...byPlace.columns.region].map((region) => totals[region] ?? NaN);
          // Sums of the same numbers in another order are the same but for rounding.
          for (const [at, total] of told.entries()) expect(total).toBeGreaterThanOrEqual((told[at + 1] ?? 0) - 1e-4);
          for (const [region, total] of totals.entries())
            if (!byPlace.columns.region.includes(region) && told.length === 2)
              expect(total).toBeLessThanOrEqual((told[1] ?? 0) + 1e-4);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are zero for differences of equal numbers, and refuse metrics that do not exist or do not add up', () => {
    replaceSpace(experiment, spaceOf([-1], 1, new Map([['time', [[0.1 + 0.2]]], ['mpi', [[0.3]]]]))); // prettier-ignore
    const exclusive = [{ metric: 'time', exclusive: true }];
    const { columns } = askIn(open(), 'weights', { properties: exclusive, nodes: null });
    expect([columns.metricExclusive[0], columns.nodeExclusive[0], columns.place[0]]).toEqual([0, 0, 0]);
    const refused = (properties: Ask<'weights'>['properties'], nodes: Ask<'weights'>['nodes']) => () =>
      askIn(open(), 'weights', { properties, nodes });
    expect(refused([{ metric: 'none', exclusive: false }], null)).toThrow('no property none');
    expect(refused([...exclusive, { metric: 'visits', exclusive: false }], null)).toThrow(
      'TIME is in seconds and VISITS in count, which do not add up: select one of them.',
    );
    expect(refused(exclusive, [{ node: 9, exclusive: true }])).toThrow('no call path 9 among the 1');
    expect(() => askIn(open(), 'nodePlace', { node: 9 })).toThrow('no call path 9 among the 1');
  });
});

describe('call paths of a line', () => {
  const file = '/src/heat.c';
  const region = (name: string, beginLine: number, endLine = 0) => ({
    ...({ name, canonicalName: name, description: '', paradigm: 'user', role: 'function' } as const),
    ...{ file: beginLine === 0 ? undefined : file, beginLine, endLine },
  });
  const regions = [region('main', 20), region('solve', 10), region('MPI_Recv', 0), region('loop', 12, 14)];
  const sites = [25, 13, 26];

  /** Asks for lines of a tree of main, solve (called twice from line 25), its loop, MPI_Recv in it, and solve in itself. */
  function ask(...lines: readonly (number | readonly [line: number, wasMeasured: boolean, file?: string])[]) {
    const measured = spaceOf([-1, 0, 1, 2, 1, 0], 1, new Map([['time', [[1], [1], [1], [1], [1], [1]]]]));
    const callTree = {
      ...measured.callTree,
      region: Uint32Array.of(0, 1, 3, 2, 1, 1),
      site: Uint32Array.of(0, 1, 0, 2, 0, 3),
    };
    const definitions = measured.definitions;
    if (definitions === undefined) throw new Error('there are no definitions');
    const sourceCodeLocations = sites.map((line) => ({ file, line }));
    replaceSpace(experiment, { ...measured, callTree, definitions: { ...definitions, regions, sourceCodeLocations } });
    const asked = lines.map((one) => {
      const [line, wasMeasured, where = file] = typeof one === 'number' ? [one, true] : one;
      return { file: where, line, wasMeasured };
    });
    const { head, columns } = askIn(open(), 'lineNodes', { lines: asked });
    return { ...head, nodes: [...columns.node] };
  }

  it('are those called from it, and those of the function that begins there, without what they call', () => {
    expect(ask(25)).toEqual({ at: 0, nodes: [1] });
    expect(ask(13)).toEqual({ at: 0, nodes: [3] });
    // Solve calls itself once, which is part of the outer call.
    expect(ask(10)).toEqual({ at: 0, nodes: [1, 5] });
    expect(ask(20)).toEqual({ at: 0, nodes: [0] });
  });

  it('are those of the innermost function around it where it has none', () => {
    expect(ask(12, 26)).toEqual({ at: 0, nodes: [2] });
    expect(ask(14)).toEqual({ at: 0, around: { begin: 12, hasEnd: true }, nodes: [2] });
    expect(ask(15)).toEqual({ at: 0, around: { begin: 10, hasEnd: false }, nodes: [1, 5] });
    expect(ask(99)).toEqual({ at: 0, around: { begin: 20, hasEnd: false }, nodes: [0] });
    expect(ask(9)).toEqual({ nodes: [] });
    expect(ask([25, true, '/src/other.c'])).toEqual({ nodes: [] });
  });

  it('are those of the function around a line that was added, and of the first line that has some', () => {
    expect(ask([25, false])).toEqual({ at: 0, around: { begin: 20, hasEnd: false }, nodes: [0] });
    expect(ask([25, true, '/src/other.c'], 9, 26)).toEqual({ at: 2, nodes: [5] });
    expect(ask(15, 26)).toEqual({ at: 1, nodes: [5] });
  });
});

describe('call paths of findings', () => {
  it('are those of the tree at which they lose their time', () => {
    const trace = openArchive(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
    const { space, report } = analyzeTrace(trace, { program: 'heat2d' });
    replaceSpace(experiment, { ...space, definitions: spaceDefinitions(trace.definitions) });
    const measurement = open(1 << 28);
    // Costs are sums of several metrics, which the space has separately.
    const findings = report.findings.filter(({ kind }) => kind !== 'cost');
    expect(findings.length).toBeGreaterThan(3);
    const known = [...findings.map(({ callPath }) => callPath), [{ region: 'main' }, { region: 'nowhere' }]];
    const paths = known.map((steps) => steps.map((step) => ({ ...step })));
    const { start, node } = askIn(measurement, 'callPathNodes', { paths }).columns;
    expect(start.at(-1)).toBe(start.at(-2));
    for (const [at, { property, seconds, place }] of findings.entries()) {
      const nodes = [...node.subarray(start[at], start[at + 1])];
      expect(nodes.length).toBeGreaterThan(0);
      // The loss of a finding is the value of its property there beyond the more specific ones that are findings
      // themselves.
      const { columns } = askIn(measurement, 'weights', {
        properties: [{ metric: property, exclusive: false }],
        nodes: nodes.map((one) => ({ node: one, exclusive: true })),
      });
      const there = columns.place.reduce((sum, value) => sum + value, 0);
      expect(there).toBeGreaterThanOrEqual(seconds - 1e-9);
      for (const one of nodes) expect(askIn(measurement, 'nodePlace', { node: one }).head.place).toEqual(place);
    }
  });
});
