import { addAt, elementAt } from '../../base/elements.js';
import { plainLine } from '../../base/plainText.js';
import { regionName } from '../../model/names.js';
import { pathTo, type StackWritable } from '../stacks/writable.js';

const MICROSECONDS = 1e6;

/**
 * Folded stacks of a run, for flame graphs: one line a call path with the whole microseconds that it took by itself, all
 * locations together. What took less than half of one is left out.
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

/** What parts frames and lines may not stand in a name. */
const frameName = (name: string): string => plainLine(name).replaceAll(';', ':') || '[unknown]';
