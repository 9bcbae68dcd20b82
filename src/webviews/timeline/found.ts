/** Functions and rows whose names have some text. Nothing here knows the browser. */

export interface Findable {
  readonly rows: readonly { readonly location: number; readonly name: string }[];
  /** Regions with their names, and seconds that are spent in them. */
  readonly functions: readonly { readonly region: number; readonly name: string; readonly seconds: number }[];
}

export type Found =
  | { readonly is: 'row'; readonly location: number; readonly name: string }
  | { readonly is: 'function'; readonly region: number; readonly name: string };

/** Maximum number of results shown at once. */
const MOST_FOUND = 12;

/** Those whose names are the text first, then those that begin with it, then the others; functions by how long they take. */
export function found({ rows, functions }: Findable, text: string): Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const rank = (name: string): number => {
    const at = name.toLowerCase().indexOf(wanted);
    if (at < 0) return 3;
    return name.length === wanted.length ? 0 : at === 0 ? 1 : 2;
  };
  const inOrder = functions.toSorted((a, b) => b.seconds - a.seconds);
  const all: Found[] = [
    ...rows.map(({ location, name }) => ({ is: 'row', location, name }) as const),
    ...inOrder.map(({ region, name }) => ({ is: 'function', region, name }) as const),
  ];
  return all
    .map((one) => ({ one, rank: rank(one.name) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map(({ one }) => one);
}
