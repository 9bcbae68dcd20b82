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
  /** Several parts, such as phases, that are told beside each other; none otherwise. */
  readonly parts: readonly string[];
  readonly scaling: Scaling;
  /** Criteria that the run with most threads must meet. */
  readonly accept: readonly string[];
  readonly json: boolean;
}

export const EFFICIENCY_HELP = `  trimtab efficiency [run]...           print the POP efficiency metrics of experiments, traces or profiles side by
                                        side: load balance, communication, threads, scalability; with the lines that
                                        cause the losses
`;

export const EFFICIENCY_OPTIONS_HELP = `  --region <name>      a function, construct or phase, inclusive, instead of the whole program; repeat it to compare
                       several side by side (efficiency)
  --weak               weak scaling: the work grows with the ranks; strong scaling by default (efficiency)
`;

const options = {
  json: { type: 'boolean' },
  region: { type: 'string', multiple: true },
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
  const regions = values.region ?? [];
  const [region] = regions;
  const parts = regions.length > 1 ? [...new Set(regions)] : [];
  if (parts.length > 0 && accept.length > 0)
    throw new UsageError('--accept is about one --region, or about the whole program.');
  return {
    command: 'efficiency',
    runs: positionals,
    ...(region === undefined || parts.length > 0 ? {} : { region }),
    parts,
    scaling: values.weak === true ? 'weak' : 'strong',
    ...{ accept, json: values.json === true },
  };
}
