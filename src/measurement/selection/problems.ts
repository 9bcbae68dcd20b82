/** Errors in a selection file, with position and valid alternatives. */
import { TrimtabError } from '../../base/problem.js';
import { LONGEST_GLOB, MOST_RULES } from './model.js';

/** @param column from 1, as `line` */
export function faultAt(path: string, line: number, column: number, sentence: string): TrimtabError {
  return new TrimtabError(`${path}:${line}:${column}: ${sentence}`);
}

/** A word as people see it in a sentence: short. */
export const shown = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}…` : word);

/** A named kind of characters, as fnmatch has them. */
const KIND = /(?<!\\)\[:[a-z]+:\]/;

/** Counts the rules of a file. @throws TrimtabError where there are too many, or one is too long */
export class CountedProblem {
  private rules = 0;
  constructor(private readonly path: string) {}

  one(pattern: string, line: number, column: number): void {
    if (pattern.length > LONGEST_GLOB)
      throw faultAt(this.path, line, column, `A pattern is longer than ${LONGEST_GLOB} characters; shorten it.`);
    if (KIND.test(pattern) || /[^\P{Cc}\t]/u.test(pattern))
      throw faultAt(
        this.path,
        line,
        column,
        KIND.test(pattern)
          ? 'Names of kinds of characters, as [:alpha:], are not known here; write ranges such as [a-z].'
          : 'A pattern holds a control character; remove it.',
      );
    if (++this.rules > MOST_RULES)
      throw faultAt(this.path, line, column, `There are more than ${MOST_RULES} patterns; write wildcards.`);
  }
}
