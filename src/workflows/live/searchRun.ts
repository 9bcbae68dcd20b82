/** Searching a run on a target from its beginning, or from where a search before it stopped, to its end. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { readText, writeAtomically } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { checkStored } from '../../base/storedFormat.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import { dynamicsReport } from '../../model/dynamics/dynamicsSchema.js';
import { emptyHistory, SEARCH_FORMAT, type SearchHistory } from '../../measurement/search/history.js';
import type { Burst } from '../../measurement/search/run.js';
import { Search, type SearchReport } from '../../measurement/search/search.js';
import type { BurstPlace } from './burstTrace.js';
import { IterationFiles } from './iterationFiles.js';
import { LiveRun } from './liveRun.js';

/** More than a search writes. */
const LARGEST = 64 << 20;
/** Between two looks whether a run has begun to listen, in milliseconds: longer and longer, as a job may wait for hours. */
const BEGIN_EVERY = { first: 500, longest: 8000, growth: 1.1 };

const LEFT = 'The search stopped; search the run again to continue it.';

interface SearchRunOptions {
  /** Local file of the results after each step; a search continues with its contents. */
  readonly file: string;
  readonly log: (sentence: string) => void;
  readonly tell?: (report: SearchReport) => void;
  /** Aborted when the run has ended, or the search is cancelled. */
  readonly signal: AbortSignal;
  /** Polling interval, in milliseconds; 2,000 if omitted. */
  readonly every?: number;
  /**
   * Reason why the run ended, if the caller knows it better: one sentence, when available. Undefined: it continues
   * without a search.
   */
  readonly ended?: Promise<string | undefined>;
}

/** Returns the stored results of a search. @throws TrimtabError if they are damaged */
export function readSearch(file: string): SearchHistory {
  const text = readText(file, { limit: LARGEST });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new TrimtabError(`${file} cannot be read: it is no JSON.`, { cause: error });
  }
  return checkStored(SEARCH_FORMAT, file, data);
}

/** Stores the history, together with the changes from iteration to iteration. */
function keep(file: string, { history, dynamics }: SearchReport): void {
  writeAtomically(file, `${JSON.stringify({ ...history, ...present({ dynamics }) })}\n`);
}

/** Returns the stored changes from iteration to iteration; undefined if there are none. */
export function dynamicsIn(history: SearchHistory): DynamicsReport | undefined {
  const kept = v.safeParse(v.object({ dynamics: dynamicsReport }), history);
  return kept.success ? kept.output.dynamics : undefined;
}

/** Searches until the run ends, or the signal is aborted. Never fails because of the run. @returns what was found */
export async function searchRun(place: BurstPlace, options: SearchRunOptions): Promise<SearchHistory> {
  const { file, log, signal, tell } = options;
  const run = new LiveRun(place.target, place.folder, log);
  const files = new IterationFiles(place.target, place.folder);
  const rest = (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { signal });
  const { ended: _, hint: __, ...history }: SearchHistory = existsSync(file) ? readSearch(file) : emptyHistory();
  const told = (report: SearchReport): void => {
    keep(file, report);
    tell?.(report);
  };
  const why = async (error: unknown): Promise<string> => {
    if (options.ended !== undefined) return (await options.ended) ?? LEFT;
    return signal.aborted ? LEFT : error instanceof Error ? error.message : String(error);
  };
  const search = new Search(
    {
      look: (request) => run.look(request, signal),
      ask: (request) => run.ask(request, signal),
      pause: rest,
      // Data on disk is read to its end, even after the end of the run.
      growth: () => files.growth(),
      burst: async (from) => {
        try {
          return await burstFrom(place, from, signal);
        } catch (error) {
          if (!(error instanceof TrimtabError)) throw error;
          log(error.message);
          return undefined;
        }
      },
    },
    {
      history,
      log,
      ...present({ every: options.every }),
      ...{ tell: told, why },
    },
  );
  const hints: string[] = [];
  const tellHint = (hint: string): void => {
    hints.push(hint);
    log(hint);
    told(withHint(search.report(), hint));
  };
  try {
    await untilReady(run, { rest, tellHint }, signal);
    await search.toEnd();
  } catch (error) {
    const isOver = signal.aborted || error instanceof TrimtabError || error instanceof CancelledError;
    if (!isOver) throw error;
    const { history: found } = search.report();
    const [hint] = hints;
    if (hint !== undefined && found.ended === undefined) {
      // There was nothing to search.
      found.ended = await why(error);
      told(withHint(search.report(), hint));
    }
  } finally {
    run.close();
  }
  return search.report().history;
}

const withHint = ({ history, dynamics }: SearchReport, hint: string): SearchReport => ({
  history: { ...history, hint },
  dynamics,
});

/** Waits until the run has a progress loop. If it seems to have none, the user gets one message with advice. */
async function untilReady(
  run: LiveRun,
  {
    rest,
    tellHint,
  }: {
    readonly rest: (milliseconds: number) => Promise<void>;
    readonly tellHint: (hint: string) => void;
  },
  signal: AbortSignal,
): Promise<void> {
  let isTold = false;
  for (let every: number = BEGIN_EVERY.first; ; every *= BEGIN_EVERY.growth) {
    const state = await stateOf(run, signal);
    if (state === 'ready') return;
    if (state === 'no loop' && !isTold) {
      isTold = true;
      tellHint(NO_LOOP);
    }
    await rest(Math.min(every, BEGIN_EVERY.longest));
  }
}

/** Programs mark their first iteration soon after their beginning, or not at all: in seconds of the program. */
const LOOP_WITHIN = 10;

const NO_LOOP =
  'The program has marked no iteration yet, so there is nothing to search. Mark the main loop with tt_dynamic_phase (trimtab.h), set measure.phase to the function that is called once an iteration, or record a trace first: the search uses the loop that its analysis finds.';

/** Whether it has begun to listen, and has a progress loop by now. */
async function stateOf(run: LiveRun, signal: AbortSignal): Promise<'silent' | 'no loop' | 'ready'> {
  try {
    const { phase, ranks } = await run.look('get flat', signal);
    if (phase !== undefined) return 'ready';
    return ranks.some(({ seconds }) => seconds >= LOOP_WITHIN) ? 'no loop' : 'silent';
  } catch (error) {
    if (!(error instanceof TrimtabError) || signal.aborted) throw error;
    return 'silent';
  }
}

/** Loads the analysis of events, which most searches do not need. */
async function burstFrom(place: BurstPlace, from: number, signal?: AbortSignal): Promise<Burst> {
  const { burstAt } = await import('./burstTrace.js');
  return burstAt(place, from, signal);
}
