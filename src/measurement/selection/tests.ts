/**
 * Rules as passed to the probe: one test a line, in order, of which the last one that matches a function counts. A test
 * has the rule's effect, the kind of name it applies to, and the pattern, separated by blanks.
 */
import { textPattern } from '../../base/glob/wildcards.js';
import { type Piece, parseGlob, printGlob } from './glob.js';
import type { FunctionRule, Take } from './model.js';
import { beginsOperator, type FunctionNames, nameIn, withoutBlanks } from './names.js';

/** Treatment of a function: excluded, always measured, or the default. */
export type Choice = Take | 'usual';

/**
 * Which names are compared: the linker's, the printed one, that with parameters (C++), the printed one of functions whose
 * parameters are not known (C, Fortran), or those of Fortran.
 */
export type Subject = 'linkage' | 'printed' | 'declared' | 'bare' | 'fortran';

/** One comparison. */
export interface NameTest {
  readonly choice: Choice;
  readonly subject: Subject;
  readonly glob: string;
}

/** A letter for each, as the probe reads them. */
const CHOICES: Readonly<Record<Choice, string>> = { exclude: 'x', include: 'i', usual: 'u' };
const SUBJECTS: Readonly<Record<Subject, string>> = {
  linkage: 'l',
  printed: 'p',
  declared: 'd',
  bare: 'b',
  fortran: 'f',
};

/** Characters that no name of a function holds, for steps of a pattern that are no characters. */
const STAND_IN = 0xe000;

/** Returns a pattern as a text with placeholders for its wildcards, so that it can be edited like text. */
function stoodIn(pieces: readonly Piece[]): string {
  return pieces
    .map((piece, index) => (piece.kind === 'text' ? piece.text : String.fromCodePoint(STAND_IN + index)))
    .join('');
}

/** The pattern of such a text. */
function globOf(text: string, pieces: readonly Piece[]): string {
  return printGlob(
    Array.from(text, (character): Piece => {
      const piece = pieces[(character.codePointAt(0) ?? 0) - STAND_IN];
      return piece !== undefined && piece.kind !== 'text' ? piece : { kind: 'text', text: character };
    }),
  );
}

/** The pattern for a name with parameters: without its result, as the names it is compared with. */
function declaredText(text: string): string {
  const { begin, end } = nameIn(text);
  // Without parameters, blanks do not part a result from a name.
  return withoutBlanks(end < text.length ? text.slice(begin) : text);
}

/** The name in a pattern with parameters; undefined where it has none. */
function bareText(text: string): string | undefined {
  const { begin, end } = nameIn(text);
  return end < text.length && !beginsOperator(text, begin) ? text.slice(begin, end).trim() : undefined;
}

const inGnuWords = (text: string): string => text.replaceAll('(anonymous namespace)', '{anonymous}');

/** Returns the comparisons that a pattern of functions implies. */
function testsOf(choice: Choice, glob: string): NameTest[] {
  const pieces = parseGlob(glob);
  const whole = inGnuWords(stoodIn(pieces));
  const bare = bareText(whole);
  const test = (subject: Subject, text: string): NameTest => ({ choice, subject, glob: globOf(text, pieces) });
  const isPlain = pieces.every(({ kind }) => kind === 'text') && !whole.includes('(');
  return [
    test('printed', whole),
    // Names with parameters end with a bracket or more.
    ...(isPlain ? [] : [test('declared', declaredText(whole))]),
    ...(bare === undefined ? [] : [test('bare', bare)]),
    // Characters that occur only in C++ names exclude Fortran.
    ...(/[<~&]/.test(bare ?? whole) ? [] : [test('fortran', (bare ?? whole).toLowerCase())]),
  ];
}

/** Assigns functions to a group; a function may have several. */
export interface GroupRule {
  readonly group: string;
  readonly glob: string;
}

/** Groups that were switched, by name: whether they are on. */
export type SwitchedGroups = Readonly<Record<string, boolean>>;

/** The group of functions that have none. */
export const DEFAULT_GROUP = 'DEFAULT';

/**
 * Returns the tests for switched groups: they exclude functions all of whose groups are off. Those of a group that was
 * switched on are measured.
 */
function groupTests(groups: readonly GroupRule[], switched: SwitchedGroups): NameTest[] {
  const of = (isWanted: (group: string) => boolean, choice: Choice): NameTest[] =>
    groups.filter(({ group }) => isWanted(group)).flatMap(({ glob }) => testsOf(choice, glob));
  const state = new Map(Object.entries(switched));
  if (state.size === 0) return [];
  const all = (choice: Choice): NameTest[] => [{ choice, subject: 'printed', glob: '*' }];
  return [
    ...(state.get(DEFAULT_GROUP) === false ? all('exclude') : []),
    ...(state.get(DEFAULT_GROUP) === true ? all('include') : []),
    ...of((group) => state.get(group) === false, 'exclude'),
    ...of((group) => !state.has(group), 'usual'),
    ...of((group) => state.get(group) === true, 'include'),
  ];
}

/** All comparisons, in order: rules of functions count more than groups. */
export function nameTests(
  functions: readonly FunctionRule[],
  groups: readonly GroupRule[] = [],
  switched: SwitchedGroups = {},
): NameTest[] {
  const ofRules = functions.flatMap(({ take, glob, mangled }): NameTest[] =>
    mangled === true ? [{ choice: take, subject: 'linkage', glob }] : testsOf(take, glob),
  );
  return [...groupTests(groups, switched), ...ofRules];
}

/** The comparisons as a text for the probe, one a line. */
export const testsText = (tests: readonly NameTest[]): string =>
  tests.map(({ choice, subject, glob }) => `${CHOICES[choice]}${SUBJECTS[subject]} ${glob}\n`).join('');

// oxlint-disable-next-line no-control-regex -- what would end the name or its line
const isOneLine = (group: string): boolean => !/[\x00-\x1f\x7f]/.test(group);

/** Returns the members of each group, for switching groups while a program runs: `gS GROUP<tab>PATTERN`, one a line. */
export function groupsText(groups: readonly GroupRule[]): string {
  return groups
    .filter(({ group }) => isOneLine(group))
    .flatMap(({ group, glob }) =>
      testsOf('usual', glob).map((test) => `g${SUBJECTS[test.subject]} ${group}\t${test.glob}\n`),
    )
    .join('');
}

/** Groups of functions and of ranges that are off when a program starts: `o- GROUP`, one a line. */
export function offText(switched: SwitchedGroups): string {
  return Object.entries(switched)
    .filter(([group, on]) => !on && isOneLine(group))
    .map(([group]) => `o- ${group}\n`)
    .join('');
}

function subjectsOf({ linkage, printed, declared, fortran }: FunctionNames, subject: Subject): readonly string[] {
  switch (subject) {
    case 'linkage':
      return linkage === undefined ? [] : [linkage];
    case 'printed':
      return [printed];
    case 'declared':
      return declared === undefined ? [] : [declared];
    case 'bare':
      return declared === undefined ? [printed] : [];
    case 'fortran':
      return fortran;
  }
}

/** Returns a function that determines the treatment of functions, by their names. */
export function chooser(tests: readonly NameTest[]): (names: FunctionNames) => Choice {
  const fits = tests.map(({ glob }) => textPattern(glob));
  return (names) => {
    const last = tests.findLastIndex(({ subject }, index) =>
      subjectsOf(names, subject).some((name) => fits[index]?.(name) === true),
    );
    return tests[last]?.choice ?? 'usual';
  };
}
