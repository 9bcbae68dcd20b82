import { CallPaths } from '../../../analysis/callPaths/callPaths.js';
import { elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Region } from '../../../model/definitions.js';
import type { SourcePlace } from '../../../model/findings/findings.js';
import type { Ask } from '../../../protocol/queries/index.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Answerer } from './answerer.js';

type AskedLine = Ask<'lineNodes'>['lines'][number];

/** Call paths after which it is looked whether the question was taken back. */
const CHECKED = 4096;

export const lineNodes: Answerer<'lineNodes'> = ({ space, definitions }, { lines }, checkCancelled) => {
  const { callTree } = space;
  const paths = new CallPaths(callTree, definitions);
  for (const [at, asked] of lines.entries()) {
    if (!asked.wasMeasured) continue;
    const isHere = (place: SourcePlace | undefined): boolean =>
      place !== undefined && place.line === asked.line && place.file === asked.file;
    const node = outermost(
      callTree,
      (one) => isHere(paths.callSite(one)) || isHere(paths.definition(one)),
      checkCancelled,
    );
    if (node.length > 0) return { head: { at }, columns: { node: Uint32Array.from(node) } };
  }
  for (const [at, asked] of lines.entries()) {
    const around = innermost(callTree, definitions.regions, asked);
    if (around === undefined) continue;
    const isMeant = (one: number): boolean => around.regions.has(elementAt(callTree.region, one));
    const node = Uint32Array.from(outermost(callTree, isMeant, checkCancelled));
    const { begin, hasEnd } = around;
    return { head: { at, around: { begin, hasEnd } }, columns: { node } };
  }
  return { head: {}, columns: { node: new Uint32Array() } };
};

/** The call paths that are meant and are not below another one that is. */
function outermost(
  { size, parent }: CallTree,
  isMeant: (node: number) => boolean,
  checkCancelled: CheckCancelled,
): number[] {
  const inside = new Uint8Array(size);
  const found: number[] = [];
  // Callers have smaller indices.
  for (let node = 0; node < size; node++) {
    if (node % CHECKED === 0) checkCancelled();
    const above = elementAt(parent, node);
    if (above >= 0 && inside[above] === 1) inside[node] = 1;
    else if (isMeant(node)) {
      inside[node] = 1;
      found.push(node);
    }
  }
  return found;
}

interface Around {
  readonly begin: number;
  /** Whether the measurement contains its last line; otherwise it is taken to reach to the next function. */
  readonly hasEnd: boolean;
  /** Several where one text has several functions, as templates have. */
  readonly regions: ReadonlySet<number>;
}

/** The functions and constructs of the call tree that begin last of those around a line. */
function innermost(tree: CallTree, all: readonly Region[], { file, line }: AskedLine): Around | undefined {
  const before = [...new Set(tree.region)].flatMap((number) => {
    const region = all[number];
    const isBefore = region?.file === file && region.beginLine > 0 && region.beginLine <= line;
    return isBefore && (region.endLine === 0 || region.endLine >= line)
      ? [{ number, begin: region.beginLine, end: region.endLine === 0 ? Infinity : region.endLine }]
      : [];
  });
  const [first] = before.toSorted((a, b) => b.begin - a.begin || a.end - b.end);
  if (first === undefined) return undefined;
  const { begin, end } = first;
  const same = before.filter((one) => one.begin === begin && one.end === end);
  return { begin, hasEnd: end !== Infinity, regions: new Set(same.map(({ number }) => number)) };
}
