/** Ranges of source lines that people want measured, as `.trimtab/ranges.yaml` keeps them. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Lines } from './place.js';

/** A range of lines that a build measures in addition to functions. */
export interface PlannedRange extends Lines {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly name: string;
  readonly group: string;
}

/** A range as a person marked it. */
export interface MarkedRange extends PlannedRange {
  /** Of the text of its lines when it was marked. */
  readonly hash: string;
}

/** The default group of ranges. */
export const DEFAULT_GROUP = 'RANGES';

/** In the list passed to a build, words are separated by tabs, and groups by blanks too. */
export const GROUP = /^[\w.:-]{1,60}$/;
/** Calls of libraries are always recorded as these groups. */
const RECORDED = ['MPI', 'MESSAGE', 'OPENMP', 'DEFAULT'];

/** Why ranges have no such group, a sentence's end; undefined where they may. */
export function groupProblem(group: string): string | undefined {
  if (GROUP.test(group) && !RECORDED.includes(group)) return undefined;
  return `"${group}" is no group of ranges: write at most 60 letters, digits and _ . : -, and none of ${RECORDED.join(', ')}.`;
}

/** Letters of any script, but nothing that a line of text does not hold. */
export const NAME = /^[^\p{Cc}"\\]{1,100}$/u;

/** As experiments keep it. */
export const storedRanges = v.array(
  v.object({ file: v.string(), first: v.number(), last: v.number(), name: v.string(), group: v.string() }),
);

/** The lines of a text as editors count them. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** The hash of lines: FIPS 180-4's SHA-256 of them without blanks at their ends, of which 16 digits are kept. */
export function hashOf(lines: readonly string[]): string {
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Returns the default name of a range. */
export const defaultName = (file: string, { first, last }: Lines): string =>
  `${file.split('/').at(-1) ?? file}:${first}${last === first ? '' : `-${last}`}`;

/** For people: `line 6`, `lines 6 to 8`. */
export const linesText = ({ first, last }: Lines): string =>
  first === last ? `line ${first}` : `lines ${first} to ${last}`;

/**
 * Returns the list passed to a build, in the form of `probe/assembler/ranges.h`. @param pathOf location of a file when
 * it is compiled
 */
export function rangeList(ranges: readonly PlannedRange[], pathOf: (file: string) => string): string {
  return ranges
    .map(({ first, last, file, group, name }) => `${[first, last, pathOf(file), group, name].join('\t')}\n`)
    .join('');
}
