export { entriesOf } from './folderEntries.js';
export { folderSize } from './folderSize.js';
export {
  FileFolder,
  isFile,
  liesIn,
  lstatOf,
  openRegular,
  PROJECT_TEXT,
  readBytes,
  readHead,
  readPart,
  readText,
  statOf,
  type OpenFile,
  type ReadRule,
} from './read.js';
export { errorCode, readError, UnreadableFile, writeError } from './systemErrors.js';
export { utf8Bytes } from './textEncoding.js';
export { isPlainPath, makeUnlinkedParents, unlinkedStat } from './unlinked.js';
export {
  copyPrivately,
  keepPrivate,
  makePrivateFolder,
  openToAppend,
  openToReplace,
  PRIVATE,
  TEMPORARY,
  writeAtomically,
  writeForPerson,
  type FileContent,
} from './write.js';
