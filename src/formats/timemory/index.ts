export { timemory } from './format.js';
