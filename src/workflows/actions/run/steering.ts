/** Adapting what is measured of a program while it runs. */
import { setTimeout as pause } from 'node:timers/promises';
import { steer } from '../../../measurement/adaptation/agorLive.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import type { Target } from '../../../targets/target.js';
import type { SteeredRun } from '../../declarations/run.js';
import { LiveRun } from '../../live/liveRun.js';

/**
 * Steers a run from its beginning to its end, or until nothing is new.
 * @param folder of its records, on the target
 * @param signal aborted when the run has ended
 * @returns undefined where it could not be done before the run ended, or the program has no progress loop
 */
export async function steeredRun(
  target: Target,
  folder: string,
  tell: (sentence: string) => void,
  signal: AbortSignal,
): Promise<SteeredRun | undefined> {
  const run = new LiveRun(target, folder, tell);
  const rest = async (milliseconds: number): Promise<void> => {
    await pause(milliseconds, undefined, { signal });
  };
  /** Until it has begun to listen. */
  const begun = async (): Promise<void> => {
    for (;;) {
      try {
        await run.look('get flat', signal);
        return;
      } catch (error) {
        if (!(error instanceof TrimtabError) || signal.aborted) throw error;
        await rest(500);
      }
    }
  };
  try {
    await begun();
    const spoken = {
      look: (request: string) => run.look(request, signal),
      ask: (request: string) => run.ask(request, signal),
      pause: rest,
    };
    const found = await steer(spoken, tell);
    if (found === undefined) return undefined;
    const { state, steps, iteration } = found;
    return { found: [...state.found], asked: [...state.asked], blackList: [...state.blackList], steps, iteration };
  } catch (error) {
    // It ended before: what it was asked for is of no use then.
    if (signal.aborted || error instanceof TrimtabError || error instanceof CancelledError) return undefined;
    throw error;
  } finally {
    run.close();
  }
}
