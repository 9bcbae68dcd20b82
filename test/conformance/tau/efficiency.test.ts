/** Efficiencies of public profiles, against values that were computed from the files by others' readers. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { multiplicative } from '../../../src/model/findings/efficiency.js';
import { conformanceData } from '../../support/conformanceData.js';

const packed = conformanceData('tau_ppk');

/** GROMACS with so many ranks: run time (PerfExplorer's maximum of inclusive times) and parallel efficiency. */
const GROMACS = [
  [2, 638.305, 0.96602],
  [8, 204.587, 0.77195],
  [32, 101.23, 0.39034],
  [128, 45.2931, 0.23471],
] as const;

describe.skipIf(packed === undefined)('GROMACS', () => {
  it.each(GROMACS)(
    'with %i ranks has a run time of %f s and a parallel efficiency of %f',
    (ranks, runTime, parallel) => {
      const opened = openMeasurement(join(packed ?? '', 'LoadImbalance_gromacs', `${ranks}.ppk`));
      if (opened.kind !== 'profile') throw new Error('no profile');
      const { efficiency } = analyzeProfile(opened.profile, 'gromacs').report;
      if (efficiency === undefined) throw new Error('no efficiency');
      expect(efficiency.threads).toBe(ranks);
      expect(Math.abs(efficiency.runTime / runTime - 1)).toBeLessThan(1e-5);
      const [whole, balance, communication] = multiplicative(efficiency);
      expect(whole?.value).toBeCloseTo(parallel, 5);
      expect((balance?.value ?? 0) * (communication?.value ?? 0)).toBeCloseTo(parallel, 5);
    },
  );
});
