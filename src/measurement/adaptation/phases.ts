/** How long a run was in the phases that its program names as dynamic: those that it goes through again and again. */
import { addAt, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { exclusive } from '../../analysis/trace/index.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** Of the location that was in them longest; undefined where there are none. */
export function phaseTime(space: PerformanceSpace, { regions, locations }: Definitions): Seconds | undefined {
  const { callTree } = space;
  const isPhase = regions.map(({ paradigm, description }) => paradigm === 'user' && description === 'dynamic phase');
  const within = new Uint8Array(callTree.size);
  for (let node = 0; node < callTree.size; node++) {
    const above = elementAt(callTree.parent, node);
    const isInside = isPhase[elementAt(callTree.region, node)] === true || (above >= 0 && within[above] === 1);
    within[node] = isInside ? 1 : 0;
  }
  if (!within.includes(1)) return undefined;
  const sums = new Float64Array(locations.length);
  const { callPath, location, value } = exclusive(space, space.severities.has('execution') ? 'execution' : 'time');
  value.forEach((seconds, index) => {
    if (within[elementAt(callPath, index)] === 1) addAt(sums, elementAt(location, index), seconds);
  });
  return sums.reduce((most, one) => Math.max(most, one), 0);
}
