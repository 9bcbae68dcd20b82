/** Records of an archive about its measurement: losses, overhead, processors, and whether MPI was used at all. */
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { absent } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { usually } from '../support/matrix.js';
import { buildOnce, mpis, patient, prepare, run, type Run, type RunOptions } from './support.js';

const build = buildOnce();

/** The properties `TRIMTAB::…` of a run's archive, without that prefix, as the project's own reader has them. */
function propertiesOf({ folder }: Run): Record<string, string> {
  const trace = openArchive(join(folder, 'traces.otf2'));
  const own = [...trace.definitions.properties].filter(([name]) => name.startsWith('TRIMTAB::'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('TRIMTAB::'.length), value]));
}

/** The numbers of a list "LOCATION=COUNT …". */
function countsIn(list: string | undefined): Map<string, number> {
  const pairs = (list ?? '').split(' ').map((pair) => pair.split('='));
  return new Map(pairs.map(([location = absent('location'), count]) => [location, Number(count)]));
}

describe.each(usually(mpis, 'mpich'))('the archive of a run with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  const ended = async (how: string, options: RunOptions = {}) =>
    propertiesOf(await run(mpi, await build(mpi, 'endings.c'), { args: [how], ...options }));

  it('reports the measurement overhead, from the records of each location', async () => {
    const properties = await ended('long');
    // main, and work 20,001 times.
    expect(countsIn(properties.FUNCTION_RECORDS_LOCATIONS)).toEqual(
      new Map([
        ['0', 2 * 20_002],
        ['1', 2 * 20_002],
      ]),
    );
    expect(properties.FUNCTION_RECORDS).toBe(String(4 * 20_002));
    expect(properties.MPI_CALLS).toBe('10');
    const pair = Number(properties.FUNCTION_CALL_NANOSECONDS);
    expect(pair).toBeGreaterThan(1);
    const functions = Number(properties.OVERHEAD_FUNCTION_SECONDS);
    // The two ranks measure the cost of a pair each; the larger one is reported, to a tenth of a nanosecond.
    expect(functions).toBeGreaterThan(20_002 * (pair - 0.05) * 1e-9);
    expect(functions).toBeLessThan(2.001 * 20_002 * (pair + 0.05) * 1e-9);
    expect(Number(properties.OVERHEAD_SECONDS)).toBeGreaterThan(functions);
    expect(Number(properties.FLUSH_SECONDS)).toBeGreaterThan(0);
  });

  it('reports no cost of functions if none are recorded', async () => {
    const properties = await ended('', { env: { TRIMTAB_FUNCTIONS: '0' } });
    expect([properties.FUNCTION_RECORDS, properties.FUNCTION_RECORDS_LOCATIONS]).toEqual(['0', undefined]);
    expect(Number(properties.OVERHEAD_FUNCTION_SECONDS)).toBe(0);
    expect(Number(properties.OVERHEAD_SECONDS)).toBeGreaterThan(0);
  });

  it('reports that nothing is missing if nothing is', async () => {
    expect(await ended('')).toMatchObject({
      RECORDS_LOST: '0',
      RANKS_STOPPED: '0',
      RANKS_WITHOUT_RECORDS: '0',
      RANKS_CUT: '0',
      REGIONS_CLOSED: '0',
      RECORDS_MISPLACED: '0',
    });
  });

  it('reports the number of lost records, where and why', async () => {
    const properties = await ended('long', { env: { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_MAX_BYTES: '200000' } });
    const lost = countsIn(properties.RECORDS_LOST_LOCATIONS);
    expect([...lost.keys()].sort()).toEqual(['0', '1']);
    const [total, kept] = [Number(properties.RECORDS_LOST), Number(properties.FUNCTION_RECORDS)];
    expect(total).toBe([...lost.values()].reduce((sum, count) => sum + count, 0));
    // Lost and kept records are all that was recorded: functions, and some records of MPI.
    expect(total + kept).toBeGreaterThanOrEqual(4 * 20_002);
    expect(total + kept).toBeLessThan(4 * 20_002 + 100);
    expect(properties).toMatchObject({ RANKS_STOPPED: '2', STOPPED_REASON: 'TRIMTAB_MAX_BYTES is reached' });
  });

  it('lists the processors, ranks and locations of each host', async () => {
    const properties = await ended('', { ranks: 3 });
    expect(properties.HOSTS).toBe(`${hostname()}=${availableParallelism()},3,3`);
    const threads = propertiesOf(await run(mpi, await build(mpi, 'threads.c'), { ranks: 2 }));
    const locations = locationsIn(threads.HOSTS);
    expect(locations).toBeGreaterThan(2);
  });

  it('reports the number of processes that the launcher started, even if MPI is never called', async () => {
    expect(await ended('', { ranks: 3 })).toMatchObject({
      MPI_INITIALISED: 'true',
      RANKS_STARTED: '3',
      PROCESSES_WITHOUT_MPI: '0',
    });
    expect(await ended('never', { ranks: 2 })).toMatchObject({
      MPI_INITIALISED: 'false',
      RANKS_STARTED: '2',
      PROCESSES_WITHOUT_MPI: '2',
      LAUNCHER: mpi === 'openmpi' ? 'OMPI_COMM_WORLD_SIZE' : 'PMI_SIZE',
    });
  });
});

/** The locations in the list of hosts of a run on one host. */
function locationsIn(hosts: string | undefined): number {
  return Number((hosts ?? '').split(',').at(-1));
}
