export { analyzeDynamics, changesOfRun, type DynamicsOf } from './analyzeDynamics.js';
export { judgeSeries, SeriesJudge, type SeriesVerdict } from './judge.js';
export { SeriesStream, type StreamVerdict } from './seriesStream.js';
