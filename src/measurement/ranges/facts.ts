/** Ranges found by a build: read from the program, in the form of `probe/format/sleds.h`. */
import { withSections } from '../elf/sections.js';
import type { Lines } from './place.js';

/** A range in one function. Counts of instructions. */
export interface RangeInFunction {
  /** As the linker knows it. */
  readonly function: string;
  /** Of its lines; of other lines among them, which are measured with them; of no line. */
  readonly own: number;
  readonly foreign: number;
  readonly unmapped: number;
  /** Places where it begins and ends; 0 where it is not measured. */
  readonly begins: number;
  readonly ends: number;
  /** Why it is not measured there. */
  readonly refused?: string;
}

/** A range in a program. */
export interface BuiltRange extends Lines {
  /** Absolute path where it was compiled. */
  readonly file: string;
  readonly name: string;
  readonly functions: readonly RangeInFunction[];
  /** The nearest lines that have instructions, before and behind it. */
  readonly before?: number;
  readonly behind?: number;
}

/** Data about a program's ranges. */
export interface RangeFacts {
  readonly ranges: readonly BuiltRange[];
  readonly coverage: Coverage;
}

/**
 * How completely compilers record the lines of a program's instructions (Shende 2001, table 3). Counts of instructions,
 * of all units.
 */
export interface Coverage {
  readonly instructions: number;
  /** Of no line. */
  readonly unmapped: number;
  /** Of those, jumps. */
  readonly jumps: number;
  /** Of those, the ones between instructions of one line, with which they are measured. */
  readonly filled: number;
  /** Of functions in which no lines can be measured. */
  readonly refused: number;
}

interface Collected {
  readonly first: number;
  readonly last: number;
  readonly file: string;
  readonly name: string;
  readonly functions: Map<string, RangeInFunction>;
  before: number;
  behind: number;
}

const numbersOf = (words: readonly string[]): number[] => words.map(Number);

/** Reads the words of one string of the section. */
function note(words: readonly string[], ranges: Map<string, Collected>, units: Map<string, readonly number[]>): void {
  const [kind, ...rest] = words;
  if (kind === 'unit') {
    const [identity = '', ...counts] = rest;
    units.set(identity, numbersOf(counts));
    return;
  }
  if (kind !== 'range' && kind !== 'near') return;
  const [first = 0, last = 0] = numbersOf(rest.slice(0, 2));
  const [file = '', name = ''] = rest.slice(2, 4);
  const key = [first, last, file, name].join('\t');
  const known = ranges.get(key) ?? { first, last, file, name, functions: new Map(), before: 0, behind: 0 };
  ranges.set(key, known);
  if (kind === 'near') {
    const [before = 0, behind = 0] = numbersOf(rest.slice(4, 6));
    known.before = Math.max(known.before, before);
    if (behind > 0) known.behind = known.behind === 0 ? behind : Math.min(known.behind, behind);
    return;
  }
  const [name2 = '', ...facts] = rest.slice(4);
  const [own = 0, foreign = 0, unmapped = 0, begins = 0, ends = 0] = numbersOf(facts.slice(0, 5));
  const refused = facts.at(5) ?? '';
  // Of a template that several units have, the linker keeps one.
  known.functions.set(name2, {
    function: name2,
    own,
    foreign,
    unmapped,
    begins,
    ends,
    ...(refused === '' ? {} : { refused }),
  });
}

/** The strings of the section in a file; undefined where it has none, or is no program. */
function stringsOf(path: string): string[] | undefined {
  return withSections(path, ({ section }) => section('trimtab_range_facts')?.bytes.toString('utf8').split('\0'));
}

/**
 * Returns the ranges of a program; undefined if it was built without any, or is none.
 * @param paths regular files: the program, and libraries that it loads
 */
export function rangeFacts(...paths: readonly string[]): RangeFacts | undefined {
  const found = paths.flatMap((path) => stringsOf(path) ?? []);
  if (found.length === 0) return undefined;
  const ranges = new Map<string, Collected>();
  const units = new Map<string, readonly number[]>();
  for (const text of found) if (text !== '') note(text.split('\t'), ranges, units);
  const sum = (which: number): number => [...units.values()].reduce((total, counts) => total + (counts[which] ?? 0), 0);
  return {
    ranges: [...ranges.values()].map(({ functions, before, behind, ...range }) => ({
      ...range,
      functions: [...functions.values()],
      ...(before > 0 ? { before } : {}),
      ...(behind > 0 ? { behind } : {}),
    })),
    coverage: { instructions: sum(0), unmapped: sum(1), jumps: sum(2), filled: sum(3), refused: sum(4) },
  };
}

/** Why nothing of a range is measured, as a sentence; undefined where something is. */
export function whyNotMeasured({
  functions,
  before,
  behind,
}: Pick<BuiltRange, 'functions' | 'before' | 'behind'>): string | undefined {
  if (functions.some(({ begins }) => begins > 0)) return undefined;
  const refused = functions.find((each) => each.refused !== undefined)?.refused;
  if (refused !== undefined) return `Its begin and end in its function cannot be determined: ${refused}.`;
  const near = [before, behind].filter((line) => line !== undefined);
  const nearest =
    near.length === 0
      ? ''
      : `; the nearest with instructions ${near.length === 1 ? 'is line' : 'are lines'} ${near.join(' and ')}`;
  return `The compiler made no instructions of these lines${nearest}.`;
}
