/** Functions that call each other in circles, put together (Tarjan 1972), without recursion. */
import { absent } from '../../base/elements.js';

/**
 * @param count of vertices
 * @param callees of each vertex
 * @returns the component of each vertex; a component's number is larger than those of all that it calls
 */
export function componentsOf(count: number, callees: readonly (readonly number[])[]): Int32Array {
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const open: number[] = [];
  let [visited, found] = [0, 0];
  const at = (list: Int32Array, vertex: number): number => list[vertex] ?? absent(vertex);
  const begin = (vertex: number): { vertex: number; next: number } => {
    order[vertex] = low[vertex] = visited++;
    open.push(vertex);
    return { vertex, next: 0 };
  };
  for (let root = 0; root < count; root++) {
    if (at(order, root) >= 0) continue;
    const path = [begin(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { vertex } = top;
      const callee = callees[vertex]?.[top.next++];
      if (callee !== undefined) {
        if (at(order, callee) < 0) path.push(begin(callee));
        else if (at(component, callee) < 0) low[vertex] = Math.min(at(low, vertex), at(order, callee));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) low[above.vertex] = Math.min(at(low, above.vertex), at(low, vertex));
      if (at(low, vertex) !== at(order, vertex)) continue;
      for (let member = open.pop(); member !== undefined; member = member === vertex ? undefined : open.pop())
        component[member] = found;
      found++;
    }
  }
  return component;
}
