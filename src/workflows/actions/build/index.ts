import { rmSync } from 'node:fs';
import { type CommandRecord, FILES } from '../../../experiments/index.js';
import { buildEnvironment } from '../../../measurement/environment.js';
import { choosesFunctions } from '../../../measurement/plan.js';
import { checkProbe, wrappedCompilers } from '../../../measurement/probe.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import { counted, fileName } from '../../../base/text.js';
import { ErrorFinder } from '../../building/buildErrors.js';
import { type Compilations, readCompilations } from '../../building/builtPrograms.js';
import { problemsOfRanges, rangesOfProgram } from '../../building/builtRanges.js';
import { isOpen, settleProgram } from '../../building/settle.js';
import { Silence } from '../../building/silence.js';
import { askCMake } from '../../buildSystems/cmakeModel.js';
import type { Configuration } from '../../configuration/configuration.js';
import { languageOfCompiler } from '../../configuration/languages.js';
import { commandRecord } from '../../measuring/job.js';
import { LogFile } from '../../measuring/log.js';
import { projectRanges } from '../../measuring/ranges.js';
import type { Measurement } from '../../configuration/measurement.js';
import { buildFailure, timeoutSentence } from '../../measuring/sentences.js';
import { Draft } from '../../provenance/draft.js';
import { environmentFacts, machineFacts, sourceFacts, targetFacts, toolchainThere } from '../../provenance/facts.js';
import { toolFacts, type Toolchain } from '../../provenance/provenance.js';
import { latestOutputs } from '../../language/declaration.js';
import { action, type ActionContext } from '../../steps/action.js';
import { instrumentDeclaration } from '../../declarations/instrument.js';
import { buildDeclaration } from '../../declarations/build.js';
import { hadRanges, rangesThere } from './ranges.js';
import { draftFolder, draftName } from './drafts.js';
import { isPreloaded } from '../../configuration/preload.js';
import { measurementOf } from '../../steps/measurement.js';
import { notStarted, runThere, type Site, siteOf, withProbe } from '../../steps/site.js';

/**
 * Builds the program, instrumented, on the target's login node. Facts about sources, tools and machine are kept from
 * before the build, for the experiments of the runs that follow. A build that fails is a separate experiment.
 * @throws TrimtabError naming the command, its exit code and the compiler's first error
 */
export const build = action(buildDeclaration, async (context, given) => {
  const { configuration } = context;
  checkProbe(context.probeFolder);
  const site = await siteOf(context, given.get('target'));
  const measurement = await measurementOf(context, site);
  const commands = commandsFor(context, site, measurement, given.get('command'));
  const compilers = wrappedCompilers(commands);
  for (const sentence of projectRanges(configuration.project, configuration.sources).refused) context.tell(sentence);
  const toolchain = await toolsOf(context, site, configuration, compilers.at(0));
  const draft = await draftOf(context, site, toolchain);
  try {
    const compilations = await runCommands(context, site, { commands, measurement }, draft);
    const called = compilers.length > 0 ? compilers : mpiFirst(compilations.compilers);
    const settled = await withProgram(context, site, compilations);
    if (settled !== configuration || called !== compilers)
      draft.add(toolFacts(await toolsOf(context, site, settled, called.at(0))));
    if (site.isHere)
      for (const sentence of problemsOfRanges(settled.program, measurement.plan.ranges, rangesOfProgram(settled)))
        context.tell(sentence);
    context.tell(
      commands.length === 0 ? nothingToBuild(configuration.run.commands) : `${configuration.program} is built.`,
    );
    return { target: site.target.name, compilers: [...called], draft: draftName(context) };
  } catch (error) {
    // A second error must not hide the first.
    try {
      keepFailure(context, site, { draft, measurement }, error);
    } catch (second) {
      const reason = second instanceof Error ? second.message : String(second);
      context.log(`The failed build is not kept as an experiment: ${reason}\n`);
    }
    throw error;
  }
});

function nothingToBuild(run: readonly (readonly string[])[]): string {
  return run.some(isPreloaded)
    ? 'Nothing to build: the program is measured unmodified.'
    : 'Nothing to build: trimtab.yaml has no build command.';
}

/**
 * Returns the commands of the step, else of the configuration, changed if the function selection requires it: with
 * sleds, excluded names need no new build.
 */
function commandsFor(
  context: ActionContext,
  site: Site,
  { plan }: Measurement,
  own: readonly (readonly string[])[] | undefined,
): readonly (readonly string[])[] {
  const wanted = own ?? context.configuration.build?.commands ?? [];
  const said = latestOutputs(instrumentDeclaration, context.done);
  const isCompiledIn = said !== undefined && (plan.hooks === 'compiler' || Object.keys(said.environment).length > 0);
  const isChosen = choosesFunctions(plan) || hadRanges(context.configuration.project, site);
  return isChosen || isCompiledIn ? wanted.map(compilingAll) : wanted;
}

/** CMake does not recompile if only the environment changes, from which the compilers read the excluded functions. */
function compilingAll(argv: readonly string[]): readonly string[] {
  const isCMakeBuild = fileName(argv.at(0) ?? '') === 'cmake' && argv.at(1) === '--build';
  if (!isCMakeBuild || argv.includes('--clean-first')) return argv;
  return [...argv.slice(0, 3), '--clean-first', ...argv.slice(3)];
}

/** Returns the MPI compilers, as far as their names identify them, else all. */
function mpiFirst(compilers: readonly string[]): readonly string[] {
  const mpi = compilers.filter((name) => languageOfCompiler(name) !== undefined);
  return mpi.length > 0 ? mpi : compilers;
}

/** The folder of the build on the target. */
const folderOf = ({ configuration }: ActionContext, site: Site): string =>
  site.there(configuration.build?.folder ?? configuration.project);

function toolsOf(
  context: ActionContext,
  site: Site,
  { ranks, run, runCommand, environment }: Configuration,
  compiler: string | undefined,
): Promise<Toolchain> {
  return toolchainThere(site.target, {
    compiler,
    run: site.target.launchCommand(runCommand(ranks), { ranks }),
    environment,
    folders: { build: folderOf(context, site), run: site.there(run.folder) },
  });
}

/** Returns the facts known before the build. */
async function draftOf(context: ActionContext, site: Site, toolchain: Toolchain): Promise<Draft> {
  const { configuration, store } = context;
  const draft = Draft.begin(draftFolder(context, draftName(context)));
  draft.add({
    ...toolFacts(toolchain),
    ...(await sourceFacts(draft.folder, configuration, { store: store.project, there: site.there })),
    ...(await machineFacts(site.target)),
  });
  return draft;
}

/** Runs the commands of the build. @returns the calls of the compiler wrapper, as far as they are visible here */
async function runCommands(
  context: ActionContext,
  site: Site,
  { commands, measurement }: { readonly commands: readonly (readonly string[])[]; readonly measurement: Measurement },
  draft: Draft,
): Promise<Compilations> {
  const notes = draft.path(FILES.compilations);
  const began = Date.now();
  const log = new LogFile(draft.path(FILES.buildLog));
  const ranges = await rangesThere(context, site, measurement.plan);
  const environment = buildEnvironment(measurement.chosen, measurement.plan, {
    notes: site.isHere ? notes : undefined,
    ranges,
  });
  const records: CommandRecord[] = [];
  let words = '';
  if (site.isHere) askCMake(context.configuration.build?.folder ?? site.project, commands);
  const logging = {
    ...context,
    log: (text: string) => {
      log.write(text);
      context.log(text);
    },
  };
  try {
    for (const argv of commands) {
      const keep = (record: CommandRecord): void => {
        records.push(record);
        draft.add({ build: records });
      };
      words = await runCommand(logging, site, argv, { environment, keep });
    }
    return { ...readCompilations(notes, began), words };
  } finally {
    rmSync(notes, { force: true });
    log.close();
    if (log.problem !== undefined) draft.add({ problems: [{ level: 'warning', message: log.problem }] });
  }
}

/** Runs one command; its outcome is stored before a failure is reported. @returns the last lines it printed */
async function runCommand(
  context: ActionContext,
  site: Site,
  argv: readonly string[],
  {
    environment,
    keep,
  }: { readonly environment: Readonly<Record<string, string>>; readonly keep: (record: CommandRecord) => void },
): Promise<string> {
  const { configuration, silentMinute, tell } = context;
  const folder = folderOf(context, site);
  const { build: timeout } = configuration.timeouts;
  const what = site.isHere
    ? `Building ${configuration.program}`
    : `Building ${configuration.program} on ${site.target.name}`;
  tell(what);
  const errors = new ErrorFinder();
  const silence = new Silence(
    (minutes) => tell(`${what}: no output for ${counted(minutes, 'minute')}; end it with Ctrl-C or Stop if it hangs`),
    silentMinute,
  );
  const result = await runThere(
    context,
    site.target,
    { argv: withProbe(site.probe, argv), folder, shown: argv },
    {
      timeout,
      environment,
      onOutput: (text) => {
        silence.heard();
        errors.add(text);
      },
    },
  ).finally(() => silence.end());
  keep(commandRecord(site.project, { argv, folder }, result));
  if (result.stopped === 'cancelled') throw new CancelledError();
  if (result.stopped === 'timeout')
    throw new TrimtabError(timeoutSentence('The build', 'build', timeout), { details: result.tail });
  if (result.exitCode === 0) return result.tail;
  const missing = await notStarted(context, site, { argv, folder }, result.exitCode);
  if (missing !== undefined) throw new TrimtabError(missing);
  throw buildFailure(argv, result, errors.first, configuration.build?.folder ?? configuration.project);
}

/** The configuration with its program, where that was left open and what was built can be looked at here. */
async function withProgram(
  { asking, configuration, log }: ActionContext,
  { isHere }: Site,
  compilations: Compilations,
): Promise<Configuration> {
  if (!isHere || !isOpen(configuration)) return configuration;
  const settled = await settleProgram(configuration, compilations, asking);
  log(`${settled.sentence}\n`);
  return settled.configuration;
}

/** Makes an experiment of a build that did not come to its end, so that what it printed is kept; not of one that is left. */
function keepFailure(
  context: ActionContext,
  site: Site,
  { draft, measurement }: { readonly draft: Draft; readonly measurement: Measurement },
  error: unknown,
): void {
  const isCancelled = error instanceof CancelledError;
  if (isCancelled && !context.cancelled()) return;
  const { configuration, store } = context;
  const { program, ranks } = configuration;
  const recorder = store.create({ program, target: site.target.name, ranks });
  try {
    draft.giveTo(recorder, {
      ...environmentFacts(site.target, { ranks }, measurement),
      ...targetFacts(site.target),
    });
  } finally {
    if (isCancelled) recorder.finishQuietly('cancelled');
    else recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
  }
}
