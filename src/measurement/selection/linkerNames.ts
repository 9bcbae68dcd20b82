/**
 * Rules for the linker's names as rules for the names that TAU compares: TAU knows functions as their sources and its
 * compilers print them. In C++ the result type may be in front and a blank before `*` and `&`; names of Fortran are in
 * capitals where sources are instrumented, and in small letters otherwise.
 */
import { canonicalGlob, literal, parseGlob, type Piece, printGlob } from './glob.js';
import type { FunctionRule, Selection, Unsaid } from './model.js';
import { nameIn } from './names.js';
import { shown } from './problems.js';

const ANY: Piece = { kind: 'any' };
/** gfortran, Intel Fortran, and Flang: module and procedure. */
const MODULE_FORMS = [/^__(.+?)_MOD_(.+)$/s, /^(.+?)_mp_(.+)_$/s, /^_QM(.+?)P(.+)$/s] as const;
/** A procedure outside of modules, of most compilers and of Flang. */
const PROCEDURE_FORMS = [/^([^A-Z]+?)_{1,2}$/s, /^_QP(.+)$/s] as const;

/** The meanings of names of C++, in their order; a name itself where it has none. */
export type Demangle = (names: readonly string[]) => Promise<readonly string[]>;

/** Whether a pattern fits one name only. */
const isPlain = (glob: string): boolean => parseGlob(glob).every(({ kind }) => kind === 'text');

/** The name that a plain pattern fits. */
const nameOf = (glob: string): string =>
  parseGlob(glob)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');

const isCpp = ({ glob }: FunctionRule): boolean => glob.startsWith('_Z') && isPlain(glob);

/**
 * The selection without rules for the linker's names.
 * @returns the selection, and the rules whose names are not known
 */
export async function withSourceNames(
  selection: Selection,
  demangle: Demangle,
): Promise<{ readonly selection: Selection; readonly unsaid: readonly Unsaid[] }> {
  const cpp = selection.functions.filter((rule) => rule.mangled === true && isCpp(rule));
  const meanings = cpp.length === 0 ? [] : await demangle(cpp.map(({ glob }) => nameOf(glob)));
  const declarations = new Map(cpp.map((rule, index) => [rule, meanings[index] ?? '']));
  const unsaid: Unsaid[] = [];
  const functions = selection.functions.flatMap((rule): FunctionRule[] => {
    if (rule.mangled !== true) return [rule];
    const { mangled: _, ...plain } = rule;
    const globs = globsOf(rule, declarations.get(rule));
    if (globs.length === 0) unsaid.push({ line: rule.line, what: `${rule.take} "${shown(rule.glob)}": ${why(rule)}` });
    return globs.map((glob) => ({ ...plain, glob }));
  });
  return { selection: { ...selection, functions }, unsaid };
}

function why(rule: FunctionRule): string {
  if (isCpp(rule)) return 'c++filt does not show a name for it, or is not installed';
  return "the names that a pattern of the linker's names fits are unknown";
}

/** Patterns for one function; none where its name is not known. */
function globsOf({ glob }: FunctionRule, declaration: string | undefined): string[] {
  if (declaration !== undefined) return declaration.startsWith('_Z') ? [] : globsOfCpp(declaration);
  const fortran = fortranName(glob);
  if (fortran !== undefined) return [fortran.toUpperCase(), fortran.toLowerCase()].map(canonicalGlob);
  if (!isPlain(glob) || glob.startsWith('_Z')) return [];
  // C: alone, or with its parameters, with or without its result.
  return [glob, `${glob}(*`, `* ${glob}(*`];
}

/** The name in Fortran, as a pattern; undefined where it is none of Fortran. */
function fortranName(glob: string): string | undefined {
  for (const form of MODULE_FORMS) {
    const [, module, procedure] = form.exec(glob) ?? [];
    if (module !== undefined && procedure !== undefined) return `${module}::${procedure}`;
  }
  for (const form of PROCEDURE_FORMS) {
    const [, procedure] = form.exec(glob) ?? [];
    if (procedure !== undefined) return procedure;
  }
  return undefined;
}

/** Patterns for a function of C++, with and without a result in front. */
function globsOfCpp(declaration: string): string[] {
  const pieces = Array.from(declaration).flatMap((character, at): Piece[] => {
    const mayHaveBlank = /[*&]/.test(character) && /[\w>]/.test(declaration.charAt(at - 1));
    return mayHaveBlank ? [ANY, literal(character)] : [literal(character)];
  });
  // TAU may append the language and the lines.
  const alone = printGlob([...pieces, ANY]);
  const { begin, end } = nameIn(declaration);
  const hasResult = begin > 0 || isConstructor(declaration.slice(begin, end));
  return hasResult ? [alone] : [alone, printGlob([ANY, literal(' '), ...pieces, ANY])];
}

/** Constructors and destructors have no result. */
function isConstructor(name: string): boolean {
  const [owner = '', last = ''] = name
    .replaceAll(/<[^<>]*>/g, '')
    .split('::')
    .slice(-2);
  return last.startsWith('~') || (owner !== '' && owner === last);
}
