export { traceEvents } from './format.js';
