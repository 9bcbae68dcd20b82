/** The grammar of `trimtab instrument reduce …`. */
import { STRATEGIES, type Strategy } from '../measurement/adaptation/overhead.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface ReduceRequest {
  readonly command: 'reduce';
  readonly project: string;
  /** Identifier of an experiment, its beginning, or latest. */
  readonly run: string;
  /** A file with rules, or what decides in their place; tau_reduce's own rule where neither is named. */
  readonly by: { readonly rules: string } | { readonly strategy: Strategy } | undefined;
  /** Nanoseconds that recording a call costs, in place of what the run says. */
  readonly cost: number | undefined;
  /** Where the selection is written. */
  readonly output: string | undefined;
  readonly json: boolean;
}

export const REDUCE_HELP = `  trimtab instrument reduce <experiment>
                                        list functions that cost more to record than they contribute; --output writes a
                                        filter without them
`;

export const REDUCE_OPTIONS_HELP = `  --rules <file>       exclude by rules of tau_reduce, one per line, such as 'numcalls > 1e6 & usecs/call < 2'
                       (instrument reduce)
  --strategy <name>    exclude functions by measurement overhead, relative to their exclusive time: tor, the whole
                       overhead; por, the part that remains in recorded times (instrument reduce)
  --output <file>      write the filter: select.tau, a Score-P file (*.filter, *.filt), or trimtab.yaml (instrument
                       reduce, adapt)
`;

const options = {
  rules: { type: 'string' },
  strategy: { type: 'string' },
  cost: { type: 'string' },
  output: { type: 'string' },
  project: { type: 'string' },
  json: { type: 'boolean' },
} as const;

function choiceOf(rules: string | undefined, strategy: string | undefined): ReduceRequest['by'] {
  if (rules !== undefined && strategy !== undefined) throw new UsageError('Name --rules or --strategy, not both.');
  if (rules !== undefined) return { rules };
  if (strategy === undefined) return undefined;
  const known = STRATEGIES.find((name) => name === strategy);
  if (known === undefined) throw new UsageError(`--strategy needs ${STRATEGIES.join(' or ')}.`);
  return { strategy: known };
}

/** @param args the words after `instrument reduce` */
export function reduceRequest(args: readonly string[]): ReduceRequest {
  const { values, positionals } = readWords(args, options);
  const [run, extra] = positionals;
  if (run === undefined)
    throw new UsageError('instrument reduce needs an experiment: trimtab instrument reduce latest.');
  if (extra !== undefined) throw new UsageError(`instrument reduce does not take "${extra}".`);
  const { cost, output } = values;
  if (cost !== undefined && !(Number(cost) > 0))
    throw new UsageError('--cost needs the nanoseconds that recording a call takes, such as 40.');
  return {
    command: 'reduce',
    project: values.project ?? '.',
    run,
    by: choiceOf(values.rules, values.strategy),
    cost: cost === undefined ? undefined : Number(cost),
    output,
    json: values.json === true,
  };
}
