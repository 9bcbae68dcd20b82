import { shippedProperties } from '../../src/properties/index.js';

const pages = new Set([
  'delay',
  'waitstates_propagating_vs_terminal',
  'waitstates_direct_vs_indirect',
  'critical_path',
  'critical_path_imbalance',
  'performance_impact',
  'imbalance',
]);

/** The metrics of root causes and the critical path. */
export const rootCauseNames: readonly string[] = shippedProperties.named(({ name }) =>
  pages.has(shippedProperties.pageOf(name)),
);
