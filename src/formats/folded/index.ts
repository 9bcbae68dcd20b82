export { folded } from './format.js';
export { foldedStacks } from './write.js';
