import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { NO_INDEX } from '../../../model/definitions.js';
import { callNodesOf } from '../timeline/callNodes.js';
import { whyInexact } from '../timeline/intervals.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';

export const nextCall: Answerer<'nextCall'> = (measurement, { regions, locations, after }, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const reason = whyInexact(measurement, file);
  if (reason !== undefined) throw new TrimtabError(`Calls cannot be found here. ${reason}`);
  const wanted = new Set(regions);
  const calls = callingLocations(measurement, wanted);
  let found:
    | { readonly location: number; readonly node: number; readonly from: number; readonly to: number }
    | undefined;
  for (const location of locations) {
    if (calls?.has(location) === false) continue;
    const call = measurement
      .events(checkCancelled)
      .nextCall(location, after, found?.from ?? file.span + 1, wanted, checkCancelled);
    if (call === undefined) continue;
    const node = callNodesOf(measurement, file, location, checkCancelled)(call);
    if (node === NO_INDEX) continue;
    const ended = measurement
      .events(checkCancelled)
      .callsIn(location, call.enter, nextAfter(call.enter), checkCancelled);
    const end = ended?.find((one) => one.call.enter === call.enter && one.call.depth === call.depth)?.end;
    found = { location, node, from: call.enter, to: end ?? call.enter };
  }
  return { head: found === undefined ? {} : { call: found }, columns: {} };
};

const nextAfter = (time: number): number => time + Math.max(Math.abs(time), 1) * Number.EPSILON;

/** Returns locations that call at least one of some functions; undefined without call counts. */
function callingLocations({ space }: OpenMeasurement, regions: ReadonlySet<number>): ReadonlySet<number> | undefined {
  const visits = space.severities.get('visits');
  if (visits === undefined) return undefined;
  const found = new Set<number>();
  for (const [entry, node] of visits.callPath.entries())
    if (regions.has(space.callTree.region[node] ?? absent(node))) found.add(visits.location[entry] ?? absent(entry));
  return found;
}
