import type { Told } from './fields.js';

/** Characters that the rows of one answer take, more only where a single row does. */
const MOST_CHARACTERS = 20_000;

export interface Paging {
  readonly from: number;
  readonly limit: number;
}

/**
 * Some rows of many, and where the next ones begin: as many as are wanted and have room, one at least, so that who goes
 * on from `page.next` sees each row once.
 * @param tell called for the rows of the page only
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { from, limit }: Paging,
  tell: (row: Row, index: number) => Told,
): { readonly rows: readonly Told[]; readonly page: Told } {
  const told: Told[] = [];
  let characters = 0;
  for (const [at, row] of rows.slice(from, from + limit).entries()) {
    const one = tell(row, from + at);
    characters += JSON.stringify(one).length;
    if (told.length > 0 && characters > MOST_CHARACTERS) break;
    told.push(one);
  }
  const next = from + told.length;
  const page = { total: rows.length, from, count: told.length, ...(next < rows.length ? { next } : {}) };
  return { rows: told, page };
}
