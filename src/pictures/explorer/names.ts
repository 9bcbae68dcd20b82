/** Returns names without their common prefix, such as the rank numbers; the full names if nothing would remain. */
export function shortNames(names: readonly string[]): string[] {
  const [first = ''] = names;
  let common = names.length < 2 ? 0 : first.length;
  for (const name of names) while (!name.startsWith(first.slice(0, common))) common--;
  // A number is not cut.
  while (common > 0 && /\d/.test(first[common - 1] ?? '')) common--;
  return names.map((name) => (name.slice(common).trim() === '' ? name : name.slice(common).trim()));
}
