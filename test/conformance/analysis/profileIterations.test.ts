/** Iterations of a public profile of TAU, which distinguishes phases. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { seriesOfProfile } from '../../../src/analysis/dynamics/profiles/index.js';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { pathsOf } from '../../../src/model/profileValues.js';
import { conformanceData } from '../../support/conformanceData.js';

const folder = conformanceData('tau_ppk');

describe.runIf(folder !== undefined)('iterations of profiles', () => {
  it('are the phases of a program under TAU', () => {
    const opened = openMeasurement(path.join(folder ?? '', 'phases', 'phases.ppk'));
    if (opened.kind !== 'profile') throw new Error('no profile');
    const { profile } = opened;
    const { space, report } = analyzeProfile(profile, 'phases');
    const run = seriesOfProfile(profile, { space, totalTime: report.totalTime });
    // The file has timers `Iteration 0` to `Iteration 249`.
    expect(run?.iterations).toMatchObject({ source: 'marked', name: 'Iteration', count: 250 });
    const { regions } = profile.definitions;
    const inclusive = profile.inclusive?.get('time');
    if (run === undefined || inclusive === undefined) throw new Error('no times');
    let sum = 0;
    pathsOf(inclusive).forEach((node, entry) => {
      if (/^Iteration \d+$/.test(regions[space.callTree.region[node] ?? -1]?.name ?? ''))
        sum += inclusive.value[entry] ?? 0;
    });
    expect(run.loopTime).toBeCloseTo(sum, 12);
  });

  it('are not found in profiles without any', () => {
    for (const name of ['wrf', 'wrf-callpath', 'matmult', 'mpas']) {
      const opened = openMeasurement(path.join(folder ?? '', name, `${name}.ppk`));
      if (opened.kind !== 'profile') throw new Error('no profile');
      const { space, report } = analyzeProfile(opened.profile, name);
      expect(seriesOfProfile(opened.profile, { space, totalTime: report.totalTime })).toBeUndefined();
    }
  });
});
