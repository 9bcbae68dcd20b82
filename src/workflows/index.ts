export {
  CONFIGURATION,
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
  type Configuration,
} from './configuration/configuration.js';
export { type SelectionEdit, withSelection } from './configuration/selectionText.js';
export { namedAmong, withChoices, type Choices } from './configuration/choices.js';
export { NothingToBuildError, proposeConfiguration, type ConfigurationProposal } from './proposal/proposal.js';
export { presetBuild } from './proposal/cmake.js';
export { besides, otherProgram } from './configuration/otherProgram.js';
export { unbuiltConfiguration } from './configuration/unbuilt.js';
export type { Asking } from './building/settle.js';
export {
  analyzePerformance,
  type AnalyzePerformanceOptions,
  type JobResult,
  type MainJobMode,
} from './measuring/analyzePerformance.js';
export { finishLeftRecords } from './measuring/leftRecords.js';
export { openTrace, type OpenTraceOptions } from './measuring/openTrace.js';
export { MeasuredFailure, type AnalyzeArchive, type JobObserver, type Stage } from './measuring/job.js';
