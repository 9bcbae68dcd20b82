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
 * Which files of two measurements are the same, measured in different places: those of one name, else those that share
 * the longest tail, longest first. Never guesses between equals.
 * @returns files of `to` by those of `from`
 */
export function pairFiles(from: readonly string[], to: readonly string[]): Map<string, string> {
  const there = new Set(to);
  const pairs = new Map(from.flatMap((file) => (there.has(file) ? [[file, file]] : [])));
  const taken = new Set(pairs.values());
  const open = [...new Set(from)].filter((file) => !pairs.has(file)).map((file) => ({ file, parts: pathParts(file) }));
  const free = [...there].filter((file) => !taken.has(file)).map((file) => ({ file, parts: pathParts(file) }));
  const tails = open.flatMap((a) =>
    free.flatMap((b) => {
      const length = commonSuffix(a.parts, b.parts);
      return length === 0 ? [] : [{ a: a.file, b: b.file, length }];
    }),
  );
  for (const length of [...new Set(tails.map((tail) => tail.length))].sort((a, b) => b - a)) {
    const left = tails.filter((tail) => tail.length === length && !pairs.has(tail.a) && !taken.has(tail.b));
    const alone = left.filter(
      ({ a, b }) => left.filter((other) => other.a === a).length + left.filter((other) => other.b === b).length === 2,
    );
    for (const { a, b } of alone) {
      pairs.set(a, b);
      taken.add(b);
    }
  }
  return pairs;
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
