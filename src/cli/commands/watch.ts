/** `trimtab watch`: searches a running program for why, where and when it loses time. */
import { join } from 'node:path';
import { CancelledError } from '../../base/problem.js';
import { SEARCH_FILE, searchGraphOf } from '../../measurement/search/history.js';
import type { SearchReport } from '../../measurement/search/search.js';
import { searchRun } from '../../workflows/live/searchRun.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { placeOf } from './live.js';
import { watchLines } from '../text/watchLines.js';
import type { WatchRequest } from '../arguments/watch.js';

/** Searches until the run has ended, or who watches has enough. @throws TrimtabError where nothing runs */
export async function watch(context: Context, request: WatchRequest): Promise<void> {
  const { terminal, signal } = context;
  const { target, folder, experiment } = placeOf(context, request);
  const enough = new AbortController();
  const isOver = AbortSignal.any([signal, enough.signal]);
  const show = async (report: SearchReport): Promise<void> => {
    if (request.json) {
      const { history, dynamics } = report;
      await terminal.json({ ...history, dynamics: dynamics ?? null, graph: searchGraphOf(history) });
    } else await terminal.lines(['', ...watchLines(report.history, report.dynamics, terminal.style)]);
  };
  let last = Promise.resolve();
  const store = storeFor(context.folder);
  const file = experiment === undefined ? join(folder, SEARCH_FILE) : join(store.get(experiment).folder, SEARCH_FILE);
  try {
    await searchRun(
      { target, folder },
      {
        file,
        signal: isOver,
        log: (sentence) => {
          terminal.status(`${sentence}\n`);
        },
        tell: (report) => {
          last = last.then(() => show(report));
          if (request.once && report.history.iterations > 0) enough.abort();
        },
      },
    );
    await last;
    if (signal.aborted) throw new CancelledError();
  } finally {
    await target.close();
  }
}
