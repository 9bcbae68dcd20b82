/** The declarations of `trimtab run`, `trimtab exec` and `trimtab forecast`. */
import { Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import type { Choices, RecordingMode } from '../../workflows/index.js';
import { cubexOption } from './analyze.js';
import { type Format, formatOf, formatOptions } from './formats.js';
import { jsonOption, type Submit, wholeNumber } from './values.js';

/** An unmodified program that is measured without building it. */
export interface UnbuiltChoice {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  readonly ranks: number | undefined;
  /** The file for its standard input. */
  readonly input?: string;
}

export interface RunRequest {
  readonly command: 'run';
  readonly path: string;
  readonly format: Format;
  readonly cubex?: string;
  /** A target instead of that in trimtab.yaml. */
  readonly target?: string;
  /** Values that are written into trimtab.yaml first. */
  readonly choices?: Choices;
  /** Whether a trace may be larger than the disk. */
  readonly acceptsLargeTrace?: boolean;
  /** The kind of measurement, instead of that in trimtab.yaml. */
  readonly mode?: RecordingMode;
  readonly unbuilt?: UnbuiltChoice;
}

/** The size of a trace, estimated. */
export interface ForecastRequest {
  readonly command: 'forecast';
  /** The run whose calls were counted; the newest one by default. */
  readonly experiment?: string;
  readonly json: boolean;
}

const modeOptions = {
  profile: () =>
    new Option('--profile', 'record sums by call path, in bounded memory, and no events').conflicts([
      'trace',
      'traceWhatMatters',
    ]),
  trace: () =>
    new Option('--trace', 'record every event; needed to find waiting and its causes').conflicts('traceWhatMatters'),
  whatMatters: () =>
    new Option(
      '--trace-what-matters',
      'record every event except those of functions that cost more to record than they contribute; uses the newest profile, or measures one first',
    ),
  largeTrace: () => new Option('--large-trace', 'run without asking, even if the disk may be too small for the trace'),
};

const targetOption = () => new Option('--target <name>', 'run on this target instead of that in trimtab.yaml');

const ranksOption = (text: string) =>
  new Option('-n, --ranks <n>', text).argParser(wholeNumber('--ranks', { least: 1, of: 'a number of MPI ranks' }));

/** Adds the options of both commands: where and how to measure, and the output. */
function withMeasurement<Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) {
  return command
    .addOption(targetOption())
    .addOption(modeOptions.profile())
    .addOption(modeOptions.trace())
    .addOption(modeOptions.whatMatters())
    .addOption(modeOptions.largeTrace())
    .addOption(formatOptions.json())
    .addOption(formatOptions.tsv())
    .addOption(formatOptions.metrics())
    .addOption(formatOptions.flat())
    .addOption(cubexOption());
}

/** @param behind the words after `--`, for the program */
export function runCommand(submit: Submit<RunRequest>, behind: readonly string[] | undefined) {
  const command = new Command('run')
    .summary('build, run and analyze the program of trimtab.yaml')
    .usage('[options] [folder] [-- arguments]')
    .description(
      'Build, run and analyze the program of trimtab.yaml, and keep an experiment. Propose a trimtab.yaml if none exists. Arguments after -- go to the program and are stored in trimtab.yaml. The first run on a target records a profile by default, later runs record traces. "trimtab run --no-build" is "trimtab exec".',
    )
    .argument('[folder]', 'the folder of the project', '.')
    .option(
      '--build <commands>',
      "the build command, such as 'make bt CLASS=S'; join several with &&; stored in trimtab.yaml",
    )
    .option('--program <path>', 'the built program to measure; stored in trimtab.yaml')
    .addOption(ranksOption('the number of MPI ranks; stored in trimtab.yaml'))
    .option('--input <file>', 'the file for standard input; "" for none; stored in trimtab.yaml');
  return withMeasurement(command).action((path, { build, program, ranks, input, cubex, target, ...rest }) => {
    const choices = present({ ranks, input, build, program, arguments: behind });
    submit({
      ...{ command: 'run', path, format: formatOf(rest) },
      ...present({ cubex, target }),
      ...(Object.keys(choices).length === 0 ? {} : { choices }),
      ...measurementOf(rest),
    });
  });
}

export function execCommand(submit: Submit<RunRequest>) {
  const command = new Command('exec')
    .summary('run and analyze an unmodified program without building it')
    .description(
      'Run and analyze an unmodified program without building it: its MPI calls and the functions that make them. Options come before the program.',
    )
    .argument('<program>', 'the program')
    .argument('[arguments...]', 'its arguments')
    .passThroughOptions()
    .addOption(ranksOption('the number of MPI ranks'))
    .option('--input <file>', 'the file for standard input; "" for none');
  return withMeasurement(command).action((program, words, { ranks, input, cubex, target, ...rest }) =>
    submit({
      ...{ command: 'run', path: '.', format: formatOf(rest) },
      ...present({ cubex, target }),
      ...measurementOf(rest),
      unbuilt: { argv: [program, ...words], ranks, ...present({ input }) },
    }),
  );
}

interface MeasurementValues {
  readonly largeTrace?: true | undefined;
  readonly profile?: true | undefined;
  readonly trace?: true | undefined;
  readonly traceWhatMatters?: true | undefined;
}

function measurementOf({ largeTrace, profile, trace, traceWhatMatters }: MeasurementValues) {
  const mode: RecordingMode | undefined =
    profile === true ? 'profile' : trace === true ? 'trace' : traceWhatMatters === true ? 'what-matters' : undefined;
  return present({ acceptsLargeTrace: largeTrace, mode });
}

export function forecastCommand(submit: Submit<ForecastRequest>) {
  return new Command('forecast')
    .summary('estimate the size of a trace')
    .description('Estimate the size of a trace from the calls of a profile or another run.')
    .argument('[experiment]', 'the run whose calls were counted; the newest one by default')
    .addOption(jsonOption())
    .action((experiment, { json = false }) => submit({ command: 'forecast', ...present({ experiment }), json }));
}
