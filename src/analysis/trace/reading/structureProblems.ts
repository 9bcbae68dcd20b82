import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { DEPTH_LIMIT } from '../profile/locationPass.js';
import type { LocationProfile } from '../profile/locationProfile.js';

/** Returns the irregularities found by the location passes, each kind once for the whole trace. */
export function structureProblems(profiles: Iterable<LocationProfile>): Problem[] {
  const sum = { strayLeaves: 0, crossedLeaves: 0, unclosed: 0, folded: 0 };
  let locations = 0;
  for (const { irregularities } of profiles) {
    sum.strayLeaves += irregularities.strayLeaves;
    sum.crossedLeaves += irregularities.crossedLeaves;
    sum.unclosed += irregularities.unclosed;
    sum.folded += irregularities.folded;
    if (irregularities.strayLeaves + irregularities.crossedLeaves + irregularities.unclosed > 0) locations++;
  }
  const problems: Problem[] = [];
  const parts = [
    sum.crossedLeaves > 0
      ? `${counted(sum.crossedLeaves, 'time')} a region was left while another one in it was still open`
      : '',
    sum.strayLeaves > 0 ? `${counted(sum.strayLeaves, 'time')} a region was left that was not open` : '',
    sum.unclosed > 0 ? `${counted(sum.unclosed, 'region')} without an end` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) {
    const message =
      `Regions do not nest on ${counted(locations, 'location')}: ${parts.join('; ')}. They were closed where an enclosing region ` +
      'or the trace ends, so times along such call paths are approximate.';
    problems.push({ level: 'warning', message });
  }
  if (sum.folded > 0) {
    const message = `Below ${DEPTH_LIMIT} levels of calls, the time of ${counted(sum.folded, 'call')} is counted at the call path of that depth.`;
    problems.push({ level: 'information', message });
  }
  return problems;
}
