import { absent, elementAt } from '../../base/elements.js';

/** Two groups become one at a distance; groups are named by one of their members. */
interface Merge {
  readonly one: number;
  readonly other: number;
  readonly distance: number;
}

/**
 * Groups of items of which no two are as far apart as a limit (equal ones are always together): complete linkage (the distance of groups is that of their
 * members that are furthest apart), by chains of nearest neighbors in O(n²) (Murtagh 1983).
 * @param distances n × n, symmetric; used up
 * @param most the limit is raised until there are no more groups
 * @returns by item, its group; groups are counted from 0 in order of their first items
 */
export function completeLinkage(distances: Float64Array, limit: number, most: number): Int32Array {
  const n = Math.round(Math.sqrt(distances.length));
  const merges = mergesOf(distances, n).sort((a, b) => a.distance - b.distance);
  const group = Int32Array.from({ length: n }, (_, item) => item);
  const find = (item: number): number => {
    let root = item;
    while (group[root] !== root) root = group[root] ?? absent(root);
    return root;
  };
  let groups = n;
  for (const { one, other, distance } of merges) {
    if (distance > 0 && distance >= limit && groups <= most) break;
    const [a, b] = [find(one), find(other)];
    group[Math.max(a, b)] = Math.min(a, b);
    groups--;
  }
  const numbers = new Map<number, number>();
  return group.map((_, item) => {
    const root = find(item);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
}

function mergesOf(distances: Float64Array, n: number): Merge[] {
  const merges: Merge[] = [];
  const isActive = new Uint8Array(n).fill(1);
  const chain: number[] = [];
  while (merges.length + 1 < n) {
    if (chain.length === 0) chain.push(isActive.indexOf(1));
    const tip = elementAt(chain, chain.length - 1);
    const before = chain.at(-2);
    const { nearest, distance } = nearestOf(distances, n, isActive, tip, before);
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merges.push({ one: tip, other: nearest, distance });
    isActive[tip] = 0;
    for (let item = 0; item < n; item++) {
      const far = Math.max(distances[tip * n + item] ?? absent(item), distances[nearest * n + item] ?? absent(item));
      distances[nearest * n + item] = far;
      distances[item * n + nearest] = far;
    }
  }
  return merges;
}

/** The nearest active item of another; of equally near ones the one before it in the chain, so that chains end. */
function nearestOf(
  distances: Float64Array,
  n: number,
  isActive: Uint8Array,
  tip: number,
  before: number | undefined,
): { readonly nearest: number; readonly distance: number } {
  let nearest = before ?? -1;
  let distance = before === undefined ? Infinity : (distances[tip * n + before] ?? absent(before));
  for (let item = 0; item < n; item++) {
    if (isActive[item] === 0 || item === tip) continue;
    const own = distances[tip * n + item] ?? absent(item);
    if (own < distance || nearest < 0) [nearest, distance] = [item, own];
  }
  return { nearest, distance };
}
