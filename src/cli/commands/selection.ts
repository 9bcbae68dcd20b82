/** `trimtab selection`: files that select the measured functions. */
import { resolve } from 'node:path';
import { readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import { withSourceNames } from '../../measurement/selection/linkerNames.js';
import type { Unsaid } from '../../measurement/selection/model.js';
import { LARGEST_SELECTION, parseSelection, SYNTAXES } from '../../measurement/selection/syntaxes.js';
import type { Context } from '../services/context.js';
import { demangled } from '../services/demangled.js';
import type { SelectionRequest } from '../arguments/selection.js';

/** Does what `trimtab selection` asks for. @throws TrimtabError with line and column of what cannot be read */
export async function selection({ terminal, folder, signal }: Context, request: SelectionRequest): Promise<void> {
  const { file } = request;
  const text = readText(resolve(folder, file), { limit: LARGEST_SELECTION, within: null });
  const { syntax, selection: read } = parseSelection(text, file);
  const say = ({ line, what }: Unsaid): void =>
    terminal.status(`${file}${line === undefined ? '' : `, line ${line}`}: ${plainLine(what)}.\n`);
  for (const remark of read.remarks ?? []) say(remark);
  if (request.action === 'check') {
    for (const { text: kept, line, isLoop } of read.specifications)
      say({ line, what: `has no effect in Trimtab: ${isLoop === true ? 'loop ' : ''}${kept}` });
    const { title } = SYNTAXES[syntax];
    const rules = `${counted(read.functions.length, 'rule')} for functions, ${read.files.length} for files`;
    await terminal.lines([`${file} is a ${title}: ${rules}.`]);
    return;
  }
  const to = request.to ?? (syntax === 'tau' ? 'scorep' : 'tau');
  const { selection: named, unsaid } =
    to === 'tau'
      ? await withSourceNames(read, (names) => demangled(names, [], signal))
      : { selection: read, unsaid: [] };
  const printed = SYNTAXES[to].print(named);
  for (const each of [...unsaid, ...printed.unsaid])
    say({ ...each, what: `excluded from the ${SYNTAXES[to].title}: ${each.what}` });
  if (printed.isEmpty && (read.files.length > 0 || read.functions.length + read.specifications.length > 0))
    throw new TrimtabError(
      `${file}: no rule can be written as a ${SYNTAXES[to].title}; the lines above list the reasons. Write other rules, or use this file with its own tool.`,
    );
  await terminal.lines(printed.text.split('\n').slice(0, -1));
}
