/** `trimtab run` and `trimtab exec`. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { cubeOf, ExperimentStore, resultsOf } from '../../experiments/index.js';
import { PROJECT_TEXT, readText, writeForPerson } from '../../base/files/index.js';
import { plainLines } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import {
  analyzePerformance,
  besides,
  type Choices,
  type Configuration,
  type ConfigurationProposal,
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
  MeasuredFailure,
  otherProgram,
  presetBuild,
  NothingToBuildError,
  proposeConfiguration,
  proposeForBuild,
  unbuiltConfiguration,
  withChoices,
} from '../../workflows/index.js';
import { askingOn } from '../services/asking.js';
import type { RunRequest } from '../arguments/run.js';
import type { Context } from '../services/context.js';
import { printResults } from '../services/results.js';
import { ProgressLine } from '../terminal/progress.js';

const NO_PRESET = 'none of them';

/** Returns the selected configure preset of CMake, if the user can be asked. */
async function chosenPreset(context: Context, presets: readonly string[]): Promise<string | undefined> {
  if (presets.length === 0) return undefined;
  const { choose } = askingOn(context, new ProgressLine(context.terminal), {});
  const chosen = await choose?.('With which of its presets is it built?', [...presets, NO_PRESET]);
  return chosen === NO_PRESET ? undefined : chosen;
}

/** A proposal for a path; for a folder without build description, one for the given build command. */
function proposedFor(target: string, { build }: Choices): ConfigurationProposal {
  try {
    return proposeConfiguration(target);
  } catch (error) {
    if (build === undefined || !(error instanceof NothingToBuildError)) throw error;
    return proposeForBuild(target);
  }
}

/** The configuration for a path; where there is none, one is proposed and written. */
async function configurationFor(context: Context, path: string, choices: Choices): Promise<string> {
  const target = resolve(context.folder, path);
  if (!existsSync(target)) throw new TrimtabError(`${target} does not exist.`);
  if (/\.ya?ml$/.test(target)) return target;
  const found = findConfiguration(target);
  if (found !== undefined) return found;
  const proposal = proposedFor(target, choices);
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
async function configurationOf(
  context: Context,
  { path, choices, target, unbuilt }: RunRequest,
): Promise<Configuration> {
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
export async function run(context: Context, request: RunRequest): Promise<void> {
  const read = await configurationOf(context, request);
  const configuration = request.target === undefined ? read : { ...read, target: request.target };
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
      asking: askingOn(context, progress, request.choices ?? {}),
      acceptsLargeTrace: request.acceptsLargeTrace === true,
      mode: request.mode,
    });
    progress.clear();
    context.terminal.status(`Kept as experiment ${experiment}.\n\n`);
    await printExperiment(context, store, experiment, request);
  } catch (error) {
    // Findings before a run failed often contain the reason.
    if (!(error instanceof MeasuredFailure)) throw error;
    progress.clear();
    await printExperiment(context, store, error.experiment, request);
    throw error;
  } finally {
    progress.clear();
  }
}

/** Prints what an experiment found, and writes it as a CUBE file where that is request. */
async function printExperiment(
  context: Context,
  store: ExperimentStore,
  experiment: string,
  { format, cubex }: RunRequest,
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
