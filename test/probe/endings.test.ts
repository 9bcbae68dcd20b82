/** How runs end, and what of them is recorded then. */
import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { countKinds, entered, openRegions, readEvents } from './archive.js';
import { buildOnce, environment, fresh, mpis, patient, prepare, run } from './support.js';

const build = buildOnce();

describe.each(usually(mpis, 'mpich'))('the end of a run with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  const end = async (how: string, env: Record<string, string> = {}, ranks = 2) => {
    const result = await run(mpi, await build(mpi, 'endings.c'), { ranks, args: [how], env });
    return {
      ...result,
      events: existsSync(join(result.folder, 'traces.otf2')) ? await readEvents(result.folder) : undefined,
    };
  };

  it('of a program that a build starts leaves nothing', async () => {
    const folder = fresh('building');
    const program = await build(mpi, 'endings.c');
    const env = { ...environment, TRIMTAB_BUILDING: '1', TRIMTAB_EXPERIMENT_DIR: folder };
    await execa(`mpirun.${mpi}`, ['-n', '2', program, 'plain'], { env, reject: false });
    expect(existsSync(folder)).toBe(false);
  });

  it('by MPI_Abort keeps the records of all ranks and reports so', async () => {
    const { events, remarks, folder } = await end('abort');
    expect(entered(events?.get('1'))).toEqual([
      'main',
      'MPI_Init',
      'MPI_Comm_rank',
      'work',
      'MPI_Barrier',
      'MPI_Abort',
    ]);
    expect(entered(events?.get('0')).slice(0, 5)).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier']);
    for (const own of events?.values() ?? []) expect(openRegions(own)).toEqual([]);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by abort 3');
    expect(remarks.some((line) => line.includes('regions were open at the end'))).toBe(true);
    // Not all processes ended regularly: the raw records stay, for another try.
    expect(existsSync(join(folder, 'raw')) || remarks.every((line) => !line.includes('killed'))).toBe(true);
  });

  it('by a crash keeps what was recorded up to it', async () => {
    const { events, remarks } = await end('crash');
    expect(entered(events?.get('1')).slice(-2)).toEqual(['crash', 'work']);
    expect(entered(events?.get('0')).slice(0, 4)).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work']);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by signal 11');
  });

  it('by a stack overflow keeps what was recorded up to it', async () => {
    const { events, remarks } = await end('overflow');
    expect(entered(events?.get('1')).filter((name) => name === 'overflow').length).toBeGreaterThan(1000);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by signal 11');
  });

  it('by SIGTERM keeps what was recorded, and the program dies of it all the same', async () => {
    const { events, remarks, exitCode } = await end('term');
    expect(exitCode).not.toBe(0);
    // Once the first rank has died, the launcher may kill the other one before it dies of the signal.
    const ended = ['0', '1'].filter((rank) => remarks.includes(`trimtab-finish: rank ${rank} ended by signal 15`));
    expect(ended).not.toEqual([]);
    for (const rank of ended) expect(entered(events?.get(rank)).at(-1)).toBe('MPI_Barrier');
  });

  it('by SIGKILL leaves an archive that lists the missing parts', async () => {
    const { events, remarks } = await end('kill');
    expect(events).toBeDefined();
    expect(
      remarks.some((line) => line.includes('ranks were killed or still ran: what they recorded last is missing')),
    ).toBe(true);
  });

  it('without MPI_Finalize is complete but for the regions that were open', async () => {
    // Of several ranks, the launcher kills the others as soon as one has ended so.
    const { events } = await end('exit', {}, 1);
    expect(entered(events?.get('0'))).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier']);
  });

  it('by _exit after MPI_Finalize loses nothing before that', async () => {
    const { events } = await end('quick');
    expect(entered(events?.get('0')).at(-1)).toBe('MPI_Finalize');
  });

  it('leaves signals to the program’s own handler and continues recording', async () => {
    const { events, stdout, exitCode, remarks } = await end('handler');
    expect(stdout.match(/own handler ran/g)).toHaveLength(2);
    expect([exitCode, remarks]).toEqual([0, []]);
    for (const rank of ['0', '1'])
      expect(entered(events?.get(rank)).slice(-6)).toEqual([
        'handled',
        'work',
        'own_handler',
        'work',
        'MPI_Barrier',
        'MPI_Finalize',
      ]);
  });

  it('is not disturbed by a forked child', async () => {
    const { events, remarks, exitCode } = await end('fork');
    expect([exitCode, remarks]).toEqual([0, []]);
    expect(entered(events?.get('0'))).toEqual([
      ...['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier', 'forked', 'work', 'MPI_Barrier', 'MPI_Finalize'],
    ]);
  });

  it('records buffers being written and loses nothing by it', async () => {
    const { events, remarks } = await end('long', { TRIMTAB_BUFFER_BYTES: '4096' });
    expect(remarks).toEqual([]);
    const counts = countKinds(events?.get('0') ?? []);
    expect(counts.BUFFER_FLUSH).toBeGreaterThan(100);
    expect(entered(events?.get('0')).filter((name) => name === 'work')).toHaveLength(20_001);
    expect(openRegions(events?.get('0') ?? [])).toEqual([]);
  });

  it('ends the trace at TRIMTAB_MAX_BYTES, and continues as a profile', async () => {
    const limits = { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_MAX_BYTES: '200000' };
    const { events, remarks, exitCode } = await end('long', limits);
    expect(exitCode).toBe(0);
    expect(remarks.filter((line) => line.includes('the trace ends here, TRIMTAB_MAX_BYTES is reached'))).toHaveLength(
      2,
    );
    const works = entered(events?.get('0')).filter((name) => name === 'work').length;
    // An ENTER and a LEAVE take 32 bytes of the limit.
    expect(works).toBeGreaterThan(5000);
    expect(works).toBeLessThan(200_000 / 32);
    expect(openRegions(events?.get('0') ?? [])).toEqual([]);
  });

  it('stops when a file may grow no more, without ending the program', async () => {
    const { events, remarks } = await end('limited', { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_FINISH: '0' });
    expect(remarks.some((line) => line.includes('recording stopped, File too large'))).toBe(true);
    const works = entered(events?.get('0')).filter((name) => name === 'work').length;
    expect(works, remarks.join('\n')).toBeGreaterThan(2000);
  });

  it('records functions alone where MPI_Init is never called', async () => {
    const { events } = await end('never', {}, 1);
    expect(entered(events?.get('0'))).toEqual(['main', 'work']);
  });

  it('measures MPI only with TRIMTAB_FUNCTIONS=0', async () => {
    const { events } = await end('', { TRIMTAB_FUNCTIONS: '0', TRIMTAB_CALLERS: '0' });
    expect(entered(events?.get('0'))).toEqual([
      'MPI_Init',
      'MPI_Comm_rank',
      'MPI_Barrier',
      'MPI_Barrier',
      'MPI_Finalize',
    ]);
  });
});
