import { absent } from '../../../base/elements.js';
import { counted, duration, grouped } from '../../../base/text.js';
import type { Remark } from '../../report/evidence.js';
import type { CallTimes } from './callTimes.js';
import type { FileRecords } from './fileRecords.js';
import type { Spans } from './spans.js';

/** By call path: how many of its calls fell into storms, and how many a second all processes made there. */
export function stormRemarks(
  { calls }: FileRecords,
  times: CallTimes,
  storm: Spans,
  processes: number,
): ReadonlyMap<number, Remark> {
  const length = storm.reduce((sum, time, i) => sum + (i % 2 === 0 ? -time : time), 0);
  const ofNode = new Map<number, number>();
  let all = 0;
  for (let call = 0; call < calls.length; call++) {
    if (!((times.storm[call] ?? absent(call)) > 0)) continue;
    const node = calls.columns.node[call] ?? absent(call);
    ofNode.set(node, (ofNode.get(node) ?? 0) + 1);
    all++;
  }
  const rate = length > 0 ? `: ${grouped(Math.round(all / length))} a second of all kinds` : '';
  const over = `while all ${processes} processes made such calls, over ${duration(length)}${rate}`;
  return new Map([...ofNode].map(([node, count]) => [node, { sentence: `${counted(count, 'call')} ${over}.` }]));
}
