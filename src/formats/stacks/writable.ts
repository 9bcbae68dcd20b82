import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** What stacks are written of: values by call path, with the names that they belong to. */
export interface StackWritable {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
}

/** The call paths down to one, outermost first. @param parent callers as in a call tree */
export function pathTo(node: number, parent: Int32Array): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = parent[at] ?? -1) path.push(at);
  return path.reverse();
}
