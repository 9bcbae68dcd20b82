/** Processes that go on as other programs (execve): what each of them recorded stays. */
import { beforeAll, describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { type Event, openRegions, readDefinitions, readEvents, regionOf } from './archive.js';
import { profileValues } from './profiles.js';
import { buildOnce, finish, type Mpi, mpis, patient, prepare, run } from './support.js';

const build = buildOnce();

const becoming = async (mpi: Mpi, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(mpi, await build(mpi, 'goes_on.c'), { ranks: 1, args, env });

const entered = (events: readonly Event[]): string[] =>
  events.filter(({ kind }) => kind === 'ENTER').map((event) => regionOf(event));

describe.each(usually(mpis, 'openmpi'))('a process that continues as another program, with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('has the records of each, one after the other', async () => {
    const { folder, remarks, exitCode } = await becoming(mpi, ['3', 'nothing']);
    expect([remarks, exitCode]).toEqual([[], 0]);
    const programs = [...(await readEvents(folder)).values()];
    const becomes = ['main', 'work', 'become'];
    expect(programs.map(entered)).toEqual([becomes, becomes, becomes, ['main', 'work']]);
    expect(programs.flatMap((events) => openRegions(events))).toEqual([]);
    const times = programs.map((events) => events.map(({ time }) => time));
    times.slice(1).forEach((own, index) => expect(own[0]).toBeGreaterThan(times[index]?.at(-1) ?? Number.NaN));
    expect(await readDefinitions(folder, 'LOCATION_GROUP')).toHaveLength(4);
  });

  it('has what it recorded before it became one that is not measured', async () => {
    const { folder, remarks, stdout, exitCode } = await becoming(mpi, ['0', 'echo']);
    expect([stdout, exitCode, remarks]).toEqual(['gone on', 0, []]);
    expect([...(await readEvents(folder)).values()].map(entered)).toEqual([['main', 'work']]);
  });

  it('continues recording if no such program exists', async () => {
    const { folder, remarks, stdout, exitCode } = await becoming(mpi, ['0', 'nothing-of-this-name']);
    expect([stdout, exitCode, remarks]).toEqual(['there is no nothing-of-this-name', 0, []]);
    expect([...(await readEvents(folder)).values()].map(entered)).toEqual([['main', 'work', 'work']]);
  });

  it('has profiles of each', async () => {
    const env = { TRIMTAB_MODE: 'profile', TRIMTAB_FINISH: '0' };
    const { folder } = await run(mpi, await build(mpi, 'goes_on.c'), {
      ranks: 1,
      args: ['2', 'nothing'],
      env,
      raw: true,
    });
    expect(await finish(mpi, folder)).toEqual([]);
    const visits = [...profileValues(folder)('visits')].filter(([path]) => path.includes('/work('));
    expect(visits.reduce((sum, [, value]) => sum + value, 0)).toBe(3);
  });
});
