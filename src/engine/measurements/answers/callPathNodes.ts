import { CallPaths } from '../../../analysis/callPaths/callPaths.js';
import type { CallPathStep, SourcePlace } from '../../../model/findings/findings.js';
import type { Answerer } from './answerer.js';

export const callPathNodes: Answerer<'callPathNodes'> = ({ space, definitions, room }, { paths }, checkCancelled) => {
  const { callTree } = space;
  const known = new CallPaths(callTree, definitions);
  const wanted = new Map(paths.map((steps) => [keyOf(steps), [] as number[]]));
  const innermost = new Set(paths.map((steps) => steps.at(-1)?.region));
  for (let node = 0; node < callTree.size; node++) {
    if (node % 4096 === 0) checkCancelled();
    if (innermost.has(known.regionName(node))) wanted.get(keyOf(known.steps(node)))?.push(node);
  }
  const start = room.uint32(paths.length + 1);
  const node = paths.flatMap((steps, path) => {
    const found = wanted.get(keyOf(steps)) ?? [];
    start[path + 1] = (start[path] ?? 0) + found.length;
    return found;
  });
  return { head: {}, columns: { start, node: Uint32Array.from(node) } };
};

/** Returns the same key for equal paths, in any order of their fields. */
function keyOf(steps: readonly CallPathStep[]): string {
  const placeOf = (place: SourcePlace | undefined) => (place === undefined ? null : [place.file, place.line]);
  return JSON.stringify(
    steps.map(({ region, definition, callSite, inlined = false }) => [
      ...[region, placeOf(definition), placeOf(callSite), inlined],
    ]),
  );
}
