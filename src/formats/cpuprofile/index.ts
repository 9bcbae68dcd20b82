export { cpuprofile } from './format.js';
