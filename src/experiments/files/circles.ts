/** Whether following parents, from wherever one begins, leads back there. Every node is visited once. */
export function hasCircle<Node>(parents: ReadonlyMap<Node, Node | undefined>): boolean {
  const done = new Set<Node>();
  for (const start of parents.keys()) {
    const met = new Set<Node>();
    for (let at: Node | undefined = start; at !== undefined && !done.has(at); at = parents.get(at)) {
      if (met.has(at)) return true;
      met.add(at);
    }
    for (const node of met) done.add(node);
  }
  return false;
}
