export { speedscope } from './format.js';
