import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { efficiencyTimes } from '../../../src/analysis/efficiency/index.js';
import { resultsIn } from '../../../src/experiments/compare/measuredRun.js';
import { decodeSpace, encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { concernedPlaces, listRanks } from '../../../src/model/findings/concerned.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { isSummed, processCount } from '../../../src/model/processes.js';
import { readCali } from '../../../src/formats/caliper/profiles.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf } from '../stacks/support.js';

/** A region: its name, and the region around it. */
const REGIONS = [
  { name: 'drift', above: -1 },
  { name: 'haul_net', above: 0 },
  { name: 'sort_catch', above: 0 },
  { name: 'MPI_Barrier', above: 2 },
  { name: 'MPI_Recv', above: 1 },
] as const;

/** By rank and region: exclusive seconds; undefined if the rank did not enter it. */
type Seconds = readonly (readonly (number | undefined)[])[];

interface Written {
  readonly seconds: Seconds;
  readonly kinds: readonly ('inclusive' | 'exclusive')[];
  readonly operators: readonly ('sum' | 'min' | 'max' | 'avg')[];
  readonly world?: number;
}

const inclusiveOf = (own: readonly (number | undefined)[]): (number | undefined)[] => {
  const sums = [...own];
  for (let i = REGIONS.length - 1; i > 0; i--) {
    const above = REGIONS[i]?.above ?? 0;
    const value = sums[i];
    if (value !== undefined) sums[above] = (sums[above] ?? 0) + value;
  }
  return sums;
};

function combined(operator: Written['operators'][number], values: readonly number[]): number {
  const sum = values.reduce((total, one) => total + one, 0);
  if (operator === 'sum') return sum;
  if (operator === 'avg') return sum / values.length;
  return operator === 'min' ? Math.min(...values) : Math.max(...values);
}

/** A file that Caliper has aggregated across ranks. */
function written({ seconds, kinds, operators, world }: Written): string[] {
  const columns = kinds.flatMap((kind) => operators.map((operator) => ({ kind, operator })));
  const inclusive = seconds.map(inclusiveOf);
  const lines = [
    '__rec=node,id=12,attr=10,data=64,parent=3',
    '__rec=node,id=14,attr=8,data=attribute.unit,parent=12',
    '__rec=node,id=20,attr=10,data=276,parent=3',
    '__rec=node,id=21,attr=8,data=region,parent=20',
    '__rec=node,id=30,attr=14,data=sec,parent=5',
    '__rec=node,id=31,attr=10,data=2113,parent=30',
    '__rec=node,id=40,attr=10,data=1612,parent=1',
    '__rec=node,id=41,attr=8,data=mpi.world.size,parent=40',
    ...columns.map(({ kind, operator }, i) => {
      const name = kind === 'inclusive' ? 'inclusive#sum#time.duration' : 'scale#sum#time.duration.ns';
      return `__rec=node,id=${50 + i},attr=8,data=${operator}#${name},parent=31`;
    }),
  ];
  REGIONS.forEach(({ name, above }, region) => {
    lines.push(`__rec=node,id=${100 + region},attr=21,data=${name}${above < 0 ? '' : `,parent=${100 + above}`}`);
    const of = (kind: string): number[] =>
      (kind === 'inclusive' ? inclusive : seconds).flatMap((own) => own[region] ?? []);
    if (of('inclusive').length === 0) return;
    const values = columns.map(({ kind, operator }) => combined(operator, of(kind)));
    lines.push(
      `__rec=ctx,ref=${100 + region},attr=${columns.map((_, i) => 50 + i).join('=')},data=${values.join('=')}`,
    );
  });
  if (world !== undefined) lines.push(`__rec=globals,attr=41,data=${world}`);
  return lines;
}

function profileOf(file: Written): Profile {
  const profile = readCali(written(file));
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const ALL = ['sum', 'min', 'max', 'avg'] as const;
const uneven = [0, 1, 2, 3, 4].map((rank) => [1, 3 + rank, 1, 5 - rank, undefined]);

describe('ranks that Caliper has summed up', () => {
  it.each([[['inclusive']], [['inclusive', 'exclusive']]] as const)(
    'have exact efficiencies where extremes allow it: %s',
    (kinds) => {
      const { processes, span, totalTime, efficiency } = reportOf(
        profileOf({ seconds: uneven, kinds: [...kinds], operators: ALL, world: 5 }),
      );
      // Each rank takes 10 s, of which 5 + rank s are outside of MPI.
      expect([processes, span, totalTime]).toEqual([5, 10, 50]);
      expect(efficiency).toEqual({ runTime: 10, processes: 5, threads: 5, averageUseful: 7, mostUseful: 9 });
    },
  );

  it('have no run time where exclusive extremes may be those of different ranks', () => {
    const report = reportOf(profileOf({ seconds: uneven, kinds: ['exclusive'], operators: ALL, world: 5 }));
    expect([report.processes, report.span, report.efficiency]).toEqual([5, 10, undefined]);
    expect(report.doubts?.map(({ sentence }) => sentence).join()).toContain('The run time is at least 10.0 s');
  });

  it('are recognized as such in a stored space, whose values reveal no efficiencies', () => {
    const profile = profileOf({ seconds: uneven, kinds: ['inclusive'], operators: ALL, world: 5 });
    const named = { ...profile.space, definitions: spaceDefinitions(profile.definitions) };
    const { definitions } = resultsIn(decodeSpace(encodeSpace(named)));
    expect([isSummed(definitions), processCount(definitions)]).toEqual([true, 5]);
    expect(efficiencyTimes(profile.space, definitions, 10)).toBeUndefined();
    const report = reportOf(profile);
    expect(listRanks(concernedPlaces([0], report))).toBe('all ranks');
  });

  it('are counted by sum and mean if no other data contains their number', () => {
    const profile = profileOf({ seconds: uneven, kinds: ['inclusive'], operators: ALL });
    expect([profile.acrossRanks?.ranks, reportOf(profile).processes]).toEqual([5, 5]);
    expect(profile.definitions.locationGroups.map(({ name }) => name)).toEqual(['All 5 ranks']);
  });

  it('that did not call MPI have no time in it, whatever the least time of those is that did', () => {
    const seconds = [
      [8, 1, 1, undefined, undefined],
      [1, 1, 1, 7, undefined],
      [2, 1, 1, 6, undefined],
    ];
    const { efficiency } = reportOf(profileOf({ seconds, kinds: ['inclusive'], operators: ALL, world: 3 }));
    expect(efficiency).toMatchObject({ runTime: 10, mostUseful: 10 });
    expect(efficiency?.averageUseful).toBeCloseTo(17 / 3, 12);
  });

  it('have no balance where extremes do not determine it', () => {
    const seconds = [
      [1, 4, 1, 3, 1],
      [1, 6, 1, 1, 1],
      [1, 4, 1, 1, 3],
    ];
    const report = reportOf(profileOf({ seconds, kinds: ['inclusive'], operators: ALL, world: 3 }));
    expect(report.efficiency).toEqual({ runTime: 10, processes: 3, threads: 3, averageUseful: 20 / 3 });
    expect(report.doubts?.map(({ sentence }) => sentence).join()).toContain('The balance of the ranks is unknown.');
  });

  it('have no efficiency where the file has sums alone', () => {
    const report = reportOf(profileOf({ seconds: uneven, kinds: ['exclusive'], operators: ['sum'], world: 5 }));
    expect([report.processes, report.span, report.efficiency]).toEqual([5, 10, undefined]);
    expect(report.doubts?.map(({ sentence }) => sentence).join()).toContain('The run time is at least 10.0 s');
  });

  const second = fc.integer({ min: 1, max: 9 });
  const rank = fc.tuple(
    fc.constant(1),
    fc.oneof(second, fc.constant(2)),
    fc.oneof(second, fc.constant(3)),
    fc.option(second, { nil: undefined }),
    fc.option(second, { nil: undefined }),
  );
  const files = fc.record({
    seconds: fc.array(rank, { minLength: 2, maxLength: 5 }),
    kinds: fc.constantFrom(['inclusive'], ['exclusive'], ['inclusive', 'exclusive']) as fc.Arbitrary<Written['kinds']>,
    operators: fc.constantFrom(ALL, ALL.slice(0, 3), ALL.slice(0, 1)) as fc.Arbitrary<Written['operators']>,
  });

  it('have the sums of the ranks, and no value that is not theirs', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { seconds } = file;
        const profile = profileOf({ ...file, world: seconds.length });
        const flat = flatOf(profile);
        for (const [region, { name }] of REGIONS.entries()) {
          const sum = seconds.reduce((total, own) => total + (own[region] ?? 0), 0);
          expect(flat.get(name)?.exclusive ?? 0).toBeCloseTo(sum, 9);
        }
        const { span, efficiency } = reportOf(profile);
        const whole = seconds.map((own) => inclusiveOf(own)[0] ?? 0);
        expect(span).toBeLessThanOrEqual(Math.max(...whole) + 1e-9);
        if (efficiency === undefined) return;
        expect(efficiency.runTime).toBeCloseTo(Math.max(...whole), 9);
        const useful = seconds.map(([a, b, c]) => a + b + c);
        expect(efficiency.averageUseful).toBeCloseTo(useful.reduce((sum, one) => sum + one, 0) / seconds.length, 9);
        if (efficiency.mostUseful !== undefined)
          expect(Math.abs(efficiency.mostUseful - Math.max(...useful))).toBeLessThan(1e-3 * efficiency.runTime);
      }),
    );
  });
});
