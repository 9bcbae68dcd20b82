/** Returns the word that a mistyped one most likely meant; undefined if none is similar. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const distances = words.map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }));
  const best = distances.sort((a, b) => a.distance - b.distance).at(0);
  // One slip in a short word, one more for every four letters: “rank” means “ranks”, “x” means nothing.
  return best !== undefined && best.distance < typed.length && best.distance <= 1 + typed.length / 4
    ? best.word
    : undefined;
}

/** Returns the number of inserted, deleted, replaced or swapped neighboring letters (optimal string alignment). */
function distance(a: string, b: string): number {
  // The last rows of the table of distances between beginnings; a place outside of it is never the nearest.
  const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = at(above, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : exchanged;
      row.push(Math.min(exchanged, swapped, at(above, j) + 1, at(row, j - 1) + 1));
    }
    [before, above] = [above, row];
  }
  return at(above, b.length);
}
