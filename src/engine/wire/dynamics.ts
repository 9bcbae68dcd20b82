import { present } from '../../base/present.js';
import type { DynamicsFinding, DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { seriesTitle } from '../../model/dynamics/series.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { ShownChange, ShownDynamics } from '../../protocol/report.js';

/** Changes that are shown: those that cost most. */
const MOST_CHANGES = 200;

/**
 * Returns the changes of a run by iteration, as views receive them. @param dynamics the report, or why it cannot be
 * read
 */
export function shownDynamics(
  dynamics: DynamicsReport | string,
  report: Pick<FindingsReport, 'metrics'>,
  properties: PropertyCatalog,
): ShownDynamics {
  if (typeof dynamics === 'string') return { none: dynamics, changes: [], more: 0 };
  const { loops, none, findings } = dynamics;
  const [loop] = loops;
  const titles = new Map(report.metrics.map(({ name, title }) => [name, title]));
  const shown = findings
    .map((finding, number): ShownChange => ({ ...finding, ...told(finding, titles, properties), number }))
    .toSorted((one, other) => other.excess - one.excess || one.number - other.number)
    .slice(0, MOST_CHANGES);
  return {
    ...present({ loop, none }),
    changes: shown,
    more: findings.length - shown.length,
  };
}

function told(
  { property, metric }: DynamicsFinding,
  titles: ReadonlyMap<string, string>,
  properties: PropertyCatalog,
): Pick<ShownChange, 'page' | 'title' | 'changing'> {
  return {
    page: properties.pageOf(property),
    title: properties.ofIteration(property)?.title ?? property,
    changing: titles.get(metric) ?? properties.get(metric)?.title ?? seriesTitle(metric),
  };
}
