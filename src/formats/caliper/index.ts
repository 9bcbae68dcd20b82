export { caliper } from './format.js';
