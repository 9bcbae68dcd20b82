import { shippedProperties } from '../../../properties/index.js';

/**
 * Unique name of a property or measure. Which there are is told by a catalog (`src/properties`): names are open, because
 * other sources than Trimtab's own may add some.
 */
export type MetricName = string;

/** All metrics Trimtab itself finds in traces, each after its parent. */
export const metrics = shippedProperties.metrics;
