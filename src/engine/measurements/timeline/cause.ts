/** Activity of a location while others waited for it. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled, EndedCall } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { OpenRegion } from '../openRegions.js';
import { callNodesOf } from './callNodes.js';
import { whyInexact } from './intervals.js';
import type { ShownWait } from './waits.js';

/** Returns a wait with the call path in which the awaited location spent most of that time, if known. */
export function causeOf(
  measurement: OpenMeasurement,
  file: TimelineFile,
  wait: ShownWait,
  checkCancelled: CheckCancelled,
): ShownWait {
  const { late } = wait;
  const to = Math.min(wait.to, late?.time ?? wait.to);
  if (late === undefined || !(wait.from < to) || whyInexact(measurement, file) !== undefined) return wait;
  const calls = measurement.events(checkCancelled).callsIn(late.location, wait.from, to, checkCancelled);
  if (calls === undefined) return wait;
  const nodeOf = callNodesOf(measurement, file, late.location, checkCancelled);
  const seconds = new Map<number, number>();
  for (const [call, spent] of ownTime(calls, wait.from, to)) {
    const node = nodeOf(call);
    seconds.set(node, (seconds.get(node) ?? 0) + spent);
  }
  let longest: readonly [node: number, seconds: number] | undefined;
  for (const [node, spent] of seconds)
    if (node < measurement.space.callTree.size && spent > (longest?.[1] ?? 0)) longest = [node, spent];
  return longest === undefined ? wait : { ...wait, late: { ...late, node: longest[0], seconds: longest[1] } };
}

/** Seconds in a window that calls spent in themselves and not in what they called. */
function ownTime(calls: readonly EndedCall[], from: number, to: number): Map<OpenRegion, number> {
  const own = new Map<OpenRegion, number>();
  const inside = ({ call, end }: EndedCall): number => Math.max(0, Math.min(to, end) - Math.max(from, call.enter));
  for (const one of calls) own.set(one.call, (own.get(one.call) ?? 0) + inside(one));
  for (const one of calls) {
    const { around } = one.call;
    if (around !== undefined && own.has(around)) own.set(around, (own.get(around) ?? absent('around')) - inside(one));
  }
  return own;
}
