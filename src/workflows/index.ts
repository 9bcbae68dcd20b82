export {
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
  type Configuration,
} from './configuration/configuration.js';
export { CONFIGURATION } from './configuration/fileName.js';
export { type SelectionEdit, withSelection } from './configuration/selectionText.js';
export { namedAmong, withChoices, type Choices } from './building/choices.js';
export {
  NothingToBuildError,
  proposeConfiguration,
  proposeForBuild,
  type ConfigurationProposal,
} from './proposal/proposal.js';
export { presetBuild } from './buildSystems/cmake.js';
export { besides, otherProgram } from './proposal/otherProgram.js';
export { unbuiltConfiguration } from './configuration/unbuilt.js';
export type { Asking } from './building/settle.js';
export {
  analyzePerformance,
  type AnalyzePerformanceOptions,
  type RecordingMode,
} from './mainJob/analyzePerformance.js';
export { finishLeftRecords } from './measuring/leftRecords.js';
export { openTrace, type OpenTraceOptions } from './measuring/openTrace.js';
export { MeasuredFailure, type AnalyzeArchive, type JobObserver, type JobResult, type Stage } from './measuring/job.js';
