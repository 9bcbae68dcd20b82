/** Reads what a Makefile builds and with which compilers, without running anything of it. */
import {
  allLanguages,
  compilerFor,
  languageOf,
  languageOfCompiler,
  languageOfPlainCompiler,
  languages,
  type Language,
} from './languages.js';

/** How to build with a Makefile so that the program is instrumented. */
export interface MakePlan {
  /** Overrides for the command line, such as `CC=trimtab-cc mpicc`. */
  readonly overrides: readonly string[];
  /** The compiler the program is linked with, as far as can be told. */
  readonly compiler: string;
  readonly languages: readonly Language[];
  /** Path of the program, relative to the Makefile; undefined when it cannot be told. */
  readonly program: string | undefined;
  /** Recipes that name a compiler directly: no variable can change them. */
  readonly fixedCompilers: readonly string[];
}

interface Makefile {
  readonly variables: ReadonlyMap<string, string>;
  readonly rules: readonly { readonly targets: string; readonly prerequisites: string }[];
  readonly recipes: readonly string[];
}

function parse(text: string): Makefile {
  const variables = new Map<string, string>();
  const rules: { targets: string; prerequisites: string }[] = [];
  const recipes: string[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      recipes.push(line.trim());
      continue;
    }
    const plain = line.replace(/(^|[^\\])#.*$/, '$1').trim();
    const assignment = /^(?:export\s+|override\s+)*([\w.+-]+)\s*(\+|\?|::?|)=\s*(.*)$/.exec(plain);
    if (assignment !== null) {
      const [, name = '', operator = '', value = ''] = assignment;
      if (operator === '+') variables.set(name, `${variables.get(name) ?? ''} ${value}`.trim());
      else if (operator !== '?' || !variables.has(name)) variables.set(name, value);
      continue;
    }
    const rule = /^([^:=]+?)\s*::?(?!=)\s*([^;]*)/.exec(plain);
    if (rule !== null) rules.push({ targets: rule[1], prerequisites: rule[2] });
  }
  return { variables, rules, recipes };
}

/** Replaces variable references; functions such as $(wildcard …) are beyond us and vanish. */
function expand(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 10) return '';
  return text.replace(/\$[({]([\w.+-]+)(?::([^=(){}]*)=([^(){}]*))?[)}]|\$[({][^)}]*[)}]/g, (...match: unknown[]) => {
    const [, name, from, to] = match;
    if (typeof name !== 'string') return '';
    const value = expand(variables.get(name) ?? '', variables, depth + 1);
    if (typeof from !== 'string' || typeof to !== 'string') return value;
    return words(value)
      .map((word) => (word.endsWith(from) ? word.slice(0, word.length - from.length) + to : word))
      .join(' ');
  });
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const isProgramName = (name: string): boolean =>
  /^[\w./+-]+$/.test(name) && !/\.(o|a|so|mod|c|cc|cpp|cxx|f|f90|F90|h|hpp|d|txt|dat)$/.test(name);

/** What the default goal leads to, when that looks like a program. */
function programOf({ variables, rules }: Makefile): string | undefined {
  const expanded = rules.map(({ targets, prerequisites }) => ({
    targets: words(expand(targets, variables)),
    prerequisites: words(expand(prerequisites, variables)),
  }));
  const phony = new Set(
    expanded.filter(({ targets }) => targets.includes('.PHONY')).flatMap(({ prerequisites }) => prerequisites),
  );
  const isLabel = (name: string): boolean => phony.has(name) || name === 'all' || name === 'default';
  const goal = expanded.flatMap(({ targets }) => targets).find((name) => !/^\.[A-Z_]+$|%/.test(name));
  const seen = new Set<string>();
  const search = (name: string | undefined): string | undefined => {
    if (name === undefined || seen.has(name)) return undefined;
    seen.add(name);
    if (!isLabel(name)) return isProgramName(name) ? name : undefined;
    const below = expanded
      .filter(({ targets }) => targets.includes(name))
      .flatMap(({ prerequisites }) => prerequisites);
    for (const next of below) {
      const found = search(next);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(goal);
}

type LanguageOf = (command: string) => Language | undefined;

/** Variables that hold a compiler, each with the words of its value. */
function compilerVariables(variables: ReadonlyMap<string, string>, languageBy: LanguageOf): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of variables) {
    // Only a value that names the compiler itself: `LD = $(CC)` follows by itself.
    const parts = words(value);
    if (parts.at(0) === 'trimtab-cc') parts.shift();
    if (parts.length > 0 && languageBy(parts.at(0) ?? '') !== undefined)
      found.set(name, words(expand(parts.join(' '), variables)));
  }
  return found;
}

/** The standard variable a language's compiler is taken from, by what the Makefile refers to. */
function variableFor(language: Language, text: string): string {
  const names = languages[language].variables;
  const used = names.find((name) => text.includes(`$(${name})`) || text.includes(`\${${name}}`));
  return used ?? names.at(0) ?? 'CC';
}

/** The languages of the sources beside the Makefile and of those it names. */
function languagesIn(text: string, files: readonly string[]): Language[] {
  const present = new Set([...files, ...words(text)].map(languageOf));
  return allLanguages.filter((language) => present.has(language));
}

/**
 * Plans an instrumented build.
 * @param text the Makefile
 * @param files names of the files beside it
 * @param mpi whether the program uses MPI
 */
export function planMake(text: string, files: readonly string[], mpi = true): MakePlan {
  const makefile = parse(text);
  const languageBy = mpi ? languageOfCompiler : languageOfPlainCompiler;
  const found = compilerVariables(makefile.variables, languageBy);
  const compiled = languagesIn(text, files);
  const covered = new Set([...found.values()].map((parts) => languageBy(parts.at(0) ?? '')));
  const overrides = [...found].map(([name, parts]) => `${name}=trimtab-cc ${parts.join(' ')}`);
  let compiler = [...found.values()].at(-1)?.at(0);
  // Where no variable names a compiler, the language's standard variable is given one.
  const uncovered = found.size > 0 ? [] : compiled.length > 0 ? compiled : (['C'] as const);
  for (const language of uncovered) {
    compiler = compilerFor(language, mpi);
    overrides.push(`${variableFor(language, text)}=trimtab-cc ${compiler}`);
  }
  const fixedCompilers = makefile.recipes.flatMap((recipe) =>
    words(recipe.replace(/^[@+-]+/, ''))
      .slice(0, 1)
      .filter((word) => languageBy(word) !== undefined),
  );
  const known = allLanguages.filter((language) => compiled.includes(language) || covered.has(language));
  return {
    overrides,
    compiler: compiler ?? compilerFor('C', mpi),
    languages: known.length > 0 ? known : ['C'],
    program: programOf(makefile),
    fixedCompilers: [...new Set(fixedCompilers)],
  };
}
