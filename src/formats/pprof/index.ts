export { pprof } from './format.js';
export { pprofBytes } from './write.js';
