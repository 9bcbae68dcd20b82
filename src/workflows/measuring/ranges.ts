/** The ranges of source lines that builds of a project measure: those that people marked, and those that sources mark. */
import { join, relative, sep } from 'node:path';
import { isFile, readText } from '../../base/files/index.js';
import { counted } from '../../base/text.js';
import { rangesInSource } from '../../measurement/ranges/directives.js';
import { readRanges } from '../../measurement/ranges/file.js';
import { RANGES } from '../../measurement/ranges/place.js';
import { linesOf, linesText, type MarkedRange, type PlannedRange } from '../../measurement/ranges/model.js';
import { stateOf } from '../../measurement/ranges/state.js';
import { findSources } from '../provenance/sourceFiles.js';

/** Bytes of a source file that a range may lie in; larger ones were generated. */
const LARGEST_SOURCE = 8 << 20;
/** Maximum number of ranges, each of which has a separate bit in the assembler's filter. */
const MOST_RANGES = 64;

export interface ProjectRanges {
  readonly ranges: readonly PlannedRange[];
  /** Ranges that are not measured and why, one sentence each. */
  readonly refused: readonly string[];
}

/** Returns the lines of a source of the project; undefined if it does not exist. */
function sourceLines(project: string, file: string): string[] | undefined {
  const path = join(project, file);
  return isFile(path) ? linesOf(readText(path, { limit: LARGEST_SOURCE, within: null })) : undefined;
}

/** A marked range where it is now, or why it is not measured. */
function settled(range: MarkedRange, lines: readonly string[] | undefined): PlannedRange | string {
  const { file, name, group } = range;
  const state = stateOf(range, lines);
  if (state.is === 'there' || state.is === 'moved') return { file, ...state.lines, name, group };
  return state.is === 'gone'
    ? `${name} is not measured: there is no ${file}; remove it from ${RANGES}.`
    : `${name} is not measured: the text of ${linesText(range)} of ${file} was changed since it was marked; mark it again.`;
}

/**
 * @param sources patterns of the files in which directives are looked for
 * @throws TrimtabError when the file of ranges, or a directive, makes no sense
 */
export function projectRanges(project: string, sources: readonly string[]): ProjectRanges {
  const files = new Map<string, string[] | undefined>();
  const marked = readRanges(project).map((range) => {
    if (!files.has(range.file)) files.set(range.file, sourceLines(project, range.file));
    return settled(range, files.get(range.file));
  });
  const written = findSources(project, sources).flatMap((path) => {
    const file = relative(project, path).split(sep).join('/');
    return rangesInSource(readText(path, { limit: LARGEST_SOURCE, within: null }), file);
  });
  const ranges = [...marked.filter((each) => typeof each !== 'string'), ...written];
  const refused = marked.filter((each) => typeof each === 'string');
  const beyond = ranges.length - MOST_RANGES;
  if (beyond > 0)
    refused.push(`${counted(beyond, 'range')} of lines are not measured: a build measures ${MOST_RANGES} at most.`);
  return { ranges: ranges.slice(0, MOST_RANGES), refused };
}
