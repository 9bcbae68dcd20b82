/**
 * Selective instrumentation files of TAU: lists of routines and files that are excluded or included, a list of loops
 * for the plugin for LLVM, and a section of specifications. In names of routines `#` matches any number of characters,
 * in those of files `*`; `?` matches one character in both. A line that begins with `#` is a comment; a name that
 * begins so is quoted. Exclusion takes precedence, and if anything is included, all else is excluded (TAU reference
 * guide, "Selective Instrumentation Options"; `tau_selective.cpp`).
 */
import { canonicalGlob, literal, parseGlob, type Piece, printGlob } from './glob.js';
import {
  type FileRule,
  type FunctionRule,
  LONGEST_GLOB,
  type Printed,
  type Selection,
  type Specification,
  type Unsaid,
} from './model.js';
import { CountedProblem, faultAt, shown } from './problems.js';
import { checkSpecification } from './specification.js';

const LISTS = ['EXCLUDE_LIST', 'INCLUDE_LIST', 'FILE_EXCLUDE_LIST', 'FILE_INCLUDE_LIST'] as const;
type List = (typeof LISTS)[number];
const SECTION = 'INSTRUMENT_SECTION';
const LOOPS = 'LOOPS_LIST';
const SECTIONS = [...LISTS, LOOPS, SECTION] as const;

/** The character that is any number of them. */
const wildcardOf = (list: List): string => (list.startsWith('FILE_') ? '*' : '#');

/** A name as TAU writes it, as a pattern. */
function globOf(name: string, wildcard: string): string {
  const pieces = Array.from(name, (character): Piece => {
    if (character === wildcard) return { kind: 'any' };
    return character === '?' ? { kind: 'one' } : literal(character);
  });
  return canonicalGlob(printGlob(pieces));
}

/** Reads a file line by line. */
class SelectionReader {
  readonly names = new Map<List, FileRule[]>(LISTS.map((list) => [list, []]));
  readonly specifications: Specification[] = [];
  readonly remarks: Unsaid[] = [];
  private open: (typeof SECTIONS)[number] | undefined;
  /** Names in the open list. */
  private inOpen = 0;
  private readonly counted: CountedProblem;

  constructor(private readonly path: string) {
    this.counted = new CountedProblem(path);
  }

  line(content: string, line: number): void {
    const text = content.trim();
    if (text.startsWith('#') && (this.open === 'EXCLUDE_LIST' || this.open === 'INCLUDE_LIST'))
      this.remarks.push(...commentedName(text, line));
    if (text === '' || text.startsWith('#')) return;
    const column = content.indexOf(text) + 1;
    if (this.open === undefined) this.begin(text, line, column);
    else if (text === `END_${this.open}`) this.close(line);
    else if (/^(BEGIN|END)_\w*(LIST|SECTION)$/.test(text))
      throw faultAt(this.path, line, column, `"${text}" is not allowed here; write END_${this.open} first.`);
    else if (this.open === SECTION) {
      checkSpecification(text, (at, sentence) => faultAt(this.path, line, column + at, sentence));
      this.specifications.push({ text, line });
    } else if (this.open === LOOPS) {
      this.counted.one(text, line, column);
      this.specifications.push({ text, line, isLoop: true });
    } else this.name(this.open, text, line, column);
  }

  end(line: number): void {
    if (this.open !== undefined) throw faultAt(this.path, line, 1, `END_${this.open} is missing; write it here.`);
  }

  private close(line: number): void {
    if (this.open === 'INCLUDE_LIST' && this.inOpen === 0)
      this.remarks.push({ line, what: 'the list is empty, so that all functions are measured' });
    this.open = undefined;
  }

  private begin(text: string, line: number, column: number): void {
    this.open = SECTIONS.find((name) => text === `BEGIN_${name}`);
    this.inOpen = 0;
    if (this.open !== undefined) return;
    const allowed = `BEGIN_${LISTS.join(', BEGIN_')}, BEGIN_${LOOPS}, BEGIN_${SECTION} or a comment that begins with #`;
    throw faultAt(this.path, line, column, `"${shown(text)}" is not allowed here; write ${allowed}.`);
  }

  private name(list: List, text: string, line: number, column: number): void {
    const isQuoted = text.startsWith('"') && !list.startsWith('FILE_');
    const end = isQuoted ? text.indexOf('"', 1) : text.length;
    if (end < 0) throw faultAt(this.path, line, column, 'The quote is not closed; write " at its end.');
    const name = isQuoted ? text.slice(1, end) : text;
    this.counted.one(name.replaceAll('[:', ' '), line, column);
    this.inOpen++;
    this.names.get(list)?.push({ take: 'exclude', glob: globOf(name, wildcardOf(list)), line });
  }
}

/** A comment that was likely meant as a name, since a wildcard or a name follows the # without a blank. */
function commentedName(text: string, line: number): Unsaid[] {
  if (!/^#[^\s#].*[#(]/.test(text) && !/^#[\p{Lu}\d_]+$/u.test(text)) return [];
  const what = `this line is a comment, since it begins with #. If it is a name, write "${text.slice(0, LONGEST_GLOB)}" with its quotes`;
  return [{ line, what }];
}

/** Converts unordered lists to ordered rules: inclusions after an exclusion of all else, then the exclusions. */
function ordered(included: readonly FileRule[] = [], excluded: readonly FileRule[] = []): FileRule[] {
  const only = included.map((rule): FileRule => ({ ...rule, take: 'include' }));
  return only.length === 0 ? [...excluded] : [{ take: 'exclude', glob: '*' }, ...only, ...excluded];
}

/**
 * Reads a selective instrumentation file.
 * @param path for sentences
 * @throws TrimtabError with line and column
 */
export function parseTau(text: string, path: string): Selection {
  const reader = new SelectionReader(path);
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) reader.line(line, index + 1);
  reader.end(lines.length);
  const { names, specifications } = reader;
  return {
    files: ordered(names.get('FILE_INCLUDE_LIST'), names.get('FILE_EXCLUDE_LIST')),
    functions: ordered(names.get('INCLUDE_LIST'), names.get('EXCLUDE_LIST')),
    specifications,
    ...(reader.remarks.length === 0 ? {} : { remarks: reader.remarks }),
  };
}

/** A pattern as TAU writes it; undefined with what it cannot write. */
function nameOf({ glob }: FileRule, list: List): string | { readonly why: string } {
  const wildcard = wildcardOf(list);
  let name = '';
  for (const piece of parseGlob(glob)) {
    if (piece.kind === 'class') return { why: 'TAU has no lists of characters, as [a-z]' };
    if (piece.kind === 'text' && (piece.text === wildcard || piece.text === '?'))
      return { why: `"${piece.text}" is always a wildcard in files of TAU` };
    name += piece.kind === 'any' ? wildcard : piece.kind === 'one' ? '?' : piece.text;
  }
  const mustBeQuoted =
    /^["#\s]|\s$/.test(name) || name === '' || name === `END_${list}` || /^(BEGIN|END)_\w*$/.test(name);
  if (!mustBeQuoted) return name;
  if (list.startsWith('FILE_') || name.includes('"')) return { why: 'files of TAU cannot hold this name' };
  return `"${name}"`;
}

/** Conversion of ordered rules to TAU's lists, and the rules these cannot express. */
class Lists {
  readonly included: string[] = [];
  readonly excluded: string[] = [];
  readonly unsaid: Unsaid[] = [];

  constructor(rules: readonly FunctionRule[], of: 'FILE_' | '') {
    const first = rules.findLastIndex(({ take, glob, mangled }) => take === 'exclude' && glob === '*' && !mangled);
    // Rules before one that matches everything have no effect.
    for (const rule of rules.slice(first + 1)) {
      const list = rule.take === 'include' ? this.included : this.excluded;
      const name = nameOf(rule, `${of}${rule.take === 'include' ? 'INCLUDE' : 'EXCLUDE'}_LIST`);
      const why =
        whyUnsaid(rule, first >= 0, this.excluded.length > 0) ?? (typeof name === 'string' ? undefined : name.why);
      if (why !== undefined) this.unsaid.push({ line: rule.line, what: `${rule.take} "${shown(rule.glob)}": ${why}` });
      else if (typeof name === 'string') list.push(name);
    }
    // A list of none includes everything.
    if (first >= 0 && this.included.length === 0) this.excluded.splice(0, Infinity, of === '' ? '"#"' : '*');
  }
}

function whyUnsaid(rule: FunctionRule, allIsOut: boolean, somethingWasExcluded: boolean): string | undefined {
  if (rule.mangled === true) return "files of TAU do not know the linker's names";
  if (rule.take === 'exclude') return undefined;
  if (!allIsOut) return 'with TAU, including some excludes all others';
  return somethingWasExcluded ? 'with TAU, excluded functions stay excluded, regardless of later rules' : undefined;
}

/** Writes a selective instrumentation file. */
export function printTau({ files, functions, specifications }: Selection): Printed {
  const section = (name: string, entries: readonly string[]): string[] =>
    entries.length === 0 ? [] : [`BEGIN_${name}`, ...entries, `END_${name}`];
  const [ofFunctions, ofFiles] = [new Lists(functions, ''), new Lists(files, 'FILE_')];
  const lines = [
    ...section('EXCLUDE_LIST', ofFunctions.excluded),
    ...section('INCLUDE_LIST', ofFunctions.included),
    ...section('FILE_EXCLUDE_LIST', ofFiles.excluded),
    ...section('FILE_INCLUDE_LIST', ofFiles.included),
    ...section(
      LOOPS,
      specifications.filter(({ isLoop }) => isLoop === true).map(({ text }) => text),
    ),
    ...section(
      SECTION,
      specifications.filter(({ isLoop }) => isLoop !== true).map(({ text }) => text),
    ),
  ];
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    isEmpty: lines.length === 0,
    unsaid: [...ofFunctions.unsaid, ...ofFiles.unsaid],
  };
}
