export { speedscope } from './format.js';
export { speedscopeLines } from './write.js';
