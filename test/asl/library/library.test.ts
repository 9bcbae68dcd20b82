import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { COUNTER_MEMBERS } from '../../../src/asl/counters.js';
import { classText, shippedTexts } from '../../../src/asl/library.js';
import { measuredData } from '../../../src/asl/measured/spaceData.js';
import { diagnosticLine } from '../../../src/asl/syntax/diagnostics.js';
import { checkTexts } from '../../../src/asl/texts.js';
import { unitOf } from '../../../src/asl/types/units.js';
import { definitionsOfSpace, NO_INDEX } from '../../../src/model/definitions.js';
import { shippedProperties } from '../../../src/properties/index.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';

const NODES = ['main', 'kernel', 'MPI_Send'];

const unitOfKnown = (name: string): string => shippedProperties.get(name)?.unit ?? 'count';

/** A run of main, which calls kernel and MPI_Send: values of metrics by call path, at each of the locations. */
function runOf(values: Readonly<Record<string, readonly (readonly number[])[]>>, units: Record<string, string> = {}) {
  const locationCount = Math.max(...Object.values(values).flatMap((paths) => paths.map(({ length }) => length)));
  const severities = new Map(
    Object.entries(values).map(([name, paths]): [string, SeverityColumn] => {
      const entries = paths.flatMap((row, path) => row.map((value, location) => ({ path, location, value })));
      return [
        name,
        {
          callPath: Uint32Array.from(entries, ({ path }) => path),
          location: Uint32Array.from(entries, ({ location }) => location),
          value: Float64Array.from(entries, ({ value }) => value),
        },
      ];
    }),
  );
  const space: PerformanceSpace = {
    metrics: Object.keys(values).map((name) => ({
      name,
      title: name,
      unit: units[name] ?? unitOfKnown(name),
      description: '',
    })),
    callTree: {
      size: NODES.length,
      parent: Int32Array.of(-1, 0, 0),
      region: Uint32Array.of(0, 1, 2),
      site: new Uint32Array(NODES.length),
    },
    locationCount,
    severities,
  };
  const regions = NODES.map((name) => ({
    ...{ name, canonicalName: name, description: '', file: 'a.c', beginLine: 1, endLine: 2 },
    ...({ paradigm: 'user', role: 'function' } as const),
  }));
  const definitions = definitionsOfSpace({
    ...{ systemTree: [], locationGroups: [], sourceCodeLocations: [], regions },
    locations: Array.from({ length: locationCount }, (_, rank) => ({
      ...({ name: `rank ${rank}`, type: 'cpu-thread', group: NO_INDEX, id: `${rank}`, announcedEvents: 0 } as const),
    })),
  });
  return { space, definitions, name: 'test' };
}

/** Checked once for all properties of a run. */
const known = new Map<string, ReturnType<typeof checkTexts>>();

const checked = (given?: ReadonlyMap<string, number>) => checkTexts(shippedTexts(), [], given);

/** A shipped property over a run. @param given values of parameters */
function over(name: string, run: Parameters<typeof measuredData>[0], given: Readonly<Record<string, number>> = {}) {
  const key = JSON.stringify([run.space.metrics, given]);
  const all = known.get(key) ?? checkTexts(shippedTexts(), run.space.metrics, new Map(Object.entries(given)));
  known.set(key, all);
  const property = all.flatMap(({ properties }) => properties).find((each) => each.name === name);
  if (property === undefined) throw new Error(`there is no property ${name}`);
  return evaluate(property, measuredData(run));
}

describe('the shipped texts', () => {
  it('have no mistake, and each property states its meaning, its causes and the advice', () => {
    for (const { source, diagnostics, properties } of checked()) {
      expect(diagnostics.map((each) => diagnosticLine(source, each))).toEqual([]);
      for (const { name, explain, causes, advice } of properties)
        expect([name, explain, causes, advice]).not.toContain(undefined);
    }
  });

  it('name each property once', () => {
    const names = checked().flatMap(({ properties }) => properties.map(({ name }) => name));
    expect(names).toEqual([...new Set(names)]);
  });

  it('declare the counters that the language has names for, in their units', () => {
    const [{ environment } = { environment: undefined }] = checked();
    for (const [name, { unit }] of COUNTER_MEMBERS) {
      expect(classText().text).toContain(` ${name};`);
      expect(environment?.member('CallPath', name)?.type).toMatchObject({ kind: 'number', unit: unitOf(unit) });
    }
  });
});

describe('time in MPI', () => {
  it('of a call site is the published share of a run', () => {
    const run = runOf({ time: [[2946265 - 235415], [0], [235415]], mpi: [[0], [0], [235415]] });
    const { found } = over('MpiCallSite', run);
    expect(found).toHaveLength(1);
    expect(found[0]?.severity).toBeCloseTo(235415 / 2946265, 15);
    expect(found[0]?.severity).toBeCloseTo(0.0799, 4);
    expect(over('MpiTime', run).found[0]?.severity).toBe(found[0]?.severity);
    expect(over('MpiFunction', run).found[0]?.severity).toBe(found[0]?.severity);
  });

  it('is uneven by what ranks spend beyond the one that spends least', () => {
    const run = runOf({
      time: [
        [8, 8, 8],
        [0, 0, 0],
        [2, 3, 7],
      ],
      mpi: [
        [0, 0, 0],
        [0, 0, 0],
        [2, 3, 7],
      ],
    });
    const [found] = over('UnevenMpiTime', run).found;
    expect(found?.impact).toBe(6);
    expect(found?.severity).toBeCloseTo(6 / 36, 15);
  });

  it('in small messages, and in large ones, by their mean size', () => {
    const sending = (bytes: number, visits: number) =>
      runOf({
        time: [[8], [0], [2]],
        mpi: [[0], [0], [2]],
        bytes_sent: [[0], [0], [bytes]],
        visits: [[1], [1], [visits]],
      });
    const holds = (bytes: number, visits: number) => [
      over('SmallMessages', sending(bytes, visits)).found.length,
      over('LargeMessages', sending(bytes, visits)).found.length,
    ];
    expect(holds(999 * 7, 7)).toEqual([1, 0]);
    expect(holds(1000 * 7, 7)).toEqual([0, 0]);
    expect(holds(1e6 * 7, 7)).toEqual([0, 0]);
    expect(holds(1e6 * 7 + 1, 7)).toEqual([0, 1]);
    // A send without bytes is no small message, but one of unknown size.
    expect(holds(0, 7)).toEqual([0, 0]);
    const { found } = over('SmallMessages', runOf({ time: [[8], [0], [2]], mpi: [[0], [0], [2]] }));
    expect(found).toEqual([]);
  });
});

describe('counters', () => {
  const times = { time: [[0], [10], [0]], comp: [[0], [10], [0]] };
  const kernel = (value: number) => [[0], [value], [0]];

  it('report the share of cycles in which the processor is stalled, and the part due to misses', () => {
    const run = runOf({
      ...times,
      PAPI_TOT_CYC: kernel(1000),
      PAPI_RES_STL: kernel(400),
      PAPI_L1_DCM: kernel(11),
      PAPI_L2_DCM: kernel(4),
      PAPI_L3_TCM: kernel(1),
      PAPI_TLB_DM: kernel(2),
      PAPI_BR_MSP: kernel(9),
      PAPI_STL_ICY: kernel(100),
    });
    expect(over('StalledCycles', run).found).toMatchObject([{ severity: 0.4, impact: 4 }]);
    // Of the 400 stalled cycles 110, 160, 200, 60, 135 and 100: 30 % are 120.
    const causes = [
      'FirstCacheMisses',
      'SecondCacheMisses',
      'LastCacheMisses',
      'PageMisses',
      'BranchMisses',
      'NoIssue',
    ];
    const lost = causes.map((name) => over(name, run).found.map(({ impact }) => impact));
    expect(lost).toEqual([[], [1.6], [2], [], [1.35], []]);
  });

  it('that were not read are not measured, and never 0', () => {
    const run = runOf({ ...times, PAPI_TOT_CYC: kernel(1000) });
    for (const name of ['StalledCycles', 'FirstCacheMisses', 'LastCacheMisses', 'FewInstructions', 'BelowRoofline'])
      expect(over(name, run)).toMatchObject({ found: [], isMeasured: false });
  });

  it('mean the same under the names of perf and PAPI, whatever unit their file gives them', () => {
    const papi = runOf({ ...times, PAPI_TOT_CYC: kernel(1000), PAPI_TOT_INS: kernel(300) });
    const perf = runOf({ ...times, cycles: kernel(1000), instructions: kernel(300) }, { cycles: '#' });
    for (const run of [papi, perf])
      expect(over('FewInstructions', run).found.map(({ values }) => values.get('ipc'))).toEqual([0.3]);
  });

  it('place a loop below the roofline: 4e10 flop and 1.6e11 B in 4 s, of 100 GF/s and 50 GB/s, are 80 %', () => {
    const counted = { PAPI_FP_OPS: kernel(4e10), PAPI_L3_TCM: kernel(1.6e11 / 64) };
    const run = runOf({ time: kernel(4), comp: kernel(4), ...counted });
    const machine = { peakFlops: 100e9, peakBandwidth: 50e9 };
    const { found } = over('BelowRoofline', run, machine);
    expect(found).toHaveLength(1);
    expect(found[0]?.values.get('part')).toBeCloseTo(0.8, 12);
    expect(found[0]?.values.get('attainable')).toBeCloseTo(12.5e9, 0);
    // With enough operations on each byte, the peak is the limit.
    const dense = runOf({ time: kernel(4), comp: kernel(4), ...counted, PAPI_L3_TCM: kernel(1e6) });
    expect(over('BelowRoofline', dense, machine).found[0]?.values.get('part')).toBeCloseTo(0.1, 12);
    // Nothing is reported for an unknown machine.
    expect(over('BelowRoofline', run)).toMatchObject({ found: [] });
  });
});

describe('reading and writing files', () => {
  it('is small by the mean of what calls move', () => {
    const writing = (bytes: number) =>
      runOf({
        time: [[6], [2], [0]],
        io_time: [[0], [2], [0]],
        visits: [[1], [4], [0]],
        io_bytes_written: [[0], [bytes], [0]],
      });
    expect(over('SmallTransfers', writing(4 * 65535)).found).toMatchObject([{ severity: 0.25, impact: 2 }]);
    expect(over('SmallTransfers', writing(4 * 65536)).found).toEqual([]);
    expect(over('FileTime', writing(0)).found).toMatchObject([{ severity: 0.25 }]);
  });
});

describe('efficiencies', () => {
  it('are those of the worked hybrid example', () => {
    const useful = [8, 6, 6, 5, 6, 4, 3, 3];
    const run = { ...runOf({ time: [useful, [], []] }), efficiency: () => ({ runTime: 10, useful, idealTime: 9 }) };
    const value = (name: string) => over(name, run, { popFair: 1 }).found[0]?.values.get('efficiency');
    expect(value('ParallelEfficiency')).toBeCloseTo(0.5125, 12);
    expect(value('LoadBalance')).toBeCloseTo(0.640625, 12);
    expect(value('CommunicationEfficiency')).toBeCloseTo(0.8, 12);
    expect(value('SerialisationEfficiency')).toBeCloseTo(8 / 9, 12);
    expect(value('TransferEfficiency')).toBeCloseTo(0.9, 12);
  });
});
