/** Opens the most common format without loading the others, which takes as long as analyzing a small trace. */
import { basename } from 'node:path';
import { isFile, readHead, UnreadableFile } from '../base/files/index.js';
import { isNamedAs } from './fileNames.js';
import { HEAD, type Measurement } from './format.js';
import { otf2 } from './otf2/index.js';
import { programNamed } from './programName.js';

/** An opened file, and a name for its program. */
export type Opened = Measurement & { readonly program: string };

/**
 * Opens a file, or the only one in a folder.
 * @throws TrimtabError when it is of no known format or cannot be read
 */
export async function openOnDemand(path: string): Promise<Opened> {
  // The first of all formats: no other one takes precedence.
  if (isNamedAs(basename(path), otf2) && isFile(path) && isTrace(path))
    return { ...otf2.open(path), program: programNamed(path, otf2) };
  const { openMeasurement, programOf } = await import('./registry.js');
  return { ...openMeasurement(path), program: programOf(path) };
}

function isTrace(path: string): boolean {
  try {
    return otf2.recognizes(readHead(path, HEAD));
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}
