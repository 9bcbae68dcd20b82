/** The grammar of `trimtab asl …`. */
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export type AslRequest =
  | { readonly command: 'asl'; readonly action: 'check'; readonly files: readonly string[]; readonly json: boolean }
  | {
      readonly command: 'asl';
      readonly action: 'format';
      readonly files: readonly string[];
      /** Whether files are only looked at. */
      readonly check: boolean;
    }
  | {
      readonly command: 'asl';
      readonly action: 'eval';
      /** Files of properties, or names of shipped ones; all that there are where none is named. */
      readonly files: readonly string[];
      /** An experiment, or a profile or trace. */
      readonly on: string;
      readonly parameters: ReadonlyMap<string, number>;
      readonly json: boolean;
    }
  | { readonly command: 'asl'; readonly action: 'explain'; readonly property: string; readonly json: boolean };

export const ASL_HELP = `  trimtab asl check <file>...           check properties written in ASL: names, units, termination
  trimtab asl eval [file]... --on <run> show where properties hold in an experiment, profile or trace, with severity and
                                        the values used; shipped ones by name, such as openmp; all of them without a
                                        name
  trimtab asl format <file>...          format files; --check: only list files with other formatting
  trimtab asl explain <property>        show the meaning of a property and its definition, with units
`;

export const ASL_OPTIONS_HELP = `  --on <run>           an experiment, by the beginning of its identifier, or a profile or trace (asl eval); a profile or
                       trace outside the experiments of the project, may be repeated (mcp)
  --param <name=value> a parameter of properties, in s, B, or as a share; may be repeated (asl eval)
`;

const options = {
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  on: { type: 'string' },
  param: { type: 'string', multiple: true },
} as const;

/** @param args the words after `asl` */
export function aslRequest(args: readonly string[]): AslRequest {
  const { values, positionals } = readWords(args, options);
  const [action, ...words] = positionals;
  const json = values.json === true;
  if (action !== 'eval' && (values.on !== undefined || values.param !== undefined))
    throw new UsageError('--on and --param belong to "trimtab asl eval".');
  if (action !== 'format' && values.check !== undefined)
    throw new UsageError('--check belongs to "trimtab asl format".');
  switch (action) {
    case 'format':
      if (words.length === 0) throw new UsageError('asl format needs the files to format.');
      return { command: 'asl', action, files: words, check: values.check === true };
    case 'check':
      if (words.length === 0) throw new UsageError('asl check needs the files to check.');
      return { command: 'asl', action, files: words, json };
    case 'eval': {
      if (values.on === undefined)
        throw new UsageError('asl eval needs --on with an experiment, a profile or a trace.');
      const parameters = new Map((values.param ?? []).map(parameterOf));
      return { command: 'asl', action, files: words, on: values.on, parameters, json };
    }
    case 'explain': {
      const [property, extra] = words;
      if (property === undefined || extra !== undefined) throw new UsageError('asl explain takes one property.');
      return { command: 'asl', action, property, json };
    }
    default:
      throw new UsageError('asl takes one of check, eval, format, explain.');
  }
}

function parameterOf(text: string): [string, number] {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const number = Number(value);
  if (name === '' || value.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`--param takes a name and a number, such as threshold=0.1, and not "${text}".`);
  return [name.trim(), number];
}
