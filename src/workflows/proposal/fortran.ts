/** The order in which Fortran files must be compiled. */

const names = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());

/** Modules that a file defines, and modules that it uses. */
function modulesOf(text: string): { readonly defines: string[]; readonly uses: string[] } {
  return {
    defines: names(text, /^[ \t]*module[ \t]+(?!procedure\b|subroutine\b|function\b)(\w+)/gim),
    uses: names(text, /^[ \t]*use\b[^\n:]*?(?:::)?[ \t]*(\w+)/gim),
  };
}

/**
 * Sorts files so that a module is compiled before the files that use it; otherwise their order is kept.
 * @param files names with the text of each
 */
export function compilationOrder(files: ReadonlyMap<string, string>): string[] {
  const facts = new Map([...files].map(([name, text]) => [name, modulesOf(text)]));
  const definedIn = new Map(
    [...facts].flatMap(([name, { defines }]) => defines.map((module) => [module, name] as const)),
  );
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    if (begun.has(name)) return; // done, or a circle, which no order can satisfy
    begun.add(name);
    for (const module of facts.get(name)?.uses ?? []) {
      const needed = definedIn.get(module);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(name);
  };
  for (const name of files.keys()) visit(name);
  return [...ordered];
}
