/** `trimtab analyze` and `trimtab run`. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import process from 'node:process';
import type { Compensate } from '../../analysis/trace/index.js';
import { ownTexts } from '../../asl/library.js';
import { analyzeDistributed, type DistributedOptions } from '../../engine/distributed/index.js';
import { cubeOf, ExperimentStore, resultsIn, resultsOf } from '../../experiments/index.js';
import { PROJECT_TEXT, readText, statOf, writeForPerson } from '../../base/files/index.js';
import { holdsMeasurement, knownFormats, measurementAt, programOf, refuseUnread } from '../../formats/registry.js';
import { holdsRawRecords } from '../../measurement/probe.js';
import { plainLines } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import {
  analyzePerformance,
  besides,
  type Choices,
  type Configuration,
  findConfiguration,
  finishLeftRecords,
  loadConfiguration,
  type RecordingMode,
  parseConfiguration,
  MeasuredFailure,
  otherProgram,
  presetBuild,
  proposeConfiguration,
  unbuiltConfiguration,
  withChoices,
} from '../../workflows/index.js';
import { askingOn } from '../services/asking.js';
import type { UnbuiltChoice } from '../arguments/run.js';
import type { Format } from '../arguments/formats.js';
import { printResults, storeFor, type Context } from '../services/context.js';
import { ownPath } from '../services/paths.js';
import { ProgressLine } from '../terminal/progress.js';

/**
 * Returns the trace or profile to analyze, created first if a run left only records. Analyzing runs nothing: for other
 * files an error explains how to build and measure.
 * @throws TrimtabError when there is none, or more than one
 */
async function archiveAt(context: Context, path: string, progress: ProgressLine): Promise<string> {
  const facts = statOf(path);
  if (facts === undefined) throw new TrimtabError(`${path} does not exist.`);
  if (holdsMeasurement(path)) return measurementAt(path);
  if (facts.isDirectory() && holdsRawRecords(path)) return archiveOfRecords(context, path, progress);
  if (facts.isDirectory()) refuseUnread(path);
  throw new TrimtabError(
    `${path} ${facts.isDirectory() ? 'contains' : 'is'} no ${knownFormats}; "trimtab analyze" reads only these. To build, run and analyze a program, use "trimtab run ${path}".`,
  );
}

/** Creates the archive of an interrupted run. Messages of its finisher go to standard error. */
async function archiveOfRecords(context: Context, folder: string, progress: ProgressLine): Promise<string> {
  const { archive, remarks } = await finishLeftRecords(folder, context.findProbe(), {
    signal: context.signal,
    onProgress: (_, message, fraction) => progress.show(message, fraction),
  });
  progress.clear();
  context.terminal.status([...remarks, `Made ${archive}.`].map((line) => `${plainLines(line)}\n`).join(''));
  return archive;
}

/** Input of an analysis, and the format of its results. */
export interface Wanted {
  readonly path: string;
  readonly format: Format;
  /** Path of the CUBE file for the results, if requested. */
  readonly cubex?: string;
  /** Whether times of an archive are corrected where clocks disagree. */
  readonly correctClocks?: boolean;
  /** Set to subtract measurement overhead from all times. */
  readonly compensate?: Compensate;
  /** Name of the metric that a profile is ranked by. */
  readonly metric?: string;
  /** Number of tasks that read the archive, where it is to be analyzed by several processes. */
  readonly distributed?: number;
  /** Folder for the files those processes exchange. */
  readonly exchange?: string;
  /** Target other than that of the configuration. */
  readonly target?: string;
  /** Choices to be written into the configuration first. */
  readonly choices?: Choices;
  /** Whether a trace may be larger than what the disk holds. */
  readonly acceptsLargeTrace?: boolean;
  /** Recorded data of the run, if different from the configuration. */
  readonly mode?: RecordingMode;
  /** A program that is measured uninstrumented, with its arguments. */
  readonly unbuilt?: UnbuiltChoice;
}

/** Analyses an archive, or the records of an interrupted run, without starting any program but Trimtab's own. */
export async function analyze(context: Context, wanted: Wanted): Promise<void> {
  const { path, format, cubex, correctClocks = true, compensate, metric } = wanted;
  const progress = new ProgressLine(context.terminal);
  try {
    const archive = await archiveAt(context, resolve(context.folder, path), progress);
    const options = {
      program: programOf(archive),
      correctClocks,
      properties: ownTexts(storeFor(context.folder).project),
      ...present({ compensate, metric }),
      ...(cubex === undefined ? {} : { cubex: resolve(context.folder, cubex) }),
      // Only people read how it changes.
      ...(format === 'table' || format === 'metrics' ? { dynamics: { isExtra: true } } : {}),
      gains: format === 'table' || format === 'json',
      signal: context.signal,
      onProgress: (fraction: number, message: string) => progress.show(message, fraction),
    };
    const { report, space, dynamics } =
      wanted.distributed === undefined
        ? await context.analyzeArchive(archive, options)
        : await analyzeDistributed(archive, { ...options, ...distribution(context, wanted, wanted.distributed) });
    progress.clear();
    await printResults(context, format, {
      report,
      dynamics: dynamics?.report,
      values: () => resultsIn(space),
      again: commandText(['trimtab', 'analyze', path]),
    });
  } finally {
    progress.clear();
  }
}

/** How an archive is analyzed by several processes. */
function distribution(
  { folder }: Context,
  { exchange }: Wanted,
  parts: number,
): Pick<DistributedOptions, 'parts' | 'command' | 'exchange'> {
  const command = [process.execPath, ownPath(), 'task'];
  return { parts, command, ...(exchange === undefined ? {} : { exchange: resolve(folder, exchange) }) };
}

const NO_PRESET = 'none of them';

/** Returns the selected configure preset of CMake, if the user can be asked. */
async function chosenPreset(context: Context, presets: readonly string[]): Promise<string | undefined> {
  if (presets.length === 0) return undefined;
  const { choose } = askingOn(context, new ProgressLine(context.terminal), {});
  const chosen = await choose?.('With which of its presets is it built?', [...presets, NO_PRESET]);
  return chosen === NO_PRESET ? undefined : chosen;
}

/** The configuration for a path; where there is none, one is proposed and written. */
async function configurationFor(context: Context, path: string, choices: Choices): Promise<string> {
  const target = resolve(context.folder, path);
  if (!existsSync(target)) throw new TrimtabError(`${target} does not exist.`);
  if (/\.ya?ml$/.test(target)) return target;
  const found = findConfiguration(target);
  if (found !== undefined) return found;
  const proposal = proposeConfiguration(target);
  const preset = choices.build === undefined ? await chosenPreset(context, proposal.presets ?? []) : undefined;
  writeForPerson(
    proposal.path,
    preset === undefined ? proposal.text : withChoices(proposal.text, { build: presetBuild(preset) }),
  );
  context.terminal.status(`${proposal.summary}\nWrote ${proposal.path}; edit it if necessary.\n`);
  return proposal.path;
}

/** Returns a program that was named and is not the one in the adjacent configuration: measured uninstrumented. */
async function otherThan(
  context: Context,
  configuration: Configuration,
  path: string,
): Promise<Configuration | undefined> {
  const other = otherProgram(path, configuration);
  if (other === undefined) return undefined;
  const { configured, named, isSource } = other;
  if (isSource) {
    context.terminal.status(
      `${configuration.path} does not build ${named}, so ${configured} is measured. To measure ${named}, write a trimtab.yaml in a separate folder.\n`,
    );
    return undefined;
  }
  context.terminal.status(
    `${configuration.path} runs ${configured}. ${named} is measured unmodified, with the other settings of this file. The file is not changed.\n`,
  );
  return unbuiltConfiguration(besides(path, configuration), context.findProbe());
}

/**
 * Returns how the program is built and run: by its configuration, into which choices are written first, or
 * uninstrumented.
 */
async function configurationOf(context: Context, { path, choices, target, unbuilt }: Wanted): Promise<Configuration> {
  if (unbuilt !== undefined)
    return unbuiltConfiguration({ ...unbuilt, folder: context.folder, target }, context.findProbe(), (sentence) =>
      context.terminal.status(`${plainLines(sentence)}\n`),
    );
  const file = await configurationFor(context, path, choices ?? {});
  const found = loadConfiguration(file);
  if (choices === undefined) return (await otherThan(context, found, resolve(context.folder, path))) ?? found;
  const { input } = choices;
  // As it was typed it is relative to where it was typed.
  const own =
    input === undefined || input === '' ? {} : { input: relative(dirname(file), resolve(context.folder, input)) };
  const text = withChoices(readText(file, PROJECT_TEXT), { ...choices, ...own });
  const configuration = parseConfiguration(text, file);
  writeForPerson(file, text);
  return configuration;
}

/** Builds, runs and analyses a program and keeps it as an experiment, on whatever target: a workflow run. */
export async function run(context: Context, wanted: Wanted): Promise<void> {
  const read = await configurationOf(context, wanted);
  const configuration = wanted.target === undefined ? read : { ...read, target: wanted.target };
  const store = new ExperimentStore(configuration.project);
  const progress = new ProgressLine(context.terminal);
  try {
    const { experiment } = await analyzePerformance({
      configuration,
      store,
      probeFolder: context.findProbe(),
      analyzeArchive: context.analyzeArchive,
      signal: context.signal,
      onProgress: (_, message, fraction) => progress.show(message, fraction),
      onOutput: (text) => progress.output(text),
      asking: askingOn(context, progress, wanted.choices ?? {}),
      acceptsLargeTrace: wanted.acceptsLargeTrace === true,
      mode: wanted.mode,
    });
    progress.clear();
    context.terminal.status(`Kept as experiment ${experiment}.\n\n`);
    await printExperiment(context, store, experiment, wanted);
  } catch (error) {
    // Findings before a run failed often contain the reason.
    if (!(error instanceof MeasuredFailure)) throw error;
    progress.clear();
    await printExperiment(context, store, error.experiment, wanted);
    throw error;
  } finally {
    progress.clear();
  }
}

/** Prints what an experiment found, and writes it as a CUBE file where that is wanted. */
async function printExperiment(
  context: Context,
  store: ExperimentStore,
  experiment: string,
  { format, cubex }: Wanted,
): Promise<void> {
  const kept = store.get(experiment);
  if (cubex !== undefined) writeForPerson(resolve(context.folder, cubex), cubeOf(kept));
  await printResults(context, format, {
    report: kept.report(),
    values: () => resultsOf(kept),
    measuredIn: { project: store.project, target: kept.manifest.target },
    again: `trimtab experiments show ${experiment}`,
  });
}
