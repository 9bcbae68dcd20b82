/**
 * Unique name of a property or measure. Which there are is told by a catalog (`src/properties`): names are open, because
 * other sources than Trimtab's own may add some.
 */
export type MetricName = string;
