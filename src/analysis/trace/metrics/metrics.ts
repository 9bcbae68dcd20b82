/**
 * Unique name of a property or measure. A catalog defines them (`src/properties`): names are open, because sources
 * other than Trimtab may add some.
 */
export type MetricName = string;
