export { cube3 } from './format.js';
export { readCube3 } from './openCube3.js';
