/** Programs that are held in their 20th iteration while a client is connected. */
import { execa } from 'execa';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents, regionOf } from './archive.js';
import { buildOnce, environment, fresh, mpis, prepare } from './support.js';

export const RANKS = 2;
export const STEPS = 60;
/** Of the libraries that are installed the one that Slurm starts programs of. */
export const mpi = mpis.find((name) => name === 'openmpi');

const build = buildOnce();

/** The program, built with the probe. */
export async function liveProgram(): Promise<string> {
  if (mpi === undefined) throw new Error('there is no Open MPI');
  await prepare(mpi);
  return build(mpi, 'live.c', ['-O2', '-pthread']);
}

/** Returns the environment of a held run. @param live TRIMTAB_LIVE; if omitted: the default */
export function heldEnvironment(folder: string, live?: string): Record<string, string> {
  return {
    ...environment,
    TRIMTAB_EXPERIMENT_DIR: folder,
    LIVE_HOLD: `${folder}.held`,
    ...(live === undefined ? {} : { TRIMTAB_LIVE: live }),
  };
}

export const release = (folder: string): void => writeFileSync(`${folder}.held`, '');

/**
 * Waits until all ranks are held, each before its 20th step. They listen from MPI_Init on: an earlier request arrives
 * at an unknown time, also before their loop is known.
 */
export async function untilHeld(folder: string, isOver: () => boolean, ranks = RANKS): Promise<void> {
  const all = Array.from({ length: ranks }, (_, rank) => `${folder}.held-${rank}`);
  while (!isOver() && !all.every((path) => existsSync(path))) await sleep(20);
}

/** Starts it on this machine. */
export async function startHeld(program: string, live: string, folder = fresh('held'), env = {}) {
  const running = execa(`mpirun.${mpi}`, ['-n', String(RANKS), program, String(STEPS)], {
    env: { ...heldEnvironment(folder, live), ...env },
    reject: false,
    timeout: 300_000,
  });
  const state = { ended: false };
  const ending = running.finally(() => (state.ended = true));
  await untilHeld(folder, () => state.ended);
  return {
    folder,
    ending,
    /** Returns the requests in the file. */
    asked: () => readFileSync(join(folder, 'live/requests'), 'utf8'),
    end: async (): Promise<string> => {
      release(folder);
      return (await ending).stdout;
    },
  };
}

/** Returns the output of the program without a control channel. */
export async function plainResult(program: string): Promise<string> {
  const env = { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_LIVE: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') };
  return (await execa(`mpirun.${mpi}`, ['-n', String(RANKS), program, String(STEPS)], { env })).stdout;
}

/** The process of a rank, by what it has noted of itself. */
export function processOf(folder: string, rank: number): number {
  for (const name of readdirSync(join(folder, 'raw')).filter((file) => file.endsWith('.txt'))) {
    const text = readFileSync(join(folder, 'raw', name), 'utf8');
    const pid = /^pid (\d+)$/m.exec(text)?.[1];
    if (pid !== undefined && new RegExp(`^world ${rank} `, 'm').test(text)) return Number(pid);
  }
  throw new Error(`rank ${rank} has noted nothing of itself`);
}

/** The iterations, from 1, in which each rank entered a function. */
export async function iterationsWith(folder: string, name: string): Promise<number[][]> {
  const all = [...(await readEvents(folder)).values()].map((events) => {
    const found = new Set<number>();
    let iteration = 0;
    for (const event of events) {
      if (event.kind !== 'ENTER') continue;
      if (regionOf(event) === 'step') iteration++;
      else if (regionOf(event) === name && iteration > 0) found.add(iteration);
    }
    return [...found];
  });
  return all.filter((found) => found.length > 0);
}

export const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
