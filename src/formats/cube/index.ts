export type * from './anchor.js';
export type { CubeReport } from './cubeReport.js';
export { cube } from './format.js';
export { encodeCube, type CubeOptions } from './encode.js';
export { LARGEST_CUBE, openCube, readCube } from './openCube.js';
export { toSpace } from './toSpace.js';
