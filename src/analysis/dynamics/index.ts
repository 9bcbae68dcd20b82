export { analyseDynamics, changesOfRun, type DynamicsOf } from './analyseDynamics.js';
export { judgeSeries, SeriesJudge, type SeriesVerdict } from './judge.js';
export { SeriesStream, type StreamVerdict } from './seriesStream.js';
