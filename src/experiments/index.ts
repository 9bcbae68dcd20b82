export { ExperimentStore, type Annotation, type Draft } from './store.js';
export { Experiment, FILES } from './experiment.js';
export { Recorder, type ManifestChange } from './recorder.js';
export { isIdentifier } from './identifier.js';
export { isSourceName, pathInside, SourceSnapshot } from './sources.js';
export type { CommandRecord, Manifest, SourceRecord } from './manifest.js';
export type { ExperimentSummary } from './summary.js';
export { errorCode, statOf, writeAtomically, writeError } from './files.js';
