export {
  CONFIGURATION,
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
  type Configuration,
} from './configuration.js';
export { namedAmong, withChoices, type Choices } from './choices.js';
export { NothingToBuildError, proposeConfiguration, type ConfigurationProposal } from './proposal.js';
export { unbuiltConfiguration } from './unbuilt.js';
export type { Asking } from './settle.js';
export { analyzePerformance, type AnalyzePerformanceOptions, type JobResult } from './analyzePerformance.js';
export { finishLeftRecords } from './leftRecords.js';
export { anchorOf, openTrace, programOf, type OpenTraceOptions } from './openTrace.js';
export { MeasuredFailure, type AnalyzeArchive, type JobObserver, type Stage } from './job.js';
