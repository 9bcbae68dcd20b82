/** The grammar of `trimtab selection …`. */
import type { SyntaxName } from '../measurement/selection/syntaxes.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export type SelectionRequest = { readonly command: 'selection'; readonly file: string } & (
  | { readonly action: 'check' }
  | { readonly action: 'convert'; readonly to: SyntaxName | undefined }
);

export const SELECTION_HELP = `  trimtab selection check <file>        check a filter file of TAU or Score-P, and list rules that have no effect
  trimtab selection convert <file>      print it in the syntax of the other tool; --to selects one
`;

export const SELECTION_OPTIONS_HELP = `  --to <syntax>        tau or scorep (selection convert)
`;

const options = { to: { type: 'string' } } as const;

/** @param args the words after `selection` */
export function selectionRequest(args: readonly string[]): SelectionRequest {
  const { values, positionals } = readWords(args, options);
  const [action, file, extra] = positionals;
  const { to } = values;
  if (action !== 'check' && action !== 'convert')
    throw new UsageError('selection needs check or convert, and a file: trimtab selection check select.tau.');
  if (file === undefined) throw new UsageError(`selection ${action} needs a file.`);
  if (extra !== undefined) throw new UsageError(`selection ${action} does not take "${extra}".`);
  if (action === 'check') {
    if (to !== undefined) throw new UsageError('--to belongs to "trimtab selection convert".');
    return { command: 'selection', action, file };
  }
  if (to !== undefined && to !== 'tau' && to !== 'scorep') throw new UsageError('--to needs tau or scorep.');
  return { command: 'selection', action, file, to };
}
