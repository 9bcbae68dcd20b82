export { folded } from './format.js';
