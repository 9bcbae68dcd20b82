export { pyinstrument } from './format.js';
