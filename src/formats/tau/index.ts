export { tau } from './format.js';
export { readTau } from './open.js';
export { tauFiles } from './write.js';
