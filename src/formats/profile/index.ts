export type { CallTreeBuilder } from './callTreeBuilder.js';
export { ProfileBuilder } from './profileBuilder.js';
