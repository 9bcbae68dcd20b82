/** Recording on a file system that has no room left. */
import { execa } from 'execa';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entered, readEvents } from './archive.js';
import { buildOnce, environment, finish, fresh, mpis, patient } from './support.js';

const build = buildOnce();
const mounted = await execa('mount', ['--version'], { reject: false });
const isRoot = process.getuid?.() === 0 && mounted.exitCode === 0;

describe.skipIf(!isRoot).each(mpis.slice(0, 1))('a full disk', patient, (mpi) => {
  /**
   * Runs a program on a file system of this size, and inspects the files afterwards; undefined if none can be mounted.
   */
  const onDisk = async <T>(
    size: string,
    limit: Record<string, string>,
    look: (folder: string, result: { stderr: string; exitCode?: number }) => Promise<T>,
  ): Promise<T | undefined> => {
    const disk = fresh('disk');
    mkdirSync(disk);
    const mount = await execa('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { reject: false });
    if (mount.exitCode !== 0) {
      console.warn(`No file system can be mounted here: ${mount.stderr}`);
      return undefined;
    }
    try {
      const program = await build(mpi, 'endings.c');
      const own = { TRIMTAB_EXPERIMENT_DIR: join(disk, 'run'), TRIMTAB_BUFFER_BYTES: '65536', ...limit };
      const options = { env: { ...environment, ...own }, reject: false, timeout: 300_000, forceKillAfterDelay: 1000 };
      return await look(join(disk, 'run'), await execa(`mpirun.${mpi}`, ['-n', '2', program, 'long'], options));
    } finally {
      // A process that hangs there, as a failure of this test leaves it, keeps the file system busy.
      await execa('umount', ['-l', disk]);
    }
  };
  const UNLIMITED = { TRIMTAB_MAX_BYTES: '1000000000' };

  it('ends recording with a line; the archive can be made elsewhere', async () => {
    await onDisk('400k', UNLIMITED, async (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/recording stopped, No space left on device/);
      expect(stderr).toContain(`no space is left in ${folder}: name another folder, trimtab-finish ${folder} FOLDER`);
      expect(readdirSync(folder)).toEqual(['raw']);
      const elsewhere = fresh('elsewhere');
      await finish(mpi, folder, elsewhere);
      const events = [...(await readEvents(elsewhere)).values()].flatMap(entered);
      expect(events.filter((name) => name === 'work').length).toBeGreaterThan(1000);
    });
  });

  // If a process cannot even write how it ended, the finisher must not wait for the one that waits for it.
  it.each(['40k', '72k', '100k'])('of %s does not keep the program from ending', async (size) => {
    await onDisk(size, UNLIMITED, (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/recording stopped, No space left on device/);
      expect(readdirSync(folder)).toEqual(['raw']);
      return Promise.resolve();
    });
  });

  it('is left room on, for the archive too, unless a limit is set', async () => {
    await onDisk('2m', {}, (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/rank 0: the trace ends here, the trace would take up the free disk/);
      expect(readdirSync(folder).sort()).toEqual(['profile.cubex', 'traces', 'traces.def', 'traces.otf2']);
      return Promise.resolve();
    });
  });
});
