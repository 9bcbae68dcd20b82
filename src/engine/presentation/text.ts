/** Ascending whole numbers as a compact list: `1–3, 7`. */
export function compactList(numbers: readonly number[]): string {
  const stretches: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const open = stretches.at(-1);
    if (open !== undefined && number === open.last + 1) open.last = number;
    else stretches.push({ first: number, last: number });
  }
  return stretches.map(({ first, last }) => stretchText(first, last)).join(', ');
}

function stretchText(first: number, last: number): string {
  if (first === last) return `${first}`;
  return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`;
}
