import { addAt, elementAt } from '../../base/elements.js';
import { plainLine } from '../../base/plainText.js';
import { regionName } from '../../model/names.js';
import { pathTo, type StackWritable } from '../stacks/writable.js';

const MICROSECONDS = 1e6;

/**
 * Folded stacks of a run, for flame graphs: one line per call path with its exclusive whole microseconds, summed over
 * locations. Values below half a microsecond are omitted.
 */
export function* foldedStacks({ space, definitions }: StackWritable): Generator<string> {
  const { parent, region, size } = space.callTree;
  const own = new Float64Array(size);
  const column = space.severities.get('time');
  column?.callPath.forEach((node, i) => addAt(own, node, elementAt(column.value, i)));
  const names = definitions.regions.map((_, index) => frameName(regionName(definitions, index)));
  const unknown = regionName(definitions, definitions.regions.length);
  for (let node = 0; node < size; node++) {
    const count = Math.round(elementAt(own, node) * MICROSECONDS);
    if (count <= 0) continue;
    const frames = pathTo(node, parent).map((at) => names[elementAt(region, at)] ?? unknown);
    yield `${frames.join(';')} ${count}`;
  }
}

/** Separators of frames and lines are not allowed in a name. */
const frameName = (name: string): string => plainLine(name).replaceAll(';', ':') || '[unknown]';
