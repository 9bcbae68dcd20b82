/** Marking lines of a source as measured, and telling which are. */
import { rangesInSource } from './directives.js';
import { parseRanges, withRanges } from './file.js';
import { DEFAULT_GROUP, defaultName, hashOf, linesOf, type MarkedRange, NAME } from './model.js';
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
  const own = placed(marked).map(({ range: { name }, lines, isSame }) => ({
    ...lines,
    name,
    isSame,
    isWritten: false,
  }));
  const written = rangesInSource(marked.source, marked.file);
  return [...own, ...written.map(({ first, last, name }) => ({ first, last, name, isSame: true, isWritten: true }))];
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
  const range = { file: marked.file, ...lines, hash: hashOf(text), name: called, group: DEFAULT_GROUP };
  // Marked again, the same lines count once, wherever they stood before.
  const out = placed(marked).filter((each) => each.lines.first === lines.first && each.lines.last === lines.last);
  return withRanges(marked.ranges, { out: out.map((each) => each.range), put: [range] });
}

/** The text of the file of ranges without those that any of these lines is in. @throws TrimtabError where the source marks them itself */
export function withoutMarked(marked: MarkedSource, { first, last }: Lines): string {
  const touches = (each: Lines): boolean => each.first <= last && each.last >= first;
  const out = placed(marked).filter(({ lines }) => touches(lines));
  const written = rangesInSource(marked.source, marked.file).find(touches);
  if (out.length === 0)
    throw new TrimtabError(
      written === undefined
        ? 'No range is measured here.'
        : `${written.name} is marked in the source itself; take "trimtab begin" and "trimtab end" around it out.`,
    );
  return withRanges(marked.ranges, { out: out.map(({ range }) => range), put: [] });
}
