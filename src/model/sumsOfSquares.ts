import type { MetricDefinition } from './performanceSpace.js';

/**
 * Whether a metric is a sum of squares, such as `Squares of Inclusive Times` in sec^2. Deviations are computed from it; by
 * itself it means nothing to a person, so views do not list it.
 */
export const isSumOfSquares = ({ unit }: Pick<MetricDefinition, 'unit'>): boolean => /\w(?:\^2|²)$/.test(unit);
