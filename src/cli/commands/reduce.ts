/** `trimtab instrument reduce`: the functions that the next run excludes. */
import { join, resolve } from 'node:path';
import { readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, duration, plainLine } from '../../base/text.js';
import type { Experiment } from '../../experiments/index.js';
import { recordingCost } from '../../measurement/adaptation/overhead.js';
import {
  type ReducedFunction,
  overheadOf,
  reduce,
  type Reduction,
  rulesFor,
} from '../../measurement/adaptation/reduce.js';
import { DEFAULT_RULES, parseReduceRules } from '../../measurement/adaptation/rules.js';
import { LARGEST_SELECTION } from '../../measurement/selection/syntaxes.js';
import { CONFIGURATION, loadConfiguration } from '../../workflows/index.js';
import { writeRules } from '../../workflows/configuration/selectionFile.js';
import { type FunctionCost, functionCostOf, statisticsOf } from '../../workflows/measuring/functionCosts.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { find } from './experiments.js';
import { columnWidths, padEnd, padStart } from '../terminal/layout.js';
import type { ReduceRequest } from '../arguments/instrument.js';

/** How it is decided. @throws TrimtabError with line and column of wrong rules, or where the cost is not known */
function reductionOf(
  context: Context,
  request: ReduceRequest,
  experiment: Experiment,
  cost: FunctionCost | undefined,
): Reduction {
  const { by } = request;
  if (by !== undefined && 'strategy' in by) {
    if (cost === undefined)
      throw new TrimtabError('The run does not contain the cost of recording a call. Give it with --cost NANOSECONDS.');
    const isCompensated = experiment.report().compensation !== undefined;
    return { strategy: by.strategy, cost: recordingCost(cost.pair, isCompensated ? cost : undefined) };
  }
  const project = storeFor(resolve(context.folder, request.project)).project;
  const text =
    by === undefined
      ? DEFAULT_RULES
      : readText(resolve(context.folder, by.rules), { limit: LARGEST_SELECTION, within: null });
  return { rules: parseReduceRules(text, by?.rules ?? 'rules'), groups: groupsIn(project) };
}

function groupsIn(project: string) {
  try {
    return loadConfiguration(join(project, CONFIGURATION)).selection.rules.groups;
  } catch (error) {
    if (error instanceof TrimtabError) return []; // without a configuration that can be read, no function has a group
    throw error;
  }
}

function table(leftOut: readonly ReducedFunction[], cost: FunctionCost | undefined): string[] {
  const rows = leftOut.map(({ statistics, why }) => {
    const { calls, inclusive, region } = statistics;
    const overhead = cost === undefined ? '?' : duration(overheadOf(statistics, cost.pair));
    return [
      calls.toLocaleString('en'),
      ((inclusive * 1e9) / calls).toFixed(0),
      overhead,
      plainLine(why),
      plainLine(region),
    ];
  });
  const all = [['calls', 'ns/call', 'overhead', 'rule', 'function'], ...rows];
  const widths = columnWidths(all);
  return all.map(([calls = '', each = '', overhead = '', why = '', region = '']) =>
    [
      padStart(calls, widths[0] ?? 0),
      padStart(each, widths[1] ?? 0),
      padStart(overhead, widths[2] ?? 0),
      padEnd(why, widths[3] ?? 0),
      region,
    ].join('  '),
  );
}

/** Does what `trimtab instrument reduce` asks for. */
export async function reduceRun(context: Context, request: ReduceRequest): Promise<void> {
  const { terminal, folder } = context;
  const experiment = find(storeFor(resolve(folder, request.project)), request.run);
  const cost =
    request.cost === undefined
      ? functionCostOf(experiment)
      : { pair: request.cost * 1e-9, within: (request.cost * 1e-9) / 2, halfWidth: (request.cost * 1e-9) / 2 };
  const run = statisticsOf(experiment);
  const leftOut = reduce(run, reductionOf(context, request, experiment, cost));
  if (request.json) await terminal.json(leftOut.map(({ statistics, why }) => ({ ...statistics, why })));
  else if (leftOut.length > 0) await terminal.lines(table(leftOut, cost));
  const said = `${leftOut.length} of ${counted(run.functions.length, 'function')} are excluded`;
  if (request.output === undefined) {
    terminal.status(`${said}. --output writes a filter without them.\n`);
    return;
  }
  writeRules(resolve(folder, request.output), rulesFor(leftOut.map(({ statistics }) => statistics.region)));
  terminal.status(`${said}. The filter is in ${request.output}.\n`);
}
