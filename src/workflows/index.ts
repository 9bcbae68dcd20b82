export {
  CONFIGURATION,
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
  type Configuration,
} from './configuration.js';
export { proposeConfiguration, type ConfigurationProposal } from './proposal.js';
export { analyzePerformance, type AnalyzePerformanceOptions, type JobResult } from './analyzePerformance.js';
export { anchorOf, openTrace, programOf, type OpenTraceOptions } from './openTrace.js';
export type { AnalyzeArchive, JobObserver, Stage } from './job.js';
