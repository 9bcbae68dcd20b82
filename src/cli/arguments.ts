/** The command line's grammar. */
import type { Compensate } from '../analysis/trace/index.js';
import { type AslRequest, aslRequest } from './aslArguments.js';
import { adaptRequest } from './adaptArguments.js';
import { type EfficiencyRequest, efficiencyRequest } from './efficiencyArguments.js';
import { experimentsRequest, type ExperimentsRequest } from './experimentArguments.js';
import type { Choices, MainJobMode } from '../workflows/index.js';
import { formatOf, type Format } from './formats.js';
import { helpTopic, type HelpTopic } from './help.js';
import { dynamicsRequest, type DynamicsRequest } from './dynamicsArguments.js';
import { iterationsRequest, type IterationsRequest } from './iterationsArguments.js';
import { liveRequest, type LiveRequest } from './liveArguments.js';
import { watchRequest, type WatchRequest } from './watchArguments.js';
import { mcpRequest, type McpRequest } from './mcpArguments.js';
import { pictureRequest, type PictureRequest } from './pictureArguments.js';
import { readWords } from './readWords.js';
import { reduceRequest, type ReduceRequest } from './reduceArguments.js';
import { targetsRequest, type TargetsRequest } from './targets.js';
import { selectionRequest, type SelectionRequest } from './selectionArguments.js';
import { UsageError } from './usageError.js';
import { workflowRequest, type WorkflowRequest } from './workflowArguments.js';

export type { Format };

/** A program that is measured as it is. */
export interface UnbuiltChoice {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  readonly ranks: number | undefined;
  /** The file that it reads from its standard input. */
  readonly input?: string;
}

/** What is measured of a program. */
export interface InstrumentRequest {
  readonly command: 'instrument';
  /** An executable or a shared library. */
  readonly program: string;
  readonly json: boolean;
}

/** What is measured of the source lines that were marked. */
export interface RangesRequest {
  readonly command: 'ranges';
  /** An executable or a shared library. */
  readonly program: string;
  readonly json: boolean;
}

/** How large a trace will be. */
export interface ForecastRequest {
  readonly command: 'forecast';
  /** The run whose calls were counted; the newest one where it is left out. */
  readonly experiment?: string;
  readonly json: boolean;
}

/** What was asked for. */
export type Request =
  | { readonly command: 'help'; readonly about?: HelpTopic }
  | { readonly command: 'version' }
  | {
      readonly command: 'analyze';
      readonly path: string;
      readonly format: Format;
      readonly cubex?: string;
      /** Whether times are corrected where clocks disagree. */
      readonly correctClocks: boolean;
      /** Where what recording took is to be taken out of all times. */
      readonly compensate?: Compensate;
      /** Name of the metric that a profile is ranked by. */
      readonly metric?: string;
      /** Number of tasks that read the archive, where it is to be analyzed by several processes. */
      readonly distributed?: number;
      /** Folder for the files those processes exchange. */
      readonly exchange?: string;
    }
  /** What `analyze --distributed` starts; not for people. */
  | { readonly command: 'task'; readonly step: 'read'; readonly exchange: string; readonly part: number }
  | { readonly command: 'task'; readonly step: 'reduce'; readonly exchange: string }
  | WorkflowRequest
  | InstrumentRequest
  | RangesRequest
  | ForecastRequest
  | LiveRequest
  | DynamicsRequest
  | WatchRequest
  | IterationsRequest
  | EfficiencyRequest
  | AslRequest
  | McpRequest
  | PictureRequest
  /** Copies of what programs say things of themselves with. */
  | { readonly command: 'api'; readonly folder: string }
  | SelectionRequest
  | TargetsRequest
  | ReduceRequest
  | {
      readonly command: 'run';
      readonly path: string;
      readonly format: Format;
      readonly cubex?: string;
      /** Another target than trimtab.yaml says. */
      readonly target?: string;
      /** What is to be written into trimtab.yaml first. */
      readonly choices?: Choices;
      /** Whether a trace may be larger than what the disk holds. */
      readonly acceptsLargeTrace?: boolean;
      /** What is kept of the run, where that is not what trimtab.yaml says. */
      readonly mode?: MainJobMode;
      /** A program that is measured as it is, with its arguments. */
      readonly unbuilt?: UnbuiltChoice;
    }
  | ExperimentsRequest;

export { UsageError };

const options = {
  json: { type: 'boolean' },
  tsv: { type: 'boolean' },
  metrics: { type: 'boolean' },
  flat: { type: 'boolean' },
  cubex: { type: 'string' },
  'no-clock-correction': { type: 'boolean' },
  compensate: { type: 'boolean' },
  cost: { type: 'string' },
  metric: { type: 'string' },
  distributed: { type: 'string' },
  exchange: { type: 'string' },
  project: { type: 'string' },
  target: { type: 'string' },
  build: { type: 'string' },
  program: { type: 'string' },
  ranks: { type: 'string', short: 'n' },
  input: { type: 'string' },
  'large-trace': { type: 'boolean' },
  profile: { type: 'boolean' },
  trace: { type: 'boolean' },
  'trace-what-matters': { type: 'boolean' },
  explain: { type: 'boolean' },
  version: { type: 'boolean', short: 'V' },
} as const;

/** Options of a single command. */
const OWNERS = [
  ['large-trace', 'run'],
  ['profile', 'run'],
  ['trace', 'run'],
  ['trace-what-matters', 'run'],
  ['explain', 'instrument'],
] as const;

const NO_BUILD = '--no-build';
const EXEC = 'exec';

function atMost(words: readonly string[], count: number, command: string): void {
  if (words.length > count) throw new UsageError(`${command} does not take "${words[count]}".`);
}

/** Commands with a grammar of their own, of the words behind them. */
const GRAMMARS = new Map<string, (args: readonly string[]) => Request>([
  ['workflow', workflowRequest],
  ['adapt', adaptRequest],
  ['asl', aslRequest],
  ['dynamics', dynamicsRequest],
  ['efficiency', efficiencyRequest],
  ['iterations', iterationsRequest],
  ['live', liveRequest],
  ['mcp', mcpRequest],
  ['picture', pictureRequest],
  ['forecast', forecastRequest],
  ['selection', selectionRequest],
  ['targets', targetsRequest],
  ['watch', watchRequest],
]);

/**
 * Understands the words after `trimtab`.
 * @throws UsageError
 */
export function parseRequest(args: readonly string[]): Request {
  const unbuilt = args.at(0) === 'run' ? args.indexOf(NO_BUILD) : -1;
  if (unbuilt > 0 && !args.slice(0, unbuilt).includes('--'))
    return unbuiltRequest(args.slice(1, unbuilt), args.slice(unbuilt + 1), `run ${NO_BUILD}`);
  if (args.at(0) === EXEC) return unbuiltRequest([], args.slice(1), EXEC);
  if (args.at(0) === 'help' || args.some((word) => word === '--help' || word === '-h')) return helpRequest(args);
  const own = GRAMMARS.get(args.at(0) ?? '');
  if (own !== undefined) return own(args.slice(1));
  if (args.at(0) === 'instrument' && args.at(1) === 'ranges') return rangesRequest(args.slice(2));
  if (args.at(0) === 'instrument' && args.at(1) === 'reduce') return reduceRequest(args.slice(2));
  const at = experimentsWord(args);
  if (at >= 0) return experimentsRequest(args.filter((_, index) => index !== at));
  const { words: before, behind } = splitArguments(args);
  const { values, positionals } = readWords(before, options);
  if (values.version === true) return { command: 'version' };
  const format = formatOf(values);
  const command = positionals.at(0);
  const words = positionals.slice(1);
  if (values.project !== undefined) throw new UsageError('--project belongs to "trimtab experiments".');
  if (!(command ?? '').startsWith('analy')) refuseAnalysis(values);
  if (values.target !== undefined && command !== 'run') throw new UsageError('--target belongs to "trimtab run".');
  const choices = choicesOf(values, behind);
  if (choices !== undefined && command !== 'run')
    throw new UsageError('--build, --program, --ranks, --input and "--" belong to "trimtab run".');
  for (const [name, owner] of OWNERS)
    if (values[name] === true && command !== owner) throw new UsageError(`--${name} belongs to "trimtab ${owner}".`);
  const cubex = values.cubex === undefined ? {} : { cubex: values.cubex };
  switch (command) {
    case undefined:
      return { command: 'help' };
    case 'analyse':
    case 'analyze':
      return analyzeRequest(words, values, format);
    case 'instrument':
      return instrumentRequest(words, values.explain === true, format);
    case 'api':
      return apiRequest(words);
    case 'task':
      return taskRequest(words);
    case 'run':
      atMost(words, 1, 'run');
      return {
        command: 'run',
        path: words.at(0) ?? '.',
        format,
        ...cubex,
        ...(values.target === undefined ? {} : { target: values.target }),
        ...(choices === undefined ? {} : { choices }),
        ...(values['large-trace'] === true ? { acceptsLargeTrace: true } : {}),
        ...modeOf(values),
      };
    default:
      throw new UsageError(`"${command}" is no command of trimtab.`);
  }
}

function apiRequest(words: readonly string[]): Request {
  atMost(words, 1, 'api');
  return { command: 'api', folder: words.at(0) ?? '.' };
}

function analyzeRequest(
  words: readonly string[],
  values: ReturnType<typeof readWords<typeof options>>['values'],
  format: Format,
): Request {
  const path = words.at(0);
  if (path === undefined)
    throw new UsageError('analyze needs a trace or profile: its file (*.otf2, *.cubex, *.cube) or its folder.');
  atMost(words, 1, 'analyze');
  return {
    command: 'analyze',
    path,
    format,
    correctClocks: values['no-clock-correction'] !== true,
    ...compensation(values),
    ...mainMetric(values),
    ...(values.cubex === undefined ? {} : { cubex: values.cubex }),
    ...distribution(values),
  };
}

/** @throws UsageError where something is said that only the analysis of an archive takes */
function refuseAnalysis(values: ReturnType<typeof readWords<typeof options>>['values']): void {
  if ((values.distributed ?? values.exchange) !== undefined)
    throw new UsageError('--distributed and --exchange belong to "trimtab analyze".');
  if (values.metric !== undefined) throw new UsageError('--metric belongs to "trimtab analyze".');
  if (values['no-clock-correction'] === true)
    throw new UsageError('--no-clock-correction belongs to "trimtab analyze".');
  if ((values.compensate ?? values.cost) !== undefined)
    throw new UsageError('--compensate and --cost belong to "trimtab analyze".');
}

function forecastRequest(args: readonly string[]): ForecastRequest {
  const { values, positionals } = readWords(args, options);
  atMost(positionals, 1, 'forecast');
  const wrong = Object.keys(values).find((name) => name !== 'json');
  if (wrong !== undefined) throw new UsageError(`forecast does not take --${wrong}.`);
  const experiment = positionals.at(0);
  return { command: 'forecast', ...(experiment === undefined ? {} : { experiment }), json: values.json === true };
}

function instrumentRequest(words: readonly string[], explain: boolean, format: Format): InstrumentRequest {
  const program = words.at(0);
  if (!explain || program === undefined)
    throw new UsageError('instrument needs --explain and a program: trimtab instrument --explain ./program.');
  atMost(words, 1, 'instrument');
  return { command: 'instrument', program, json: format === 'json' };
}

function rangesRequest(args: readonly string[]): RangesRequest {
  const { values, positionals } = readWords(args, options);
  const program = positionals.at(0);
  if (program === undefined)
    throw new UsageError('instrument ranges needs a program: trimtab instrument ranges ./program.');
  atMost(positionals, 1, 'instrument ranges');
  return { command: 'ranges', program, json: formatOf(values) === 'json' };
}

/** What stands behind `--` is for the program. */
function splitArguments(args: readonly string[]): { words: readonly string[]; behind: readonly string[] | undefined } {
  const at = args.indexOf('--');
  return at < 0 ? { words: args, behind: undefined } : { words: args.slice(0, at), behind: args.slice(at + 1) };
}

function choicesOf(
  { build, program, ranks, input }: { build?: string; program?: string; ranks?: string; input?: string },
  behind: readonly string[] | undefined,
): Choices | undefined {
  if ((build ?? program ?? ranks ?? input ?? behind) === undefined) return undefined;
  if (ranks !== undefined && !/^[1-9]\d{0,5}$/.test(ranks))
    throw new UsageError('--ranks needs a number of MPI ranks, such as 4.');
  return {
    ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
    ...(input === undefined ? {} : { input }),
    ...(build === undefined ? {} : { build }),
    ...(program === undefined ? {} : { program }),
    ...(behind === undefined ? {} : { arguments: behind }),
  };
}

/** What is kept of a run, where the command says it. */
function modeOf(values: { profile?: boolean; trace?: boolean; 'trace-what-matters'?: boolean }): {
  mode?: MainJobMode;
} {
  const modes = [
    ['profile', values.profile],
    ['trace', values.trace],
    ['what-matters', values['trace-what-matters']],
  ] as const;
  const wanted = modes.filter(([, isWanted]) => isWanted === true).map(([mode]) => mode);
  if (wanted.length > 1) throw new UsageError('Use only one of --profile, --trace and --trace-what-matters.');
  const [mode] = wanted;
  return mode === undefined ? {} : { mode };
}

/** How many words at the beginning are options of trimtab, with their values. */
function leadingOptions(words: readonly string[]): number {
  let count = 0;
  for (let word = words[count]; word?.startsWith('-') === true; word = words[count]) {
    count++;
    if (word === '--') return count;
    const option = Object.entries<{ type: string; short?: string }>(options).find(
      ([name, { short }]) => word === `--${name}` || word === `-${short}`,
    )?.[1];
    if (option?.type === 'string') count++;
  }
  return Math.min(count, words.length);
}

/** What stands behind `exec` or --no-build is the program's, but for options of trimtab before the program. */
function unbuiltRequest(before: readonly string[], behind: readonly string[], verb: string): Request {
  const own = leadingOptions(behind);
  const argv = behind.slice(own);
  if (behind.slice(0, own).some((word) => word === '--help' || word === '-h')) return helpRequest(verb.split(' '));
  const { values, positionals } = readWords(
    [...before, ...behind.slice(0, own).filter((word) => word !== '--')],
    options,
  );
  if (argv.length === 0) throw new UsageError(`${verb} needs a program: trimtab ${verb} ./program.`);
  atMost(positionals, 0, verb);
  const { cubex, target } = values;
  const { ranks, build, program, input } = choicesOf(values, undefined) ?? {};
  if ((build ?? program) !== undefined)
    throw new UsageError(`--build and --program are not for ${verb}: the program follows it.`);
  return {
    command: 'run',
    path: '.',
    format: formatOf(values),
    ...(cubex === undefined ? {} : { cubex }),
    ...(target === undefined ? {} : { target }),
    ...(values['large-trace'] === true ? { acceptsLargeTrace: true } : {}),
    ...modeOf(values),
    unbuilt: { argv, ranks, ...(input === undefined ? {} : { input }) },
  };
}

/** Help on the command that is named, else on all of them. */
function helpRequest(args: readonly string[]): Request {
  const about = args.map(helpTopic).find((topic) => topic !== undefined);
  return about === undefined ? { command: 'help' } : { command: 'help', about };
}

/** How an archive is to be analyzed by several processes, if it is. */
function distribution(values: { distributed?: string; exchange?: string }): {
  distributed?: number;
  exchange?: string;
} {
  const { distributed, exchange } = values;
  if (distributed === undefined) {
    if (exchange !== undefined) throw new UsageError('--exchange belongs to --distributed.');
    return {};
  }
  if (!/^[1-9]\d{0,5}$/.test(distributed)) throw new UsageError('--distributed needs a number of tasks, such as 8.');
  return { distributed: Number(distributed), ...(exchange === undefined ? {} : { exchange }) };
}

/** What a profile is ranked by. What recording took is known of times only. */
function mainMetric({
  metric,
  compensate,
  distributed,
}: {
  metric?: string;
  compensate?: boolean;
  distributed?: string;
}): {
  metric?: string;
} {
  if (metric === undefined) return {};
  if (metric === '') throw new UsageError('--metric needs the name of a metric, such as PAPI_TOT_CYC.');
  if (compensate === true) throw new UsageError('--compensate is for times: it does not go with --metric.');
  if (distributed !== undefined) throw new UsageError('--distributed is for traces: it does not go with --metric.');
  return { metric };
}

/** Whether what recording took is to be taken out, and what a call is said to have cost. */
function compensation({ compensate, cost }: { compensate?: boolean; cost?: string }): { compensate?: Compensate } {
  if (compensate !== true) {
    if (cost !== undefined) throw new UsageError('--cost belongs to --compensate.');
    return {};
  }
  if (cost === undefined) return { compensate: {} };
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(cost))
    throw new UsageError('--cost needs the nanoseconds that recording a call costs, such as 100.');
  return { compensate: { cost: Number(cost) / 1e9 } };
}

function taskRequest(words: readonly string[]): Request {
  const step = words.at(0);
  const exchange = words.at(1);
  const part = words.at(2) ?? '';
  if (step === 'reduce' && exchange !== undefined && words.length === 2) return { command: 'task', step, exchange };
  if (step === 'read' && exchange !== undefined && /^\d+$/.test(part) && words.length === 3)
    return { command: 'task', step, exchange, part: Number(part) };
  throw new UsageError('task is started by "trimtab analyze --distributed".');
}

/** Position of the word `experiments` where it is the command, also behind options; -1 where it is not. */
function experimentsWord(args: readonly string[]): number {
  if (args.some((word) => word === '--version' || word === '-V')) return -1;
  const at = args.indexOf('experiments');
  const before = args.slice(0, Math.max(0, at));
  // An option with its value may stand in front: --project p experiments list.
  return before.every((word, index) => word.startsWith('-') || before.at(index - 1) === '--project') ? at : -1;
}
