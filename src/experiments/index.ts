export { ExperimentStore, type Annotation, type Draft } from './store/store.js';
export { Experiment, FILES } from './store/experiment.js';
export { Recorder, type ManifestChange } from './store/recorder.js';
export { isIdentifier, newIdentifier } from './store/identifier.js';
export { believeForeignOwners, claim, claimAlone, confirm, isOwned, release } from './store/owner.js';
export { fits, type Sealed, sealOf } from './store/seal.js';
export { isSourceName, SourceSnapshot } from './store/sources.js';
export type { CommandRecord, KeptPrediction, Manifest, SourceRecord } from './store/manifest.js';
export { ADAPTATION, isInternal } from './store/internal.js';
export type { ExperimentSummary } from './store/summary.js';
export type * from './compare/comparison.js';
export { checkAcceptance, checkEfficiencies, checkHistory, parseCriterion } from './compare/acceptance.js';
export type { AcceptanceResult, Criterion, CriterionResult } from './compare/acceptance.js';
export { comparable } from './store/comparable.js';
export {
  compareExperiments,
  type ExperimentGroup,
  type TracedComparison,
  traceExperiments,
} from './compare/compare.js';
export { changeTree } from './compare/changeTree.js';
export { matchedNodes } from './compare/matchedNodes.js';
export { SORT_KEYS } from './history/entry.js';
export type * from './history/entry.js';
export { History, INDEX, type HistoryOptions } from './history/history.js';
export { applyRetention, beforeDays, chosenBy, previewRetention } from './history/retention.js';
export type * from './history/retention.js';
export {
  changePointsOf,
  changeSentence,
  regressionOf,
  type ChangePoint,
  type ChangePoints,
  type HistoryValue,
} from './history/changePoints.js';
export { type JudgedPrediction, judgedPredictions, predictionError } from './history/predictions.js';
export { followedTitle, followedTogether, versionOf } from './history/versions.js';
export { seriesOf } from './history/seriesOf.js';
export type * from './history/series.js';
export { crowdedRuns, mean, scaleByRanks, type ScaledRuns, secondsOfProperty } from './compare/scaling.js';
export {
  groupByRanks,
  type Modelled,
  modelled,
  modelledRanks,
  type ScalingStudy,
  studyScaling,
} from './compare/scalingStudy.js';
export {
  measuredRun,
  type MeasuredRun,
  resultsIn,
  resultsOf,
  type RunResults,
  sourcesOf,
} from './compare/measuredRun.js';
export { type EfficiencyColumn, type EfficiencyStudy, efficiencyStudy } from './compare/efficiencyStudy.js';
export { comparisonCsv, experimentCsv } from './export/csv.js';
export { writeExported } from './export/writeExported.js';
export { exportForms, type ExportFormat, isExportFormat } from './export/formats.js';
export { cubeOf, exportWriters, type Exported } from './export/forms.js';
export { comparisonHtml, experimentHtml } from './export/html.js';
export { comparisonMarkdown, experimentMarkdown } from './export/markdown.js';
export { bitsTell, privateReason } from './store/privateFiles.js';
export { readBundle, writeBundle, type Bundled } from './bundle/bundle.js';
export { partsOfTime, regionsOf } from './compare/words.js';
