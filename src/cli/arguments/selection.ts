/** The declarations of `trimtab selection check|convert`. */
import { Command, Option } from '@commander-js/extra-typings';
import type { SyntaxName } from '../../measurement/selection/syntaxes.js';
import type { Submit } from './values.js';

export type SelectionRequest = { readonly command: 'selection'; readonly file: string } & (
  | { readonly action: 'check' }
  | { readonly action: 'convert'; readonly to: SyntaxName | undefined }
);

export function selectionCommand(submit: Submit<SelectionRequest>) {
  return new Command('selection')
    .summary('check and convert filter files of TAU and Score-P')
    .description('Check and convert filter files of TAU and Score-P.')
    .addCommand(
      new Command('check')
        .description('Check a filter file, and list rules that have no effect.')
        .argument('<file>', 'a filter file of TAU or Score-P')
        .action((file) => submit({ command: 'selection', action: 'check', file })),
    )
    .addCommand(
      new Command('convert')
        .description('Print a filter file in the syntax of the other tool.')
        .argument('<file>', 'a filter file of TAU or Score-P')
        .addOption(new Option('--to <syntax>', 'the syntax').choices(['tau', 'scorep']))
        .action((file, { to }) => submit({ command: 'selection', action: 'convert', file, to })),
    );
}
