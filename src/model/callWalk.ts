import { placesByKey } from '../base/countingSort.js';
import { addAt, elementAt } from '../base/elements.js';
import type { CallTree } from './callTree.js';

/** Called with each node of a tree: before, and after, all that is below it. */
interface CallVisitor {
  readonly enter: (node: number) => void;
  readonly leave: (node: number) => void;
}

/** Visits a call tree depth first, in linear time and without recursion: call paths of files may be of any depth. */
function walkCalls({ size, parent }: Pick<CallTree, 'size' | 'parent'>, { enter, leave }: CallVisitor): void {
  const callers = parent.map((above) => above + 1);
  const calls = placesByKey(callers, size + 1);
  const ends = endsOf(callers, size + 1);
  /** Open nodes, -1 for the caller of the roots; and by node, plus one, the position of the next callee. */
  const path = [-1];
  const next = Uint32Array.from(ends, (_end, key) => (key === 0 ? 0 : elementAt(ends, key - 1)));
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const position = elementAt(next, at + 1);
    if (position === elementAt(ends, at + 1)) {
      path.pop();
      if (at >= 0) leave(at);
      continue;
    }
    next[at + 1] = position + 1;
    const node = elementAt(calls, position);
    enter(node);
    path.push(node);
  }
}

/** Returns the end of the entries of each key when they are sorted by key. */
function endsOf(keys: Int32Array, count: number): Uint32Array {
  const ends = new Uint32Array(count);
  for (const key of keys) ends[key] = elementAt(ends, key) + 1;
  for (let key = 1; key < count; key++) ends[key] = elementAt(ends, key) + elementAt(ends, key - 1);
  return ends;
}

/** Keys of nodes, such as regions or source lines, of which recursive calls count once. */
interface Keys {
  /** More than the largest key. */
  readonly count: number;
  readonly of: (node: number) => Iterable<number>;
}

/** Calls back with each node and each of its keys that no node above it has. */
export function visitOutermost(
  tree: Pick<CallTree, 'size' | 'parent'>,
  keys: Keys,
  visit: (node: number, key: number) => void,
): void {
  const open = new Uint32Array(keys.count);
  walkCalls(tree, {
    enter: (node) => {
      for (const key of keys.of(node)) {
        if (open[key] === 0) visit(node, key);
        addAt(open, key, 1);
      }
    },
    leave: (node) => {
      for (const key of keys.of(node)) addAt(open, key, -1);
    },
  });
}
