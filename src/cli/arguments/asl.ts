/** The declarations of `trimtab asl check|eval|explain|format`. */
import { Command } from '@commander-js/extra-typings';
import { UsageError } from './usageError.js';
import { jsonOption, type Submit } from './values.js';

export type AslRequest =
  | { readonly command: 'asl'; readonly action: 'check'; readonly files: readonly string[]; readonly json: boolean }
  | {
      readonly command: 'asl';
      readonly action: 'format';
      readonly files: readonly string[];
      /** Whether files are only compared with their formatted text. */
      readonly check: boolean;
    }
  | {
      readonly command: 'asl';
      readonly action: 'eval';
      /** Files of properties, or names of shipped ones; all of these by default. */
      readonly files: readonly string[];
      /** An experiment, or a profile or trace. */
      readonly on: string;
      readonly parameters: ReadonlyMap<string, number>;
      readonly json: boolean;
    }
  | { readonly command: 'asl'; readonly action: 'explain'; readonly property: string; readonly json: boolean };

export function aslCommand(submit: Submit<AslRequest>) {
  return new Command('asl')
    .summary('check, evaluate, explain and format properties in ASL')
    .description('Work with performance properties in ASL.')
    .addCommand(checkCommand(submit))
    .addCommand(evalCommand(submit))
    .addCommand(explainCommand(submit))
    .addCommand(formatCommand(submit));
}

const checkCommand = (submit: Submit<AslRequest>) =>
  new Command('check')
    .description('Check properties: names, units, termination.')
    .argument('<file...>', 'files of properties')
    .addOption(jsonOption())
    .action((files, { json = false }) => submit({ command: 'asl', action: 'check', files, json }));

const evalCommand = (submit: Submit<AslRequest>) =>
  new Command('eval')
    .summary('show where properties hold in a run')
    .description('Show where properties hold in an experiment, profile or trace, with severity and the values used.')
    .argument('[file...]', 'files of properties, or names of shipped ones, such as openmp; all of these by default')
    .requiredOption('--on <run>', 'an experiment, by the beginning of its identifier, or a profile or trace')
    .option('--param <name=value>', 'a parameter of properties, in s, B, or as a share; may be repeated', parameterOf)
    .addOption(jsonOption())
    .action((files, { on, param = new Map<string, number>(), json = false }) =>
      submit({ command: 'asl', action: 'eval', files, on, parameters: param, json }),
    );

const explainCommand = (submit: Submit<AslRequest>) =>
  new Command('explain')
    .description('Show the meaning of a property and its definition, with units.')
    .argument('<property>', 'its name')
    .addOption(jsonOption())
    .action((property, { json = false }) => submit({ command: 'asl', action: 'explain', property, json }));

const formatCommand = (submit: Submit<AslRequest>) =>
  new Command('format')
    .description('Format files.')
    .argument('<file...>', 'files of properties')
    .option('--check', 'only list files with other formatting')
    .action((files, { check = false }) => submit({ command: 'asl', action: 'format', files, check }));

function parameterOf(text: string, before: Map<string, number> | undefined): Map<string, number> {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const number = Number(value);
  if (name === '' || value.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`--param takes a name and a number, such as threshold=0.1, not "${text}".`);
  return new Map([...(before ?? []), [name.trim(), number]]);
}
