import { describe, expect, it } from 'vitest';
import { readCali as caliProfile, readSplit } from '../../../src/formats/caliper/profiles.js';
import { CaliperRecords } from '../../../src/formats/caliper/records.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';
import { CALI } from './sample.js';

function readCali(text: string): Profile {
  const profile = caliProfile(text.split('\n'));
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

function readJson(content: unknown): Profile {
  const profile = readSplit(content);
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const times = (profile: Profile) =>
  Object.fromEntries([...flatOf(profile)].map(([name, { exclusive, inclusive }]) => [name, [exclusive, inclusive]]));

describe('records of Caliper', () => {
  it('become call paths of what is nested, with the time of each rank', () => {
    const profile = readCali(CALI);
    expect(times(profile)).toEqual({
      main: [2.5, 5.5],
      solve: [3, 3],
      '(outside of regions)': [0.25, 0.25],
    });
    expect(profile.definitions.locationGroups.map(({ name }) => name)).toEqual(['MPI Rank 0', 'MPI Rank 1']);
    expect(totalOf(profile, 'count')).toBe(9);
    expect(profile.problems).toEqual([]);
  });

  it('have their marks removed', () => {
    const [snapshot] = new CaliperRecords().snapshots([
      '__rec=node,id=20,attr=10,data=268,parent=3',
      '__rec=node,id=21,attr=8,data=function,parent=20',
      '__rec=node,id=22,attr=21,data=f\\,g\\=h\\\\,parent=99',
      '__rec=ctx,ref=22',
    ]);
    expect(snapshot?.path.map(({ value }) => value)).toEqual(['f,g=h\\']);
  });

  it('of ranks that were summed up have their mean as run time, with a warning', () => {
    const world = ['__rec=node,id=60,attr=8,data=mpi.world.size,parent=40', '__rec=globals,attr=60,data=4'];
    const summed = [...CALI.replaceAll(/=42,(.*)=\d+$/gm, ',$1').split('\n'), ...world].join('\n');
    const report = reportOf(readCali(summed));
    expect([report.processes, report.totalTime, report.span]).toEqual([4, 5.75, 5.75 / 4]);
    expect(report.doubts?.map(({ title }) => title)).toContain('4 ranks in sums');
    const apart = reportOf(readCali([CALI, ...world].join('\n')));
    expect([apart.processes, apart.span]).toEqual([2, 3.5]);
    expect(apart.doubts?.map(({ title }) => title)).not.toContain('4 ranks in sums');
  });

  it('with undefined references are excluded and reported', () => {
    const profile = readCali(`${CALI}\nnothing\n__rec=ctx,attr=999,data=1\n`);
    expect(profile.problems.map(({ message }) => message).join()).toMatch(/2 records or references/);
  });
});

describe('tables of json-split', () => {
  const nodes = [
    { label: 'main', column: 'path' },
    { label: 'solve', column: 'path', parent: 0 },
  ];

  it('have exclusive time if recorded, in microseconds unless declared otherwise', () => {
    const profile = readJson({
      data: [
        [7_000_000, 0, 4_000_000, 0],
        [3_000_000, 0, 3_000_000, 1],
        [2_000_000, 1, 2_000_000, null],
      ],
      columns: ['time.inclusive.duration', 'mpi.rank', 'sum#time.duration', 'path'],
      column_metadata: [{ is_value: true }, { is_value: true }, { is_value: true }, { is_value: false }],
      nodes,
    });
    expect(times(profile)).toEqual({ main: [4, 7], solve: [3, 3], '(outside of regions)': [2, 2] });
    expect(profile.problems.map(({ message }) => message).join()).toMatch(/read as microseconds/);
  });

  it('have exclusive from inclusive time where there is no other', () => {
    const profile = readJson({
      data: [
        [7.5, 0],
        [3.25, 1],
      ],
      columns: ['inclusive#sum#time.duration', 'path'],
      column_metadata: [{ is_value: true }, { is_value: false }],
      nodes,
    });
    expect(times(profile)).toEqual({ main: [4.25, 7.5], solve: [3.25, 3.25] });
  });

  it('of samples have lines', () => {
    const profile = readJson({
      data: [
        [3, 0, 2, 0.5],
        [1, 0, 3, 0.5],
      ],
      columns: ['count', 'source.function#callpath.address', 'sourceloc#cali.sampler.pc', 'time.duration'],
      column_metadata: [{ is_value: true }, { is_value: false }, { is_value: false }, { is_value: true }],
      nodes: [...nodes, { label: '/w/a.c:3' }, { label: '/w/a.c:4' }],
    });
    expect(reportOf(profile).hotLines?.map(({ place, samples }) => [place.line, samples])).toEqual([
      [3, 3],
      [4, 1],
    ]);
  });
});
