export { isArchive } from './archiveFiles.js';
export { openArchive, type OpenOptions } from './openArchive.js';
export type { Otf2Trace } from './otf2Trace.js';
export type { ProblemNote } from './problemLog.js';
