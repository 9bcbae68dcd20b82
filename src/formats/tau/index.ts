export { tau } from './format.js';
export { readTau } from './open.js';
