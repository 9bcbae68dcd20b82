/** The forecast of a trace, compared with the trace that the same program then writes. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { statOf } from '../../../src/base/files/index.js';
import { openCube, toSpace } from '../../../src/formats/cube/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { forecastOf } from '../../../src/measurement/forecast/forecast.js';
import { buildOnce, fresh, type Mpi, mpis, patient, prepare, run } from '../../probe/support.js';
import { usually } from '../../support/matrix.js';

const build = buildOnce();

function bytesIn(folder: string, ending: string): number {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.reduce((all, name) => all + (statOf(join(folder, name))?.size ?? 0), 0);
}

/** Both of a program that does the same each time. */
async function bothOf(mpi: Mpi, what: string, rounds: number, settings: Readonly<Record<string, string>>) {
  const program = await build(mpi, 'forecast.c');
  const measured = async (mode: 'profile' | 'trace') => {
    const files = fresh('files');
    mkdirSync(files);
    const env = { TRIMTAB_MODE: mode, TRIMTAB_KEEP_RAW: '1', ...settings };
    const { folder, remarks, exitCode } = await run(mpi, program, { args: [what, String(rounds), files], env });
    expect([remarks, exitCode]).toEqual([[], 0]);
    return folder;
  };
  const profile = toSpace(openCube(join(await measured('profile'), 'profile.cubex')));
  const { space, report } = analyzeProfile(profile, 'forecast');
  const said = forecastOf({ space, definitions: profile.definitions, flat: report.flat ?? [] });
  const folder = await measured('trace');
  const trace = openArchive(join(folder, 'traces.otf2'));
  const events = trace.definitions.locations.reduce((sum, { announcedEvents }) => sum + announcedEvents, 0);
  const left = {
    events,
    archive: bytesIn(join(folder, 'traces'), '.evt'),
    records: bytesIn(join(folder, 'raw'), '.rec'),
  };
  return { said, left, profile };
}

function expectWithinTenth({ said, left }: Awaited<ReturnType<typeof bothOf>>): void {
  for (const of of ['events', 'archive', 'records'] as const) {
    const difference = said[of] / left[of] - 1;
    expect([of, difference, Math.abs(difference) < 0.1]).toEqual([of, difference, true]);
  }
}

describe.each(usually(mpis, 'mpich'))('a forecast of a trace with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('includes the records of files, those of MPI too', async () => {
    const both = await bothOf(mpi, 'files', 200, { TRIMTAB_IO: '1' });
    expectWithinTenth(both);
    expect(both.said.seconds).toBeGreaterThan(0);
  });

  it('has the functions that are found on the stack, at each call that they lead to', async () => {
    const both = await bothOf(mpi, 'messages', 2000, { TRIMTAB_FUNCTIONS: '0' });
    expect(both.profile.definitions.regions.some(({ description }) => description === 'unwound')).toBe(true);
    expectWithinTenth(both);
  });

  it('includes the values of counters, if they are read', async () => {
    // How long calls of MPI take, and so whether counters are read at them, is up to the machine.
    const both = await bothOf(mpi, 'long', 40, { TRIMTAB_COUNTERS: 'task-clock,page-faults', TRIMTAB_MPI: '0' });
    expectWithinTenth(both);
  });
});
