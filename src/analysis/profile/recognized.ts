import type { MetricDefinition, PerformanceSpace } from '../../model/performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { PropertyCatalog } from '../../properties/index.js';

const TIME = 'time';

/**
 * Returns the space with known names in Trimtab's meaning. A metric with such a name in another unit is renamed, and
 * `Time` or `TIME` in seconds becomes `time`, if there is none.
 */
export function recognized(
  space: PerformanceSpace,
  properties: PropertyCatalog,
): { space: PerformanceSpace; problems: readonly Problem[] } {
  const names = new Set(space.metrics.map(({ name }) => name));
  const hasTime = space.metrics.some(({ name, unit }) => name === TIME && unit === 'seconds');
  const renamed = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { name, unit } of space.metrics) {
    const meant = properties.get(name)?.unit;
    if (meant !== undefined && meant !== unit) {
      renamed.set(name, free(`${name} [${unit}]`, names));
      problems.push({
        level: 'warning',
        message: `Metric ${name} is in ${unit} and not in ${meant}, so it is not the metric that Trimtab knows by this name.`,
      });
    }
  }
  const time = space.metrics.find(({ name, unit }) => name.toLowerCase() === TIME && unit === 'seconds');
  if (!hasTime && time !== undefined) renamed.set(time.name, TIME);
  if (renamed.size === 0) return { space, problems };
  const called = (name: string): string => renamed.get(name) ?? name;
  return {
    space: {
      ...space,
      metrics: space.metrics.map(({ name, parent, ...rest }): MetricDefinition => ({
        ...rest,
        name: called(name),
        ...(parent === undefined ? {} : { parent: called(parent) }),
      })),
      severities: new Map([...space.severities].map(([name, column]) => [called(name), column])),
    },
    problems,
  };
}

function free(name: string, taken: Set<string>): string {
  const result = taken.has(name) ? free(`${name}'`, taken) : name;
  taken.add(result);
  return result;
}
