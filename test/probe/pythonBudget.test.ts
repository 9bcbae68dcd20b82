/** Functions of Python that are excluded because recording them would cost more than they last. */
import { execa } from 'execa';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { openMeasurement } from '../../src/formats/registry.js';
import { entered, openRegions, readEvents } from './archive.js';
import { measured, mpi, preloader, pythons } from './pythonPrograms.js';
import { environment, finish, fresh, patient, prepare, programs } from './support.js';

describe.skipIf(pythons.length === 0)('functions of Python', patient, () => {
  describe.each(pythons)('$version', ({ program: python, monitors }) => {
    beforeAll(() => prepare(mpi));

    it('are few even with millions of tiny ones, and the rest continues', async () => {
      const run = await measured(python, '', { TRIMTAB_BUDGET: '5' }, 'tiny.py');
      expect(run.stdout).toBe('4000000');
      const events = (await readEvents(run.folder)).get('0') ?? [];
      const names = entered(events);
      // All of 4,000,000 calls would be recorded otherwise; 3.11 and before report some more, in the trials between.
      expect(names.length).toBeLessThan(40_000);
      expect(names.filter((name) => name === 'tiny.main')).toHaveLength(1);
      expect(openRegions(events)).toEqual([]);
      const { stdout } = await execa('otf2-print', ['-A', join(run.folder, 'traces.otf2')]);
      expect(stdout).toMatch(/TRIMTAB::NAMES_LEFT_OUT.*?\d+ tiny\.once/s);
      if (monitors) return;
      expect(stdout).toMatch(/TRIMTAB::PYTHON_UNHEARD_SECONDS/);
      const { stdout: sampled } = await execa('otf2-print', ['-G', join(run.folder, 'traces.otf2')]);
      expect(sampled).toMatch(/CALLING_CONTEXT .*Region: "tiny\.main".*Source code location: ".*tiny\.py:\d+"/);
    });

    it.skipIf(monitors)('get their lines from samples in a profile too', async () => {
      const run = await measured(python, '', { TRIMTAB_MODE: 'profile', TRIMTAB_BUDGET: '5' }, 'tiny.py');
      expect(run.stdout).toBe('4000000');
      const opened = openMeasurement(join(run.folder, 'profile.cubex'));
      if (opened.kind !== 'profile') throw new Error('There is no profile.');
      const { report } = analyzeProfile(opened.profile, 'test');
      expect(opened.profile.definitions.properties.get('TRIMTAB::PRELOADED')).toBe('true');
      const own = new Map(report.flat?.map(({ region, exclusive }) => [region, exclusive]));
      const lines = report.hotLines ?? [];
      expect(lines.length).toBeGreaterThan(0);
      for (const { place, region, seconds } of lines) {
        expect(basename(place.file)).toBe('tiny.py');
        expect(seconds).toBeLessThanOrEqual((own.get(region) ?? 0) * (1 + 1e-9));
      }
    });

    it('that cost more than they reveal are excluded, which is reported', async () => {
      const sources = fresh('tiny');
      cpSync(join(programs, 'python'), sources, { recursive: true });
      const folder = fresh('run');
      const call = 'import module\nfor i in range(30000):\n    module.once(i)\n';
      await execa(preloader, [python, '-c', call], {
        cwd: sources,
        env: {
          ...environment,
          TRIMTAB_MPICC: `mpicc.${mpi}`,
          TRIMTAB_BUDGET: '1',
          TRIMTAB_EXPERIMENT_DIR: folder,
          TRIMTAB_FINISH: '0',
        },
      });
      await finish(mpi, folder);
      const { stdout } = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
      const [, left = '0'] = /TRIMTAB::NAMES_LEFT_OUT.*?(\d+) module\.once/s.exec(stdout) ?? [];
      const calls = entered((await readEvents(folder)).get('0')).filter((name) => name === 'module.once').length;
      expect(calls).toBeGreaterThan(0);
      // Calls that sys.monitoring no longer reports are not counted, but estimated by the time that passed.
      if (monitors) expect(Number(left)).toBeGreaterThan(0);
      else expect(Number(left) + calls).toBe(30000);
    });
  });
});
