/** Adapting what is measured of a program while it runs. */
import * as v from 'valibot';
import { setTimeout as pause } from 'node:timers/promises';
import { steer } from '../../../measurement/adaptation/agorLive.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import type { Target } from '../../../targets/target.js';
import { LiveRun } from '../../live/liveRun.js';

const names = (description: string) => v.pipe(v.array(v.string()), v.description(description));

/** What came of it. */
export const steered = v.object({
  found: names('Functions that take enough of the time, which are on at the end.'),
  asked: names('Functions that were on in some step.'),
  blackList: names('Functions that cost too much to be measured.'),
  steps: v.pipe(v.number(), v.description('How often other functions were switched on.')),
  iteration: v.pipe(v.number(), v.description('From which iteration on only those found are on.')),
});
export type SteeredRun = v.InferOutput<typeof steered>;

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
