/** The grammar of `trimtab adapt …`. */
import { strategyIn } from '../workflows/actions/reduce/declaration.js';
import { ADAPT_INSTRUMENTATION } from '../workflows/measuring/analyzePerformance.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';
import type { WorkflowRequest } from './workflowArguments.js';

export const ADAPT_HELP = `  trimtab adapt [folder]                measure all functions, then exclude the expensive ones by strategies until none
                                        is new; rebuilds nothing; compares the overhead of the strategies
`;

export const ADAPT_OPTIONS_HELP = `  --strategy <list>    strategies to try, separated by commas: tor, por, agor, rules, rules:<file>; the first four by
                       default (adapt)
  --repeat <n>         measure each configuration n times, in turn; the shortest time counts (adapt)
  --keep <strategy>    write the filter of this strategy without asking; none for no filter (adapt)
`;

const options = {
  strategy: { type: 'string' },
  repeat: { type: 'string' },
  keep: { type: 'string' },
  output: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** @throws UsageError where a word names no strategy */
function strategiesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    const by = strategyIn(name)?.by;
    if (by === undefined || by === 'nothing')
      throw new UsageError(`"${name}" is no strategy; --strategy takes tor, por, agor, rules and rules:<file>.`);
  }
  return [...new Set(names)];
}

/** @param args the words after `adapt` */
export function adaptRequest(args: readonly string[]): WorkflowRequest {
  const { values, positionals } = readWords(args, options);
  const [folder = '.', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`adapt does not take "${extra}".`);
  const { strategy, repeat, keep, output } = values;
  const times = Number(repeat ?? 1);
  if (!Number.isInteger(times) || times < 1 || times > 100)
    throw new UsageError('--repeat needs a whole number from 1 to 100.');
  return {
    command: 'workflow',
    action: 'run',
    project: folder,
    json: values.json === true,
    workflow: ADAPT_INSTRUMENTATION,
    settings: {
      ...(strategy === undefined ? {} : { strategies: JSON.stringify(strategiesIn(strategy)) }),
      ...(times === 1 ? {} : { repeats: JSON.stringify(Array.from({ length: times - 1 }, (_, index) => index + 2)) }),
      ...(keep === undefined ? {} : { keep }),
      ...(output === undefined ? {} : { file: output }),
    },
  };
}
