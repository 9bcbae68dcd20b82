import { TrimtabError } from '../../model/problem.js';
import { commandText, fileName } from '../../model/text.js';
import type { Target } from '../../targets/target.js';
import { wrappedCompilers } from '../../measurement/probe.js';
import { ErrorFinder } from '../building/buildErrors.js';
import { plainRecord, type ValueRecord } from '../language/value.js';
import type { ActionContext, ActionFunction } from '../runner/action.js';
import { buildFailure, timeoutSentence } from '../measuring/steps.js';
import { doneStep, variablesOf } from './arguments.js';
import { recordThere, runThere, siteOf, withProbe } from './site.js';

/**
 * Builds the program, instrumented, where people log in to the target.
 * @throws TrimtabError naming the command, its exit code and the compiler's first error
 */
export const build: ActionFunction = async (context) => {
  const { configuration, done, tell } = context;
  const site = await siteOf(context);
  const step = configuration.build;
  if (step === undefined) {
    tell('Nothing to build: trimtab.yaml has no build command.');
    return { target: site.target.name, commands: [], compilers: [] };
  }
  const instrumented = doneStep(done, 'instrument')?.outputs;
  const wanted = commandsOf(context) ?? step.commands;
  const commands = instrumented === undefined ? wanted : wanted.map(compilingAll);
  const folder = site.there(step.folder);
  const environment = variablesOf(instrumented ?? {}, 'environment');
  const records: ValueRecord[] = [];
  for (const argv of commands) {
    tell(`Building ${configuration.program} on ${site.target.name}`);
    const errors = new ErrorFinder();
    const { build: timeout } = configuration.timeouts;
    const result = await runThere(
      context,
      site.target,
      { argv: withProbe(site.probe, argv), folder, shown: argv },
      { timeout, environment, onOutput: (text) => errors.add(text) },
    );
    records.push(plainRecord(recordThere(argv, folder, result)));
    if (result.stopped === 'timeout')
      throw new TrimtabError(timeoutSentence('The build', 'build', timeout), { details: result.tail });
    if (result.exitCode !== 0) throw buildFailure(argv, result, errors.first, step.folder);
  }
  tell(`${configuration.program} is built.`);
  const compilers = wrappedCompilers(commands);
  return {
    target: site.target.name,
    commands: records,
    compilers,
    compiler: await versionOf(site.target, folder, compilers.at(0)),
  };
};

/** CMake does not compile again when only the environment has changed, from which the compilers take what to leave out. */
function compilingAll(argv: readonly string[]): readonly string[] {
  const isCMakeBuild = fileName(argv.at(0) ?? '') === 'cmake' && argv.at(1) === '--build';
  if (!isCMakeBuild || argv.includes('--clean-first')) return argv;
  return [...argv.slice(0, 3), '--clean-first', ...argv.slice(3)];
}

function commandsOf({ arguments: given }: ActionContext): readonly (readonly string[])[] | undefined {
  const { command } = given;
  if (!Array.isArray(command)) return undefined;
  const lists = command.every((item) => Array.isArray(item)) ? command : [command];
  return lists.map((argv) => (Array.isArray(argv) ? argv.map(String) : []));
}

/** What the compiler says it is; empty where it does not say. */
async function versionOf(target: Target, folder: string, compiler: string | undefined): Promise<ValueRecord> {
  if (compiler === undefined) return {};
  const result = await target.run({ argv: [compiler, '--version'], folder, environment: {} }, { timeout: 30 });
  const version = result.tail.trim().split('\n').at(0) ?? '';
  return result.exitCode === 0 && version !== '' ? { command: commandText([compiler]), version } : {};
}
