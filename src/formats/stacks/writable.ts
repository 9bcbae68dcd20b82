import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** Data from which stacks are written: values by call path, with their names. */
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
