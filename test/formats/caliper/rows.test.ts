import { describe, expect, it } from 'vitest';
import { readCali, readSplit } from '../../../src/formats/caliper/profiles.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';

function profileOf(profile: Profile | undefined): Profile {
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const cali = (...lines: readonly string[]): Profile => profileOf(readCali(lines));

const times = (profile: Profile) =>
  Object.fromEntries(
    [...flatOf(profile)].map(([name, { exclusive, inclusive }]) => [
      name,
      [exclusive, inclusive].map((seconds) => Math.round(seconds * 1e6)),
    ]),
  );

/** An attribute: its name, type (1 int, 2 uint, 3 string, 5 double) and properties. */
const attribute = (id: number, name: string, type: number, properties: number): string[] => [
  `__rec=node,id=${id},attr=10,data=${properties},parent=${type}`,
  `__rec=node,id=${id + 1},attr=8,data=${name},parent=${id}`,
];
const MICROSECONDS = [
  '__rec=node,id=12,attr=10,data=64,parent=3',
  '__rec=node,id=14,attr=8,data=time.unit,parent=12',
  '__rec=node,id=16,attr=14,data=usec,parent=2',
];

describe('rows without nested attributes', () => {
  const head = [
    ...MICROSECONDS,
    '__rec=node,id=18,attr=10,data=85,parent=16',
    '__rec=node,id=19,attr=8,data=time.inclusive.duration,parent=18',
    ...attribute(20, 'kernel', 3, 20),
    ...attribute(22, 'step', 1, 20),
    ...attribute(24, 'event.end#kernel', 3, 84),
    ...attribute(26, 'event.end#step', 1, 84),
    ...attribute(28, 'host', 3, 1612),
    '__rec=node,id=40,attr=21,data=tide',
    '__rec=node,id=41,attr=23,data=0,parent=40',
    '__rec=node,id=42,attr=21,data=scrub,parent=41',
    '__rec=node,id=43,attr=23,data=1,parent=40',
    '__rec=node,id=44,attr=21,data=scrub,parent=43',
    '__rec=node,id=45,attr=25,data=scrub',
    '__rec=node,id=46,attr=25,data=tide',
    '__rec=node,id=47,attr=29,data=pond7',
  ];

  it('have the regions that programs begin and end as call path, without numbers', () => {
    const profile = cali(
      ...head,
      '__rec=ctx,ref=45=42=47,attr=19,data=300',
      '__rec=ctx,ref=45=44=47,attr=19,data=500',
      '__rec=ctx,ref=46=40=47,attr=19,data=1000',
    );
    expect(times(profile)).toEqual({ tide: [200, 1000], scrub: [800, 800] });
    expect(profile.space.metrics.map(({ name }) => name)).toEqual(['time']);
  });

  it('do not count what an iteration took, which is part of the region around it', () => {
    const profile = cali(
      ...head,
      '__rec=node,id=48,attr=27,data=0',
      '__rec=ctx,ref=45=42,attr=19,data=300',
      '__rec=ctx,ref=48=41,attr=19,data=400',
      '__rec=ctx,ref=46=40,attr=19,data=1000',
    );
    expect(times(profile)).toEqual({ tide: [700, 1000], scrub: [300, 300] });
  });

  it('have iterations as one region where nothing is around them', () => {
    const profile = cali(
      ...head,
      '__rec=node,id=50,attr=23,data=0',
      '__rec=node,id=51,attr=23,data=1',
      '__rec=node,id=52,attr=21,data=scrub,parent=50',
      '__rec=node,id=53,attr=27,data=0',
      '__rec=ctx,ref=45=52,attr=19,data=300',
      '__rec=ctx,ref=53=50,attr=19,data=400',
      '__rec=ctx,ref=53=51,attr=19,data=600',
    );
    expect(times(profile)).toEqual({ step: [700, 1000], scrub: [300, 300] });
  });
});

describe('a time series', () => {
  const head = [
    ...attribute(20, 'region', 3, 276),
    ...attribute(22, 'sum#time.duration.ns', 2, 85),
    ...attribute(24, 'loop.iterations', 1, 2133),
    ...attribute(26, 'timeseries.snapshot', 2, 85),
    ...attribute(28, 'timeseries.starttime', 5, 85),
    ...attribute(30, 'timeseries.duration', 5, 2133),
    '__rec=node,id=40,attr=21,data=tide',
    '__rec=node,id=41,attr=21,data=scrub,parent=40',
  ];
  const snapshots = [1, 2, 3, 4].flatMap((number) => [
    `__rec=ctx,ref=40,attr=23=25=27=29,data=${1000 * number}=5=${number}=${100 + number}`,
    `__rec=ctx,ref=41,attr=23=25=27=29,data=${9000 * number}=5=${number}=${100 + number}`,
    `__rec=ctx,ref=40,attr=25=27=29=31,data=5=${number}=${100 + number}=1`,
  ]);

  it('has what its rows repeat once, and a moment for each snapshot, in any order', () => {
    for (const rows of [snapshots, [...snapshots].reverse()]) {
      const profile = cali(...head, ...rows);
      expect(times(profile)).toEqual({ tide: [10, 100], scrub: [90, 90] });
      expect(totalOf(profile, 'loop.iterations')).toBe(20);
      expect(profile.space.metrics.map(({ name }) => name).sort()).toEqual(['loop.iterations', 'time']);
      expect(reportOf(profile).beside?.moments?.map(({ time, seconds }) => [time, Math.round(seconds * 1e6)])).toEqual([
        [1, 10],
        [2, 30],
        [3, 60],
        [4, 100],
      ]);
    }
  });
});

describe('files of one rank', () => {
  it('are no sums over ranks, though Adiak records their number', () => {
    const lines = [
      ...attribute(20, 'region', 3, 276),
      ...attribute(22, 'sum#time.duration', 5, 85),
      ...attribute(24, 'jobsize', 1, 1612),
      '__rec=node,id=40,attr=21,data=tide',
      '__rec=ctx,ref=40,attr=23,data=6.5',
      '__rec=globals,attr=25,data=8',
    ];
    const report = reportOf(cali(...lines));
    expect([report.processes, report.span]).toEqual([1, 6.5]);
  });
});

describe('tables of samples', () => {
  it('have one function each, whether a row has a place or none', () => {
    const content = {
      data: [
        [4, 1, 2, 0.4],
        [1, 1, null, 0.1],
        [2, 0, 3, 0.2],
        [3, 1, 4, 0.3],
      ],
      columns: ['count', 'source.function#callpath.address', 'sourceloc#cali.sampler.pc', 'sum#time.duration'],
      column_metadata: [
        { is_value: true },
        { is_value: false },
        { is_value: false },
        { is_value: true, 'attribute.unit': 'sec' },
      ],
      nodes: [
        { label: 'tide' },
        { label: 'read', parent: 0 },
        { label: '/w/read.c:7' },
        { label: '/w/tide.c:3' },
        { label: '/w/read.h:2' },
      ],
    };
    const profile = profileOf(readSplit(content));
    const report = reportOf(profile);
    expect(times(profile)).toEqual({ tide: [200_000, 1_000_000], read: [800_000, 800_000] });
    expect(totalOf(profile, 'samples')).toBe(10);
    const lines = (report.hotLines ?? []).map(({ place, samples, seconds }) => [
      `${place.file}:${place.line}`,
      samples,
      Math.round(seconds * 1e3),
    ]);
    expect(lines).toEqual([
      ['/w/read.c:7', 4, 400],
      ['/w/read.h:2', 3, 300],
      ['/w/tide.c:3', 2, 200],
    ]);
    expect(report.doubts?.map(({ kind }) => kind)).not.toContain('no-functions');
  });

  it('of ranks that were summed up have the number of ranks of the run', () => {
    const columns = ['min', 'max', 'avg', 'sum'].map((operator) => `${operator}#inclusive#sum#time.duration`);
    const content = {
      data: [
        [6, 6, 6, 18, 0],
        [1, 3, 2, 6, 1],
      ],
      columns: [...columns, 'path'],
      column_metadata: [...columns.map(() => ({ is_value: true, 'attribute.unit': 'sec' })), { is_value: false }],
      nodes: [{ label: 'tide' }, { label: 'MPI_Recv', parent: 0 }],
      'mpi.world.size': '3',
    };
    const { processes, span, totalTime, efficiency } = reportOf(profileOf(readSplit(content)));
    expect([processes, span, totalTime]).toEqual([3, 6, 18]);
    expect(efficiency).toMatchObject({ averageUseful: 4, mostUseful: 5 });
  });
});
