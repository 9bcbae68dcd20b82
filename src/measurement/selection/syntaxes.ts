/** The files in which selections are kept. */
import { parseScorep, printScorep } from './scorep.js';
import type { Printed, Selection } from './model.js';
import { parseTau, printTau } from './tau.js';
import { faultAt, shown } from './problems.js';

interface Syntax {
  /** For people. */
  readonly title: string;
  readonly parse: (text: string, path: string) => Selection;
  readonly print: (selection: Selection) => Printed;
}

export const SYNTAXES = {
  tau: { title: 'selective instrumentation file of TAU', parse: parseTau, print: printTau },
  scorep: { title: 'filter file of Score-P', parse: parseScorep, print: printScorep },
} as const satisfies Record<string, Syntax>;

export type SyntaxName = keyof typeof SYNTAXES;

/** Bytes of a selection file that are read. */
export const LARGEST_SELECTION = 8 << 20;

/**
 * Returns the syntax of a text, from its first line that is no comment.
 * @param path for messages
 * @throws TrimtabError if that line begins neither; a text without such a line counts as an empty one of TAU
 */
function syntaxOf(text: string, path: string): SyntaxName {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    if (content.startsWith('SCOREP_')) return 'scorep';
    if (content.startsWith('BEGIN_')) return 'tau';
    throw faultAt(
      path,
      index + 1,
      line.indexOf(content) + 1,
      `"${shown(content)}" begins no selection; write BEGIN_EXCLUDE_LIST as for TAU, or SCOREP_REGION_NAMES_BEGIN as for Score-P.`,
    );
  }
  return 'tau';
}

/** Reads a selection file in either syntax. @throws TrimtabError with line and column */
export function parseSelection(text: string, path: string): { syntax: SyntaxName; selection: Selection } {
  const syntax = syntaxOf(text, path);
  return { syntax, selection: SYNTAXES[syntax].parse(text, path) };
}
