/**
 * The names by which people may mean a function, made of the linker's. The runtime makes the same ones when a program
 * starts (`probe/components/functions/printed.c`), which a test holds both to.
 */

import { literalGlob } from './glob.js';

/** Possible names of a function. */
export interface FunctionNames {
  /** As the linker has it, without what compilers append to copies (`.isra.0`); undefined where it is not known. */
  readonly linkage: string | undefined;
  /** As compilers print it: `ns::f` in C++, `tiny` for `mo::tiny` in Fortran. */
  readonly printed: string;
  /** In C++ with its parameters, and no blank that is not needed: `ns::f(int*,unsigned int)`. */
  readonly declared: string | undefined;
  /** For possible Fortran functions, whose names ignore case: `mo::tiny`, and `solve` for the linker's `solve_`. */
  readonly fortran: readonly string[];
}

const ANONYMOUS = '(anonymous namespace)';
const NAMELESS = '{anonymous}';

const isPartOfName = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/** Whether the word `operator` begins there. */
export function beginsOperator(text: string, at: number): boolean {
  return text.startsWith('operator', at) && !isPartOfName(text[at + 8]) && !isPartOfName(text[at - 1]);
}

/** How many characters the operator's own sign has after the word `operator`. */
function signLength(after: string): number {
  return /^(?:\(\)|\[\]|[<>=\-!&|+*/%^~,]*)/.exec(after)?.[0].length ?? 0;
}

/**
 * Returns the position of the name in a declaration, `int ns::f<int>(int) const` or
 * `ns::g(int)::{lambda()#1}::operator()() const`. It ends at the last list of parameters, and begins after the last
 * preceding blank outside of brackets.
 */
export function nameIn(declaration: string): { readonly begin: number; readonly end: number } {
  let begin = 0;
  let end: number | undefined;
  let depth = 0;
  let isOperator = false;
  for (let at = 0; at < declaration.length; at++) {
    const character = declaration.charAt(at);
    if (beginsOperator(declaration, at)) {
      isOperator = true;
      at += 7 + signLength(declaration.slice(at + 8));
      end = undefined;
    } else if (declaration.startsWith('->', at)) at++;
    else {
      if (character === '(' && depth === 0) end ??= at;
      if ('<([{'.includes(character)) depth++;
      else if ('>)]}'.includes(character)) depth--;
      else if (depth === 0 && declaration.startsWith('::', at)) end = undefined;
      else if (depth === 0 && character === ' ' && end === undefined && !isOperator) begin = at + 1;
    }
  }
  return { begin, end: end ?? declaration.length };
}

/** Without blanks but those that part words. */
export function withoutBlanks(text: string): string {
  return text.replaceAll(/ +/g, (run, at: number) =>
    isPartOfName(text[at - 1]) && isPartOfName(text[at + run.length]) ? ' ' : '',
  );
}

const inGnuWords = (text: string): string => text.replaceAll(ANONYMOUS, NAMELESS);

/** Returns the names of the function in a C++ declaration. */
function namesOfDeclaration(demangled: string): Pick<FunctionNames, 'printed' | 'declared'> {
  const declaration = inGnuWords(demangled);
  const { begin, end } = nameIn(declaration);
  return { printed: declaration.slice(begin, end), declared: withoutBlanks(declaration.slice(begin)) };
}

/** Removes the suffixes that compilers append to the names of copies; names in sources have no dots. */
export function withoutSuffix(linkage: string): string {
  const dot = linkage.indexOf('.', 1);
  return dot < 0 ? linkage : linkage.slice(0, dot);
}

/**
 * The names of a function of an executable.
 * @param demangled what its name without a suffix means in C++; undefined where it means nothing
 */
export function namesOfLinkage(linkageName: string, demangled: string | undefined): FunctionNames {
  const linkage = withoutSuffix(linkageName);
  if (linkage.startsWith('_Z') && demangled !== undefined)
    return { linkage, ...namesOfDeclaration(demangled), fortran: [] };
  const module = /^__(.+?)_MOD_(.+)$/s.exec(linkage);
  if (module !== null) {
    const [, scope = '', name = ''] = module;
    return { linkage, printed: name, declared: undefined, fortran: [name, `${scope}::${name}`] };
  }
  const plain = /^[^A-Z]+_$/.test(linkage) ? [linkage.slice(0, -1)] : [];
  return { linkage, printed: linkage, declared: undefined, fortran: plain };
}

/** A region's name without what names a copy that the compiler made of it: `f(int) [clone .constprop.0]`, `f.isra.0`. */
const withoutCopy = (region: string): string =>
  region
    .replace(/(?: \[clone [^\]]*\])+$/, '')
    .replace(/^([A-Za-z_$][\w$]*)\.(?:isra|constprop|part|cold|lto_priv)\b.*$/, '$1');

/** Returns the pattern that matches a function of a trace and its copies, which share one name for the user. */
export const globOfRegion = (region: string): string => literalGlob(withoutCopy(region));

const FORTRAN = /\.(f|for|ftn|f\d\d)$/i;

/** The names of a function of a trace. @param region its name there @param file where it is defined */
export function namesOfRegion(region: string, file: string): FunctionNames {
  if (FORTRAN.test(file)) {
    const name = region.split('::').at(-1) ?? region;
    return {
      linkage: undefined,
      printed: name,
      declared: undefined,
      fortran: [name, region].map((one) => one.toLowerCase()),
    };
  }
  const isDeclared = region.includes('(');
  const { printed, declared } = namesOfDeclaration(withoutCopy(region).replaceAll(/\[abi:[^\]]*\]/g, ''));
  return { linkage: undefined, printed, declared: isDeclared ? declared : undefined, fortran: [] };
}
