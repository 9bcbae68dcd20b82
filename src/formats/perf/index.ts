export { perf } from './format.js';
