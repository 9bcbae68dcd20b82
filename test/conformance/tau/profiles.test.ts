/** Public profiles of TAU, against sums that other readers made of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { threadTotal } from '../../../src/model/parallelRegions.js';
import type { Profile } from '../../../src/model/profile.js';
import { conformanceData } from '../../support/conformanceData.js';

const text = conformanceData('tau');
const packed = conformanceData('tau_ppk');
const merged = conformanceData('tau_xml');

function open(...path: string[]): Profile {
  const opened = openMeasurement(join(...path));
  if (opened.kind !== 'profile') throw new Error('no profile');
  return opened.profile;
}

/** Sum of a metric at a location, or all of them, over all call paths. */
function total({ space }: Profile, metric: string, at?: number): number {
  const column = space.severities.get(metric);
  return (
    column?.value.reduce(
      (sum, value, i) => (at === undefined || elementAt(column.location, i) === at ? sum + value : sum),
      0,
    ) ?? 0
  );
}

function most({ inclusive }: Profile, metric: string): number {
  return inclusive?.get(metric)?.value.reduce((one, other) => Math.max(one, other), 0) ?? 0;
}

function close(found: number, expected: number): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
}

const Totals = v.object({
  threads: v.record(
    v.string(),
    v.object({ flat_calls: v.number(), flat_exclusive_sum: v.number(), max_inclusive: v.number() }),
  ),
});

/** Folders with text profiles and reference values. */
function folders(root: string | undefined, names: readonly string[] = []): string[] {
  if (root === undefined) return [];
  const folder = join(root, ...names);
  const found = existsSync(join(folder, 'REFERENCE_totals.json')) ? [names.join('/')] : [];
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...found, ...below.flatMap(({ name }) => folders(root, [...names, name]))];
}

const CLOCKS = new Map([
  ['MULTI__PAPI_FP_OPS', 'PAPI_FP_OPS'],
  ['MULTI__PAPI_L2_DCM', 'PAPI_L2_DCM'],
  ['MULTI__P_WALL_CLOCK_TIME', 'P_WALL_CLOCK_TIME'],
]);

describe.skipIf(text === undefined)('public text profiles of TAU', () => {
  it.each(folders(text))('%s: times and calls of each thread', (name) => {
    const { threads } = v.parse(
      Totals,
      JSON.parse(readFileSync(join(text ?? '', name, 'REFERENCE_totals.json'), 'utf8')),
    );
    const folder = join(text ?? '', name);
    const profile = open(folder, elementAt(Object.keys(threads), 0));
    const metric = CLOCKS.get(name.split('/').at(-1) ?? '') ?? 'time';
    const scale = metric.startsWith('PAPI') ? 1 : 1e6;
    for (const [file, expected] of Object.entries(threads)) {
      const at = profile.definitions.locations.findIndex(({ id }) => `profile.${id}` === file);
      // The other reader takes parameter-based measurements for separate timers.
      const slices = (profile.slices ?? []).filter(({ location }) => location === at);
      const sum = slices.reduce((all, { exclusive }) => all + (exclusive.get(metric) ?? 0), total(profile, metric, at));
      const calls = slices.reduce((all, slice) => all + slice.calls, total(profile, 'visits', at));
      close(sum * scale, expected.flat_exclusive_sum);
      close(calls, expected.flat_calls);
    }
    close(most(profile, metric) * scale, Math.max(...Object.values(threads).map((thread) => thread.max_inclusive)));
  });

  it('have a tree of callers where paths reach the roots', () => {
    const profile = open(text ?? '', 'hatchet_tau-cpi-mpi');
    expect(profile.shape).toBe('tree');
    const { callTree } = profile.space;
    const names = Array.from(callTree.region, (region) => elementAt(profile.definitions.regions, region).name);
    expect(names.filter((_, node) => elementAt(callTree.parent, node) < 0)).toEqual(['.TAU application']);
    const calls = names.filter((_, node) => elementAt(callTree.parent, node) === names.indexOf('.TAU application'));
    expect(calls.sort()).toEqual(
      ['Bcast', 'Comm_rank', 'Comm_size', 'Finalize', 'Get_processor_name', 'Init', 'Reduce'].map(
        (name) => `MPI_${name}()`,
      ),
    );
    expect(profile.atomicEvents?.events.map(({ name }) => name)).toEqual([
      'Message size for broadcast',
      'Message size for reduce',
    ]);
  });

  it('have the barriers at the ends of OpenMP constructs, by thread', () => {
    const profile = open(text ?? '', 'tauonk_btmz_8x4_mpi_omp');
    const barriers = (profile.parallelRegions ?? []).map((region) => threadTotal(region, 'exitBarT') ?? 0);
    close(
      barriers.reduce((sum, seconds) => sum + seconds, 0),
      81.404572,
    );
    close(most(profile, 'time'), 37.838536);
    expect(profile.space.locationCount).toBe(32);
    expect(profile.lowerBounds?.length).toBeGreaterThan(0);
  });

  it('have parameters and several metrics', () => {
    const { slices, definitions } = open(text ?? '', 'tau2_wrap');
    expect(
      slices?.filter(({ location }) => location === 0).map(({ parameters, calls }) => [parameters, calls]),
    ).toEqual([
      [[['size', '100']], 1],
      [[['size', '10000']], 1],
      [[['size', '100000']], 1],
    ]);
    const region = elementAt(definitions.regions, elementAt(slices ?? [], 0).region);
    expect(region).toMatchObject({ name: 'int __wrap_dgemm(int)', file: 'wb.c', beginLine: 5, endLine: 11 });
    const several = open(text ?? '', 'stc-hw3_MULTI_papi');
    expect(total(several, 'PAPI_FP_OPS')).toBe(7293427);
    expect(total(several, 'PAPI_L2_DCM')).toBe(706);
    close(total(several, 'time'), 43235.4677734375e-6);
  });
});

/** Sums of the first metric over all flat timers that are no samples, and largest inclusive times, by a reader of some lines of Python. */
const PACKED: readonly (readonly [string, string, number])[] = [
  ['DrawGraph/2.ppk', 'time', 4295555],
  ['DrawGraph/4.ppk', 'time', 8209781],
  ['DrawGraph/6.ppk', 'time', 12461865],
  ['DrawGraph/8.ppk', 'time', 16574173],
  ['LoadImbalance_gromacs/2.ppk', 'time', 1276601802],
  ['LoadImbalance_gromacs/8.ppk', 'time', 1594166605],
  ['LoadImbalance_gromacs/32.ppk', 'time', 2931777290],
  ['LoadImbalance_gromacs/128.ppk', 'time', 4583729763],
  ['geant-flat/geant-flat.ppk', 'PAPI_FML_INS', 11218250462],
  ['matmult/matmult.ppk', 'time', 60793752],
  ['mpas/mpas.ppk', 'PAPI_BR_MSP', 329258515101],
  ['papi_tot_iis/papi_tot_iis.ppk', 'PAPI_TOT_IIS', 3045665136773],
  ['phases/phases.ppk', 'time', 15782],
  ['stevenpl98_serial/TAU Serial/serial.ppk', 'P_WALL_CLOCK_TIME', 81804],
  ['wrf-callpath/wrf-callpath.ppk', 'time', 15014151102],
  ['wrf/wrf.ppk', 'time', 14816079585],
  ['xgc-nosamples/xgc-nosamples.ppk', 'PAPI_FP_INS', 5099745981342],
];

describe.skipIf(packed === undefined)('public packed profiles of TAU', () => {
  it.each(PACKED)('%s: %s', (name, metric, expected) => {
    const profile = open(packed ?? '', name);
    close(total(profile, metric) * (metric.startsWith('PAPI') ? 1 : 1e6), expected);
  });

  it('have calls and inclusive times', () => {
    const mpas = open(packed ?? '', 'mpas', 'mpas.ppk');
    expect(total(mpas, 'visits')).toBe(630_269_895);
    expect(total(mpas, 'time') / 1e5).toBeCloseTo(1.04788, 5);
    const wrf = open(packed ?? '', 'wrf', 'wrf.ppk');
    expect(total(wrf, 'visits')).toBe(75_483_790);
    expect(most(wrf, 'time')).toBeCloseTo(933.693, 3);
    for (const [ranks, seconds] of [
      [2, 638.305],
      [8, 204.587],
      [32, 101.23],
      [128, 45.2931],
    ] as const)
      expect(most(open(packed ?? '', 'LoadImbalance_gromacs', `${ranks}.ppk`), 'time')).toBeCloseTo(seconds, 3);
  });

  it('contain as much as the text files that they were packed from', () => {
    const one = open(packed ?? '', 'stevenpl98_serial', 'TAU Serial', 'serial.ppk');
    const other = open(packed ?? '', 'stevenpl98_serial', 'TAU Serial', 'MULTI__TIME', 'profile.0.0.0');
    for (const metric of ['time', 'P_WALL_CLOCK_TIME', 'visits', 'child_calls']) {
      const values = ({ space, definitions }: Profile) => {
        const column = space.severities.get(metric);
        return new Map(
          [...(column?.value ?? [])].map((value, i) => [
            elementAt(definitions.regions, elementAt(space.callTree.region, elementAt(column?.callPath ?? [], i))).name,
            value,
          ]),
        );
      };
      expect(values(one).size).toBeGreaterThan(3);
      expect(values(one)).toEqual(values(other));
    }
    expect(total(one, 'visits')).toBe(348);
  });

  it('know who calls whom where callers were kept to a depth', () => {
    const profile = open(packed ?? '', 'wrf-callpath', 'wrf-callpath.ppk');
    expect(profile.shape).toBe('edges');
    expect(profile.edges?.caller.length).toBeGreaterThan(1000);
    const phases = open(packed ?? '', 'phases', 'phases.ppk');
    expect(phases.phaseRegions?.map((region) => elementAt(phases.definitions.regions, region).name)).toContain(
      'IO Phase',
    );
  });
});

describe.skipIf(merged === undefined)('public merged profiles of TAU', () => {
  it.each([
    ['MetadataCorrelation', 'tauprofile.xml'],
    ['MetadataCorrelation', 'tauprofile-weighted.xml'],
    ['MetadataCorrelation', 'tauprofile-unweighted.xml'],
  ])('%s/%s: the threads add up to the sums that the file also contains', (folder, file) => {
    const content = readFileSync(join(merged ?? '', folder, file), 'utf8');
    const sums = /<derivedprofile derivedentity="total">\s*<derivedinterval_data[^>]*>([^<]*)</.exec(content)?.[1];
    const rows = (sums ?? '')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const profile = open(merged ?? '', folder, file);
    close(
      total(profile, 'time') * 1e6,
      rows.reduce((sum, row) => sum + (row[3] ?? 0), 0),
    );
    close(
      total(profile, 'visits'),
      rows.reduce((sum, row) => sum + (row[1] ?? 0), 0),
    );
    expect(profile.problems).toEqual([]);
  });

  it('may be packed, with samples whose time is part of the timers', () => {
    const profile = open(merged ?? '', 'ClassBreakdown', 'tauprofile.xml.gz');
    expect(total(profile, 'time')).toBeGreaterThan(0);
    expect(profile.problems).toEqual([]);
    expect([...(profile.sampled ?? []).values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });
});
