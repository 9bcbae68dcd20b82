import { rootCauseNames } from '../rootCauseNames.js';
import type { Difference } from './difference.js';
import { rootCauseDifferences } from './rootCauseDifferences.js';
import type { Reference } from './scalascaReference.js';
import { timeDifferences } from './timeDifferences.js';
import type { TraceFacts, Values } from './traceFacts.js';
import { shippedProperties } from '../../../src/properties/index.js';

const { metrics } = shippedProperties;

/** Largest relative difference between values of the two analyzers that needs no reason. */
export const TOLERANCE = 1e-6;

/**
 * Values below so many seconds are rounding of sums in binary64: the reference stores values inclusively, so that
 * exclusive ones are differences of numbers of the order of 1 s; root causes are sums of many shares of those.
 */
const ROUNDING = 1e-13;
const ROUNDING_OF_ROOT_CAUSES = 1e-12;

const rootCauses: ReadonlySet<string> = new Set(rootCauseNames);

/** How the values of one metric agree. */
export interface MetricComparison {
  readonly metric: string;
  /** Pairs of call path and location that either analyzer has a value for. */
  readonly compared: number;
  /** Largest relative difference of the values that agree. */
  readonly largest: number;
  /** Largest relative difference of the values a reason is known for, and these reasons. */
  readonly explained: number;
  readonly reasons: readonly string[];
  /** The sections of docs/scalasca.md that describe them. */
  readonly causes: readonly string[];
  /** Values out of tolerance without a reason. */
  readonly unexplained: readonly string[];
}

/** All differences that are understood. */
export const differences: readonly Difference[] = [...timeDifferences, ...rootCauseDifferences];

/** Compares all metrics that both analyzers know. @param facts which causes of differences the trace has */
export function compareWithReference(facts: TraceFacts, reference: Reference, values: Values): MetricComparison[] {
  return metrics
    .filter(({ name }) => reference.names.has(name))
    .map(({ name }) => compareMetric(name, rulesFor(name, facts), facts, reference, values.get(name) ?? new Map()));
}

function rulesFor(metric: string, facts: TraceFacts): Difference[] {
  const rules = rootCauses.has(metric) ? rootCauseDifferences : timeDifferences;
  return rules.filter((rule) => rule.isIn(facts) && rule.metrics.test(metric));
}

function compareMetric(
  metric: string,
  rules: readonly Difference[],
  facts: TraceFacts,
  reference: Reference,
  found: ReadonlyMap<string, number>,
): MetricComparison {
  const expected = reference.metrics.get(metric)?.exclusive ?? new Map<string, number>();
  const rounding = rootCauses.has(metric) ? ROUNDING_OF_ROOT_CAUSES : ROUNDING;
  const keys = new Set([...expected.keys(), ...found.keys()]);
  const needed = new Set<Difference>();
  const unexplained: string[] = [];
  let largest = 0;
  let explained = 0;
  for (const key of keys) {
    const a = expected.get(key) ?? 0;
    const b = found.get(key) ?? 0;
    if (Math.max(Math.abs(a), Math.abs(b)) <= rounding) continue;
    const relative = Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
    const rule = rules.find(({ allows }) => allows(a, b, key, reference, facts));
    if (relative <= TOLERANCE) {
      largest = Math.max(largest, relative);
    } else if (rule === undefined) {
      unexplained.push(`${metric} ${key.replace('\t', ' @')}: ${a} expected, ${b} found`);
    } else {
      explained = Math.max(explained, relative);
      needed.add(rule);
    }
  }
  const reasons = [...needed].map(({ reason }) => reason);
  const causes = [...new Set([...needed].map(({ cause }) => cause))];
  return { metric, compared: keys.size, largest, explained, reasons, causes, unexplained };
}
