import { sourcesOf, type Experiment } from '../../experiments/index.js';
import type { SourcePlace } from '../../model/findings/findings.js';

/** Text of source lines at measurement time, from the snapshot of an experiment; nothing else is read. */
export interface LineTexts {
  /** Without the space around it; undefined where the file was not kept or has no such line. */
  textOf(place: SourcePlace): string | undefined;
  /** Path of a measured file within its project; undefined where that is not known. */
  projectPath(file: string): string | undefined;
}

/** Files that are read for one answer. */
const MOST_FILES = 20;

/** Each file is read once, when a line of it is asked for. */
export function lineTextsOf(experiment: Experiment): LineTexts {
  const { textOf, projectPath } = sourcesOf(experiment);
  const files = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const lines = files.size < MOST_FILES ? (textOf(file) ?? '').split('\n') : [];
    files.set(file, lines);
    return lines;
  };
  return {
    textOf: ({ file, line }) => {
      const text = linesOf(file)[line - 1]?.trim() ?? '';
      return text === '' ? undefined : text;
    },
    projectPath,
  };
}
