import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { openmpOverheads } from '../../../src/analysis/profile/openmpOverheads.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { threadTotal } from '../../../src/model/parallelRegions.js';
import type { Profile } from '../../../src/model/profile.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-ompp-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A report of a rank with two threads. @param id what ompP calls the region @param waits seconds of each thread */
const report = (id: string, waits: readonly [number, number]): string => `
----     ompP General Information     ----
Application Name: halo
ompP Version    : 0.8.5
----     ompP Callgraph     ----
   8.00 (100.0%)    1.00 ( 12.5%)           [halo: 2 threads]
----     ompP Callgraph Region Profiles (incl./excl. data)     ----
[*00] halo
[+01] ${id} a.c (18-26) PARALLEL
 TID      execT      execC    bodyT/I    bodyT/E   exitBarT   startupT   shutdwnT
${waits.map((wait, tid) => `   ${tid}       7.00          1       ${7 - wait}.00       ${7 - wait}.00       ${wait}.00       0.00       0.00`).join('\n')}
`;

const profileAt = (name: string): Profile => {
  const opened = openMeasurement(join(folder, name));
  if (opened.kind === 'trace') throw new Error('a report is a profile');
  return opened.profile;
};

describe('reports of ompP, one of each rank', () => {
  writeFileSync(join(folder, 'report.ompp.txt:0'), report('R00002', [1, 3]));
  writeFileSync(join(folder, 'report.ompp.txt:1'), report('R00004', [0, 2]));
  writeFileSync(join(folder, 'report.ompp.txt:10'), report('R00002', [5, 0]));
  writeFileSync(join(folder, 'other.ompp.txt:2'), report('R00002', [6, 6]));

  it('are opened together, whichever was asked for', () => {
    const profile = profileAt('report.ompp.txt:1');
    const { locationGroups, locations, regions } = profile.definitions;
    expect(locationGroups.map(({ name }) => name)).toEqual(['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 10']);
    expect(locations).toHaveLength(6);
    // The same construct has other numbers on other ranks.
    expect(regions.filter(({ role }) => role === 'parallel')).toHaveLength(1);
    expect(analyzeProfile(profile, 'halo').report).toMatchObject({ processes: 3, totalTime: 3 * (1 + 14) });
  });

  it('list each process separately, and overheads of all combined', () => {
    const profile = profileAt('report.ompp.txt:0');
    expect(profile.parallelRegions?.map((one) => threadTotal(one, 'exitBarT'))).toEqual([4, 2, 5]);
    expect(openmpOverheads(profile)).toEqual([
      {
        region: expect.any(Number) as number,
        total: 42,
        imbalance: 11,
        synchronization: 0,
        limitedParallelism: 0,
        management: 0,
      },
    ]);
  });

  it('of one process are opened separately', () => {
    writeFileSync(join(folder, 'one.ompp.txt'), report('R00002', [1, 3]));
    expect(profileAt('one.ompp.txt').definitions.locationGroups.map(({ name }) => name)).toEqual(['halo']);
  });
});
