import { resolve } from 'node:path';
import * as v from 'valibot';
import { isInside } from '../../../base/files/inside.js';
import { TrimtabError } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import type { FunctionRule } from '../../../measurement/selection/model.js';
import { CONFIGURATION } from '../../configuration/fileName.js';
import { writeRules } from '../../configuration/selectionFile.js';
import { needed, withDefault } from '../../language/declaration.js';
import { results, text } from '../../language/words.js';
import { action, type ActionContext } from '../../steps/action.js';
import { strategyResults } from '../../declarations/overheads.js';

/** Value for changes that need no confirmation by the user. */
const NONE = 'none';
const ASK = 'ask';

/** Keeps what a strategy found out where later runs find it. */
export const keep = action(
  {
    kind: 'keep',
    title: 'Keep a selection',
    description:
      'Writes the functions that a strategy excludes into the selection of trimtab.yaml or a file, after asking.',
    arguments: {
      strategies: needed(
        results,
        'Results of a matrix over "strategy", in which a loop "rounds" holds the step "reduce".',
        '${{ steps.strategies.results }}',
      ),
      strategy: withDefault(text, ASK, 'The strategy whose selection is kept; ask to be asked, none to keep none.'),
      file: withDefault(
        text,
        CONFIGURATION,
        'The file to write: trimtab.yaml, a file of TAU, or one of Score-P, whose name ends in .filter or .filt.',
      ),
    },
    first: { strategies: [] },
    outputs: v.object({
      strategy: v.pipe(v.string(), v.description('The strategy whose selection was kept, or none.')),
      rules: v.pipe(v.number(), v.description('How many rules were written.')),
    }),
    keepsProject: false,
    handsInJobs: false,
    afterCrash: 'again',
    printsResult: false,
  },
  async (context, given) => {
    const found = v.safeParse(strategyResults, given.get('strategies'));
    if (!found.success) throw new TrimtabError('"strategies" must be the results of a matrix over "strategy".');
    const file = given.get('file');
    const some = found.output.filter(({ rounds }) => rounds.reduce.rules.length > 0);
    const strategy = await chosen(
      context,
      given.get('strategy'),
      file,
      some.map((one) => one.strategy),
    );
    const rules = some.find((one) => one.strategy === strategy)?.rounds.reduce.rules;
    if (rules === undefined) {
      context.tell(some.length === 0 ? 'No strategy excludes functions.' : 'No selection is kept.');
      return { strategy: NONE, rules: 0 };
    }
    write(context, file, rules);
    context.tell(`${file} has ${counted(rules.length, 'rule')} of ${strategy}.`);
    return { strategy, rules: rules.length };
  },
);

/** @throws TrimtabError where a strategy is named that was not tried */
async function chosen(
  context: ActionContext,
  wanted: string,
  file: string,
  strategies: readonly string[],
): Promise<string> {
  if (strategies.length === 0) return NONE;
  if (wanted === ASK) return context.ask(`Which strategy's selection is written into ${file}?`, [...strategies, NONE]);
  if (wanted === NONE || strategies.includes(wanted)) return wanted;
  throw new TrimtabError(`"${wanted}" was not tried, or excludes nothing; choose one of ${strategies.join(', ')}.`);
}

/** @throws TrimtabError where the file lies outside of the project, or cannot be written */
function write({ configuration }: ActionContext, file: string, rules: readonly FunctionRule[]): void {
  const path = file === CONFIGURATION ? configuration.path : resolve(configuration.project, file);
  if (!isInside(configuration.project, path)) throw new TrimtabError(`${file} is outside of the project folder.`);
  writeRules(path, rules);
}
