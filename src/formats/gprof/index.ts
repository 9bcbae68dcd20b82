export { gprof } from './format.js';
