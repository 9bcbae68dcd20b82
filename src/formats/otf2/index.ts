export { isArchive } from './archiveFiles.js';
export { openArchive, type OpenOptions } from './openArchive.js';
