export { otf2 } from './format.js';
export { openArchive, type OpenOptions } from './openArchive.js';
export { Otf2Trace } from './otf2Trace.js';
export { type CopiedArchive, copyArchive, type KeptStretch } from './writing/copyArchive.js';
