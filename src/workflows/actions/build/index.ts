import { CancelledError } from '../../../base/problem.js';
import { fileName } from '../../../base/text.js';
import { choosesFunctions } from '../../../measurement/plan.js';
import { checkProbe, wrappedCompilers } from '../../../measurement/probe.js';
import type { Compilations } from '../../building/builtPrograms.js';
import { problemsOfRanges, rangesOfProgram } from '../../building/builtRanges.js';
import { isOpen, settleProgram } from '../../building/settle.js';
import type { Configuration } from '../../configuration/configuration.js';
import { languageOfCompiler } from '../../configuration/languages.js';
import { projectRanges } from '../../measuring/ranges.js';
import type { Measurement } from '../../configuration/measurement.js';
import { Draft } from '../../provenance/draft.js';
import { environmentFacts, machineFacts, sourceFacts, targetFacts, toolchainThere } from '../../provenance/facts.js';
import { toolFacts, type Toolchain } from '../../provenance/provenance.js';
import { latestOutputs } from '../../language/declaration.js';
import { action, type ActionContext } from '../../steps/action.js';
import { instrumentDeclaration } from '../../declarations/instrument.js';
import { buildDeclaration } from '../../declarations/build.js';
import { buildUntilItWorks, isUntested } from './attempts.js';
import { folderOf } from './commands.js';
import { hadRanges } from './ranges.js';
import { draftFolder, draftName } from './drafts.js';
import { isPreloaded } from '../../configuration/preload.js';
import { measurementOf } from '../../steps/measurement.js';
import { type Site, siteOf } from '../../steps/site.js';

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
    const mayRepair = given.get('command') === undefined && isUntested(context);
    const built = await buildUntilItWorks({ context, site, measurement, draft, mayRepair }, commands);
    const { compilations } = built;
    const called = compilers.length > 0 ? compilers : mpiFirst(compilations.compilers);
    const settled = await withProgram({ ...context, configuration: built.configuration }, site, compilations);
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
