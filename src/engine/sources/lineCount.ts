import { PROJECT_TEXT, readText, UnreadableFile } from '../../base/files/index.js';
import { splitLines } from '../../experiments/files/lineMap.js';

/** Whether a file is text with at least so many lines. */
export function hasLines(path: string, count: number): boolean {
  if (count <= 0) return true;
  try {
    return splitLines(readText(path, PROJECT_TEXT)).length >= count;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}
