/**
 * Ranges marked in sources: from `//trimtab begin NAME` to `//trimtab end`, in Fortran `!$trimtab begin NAME` to
 * `!$trimtab end`, each on a separate line. They may be nested; an end may repeat the name. For compilers they are
 * comments.
 *
 *     directive = ( "//" [ blanks ] | "!$" ) "trimtab" blanks ( begin | end ) ;
 *     begin     = "begin" [ blanks "group=" group ] [ blanks name ] ;
 *     end       = "end" [ blanks name ] ;
 */
import { TrimtabError } from '../../base/problem.js';
import { defaultName, DEFAULT_GROUP, groupProblem, linesOf, NAME, type PlannedRange } from './model.js';
import type { Lines } from './place.js';

const DIRECTIVE = /^\s*(?:\/\/\s*trimtab|!\$trimtab)\s+(begin|end)\b\s*(.*?)\s*$/i;
const IN_GROUP = /^group=(\S*)(?:\s+(.*))?$/i;

/** @throws TrimtabError where one has no beginning, no end, or no name or group that can be kept. @param file relative to the project */
export function rangesInSource(text: string, file: string): PlannedRange[] {
  if (!/trimtab\s+(begin|end)/i.test(text)) return [];
  const open: { readonly line: number; readonly name: string; readonly group: string }[] = [];
  const found: PlannedRange[] = [];
  const rows = linesOf(text);
  for (const [index, row] of rows.entries()) {
    const [, word, said = ''] = DIRECTIVE.exec(row) ?? [];
    if (word === undefined) continue;
    const line = index + 1;
    if (row.endsWith('\\') || rows[index - 1]?.endsWith('\\') === true)
      throw new TrimtabError(
        `${file}:${line}: "trimtab ${word}" is in a macro, whose lines compilers do not distinguish; put it around the use of the macro.`,
      );
    if (word.toLowerCase() === 'begin') {
      const [, group = DEFAULT_GROUP, name = ''] = IN_GROUP.exec(said) ?? [said, undefined, said];
      const problem = groupProblem(group);
      if (problem !== undefined) throw new TrimtabError(`${file}:${line}: ${problem}`);
      if (name !== '' && !NAME.test(name))
        throw new TrimtabError(`${file}:${line}: the name of a range has no quotes and backslashes.`);
      open.push({ line, name, group });
      continue;
    }
    const begun = open.pop();
    if (begun === undefined)
      throw new TrimtabError(
        `${file}:${line}: "trimtab end" ends nothing; take it out, or write "trimtab begin" before it.`,
      );
    if (said !== '' && said !== begun.name)
      throw new TrimtabError(
        `${file}:${line}: "trimtab end ${said}" comes before the end of ${begun.name === '' ? 'the range' : begun.name} of line ${begun.line}; ranges may be nested, but not overlap.`,
      );
    const lines: Lines = { first: begun.line + 1, last: line - 1 };
    if (lines.last < lines.first)
      throw new TrimtabError(
        `${file}:${begun.line}: there are no lines between "trimtab begin" and "trimtab end"; put them around the lines to be measured, or take them out.`,
      );
    found.push({
      file,
      ...lines,
      name: begun.name === '' ? defaultName(file, lines) : begun.name,
      group: begun.group,
    });
  }
  const left = open.at(-1);
  if (left !== undefined)
    throw new TrimtabError(`${file}:${left.line}: "trimtab begin" has no end; write "trimtab end" behind its lines.`);
  return found;
}
