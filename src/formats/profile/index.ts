export type { EventStatistics } from './atomicEventsBuilder.js';
export type { CallTreeBuilder } from './callTreeBuilder.js';
export { Cost, MemoryBudget, TooLarge } from './memoryBudget.js';
export { LocationColumn } from './locationColumn.js';
export { ProfileBuilder } from './profileBuilder.js';
export type { NewMetric } from './metricValues.js';
