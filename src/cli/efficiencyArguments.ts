/** The grammar of `trimtab efficiency …`. */
import { type Criterion, parseCriterion } from '../experiments/index.js';
import type { Scaling } from '../model/efficiency.js';
import { readWords } from './readWords.js';
import { understood, UsageError } from './usageError.js';

export interface EfficiencyRequest {
  readonly command: 'efficiency';
  /** Experiments, by the beginnings of their identifiers, traces or profiles; the newest program's where there are none. */
  readonly runs: readonly string[];
  /** The part of the program that is looked at; all of it otherwise. */
  readonly region?: string;
  readonly scaling: Scaling;
  /** Criteria that the run with most threads must meet. */
  readonly accept: readonly string[];
  readonly json: boolean;
}

export const EFFICIENCY_HELP = `  trimtab efficiency [run]...           POP's efficiencies of experiments, traces or profiles beside each other: load
                                        balance, communication, threads, scalability, and the lines where they are lost
`;

export const EFFICIENCY_OPTIONS_HELP = `  --region <name>      of a function or construct with what it calls, instead of the whole program (efficiency)
  --weak               the work grows with the ranks; else it is the same in all runs (efficiency)
`;

const options = {
  json: { type: 'boolean' },
  region: { type: 'string' },
  weak: { type: 'boolean' },
  accept: { type: 'string', multiple: true },
} as const;

/** @param args the words after `efficiency` */
export function efficiencyRequest(args: readonly string[]): EfficiencyRequest {
  const { values, positionals } = readWords(args, options);
  const accept = values.accept ?? [];
  for (const text of accept) {
    const { kind }: Criterion = understood(() => parseCriterion(text));
    if (kind !== 'efficiency')
      throw new UsageError(`"${text}" is about no efficiency; write for instance "parallel efficiency >= 80 %".`);
  }
  return {
    command: 'efficiency',
    runs: positionals,
    ...(values.region === undefined ? {} : { region: values.region }),
    scaling: values.weak === true ? 'weak' : 'strong',
    ...{ accept, json: values.json === true },
  };
}
