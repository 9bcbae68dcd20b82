import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { PairSums } from '../tables/pairSums.js';
import { exclusive } from './space.js';
import { regionName } from '../../../model/names.js';

/**
 * The space as lines of tab-separated values: a header, then one line per metric (unique name), call path (region names
 * joined by `/`), location (index in the trace's order) and exclusive value. Nodes whose paths differ only by call
 * site are one line. Control characters in names are replaced by spaces, so that a line is always a line.
 */
export function* toTsv(space: PerformanceSpace, definitions: Definitions): Generator<string> {
  yield 'metric\tcallpath\tlocation\tvalue';
  const paths: string[] = [];
  const firstOf = new Map<string, number>();
  const nodeOf = new Uint32Array(space.callTree.size);
  for (let node = 0; node < space.callTree.size; node++) {
    const parent = space.callTree.parent[node] ?? absent(node);
    const name = regionName(definitions, space.callTree.region[node] ?? absent(node)).replace(/[\p{Cc}]/gu, ' ');
    const path = parent < 0 ? name : `${paths[parent]}/${name}`;
    paths.push(path);
    const first = firstOf.get(path);
    if (first === undefined) firstOf.set(path, node);
    nodeOf[node] = first ?? node;
  }
  for (const { name } of space.metrics) {
    const { callPath, location, value } = exclusive(space, name);
    const sums = new PairSums();
    for (const [i, seconds] of value.entries())
      sums.add(elementAt(nodeOf, elementAt(callPath, i)), elementAt(location, i), seconds);
    for (let i = 0; i < sums.size; i++) {
      yield `${name}\t${paths[sums.callPath[i] ?? absent(i)]}\t${sums.location[i]}\t${sums.value[i]}`;
    }
  }
}
