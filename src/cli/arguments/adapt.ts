/** The declaration of `trimtab adapt`, which starts a shipped workflow. */
import { Command } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { strategyIn } from '../../measurement/adaptation/strategies.js';
import { UsageError } from './usageError.js';
import { jsonOption, type Submit, wholeNumber } from './values.js';
import type { WorkflowRequest } from './workflow.js';

/** Name of the shipped workflow. */
const ADAPT_INSTRUMENTATION = 'adapt-instrumentation';

export function adaptCommand(submit: Submit<WorkflowRequest>) {
  return new Command('adapt')
    .summary('exclude expensive functions, and compare the overhead')
    .description(
      'Measure all functions, then exclude the expensive ones by strategies until no new one is found. Compare the overhead of the strategies. Nothing is rebuilt.',
    )
    .argument('[folder]', 'the folder of the project', '.')
    .option(
      '--strategy <list>',
      'strategies to try, separated by commas: tor, por, agor, rules, rules:<file>; the first four by default',
      strategiesIn,
    )
    .option(
      '--repeat <n>',
      'measure each configuration n times, in turn; the shortest time counts',
      wholeNumber('--repeat', { least: 1, most: 100 }),
      1,
    )
    .option('--keep <strategy>', 'write the filter of this strategy without asking; none for no filter')
    .option('--output <file>', 'write the filter: select.tau, a Score-P file (*.filter, *.filt), or trimtab.yaml')
    .addOption(jsonOption())
    .action((project, { strategy, repeat, keep, output, json = false }) =>
      submit({
        ...{ command: 'workflow', action: 'run', project, json, workflow: ADAPT_INSTRUMENTATION },
        settings: present({
          strategies: strategy === undefined ? undefined : JSON.stringify(strategy),
          repeats:
            repeat === 1 ? undefined : JSON.stringify(Array.from({ length: repeat - 1 }, (_, index) => index + 2)),
          keep,
          file: output,
        }),
      }),
    );
}

/** @throws UsageError if a word is not a strategy */
function strategiesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    const by = strategyIn(name)?.by;
    if (by === undefined || by === 'nothing')
      throw new UsageError(`"${name}" is not a strategy; --strategy takes tor, por, agor, rules and rules:<file>.`);
  }
  return [...new Set(names)];
}
