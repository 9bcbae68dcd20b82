/** The pages of the properties, which are shipped next to the program. */
import { join } from 'node:path';
import { readText, statOf } from '../base/files/index.js';

/** Bytes; people write pages. */
const LARGEST = 1 << 18;

/**
 * The text of a page in Markdown, with its picture replaced by the alternative text; undefined if there is no page.
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
