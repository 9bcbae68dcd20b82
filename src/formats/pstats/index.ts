export { pstats } from './format.js';
