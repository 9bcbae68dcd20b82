export { callgrind } from './format.js';
