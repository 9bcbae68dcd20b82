/** Splits a path of any system into its parts; `.` and empty parts drop out. */
export function pathParts(path: string): string[] {
  return path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
}

/** How many parts, from the file name upwards, two paths have in common. */
export function commonSuffix(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}

/**
 * The local file that a path measured elsewhere most likely means: the one that shares the longest tail with it.
 * Never guesses between equals: undefined when no file has the name, or when two share the same longest tail.
 */
export function bestSuffixMatch(measured: string, files: readonly string[]): string | undefined {
  const parts = pathParts(measured);
  let best: string | undefined;
  let bestLength = 0;
  let tied = false;
  for (const file of files) {
    const length = commonSuffix(parts, pathParts(file));
    if (length === 0 || length < bestLength) continue;
    tied = length === bestLength && file !== best;
    best = file;
    bestLength = length;
  }
  return tied ? undefined : best;
}
