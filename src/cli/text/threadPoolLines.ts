/** Thread pools of a run, as lines of a terminal. */
import { counted, plainLine } from '../../base/text.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { ThreadPool } from '../../model/findings/threadPools.js';
import { wrap, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_POOLS = { short: 3, full: 100 };

/** Yields `Thread pools: 3 threads of ThreadPool::ThreadPool (pool.cpp:27)`; nothing if the program creates no threads. */
export function* threadPoolLines({ threadPools = [] }: FindingsReport, layout: Layout): Generator<string> {
  if (threadPools.length === 0) return;
  const { width, style, metrics = false } = layout;
  const shown = threadPools.slice(0, metrics ? MOST_POOLS.full : MOST_POOLS.short);
  const rest = threadPools.length - shown.length;
  const words = [...shown.map((pool) => poolText(pool, layout)), ...(rest === 0 ? [] : [`${rest} more`])];
  for (const [at, line] of wrap(`Thread pools: ${words.join(', ')}`, width - 2).entries())
    yield at === 0 ? style.bold(line) : `  ${line}`;
  yield '';
}

function poolText({ name, threads, place }: ThreadPool, layout: Layout): string {
  const at = place === undefined ? '' : ` (${placeText(place, layout, Math.floor(layout.width / 3))})`;
  return `${counted(threads, 'thread')} of ${plainLine(name)}${at}`;
}
