/** `trimtab instrument reduce`: which functions the next run leaves out. */
import { basename, join, resolve } from 'node:path';
import { recordingCosts } from '../analysis/trace/index.js';
import { PROJECT_TEXT, readText, writeForPerson } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
import { counted, duration, plainLine } from '../base/text.js';
import type { Seconds } from '../base/units.js';
import { type Experiment, resultsOf } from '../experiments/index.js';
import { openMeasurement } from '../formats/registry.js';
import { recordingCost } from '../measurement/adaptation/overhead.js';
import { type LeftOut, overheadOf, reduce, type Reduction, rulesFor } from '../measurement/adaptation/reduce.js';
import { DEFAULT_RULES, parseReduceRules } from '../measurement/adaptation/rules.js';
import { runStatistics } from '../measurement/adaptation/statistics.js';
import { type FunctionRule } from '../measurement/selection/model.js';
import { LARGEST_SELECTION, SYNTAXES } from '../measurement/selection/syntaxes.js';
import { CONFIGURATION, loadConfiguration, withSelection } from '../workflows/index.js';
import { storeFor, type Context } from './context.js';
import { find } from './experiments.js';
import { columnWidths, padEnd, padStart } from './layout.js';
import type { ReduceRequest } from './reduceArguments.js';

/** What recording a call of a function cost, on the mean over processes. */
interface Cost {
  readonly pair: Seconds;
  readonly halfWidth: Seconds;
}

/** What the run says of it; undefined where it says nothing. */
function costIn({ archive }: Experiment): Cost | undefined {
  const costs = archive === undefined ? undefined : recordingCosts(openMeasurement(archive).definitions);
  const known = costs?.byProcess.map(([, ofFunctions]) => ofFunctions).filter(({ pair }) => pair > 0) ?? [];
  if (known.length === 0) return undefined;
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    pair: mean(known.map(({ pair }) => pair)),
    halfWidth: mean(known.map(({ pair, halfWidth }) => halfWidth ?? pair / 2)),
  };
}

/** How it is decided. @throws TrimtabError with line and column of wrong rules, or where the cost is not known */
function reductionOf(
  context: Context,
  request: ReduceRequest,
  experiment: Experiment,
  cost: Cost | undefined,
): Reduction {
  const { by } = request;
  if (by !== undefined && 'strategy' in by) {
    if (cost === undefined)
      throw new TrimtabError('The run does not say what recording a call cost; say it with --cost NANOSECONDS.');
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

/** Writes the selection, in the form that the name of the file tells. */
function write(path: string, rules: readonly FunctionRule[]): void {
  if (basename(path) === CONFIGURATION) {
    writeForPerson(path, withSelection(readText(path, PROJECT_TEXT), { edit: 'rules', rules }));
    return;
  }
  const syntax = /\.filt(er)?$/.test(path) ? SYNTAXES.scorep : SYNTAXES.tau;
  writeForPerson(path, syntax.print({ files: [], functions: rules, specifications: [] }).text);
}

function table(leftOut: readonly LeftOut[], cost: Cost | undefined): string[] {
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
      ? costIn(experiment)
      : { pair: request.cost * 1e-9, halfWidth: (request.cost * 1e-9) / 2 };
  const { space, definitions } = resultsOf(experiment);
  const run = runStatistics(space, definitions);
  const leftOut = reduce(run, reductionOf(context, request, experiment, cost));
  if (request.json) await terminal.json(leftOut.map(({ statistics, why }) => ({ ...statistics, why })));
  else if (leftOut.length > 0) await terminal.lines(table(leftOut, cost));
  const said = `${leftOut.length} of ${counted(run.functions.length, 'function')} are left out`;
  if (request.output === undefined) {
    terminal.status(`${said}; --output writes a selection without them.\n`);
    return;
  }
  write(resolve(folder, request.output), rulesFor(leftOut.map(({ statistics }) => statistics.region)));
  terminal.status(`${said}; the selection is in ${request.output}.\n`);
}
