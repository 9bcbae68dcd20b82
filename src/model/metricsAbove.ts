interface NamedMetric {
  readonly name: string;
  readonly parent?: string;
}

/**
 * Finds the metrics that contain a metric: itself first, then one above the other.
 * @param metrics in any order; a parent that is not among them ends the way up, and so does a circle
 */
export function metricsAbove(metrics: readonly NamedMetric[]): (name: string) => ReadonlySet<string> {
  const parents = new Map(metrics.map(({ name, parent }) => [name, parent]));
  return (name) => {
    const found = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !found.has(at); at = parents.get(at)) found.add(at);
    return found;
  };
}
