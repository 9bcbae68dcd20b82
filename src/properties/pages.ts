/** The pages about properties, as they are shipped beside the program. */
import { join } from 'node:path';
import { readText, statOf } from '../base/files/index.js';

/** Bytes; people write pages. */
const LARGEST = 1 << 18;

/**
 * The text of a page in Markdown, its picture as the sentence that tells it; undefined where there is none.
 * @param page as catalogs name it
 * @param here the folder of the bundle, or of this module in the checkout
 */
export function pageText(page: string, here = __dirname): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(page)) return undefined;
  const folders = [join(here, '..', 'src', 'properties'), here];
  const path = folders.map((folder) => join(folder, page, `${page}.md`)).find((file) => statOf(file) !== undefined);
  if (path === undefined) return undefined;
  return readText(path, { limit: LARGEST }).replace(/!\[([^\]]*)\]\([^)]*\)/g, 'Picture: $1');
}
