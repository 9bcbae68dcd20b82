export { hpctoolkit } from './format.js';
