/**
 * Analysis Guided Overhead Reduction while the program runs (Oleynik 2014, 4.3.3), without a restart. The first
 * iterations are measured with all functions on, and functions that cost too much are put on the black list. Then, at
 * an iteration of the progress loop on all ranks, only the functions requested next by the analysis are on. This ends
 * when no function is new.
 */
import { byCost } from './adapt.js';
import { type AgorState, begunWith, nextStep } from './agor.js';
import { liveCost, liveStatistics, since } from './liveStatistics.js';
import { counted } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { furthest, measureOnly, reached, type Spoken } from '../live/switching.js';
import type { LiveRank, LiveView } from '../live/view.js';

/** Result of the adaptation. */
export interface Steered {
  readonly state: AgorState;
  /** How often other functions were switched on. */
  readonly steps: number;
  /** The iteration from which on only what was found is on. */
  readonly iteration: number;
}

/** Steps beyond which it is given up. */
const MOST_STEPS = 50;
const POLL_INTERVAL_MS = 100;
/** A profile takes in what its thread recorded when an iteration begins, but no more often. */
const REPORT_INTERVAL_MS: Seconds = 0.1;
/** Iterations that are measured with all functions on, and with what each step asks for. */
const ITERATIONS = 2;

const GET_TREE = 'get tree';

async function lookUntil(run: Spoken, isEnough: (view: LiveView) => boolean): Promise<LiveView> {
  for (;;) {
    const view = await run.look(GET_TREE);
    if (view.ranks.length > 0 && view.silent.length === 0 && isEnough(view)) return view;
    await run.pause(POLL_INTERVAL_MS);
  }
}

/** Returns a view at a time when all ranks have reported their activity up to an iteration. */
async function lookAt(run: Spoken, iteration: number): Promise<LiveView> {
  const there = await lookUntil(run, (view) => reached(view) >= iteration);
  const since = new Map(there.ranks.map(({ rank, seconds }) => [rank, seconds]));
  const isLater = ({ rank, seconds }: LiveRank): boolean => seconds >= (since.get(rank) ?? 0) + REPORT_INTERVAL_MS;
  const later = await lookUntil(run, ({ ranks }) => ranks.every(isLater));
  return lookUntil(run, (view) => reached(view) > furthest(later));
}

/** Returns the activity while only these functions are on. */
async function measured(run: Spoken, names: readonly string[]): Promise<{ view: LiveView; at: number } | undefined> {
  const at = await measureOnly(run, names);
  if (at === undefined) return undefined;
  const before = await lookAt(run, at + 1);
  const after = await lookAt(run, furthest(before) + ITERATIONS);
  return { view: since(before, after), at };
}

/**
 * Steers a run in which all functions are on from the start.
 * @returns undefined where the program has no progress loop, or what is asked cannot be done in time
 * @throws what `run` throws, as when the program ends before
 */
export async function steer(run: Spoken, tell: (sentence: string) => void): Promise<Steered | undefined> {
  const first = await lookAt(run, 1 + ITERATIONS);
  if (first.phase === undefined) return undefined;
  const whole = liveStatistics(first);
  const pair = liveCost(first);
  const worse = byCost('tor', { pair, within: pair / 2, halfWidth: pair / 2 });
  let state = begunWith(worse(whole).map(({ statistics }) => statistics.region));
  tell(
    `${state.blackList.length} of ${whole.functions.length} functions cost too much; the rest is asked for step by step.`,
  );
  let latest = await measured(run, []);
  for (let steps = 1; steps <= MOST_STEPS && latest !== undefined; steps++) {
    const told = liveStatistics(latest.view);
    const names = worse(told).map(({ statistics }) => statistics.region);
    state = nextStep(state, whole, told, names);
    if (state.stage === 'over') {
      tell(`${counted(state.found.length, 'function')} stay on from iteration ${latest.at} on; the search is over.`);
      return { state, steps, iteration: latest.at };
    }
    tell(`${state.on.length} functions are asked for, from iteration ${latest.at} on.`);
    latest = await measured(run, state.on);
  }
  return undefined;
}
