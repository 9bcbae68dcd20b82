/** Ascending whole numbers as a compact list: `1–3, 7`. */
export function compactList(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < numbers.length;) {
    let end = start;
    while (end + 1 < numbers.length && numbers[end + 1] === numbers[end] + 1) end++;
    if (end === start) parts.push(`${numbers[start]}`);
    else if (end === start + 1) parts.push(`${numbers[start]}, ${numbers[end]}`);
    else parts.push(`${numbers[start]}–${numbers[end]}`);
    start = end + 1;
  }
  return parts.join(', ');
}
