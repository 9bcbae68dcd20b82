/** A CUBE file as performance space and definitions. */
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import { placesLeftOut } from '../../model/topology.js';
import type { CubeAnchor, CubeMetric, CubeSource } from './anchor.js';
import { compositeType } from './compositeTypes.js';
import { extremesOf } from './extremes.js';
import { CubeMetricValues } from './metricValues.js';
import { unitOf } from './names.js';
import { definitionsOf, treeOf } from './toDefinitions.js';

/**
 * Reads all metrics: exclusive along the call tree, times in seconds. Values that are not additive along the call tree
 * (least and greatest ones, rates) are separate from the space. So are least and greatest times of calls by region;
 * statistics of events are atomic events.
 */
export function toSpace(report: CubeSource): Profile {
  const { anchor } = report;
  const { callTree, sites } = treeOf(anchor.callTree);
  const values = new CubeMetricValues(report);
  const metrics: MetricDefinition[] = [];
  const twice: Problem[] = [];
  const known = new Set<string>();
  for (const [index, metric] of anchor.metrics.entries()) {
    const { name } = metric;
    if (known.has(name)) {
      twice.push({ level: 'warning', message: `Only the first of several metrics named ${name} was read.` });
      continue;
    }
    known.add(name);
    const definition = definitionOfMetric(metric, anchor);
    values.read(index, definition);
    metrics.push(definition, ...values.added.splice(0));
  }
  const { severities, lost, apart, absent, atomicEvents } = values;
  const extremes = extremesOf(apart, callTree);
  const misplaced: Problem[] =
    anchor.placesLeft === 0 ? [] : [{ level: 'information', message: placesLeftOut(anchor.placesLeft) }];
  return {
    space: { metrics: without(metrics, values.outside), callTree, locationCount: anchor.locations.length, severities },
    definitions: definitionsOf(anchor, sites),
    problems: [...report.problems, ...misplaced, ...twice, ...values.problems],
    lost,
    ...(extremes === undefined ? {} : { extremes }),
    ...(apart.length === 0 ? {} : { apart }),
    ...(absent.size === 0 ? {} : { absent }),
    ...(atomicEvents === undefined ? {} : { atomicEvents }),
  };
}

function definitionOfMetric(metric: CubeMetric, { metrics }: CubeAnchor): MetricDefinition {
  const { name, title, description } = metric;
  const parent = metric.parent < 0 ? undefined : metrics.at(metric.parent)?.name;
  // Of histograms is known how many values there were.
  const unit = compositeType(metric.dataType)?.kind === 'histogram' ? 'count' : unitOf(metric.unit).unit;
  return { name, title, ...(parent === undefined ? {} : { parent }), unit, description };
}

/** Metrics but for some; what these contain is contained in what contains them. Parents come first. */
function without(metrics: readonly MetricDefinition[], left: ReadonlySet<string>): MetricDefinition[] {
  /** For each omitted metric, its nearest ancestor that is kept. */
  const above = new Map<string, string | undefined>();
  return metrics.flatMap(({ parent, ...rest }) => {
    const next = parent !== undefined && left.has(parent) ? above.get(parent) : parent;
    if (left.has(rest.name)) above.set(rest.name, next);
    return left.has(rest.name) ? [] : [{ ...rest, ...(next === undefined ? {} : { parent: next }) }];
  });
}
