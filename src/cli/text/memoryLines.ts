/** Heap allocations of a run, as lines of a terminal. */
import type { FindingsReport } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { type MemoryCall, type MemoryReport, listedMemoryImbalance } from '../../model/findings/memory.js';
import { counted, dataSize, duration, percent, plainLine } from '../../base/text.js';
import { columnWidths, fit, padEnd, padStart, wrap, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = { short: 5, full: 50 };
/** Calls below this share of the peak are listed with --metrics only. */
const LEAST_SHARE = 0.01;

/** Yields the peak, and the lines that allocated it; nothing if memory was not tracked. */
export function* memoryLines({ memory }: FindingsReport, layout: Layout): Generator<string> {
  if (memory === undefined) return;
  const { width, style, metrics = false } = layout;
  for (const [at, line] of wrap(highWater(memory), width - 2).entries())
    yield at === 0 ? style.bold(line) : `  ${line}`;
  for (const [at, line] of wrap(imbalance(memory, layout), width - 2).entries()) yield at === 0 ? line : `  ${line}`;
  const calls = memory.calls
    .filter(({ share, taken }) => (metrics ? taken > 0 : share >= LEAST_SHARE))
    .slice(0, metrics ? MOST_ROWS.full : MOST_ROWS.short);
  const rows = calls.map((call) => [
    percent(call.share),
    dataSize(call.high),
    dataSize(call.taken),
    call.place === undefined ? '' : placeText(call.place, layout, Math.floor(width / 3)),
    pathOf(call),
  ]);
  if (rows.length > 0) {
    const head = ['share', 'at peak', 'allocated', 'line', 'call path'];
    const [share = 0, high = 0, taken = 0, place = 0] = columnWidths([head, ...rows]);
    for (const [a = '', b = '', c = '', where = '', path = ''] of [head, ...rows])
      yield fit(
        `  ${padStart(a, share)}  ${padStart(b, high)}  ${padStart(c, taken)}  ${padEnd(where, place)}  ${path}`.trimEnd(),
        width,
      );
  }
  yield '';
}

/** `Memory: peak heap 3.2 GB on rank 0 after 1.2 s (average of 4 ranks: 1.1 GB); 20 kB still allocated at exit` */
function highWater({ measured, mean, processes }: MemoryReport): string {
  const [most] = processes;
  if (most === undefined) return '';
  const several = measured > 1;
  const where = several ? ` on rank ${most.rank}` : '';
  const average = several ? ` (average of ${counted(measured, 'rank')}: ${dataSize(Math.round(mean))})` : '';
  const resident = most.resident === undefined ? '' : `; peak RSS ${dataSize(most.resident)}`;
  const held = most.end > 0 ? `; ${dataSize(most.end)} still allocated at exit` : '';
  return `Memory: peak heap ${dataSize(most.high)}${where} after ${duration(most.time)}${average}${resident}${held}`;
}

/** Nothing where the ranks hold about the same. */
function imbalance(memory: MemoryReport, layout: Layout): string {
  const found = listedMemoryImbalance(memory);
  if (found === undefined) return '';
  const { rank, high, share, call } = found;
  const at =
    call?.place === undefined
      ? ''
      : `; largest allocation on rank ${rank}: ${placeText(call.place, layout, Math.floor(layout.width / 3))} (${dataSize(call.most)})`;
  const average = dataSize(Math.round(high * (1 - share)));
  return `Memory Imbalance ${percent(share)}: rank ${rank} peaks at ${dataSize(high)}, the average rank at ${average}${at}`;
}

function pathOf({ callPath }: MemoryCall): string {
  return callPath.map(({ region }) => shortFunctionName(plainLine(region))).join(' > ');
}
