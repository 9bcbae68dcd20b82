/** Runs of the program `live` to which tests connect while they run. */
import { execa } from 'execa';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { regionOf, type Event } from './archive.js';
import { heldEnvironment, release, untilHeld } from './held.js';
import { fresh, remarksIn } from './support.js';

export const RANKS = ['0', '1', '2', '3'];

/** A running program to which the test is connected. */
export interface Going {
  readonly folder: string;
  /** Appends lines to what is asked. */
  ask(...lines: string[]): void;
  /** Waits for so many answers. */
  answers(count: number): Promise<string[]>;
  /** Waits for something on standard error. */
  said(what: RegExp): Promise<void>;
  /** Lets the program go on, which waits after its first steps so that nothing is asked too late, and waits for its end. */
  end(): Promise<{ stdout: string; remarks: string[] }>;
}

export function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Starts the program `live` with so many steps, each so many microseconds long. */
export async function start(
  mpi: string,
  program: string,
  args: readonly (string | number)[],
  env: Readonly<Record<string, string>> = {},
): Promise<Going> {
  const folder = fresh('live');
  const running = execa(`mpirun.${mpi}`, ['-n', '4', program, ...args.map(String)], {
    env: { ...heldEnvironment(folder), ...env },
    timeout: 300_000,
    reject: false,
  });
  const state = { ended: false, said: '' };
  const ending = running.finally(() => (state.ended = true));
  running.stderr.on('data', (text) => (state.said += String(text)));
  const requests = join(folder, 'live/requests');
  await untilHeld(folder, () => state.ended, RANKS.length);
  return {
    folder,
    ask: (...lines) => {
      appendFileSync(requests, lines.map((line) => `${line}\n`).join(''));
    },
    answers: async (count) => {
      const path = join(folder, 'live/answers');
      while (!state.ended && linesOf(path).length < count) await sleep(20);
      return linesOf(path).slice(0, count);
    },
    said: async (what) => {
      while (!state.ended && !what.test(state.said)) await sleep(20);
    },
    end: async () => {
      release(folder);
      const { stdout, stderr, exitCode } = await ending;
      const isFinished = ['traces.otf2', 'profile.cubex'].some((name) => existsSync(join(folder, name)));
      if (!isFinished && exitCode === 0 && env.TRIMTAB_FINISH !== '0')
        throw new Error(`The run left no results:\n${stdout}\n${stderr}`);
      return { stdout, remarks: remarksIn(stderr) };
    },
  };
}

/** Iterations, from 1, in which a function was entered. */
export function iterationsWith(events: readonly Event[] | undefined, name: string, loop = 'step'): number[] {
  const found = new Set<number>();
  let iteration = 0;
  for (const event of events ?? []) {
    if (event.kind !== 'ENTER') continue;
    if (regionOf(event) === loop) iteration++;
    else if (regionOf(event) === name && iteration > 0) found.add(iteration);
  }
  return [...found];
}

export const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The iteration that an answer names. */
export const named = (answer: string | undefined): number => Number(/^ok (\d+)$/.exec(answer ?? '')?.[1] ?? Number.NaN);
