export { pprof } from './format.js';
