/** Marking of source lines for measurement, and lookup of marked ones. */
import { rangesInSource } from './directives.js';
import { parseRanges, withRanges } from './file.js';
import { DEFAULT_GROUP, defaultName, groupProblem, hashOf, linesOf, type MarkedRange, NAME } from './model.js';
import { type Lines, type MarkedSource, RANGES, type SourceRange } from './place.js';
import { stateOf } from './state.js';
import { TrimtabError } from '../../base/problem.js';

interface Placed {
  readonly range: MarkedRange;
  readonly lines: Lines;
  readonly isSame: boolean;
}

function placed({ ranges, file, source }: MarkedSource): Placed[] {
  const lines = linesOf(source);
  return (ranges.trim() === '' ? [] : parseRanges(ranges, RANGES))
    .filter((range) => range.file === file)
    .map((range) => {
      const state = stateOf(range, lines);
      const isSame = state.is === 'there' || state.is === 'moved';
      return { range, lines: isSame ? state.lines : { first: range.first, last: range.last }, isSame };
    });
}

/** The ranges of a source. @throws TrimtabError when what marks them makes no sense */
export function rangesOfSource(marked: MarkedSource): SourceRange[] {
  const own = placed(marked).map(({ range: { name, group }, lines, isSame }) => ({
    ...lines,
    name,
    group,
    isSame,
    isWritten: false,
  }));
  const written = rangesInSource(marked.source, marked.file);
  const shown = written.map(({ first, last, name, group }) => ({ first, last, name, group }));
  return [...own, ...shown.map((range) => ({ ...range, isSame: true, isWritten: true }))];
}

/**
 * The text of the file of ranges with these lines marked.
 * @param name '' for the usual one
 * @throws TrimtabError when the name cannot be kept, or the file makes no sense
 */
export function withMarked(marked: MarkedSource, lines: Lines, name: string): string {
  const called = name === '' ? defaultName(marked.file, lines) : name;
  if (!NAME.test(called))
    throw new TrimtabError('The name of a range has no quotes and backslashes, and at most 100 characters.');
  const text = linesOf(marked.source).slice(lines.first - 1, lines.last);
  // Marked again, the same lines count once, at any earlier position.
  const out = placed(marked).filter((each) => each.lines.first === lines.first && each.lines.last === lines.last);
  const group = out.at(0)?.range.group ?? DEFAULT_GROUP;
  const range = { file: marked.file, ...lines, hash: hashOf(text), name: called, group };
  return withRanges(marked.ranges, { out: out.map((each) => each.range), put: [range] });
}

/**
 * The text of the file of ranges with those that any of these lines is in put into a group.
 * @throws TrimtabError when no range has such a group, or the source marks them itself
 */
export function withGroup(marked: MarkedSource, lines: Lines, group: string): string {
  const problem = groupProblem(group);
  if (problem !== undefined) throw new TrimtabError(problem);
  const found = touched(marked, lines);
  return withRanges(marked.ranges, { out: found, put: found.map((range) => ({ ...range, group })) });
}

/** The text of the file of ranges without those that any of these lines is in. @throws TrimtabError where the source marks them itself */
export function withoutMarked(marked: MarkedSource, lines: Lines): string {
  return withRanges(marked.ranges, { out: touched(marked, lines), put: [] });
}

/** The marked ranges that any of the lines is in, as the file has them. */
function touched(marked: MarkedSource, { first, last }: Lines): MarkedRange[] {
  const touches = (each: Lines): boolean => each.first <= last && each.last >= first;
  const found = placed(marked).filter(({ lines }) => touches(lines));
  const written = rangesInSource(marked.source, marked.file).find(touches);
  if (found.length === 0)
    throw new TrimtabError(
      written === undefined
        ? 'No range is measured here.'
        : `${written.name} is marked in the source itself; take "trimtab begin" and "trimtab end" around it out.`,
    );
  return found.map(({ range }) => range);
}
