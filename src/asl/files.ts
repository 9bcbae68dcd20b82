/** Names and sizes of files of the language. */
import { join } from 'node:path';
import { readText } from '../base/files/index.js';
import type { Source } from './syntax/diagnostics.js';

/** How files of the language end. */
export const ASL_FILE = '.asl';
/** Bytes; people write properties. */
export const LARGEST_ASL = 1 << 20;
/** A project's values of property parameters, next to the texts of the properties. */
export const PARAMETERS = 'parameters.yaml';

export const isParameters = ({ name }: Source): boolean => /(?:^|[\\/])parameters\.yaml$/.test(name);

/** @throws TrimtabError when it cannot be read */
export function textIn(folder: string, name: string): Source {
  return { name, text: readText(join(folder, name), { limit: LARGEST_ASL }) };
}
